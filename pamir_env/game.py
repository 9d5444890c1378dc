"""Pax Pamir described for `tabletop`: the one place where tables and kernels are handed over."""

from __future__ import annotations

from pathlib import Path

from pamir_env import engine
from pamir_env.actions import BLOCKS
from pamir_env.decisions import ASK_ACT, DECISIONS
from pamir_env.evaluation import evaluate
from pamir_env.hidden import redeal
from pamir_env.invariants import broken
from pamir_env.names import MAX_PLAYERS
from pamir_env.notation import from_dict, outcome, to_dict
from pamir_env.observation import FEATURES, observe
from pamir_env.render import render, to_text
from pamir_env.rewards import payoffs
from pamir_env.settings import REWARDS, Settings, configure, scripted_seats
from pamir_env.state import FIELDS, STATE, new_states
from pamir_env.things import CARDS
from tabletop.game import Game

VERSION = "0"
"""Goes up whenever an id, a decision, a field or a rule changes."""

PAMIR = Game(
    name="pax_pamir",
    version=VERSION,
    record_format="pamir-record/1",
    dtype=STATE,
    fields=FIELDS,
    blocks=BLOCKS,
    decisions=DECISIONS,
    max_seats=MAX_PLAYERS,
    settings=Settings,
    script="wakhan",
    scripted=scripted_seats,
    new_states=new_states,
    configure=configure,
    setup=engine.set_up,
    legal=engine.legal_actions,
    step=engine.step,
    asked=engine.asked,
    automatic=engine.automatic,
    features=FEATURES,
    observe=observe,
    redeal=redeal,
    rewards=REWARDS,
    payoffs=payoffs,
    evaluate=evaluate,
    quiet=ASK_ACT,
    outcome=outcome,
    to_dict=to_dict,
    from_dict=from_dict,
    to_text=to_text,
    render=render,
    broken=broken,
    things=CARDS,
    nets=Path(__file__).resolve().parent / "data" / "nets",
)
