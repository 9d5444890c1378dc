"""`pamir train`: from a config to an agent, with a curve on the way and a table at the end."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pamir_env import PAMIR, warm_up

CONFIGS = Path(__file__).resolve().parent.parent / "configs"
FINAL_GAMES = 2000


def add_commands(commands: Any) -> None:
    train = commands.add_parser(
        "train",
        help="train an agent",
        description="Train an agent by self-play, as a YAML file says; every key can be changed here.",
        epilog="examples:\n"
        "  pamir train                                  configs/quick.yaml: about five minutes\n"
        "  pamir train wakhan_1v1 --frames 5_000_000    another experiment, longer\n"
        "  pamir train quick --ppo.learning_rate 1e-4 --net.kind flat\n"
        "  pamir train --resume runs/quick-...          go on where it stopped\n"
        "  pamir train --print-config                   every key, its value and what it means\n"
        "  tensorboard --logdir runs                    curves in the browser",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    train.add_argument("config", nargs="?", default="quick", help="a name in configs/ or a YAML file")
    train.add_argument("--resume", help="a run, or one of its checkpoints, to go on from")
    train.add_argument("--runs", default="runs", help="where runs are kept (default runs/)")
    train.add_argument("--quiet", action="store_true", help="print the last table only")
    train.add_argument("--json", action="store_true", help="print the last table as JSON")
    train.add_argument("--print-config", action="store_true", help="show the resolved config and stop")
    train.add_argument(
        "--final-games",
        type=int,
        default=FINAL_GAMES,
        help=f"games of each last match (default {FINAL_GAMES})",
    )
    train.set_defaults(run=run_train)


OPTIONS = ("--help", "--resume", "--runs", "--quiet", "--json", "--print-config", "--final-games")


def split_changes(words: list[str]) -> tuple[list[str], list[str]]:
    """What the command understands itself, and what changes a key of the config: `--ppo.epochs 4`."""
    if not words or words[0] != "train":
        return words, []
    own, changes, k = [], [], 0
    while k < len(words):
        word, equals, _ = words[k].partition("=")
        if word.startswith("--") and not any(option.startswith(word) for option in OPTIONS):
            width = 1 if equals or k + 1 == len(words) else 2
            changes += words[k : k + width]
        else:
            width = 1
            own.append(words[k])
        k += width
    return own, changes


def run_train(arguments: argparse.Namespace) -> int:
    from train.config import check_config, read_config, show_config
    from train.run import begin, resume

    path = find_config(arguments.config)
    if arguments.print_config:
        print(show_config(read_config(path, arguments.changes)))
        return 0
    if arguments.resume:
        run = resume(PAMIR, Path(arguments.resume), arguments.changes, arguments.quiet or arguments.json)
    else:
        config = read_config(path, arguments.changes)
        check_config(PAMIR, config)
        warm_up()
        run = begin(PAMIR, config, Path(arguments.runs), arguments.quiet or arguments.json)
        run.log.say(f"{path.stem}: {config.frames:,} frames, everything goes to {run.folder}")
    run.train()
    return last_table(run.folder, arguments)


def find_config(name: str) -> Path:
    """A file, or the name of one of ours."""
    if Path(name).exists() or name.endswith((".yaml", ".yml")):
        return Path(name)
    ours = CONFIGS / f"{name}.yaml"
    if not ours.exists():
        known = ", ".join(sorted(path.stem for path in CONFIGS.glob("*.yaml")))
        raise ValueError(f"there is no config {name}; configs/ has {known}")
    return ours


def last_table(folder: Path, arguments: argparse.Namespace) -> int:
    """The new agent against random, greedy and Wakhan."""
    import json
    import sys

    from agents.arena import Arena
    from cli.contests import progress, table
    from pamir_env import Settings
    from pamir_env.env import WAKHAN

    spec, found = f"net:{folder}", []
    for other in ("random", "greedy", WAKHAN):
        settings = Settings(players=2, wakhan=other == WAKHAN, max_turns=300)
        with progress(arguments.final_games, quiet=arguments.json or not sys.stderr.isatty()) as tick:
            arena = Arena(PAMIR, settings, [spec, other])
            report = arena.run(arguments.final_games, on_game=lambda _, report: tick(report))
        if arguments.json:
            found.append(report.to_dict())
        else:
            print(table(report) + "\n", flush=True)
    if arguments.json:
        print(json.dumps({"run": str(folder), "contests": found}, indent=1))
    else:
        print(f"play against it: pamir play --vs {spec}    bench it: pamir bench {spec}")
    return 0
