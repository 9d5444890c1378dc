"""The classic way in: `from pamir_env import pax_pamir_v0; env = pax_pamir_v0.env(players=3)`."""

from pamir_env.env import env, raw_env

__all__ = ["env", "raw_env"]
