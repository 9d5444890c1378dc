"""`python -m pamir_env.docgen` writes the generated pages of docs/pamir/."""

from __future__ import annotations

from pathlib import Path

from pamir_env.decisions import TASKS
from pamir_env.game import PAMIR
from tabletop import docgen

COMMAND = "python -m pamir_env.docgen"
DOCS = Path(__file__).resolve().parent.parent / "docs" / "pamir"


def pages() -> dict[Path, str]:
    """Every generated page and what it should say."""
    title = "Pax Pamir"
    return {
        DOCS / "actions.md": docgen.actions_page(PAMIR, title, COMMAND),
        DOCS / "decisions.md": docgen.decisions_page(PAMIR, TASKS, title, COMMAND),
        DOCS / "state.md": docgen.state_page(PAMIR, title, COMMAND),
    }


if __name__ == "__main__":
    docgen.write(pages())
