"""`pamir`: bench, arena, train, play, watch, replay, agents, doctor. Commands are files beside this one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from agents import BadSpec
from cli import contests, doctor, playing, training, watching
from tabletop.record import BadRecord

EXAMPLES = """examples:
  pamir bench greedy                       how often does greedy beat Wakhan, one on one?
  pamir arena greedy random --games 1000   two agents, seats rotated, the same deals for both
  pamir arena random greedy wakhan         a round robin of tables with Wakhan
  pamir train                              train an agent in about five minutes
  pamir play --vs greedy                   you against greedy, in the terminal
  pamir play --web                         you against Wakhan, in the browser
  pamir watch games.parquet --game 3       step through a recorded game
  pamir replay --check games.parquet       play records again and compare the results
  pamir doctor                             versions, cache, speed: a block for bug reports

`pamir COMMAND --help` says more."""

EXTRAS = dict.fromkeys(("torch", "safetensors", "jsonargparse", "yaml", "tensorboard"), "train")
"""Which extra brings a library; the others come with `arena`."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="pamir",
        description="Pax Pamir for machines: play, watch, and find out who is stronger.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for part in (contests, training, playing, watching, doctor):
        part.add_commands(commands)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; 0 if it worked, 1 if something is wrong, 2 if it was not understood, 130 on Ctrl-C."""
    words, changes = training.split_changes(list(sys.argv[1:] if words is None else words))
    arguments = parser().parse_args(words)
    arguments.changes = changes
    if arguments.command is None:
        parser().print_help()
        return 0
    try:
        return arguments.run(arguments) or 0
    except (BadSpec, BadRecord, ValueError, RuntimeError, FileNotFoundError) as error:
        print(f"pamir {arguments.command}: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").split(".")[0], "arena")
        print(
            f'pamir {arguments.command}: {error.name} is missing; pip install "pamir-env[{extra}]"',
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
