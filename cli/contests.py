"""`pamir bench`, `pamir arena`, `pamir agents`: who is stronger."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from typing import Any

from agents import AGENTS
from agents.arena import Arena, Report
from agents.records import GameWriter
from pamir_env import PAMIR, Settings, warm_up
from pamir_env.env import WAKHAN


def add_commands(commands: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    bench = commands.add_parser(
        "bench",
        help="an agent against Wakhan",
        description="Play an agent against Wakhan, the yardstick: one on one, or two of it against her.",
        epilog="examples:\n  pamir bench greedy\n  pamir bench search:sims=100 --games 200 --json",
        formatter_class=raw,
    )
    bench.add_argument("agent", help="who is benched, e.g. greedy, search:sims=400, my_bot.py:MyBot")
    bench.add_argument("--with", dest="partner", help="a second agent at the same table")
    bench.set_defaults(run=run_bench)
    arena = commands.add_parser(
        "arena",
        help="agents against each other",
        description="As many agents as seats play a match; more agents play a round robin over all groups.\n"
        "Seats are rotated and every seating gets the same deals.",
        epilog="examples:\n  pamir arena greedy random --games 2000\n"
        "  pamir arena random greedy search:sims=100 --players 2 --records games.parquet",
        formatter_class=raw,
    )
    arena.add_argument("agents", nargs="+", help="agents by their specs; wakhan takes a seat of her own")
    arena.add_argument(
        "--players", type=int, help="seats at a table, Wakhan's included (default: all agents)"
    )
    arena.set_defaults(run=run_arena)
    for command in (bench, arena):
        command.add_argument("--games", type=int, default=1000, help="games of each match (default 1000)")
        command.add_argument("--seed", type=int, default=0, help="the same seed, the same result (default 0)")
        command.add_argument("--threads", type=int, help="cores to use (default: all)")
        command.add_argument("--records", help="write the games to this Parquet file")
        command.add_argument("--json", action="store_true", help="print the result as JSON")
        command.add_argument(
            "--until-decided", action="store_true", help="stop when the first agent's interval is clear"
        )
        command.add_argument(
            "--max-turns", type=int, default=300, help="cut a game off after so many turns (default 300)"
        )
        command.add_argument("--no-negotiation", action="store_true", help="bribes are always full (P7.5)")
    agents = commands.add_parser("agents", help="list the agents", description="Which agents there are.")
    agents.set_defaults(run=run_agents)


def run_agents(arguments: argparse.Namespace) -> int:
    for name, entry in AGENTS.items():
        print(f"{name:10} {entry.text}\n{'':10} e.g. {entry.example}")
    print(f"{WAKHAN:10} the rulebook's scripted opponent, in a seat of her own")
    print(f"{'FILE:CLASS':10} a class of yours with act(view), e.g. my_bot.py:MyBot")
    return 0


def run_bench(arguments: argparse.Namespace) -> int:
    people = [arguments.agent, *([arguments.partner] if arguments.partner else [])]
    return contest([*people, WAKHAN], len(people) + 1, arguments)


def run_arena(arguments: argparse.Namespace) -> int:
    return contest(arguments.agents, arguments.players or len(arguments.agents), arguments)


def contest(specs: list[str], players: int, arguments: argparse.Namespace) -> int:
    """Play, show progress, print a table or JSON; records stay valid also after Ctrl-C."""
    if arguments.games < 1:
        raise ValueError(f"--games is a whole number from 1, not {arguments.games}")
    settings = Settings(
        players=players,
        wakhan=WAKHAN in specs,
        negotiation=not arguments.no_negotiation,
        max_turns=arguments.max_turns,
    )
    arena = Arena(PAMIR, settings, specs, seed=arguments.seed, threads=arguments.threads)
    warm_up()
    total = -(-arguments.games // arena.seats) * arena.seats * len(arena.matches)
    with contextlib.ExitStack() as stack:
        writer = None
        if arguments.records:
            kept = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
            writer = stack.enter_context(GameWriter(arguments.records, PAMIR, kept))
        tick = stack.enter_context(progress(total, quiet=arguments.json or not sys.stderr.isatty()))

        def on_game(game: Any, report: Report) -> None:
            if writer:
                writer.add(game)
            tick(report)

        report = arena.run(arguments.games, until_decided=arguments.until_decided, on_game=on_game)
    if arguments.json:
        print(json.dumps(report.to_dict(), indent=1))
    else:
        print(table(report))
        if arguments.records:
            print(f"records: {arguments.records}    watch one: pamir watch {arguments.records} --game 1")
    return 0 if report.finished else 130


@contextlib.contextmanager
def progress(total: int, quiet: bool) -> Any:
    """A bar with games and decisions per second; nothing where nobody looks."""
    if quiet:
        yield lambda report: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total, speed="")

        def tick(report: Report) -> None:
            seconds = max(report.seconds, 1e-9)
            speed = (
                f"{len(report.games) / seconds:,.0f} games/s {report.decisions / seconds:,.0f} decisions/s"
            )
            bar.update(task, completed=len(report.games), speed=speed)

        yield tick


def table(report: Report) -> str:
    """The result for people."""
    seconds = max(report.seconds, 1e-9)
    rows = report.rows()
    wide = max(12, *(len(row["name"]) for row in rows))
    lines = [
        f"{len(report.games)} games · {report.settings['players']} seats, rotated · seed {report.seed} · "
        f"{report.seconds:.1f} s ({len(report.games) / seconds:,.0f} games/s, "
        f"{report.decisions / seconds:,.0f} decisions/s)" + ("" if report.finished else " · stopped early"),
        f"{'agent':{wide}}  games   win %   95 % interval     points   rank   rating",
    ]
    for row in rows:
        low, high = row["interval"]
        lines.append(
            f"{row['name']:{wide}} {row['games']:6}  {100 * row['win_share']:6.2f}   "
            f"[{100 * low:5.2f}, {100 * high:6.2f}]  {row['mean_points']:7.2f} {1 + row['mean_rank']:6.2f}   "
            f"{row['rating']:.1f} ± {row['rating_sigma']:.1f}"
        )
    lines += ["", "win % by seat:  " + _groups(rows, "by_seat"), "win % by end:   " + _groups(rows, "by_end")]
    if len(rows) > 2:
        lines += ["", *_cross(report, wide)]
    return "\n".join(lines)


def _groups(rows: list[dict[str, Any]], key: str) -> str:
    return "   ".join(
        f"{row['name']} " + " ".join(f"{k}: {100 * v['win_share']:.1f}" for k, v in row[key].items())
        for row in rows
    )


def _cross(report: Report, wide: int) -> list[str]:
    """How often the row is ahead of the column."""
    cross = report.cross_table()
    column = max(len(name) for name in report.names)
    lines = [f"{'ahead of (%)':{wide}} " + " ".join(f"{name:>{column}}" for name in report.names)]
    for name in report.names:
        cells = [cross[name].get(other) for other in report.names]
        shares = ["-" if cell is None else format(100 * cell["share"], ".1f") for cell in cells]
        lines.append(f"{name:{wide}} " + " ".join(f"{share:>{column}}" for share in shares))
    return lines
