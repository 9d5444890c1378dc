"""`python -m benchmarks.past_selves runs/default-... out/`: past selves of a run as networks to play against.

Each snapshot in the newest checkpoint becomes a folder named after its frames; a match says whether the run
went on improving:

    pamir arena net:default net:out/003000000 net:out/009000000 --games 2001
"""

from __future__ import annotations

import argparse
from pathlib import Path

from agents.net_files import load_weights, read_manifest, save_net
from agents.network import NetConfig, make_net
from pamir_env import PAMIR
from train.checkpoint import PAST, Checkpoints


def write_past_selves(run: Path, out: Path) -> list[Path]:
    """The folders written, oldest first."""
    found = Checkpoints(run / "checkpoints", PAMIR, keep=1).all()
    if not found:
        raise SystemExit(f"{run} has no checkpoints")
    manifest, written = read_manifest(found[-1], PAMIR), []
    config = NetConfig(**manifest["net"])
    for frames in manifest["past"]:
        net = make_net(PAMIR, config)
        load_weights(net, found[-1] / f"{PAST}-{frames:012d}.safetensors")
        written.append(out / f"{frames:09d}")
        save_net(written[-1], net, PAMIR, config, {"name": f"{run.name} at {frames:,}", "frames": frames})
    return written


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("run", type=Path, help="a folder in runs/")
    parser.add_argument("out", type=Path, help="where the networks go")
    words = parser.parse_args()
    for folder in write_past_selves(words.run, words.out):
        print(folder)


if __name__ == "__main__":
    main()
