"""Tables of the README: every one is a file in docs/measured/, just as a tool has printed it.

`python -m benchmarks.readme` puts them in; a test compares. To measure again, send what a command
prints to the file of its table:

    pamir bench greedy --games 2000 > docs/measured/bench_greedy.txt
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEASURED = ROOT / "docs" / "measured"
PAGES = ("README.md", "docs/training.md", "docs/decisions/0003-threads.md")
_BLOCK = re.compile(r"<!-- measured: ([\w -]+) -->\n```text\n.*?```\n", re.DOTALL)


def with_tables(text: str) -> str:
    """The page with each marked block replaced by what its files hold."""

    def block(match: re.Match[str]) -> str:
        names = match.group(1).split()
        printed = "\n\n".join((MEASURED / f"{name}.txt").read_text("utf-8").strip() for name in names)
        return f"<!-- measured: {match.group(1)} -->\n```text\n{printed}\n```\n"

    return _BLOCK.sub(block, text)


def main() -> None:
    for name in PAGES:
        path = ROOT / name
        path.write_text(with_tables(path.read_text("utf-8")), encoding="utf-8")
        print(f"{name} is up to date")


if __name__ == "__main__":
    main()
