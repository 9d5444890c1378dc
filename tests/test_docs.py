"""Docs that cannot go stale: generated pages are compared, and the Python of the README runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.readme import PAGES as TABLE_PAGES
from benchmarks.readme import with_tables
from pamir_env.docgen import pages

ROOT = Path(__file__).parent.parent
PAGES = pages()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_generated_pages_are_fresh(path):
    assert path.read_text("utf-8") == PAGES[path], "run: python -m pamir_env.docgen"


def python_blocks() -> list[tuple[str, str]]:
    found = []
    for name in ("README.md", "docs/pamir/position.md", "docs/pamir/environment.md"):
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL)
        found += [(f"{name} {k}", block) for k, block in enumerate(blocks)]
    return found


BLOCKS = python_blocks()


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[name for name, _ in BLOCKS])
def test_python_in_the_docs_runs(name, block):
    exec(compile(block, name, "exec"), {"__name__": "docs"})


MARKDOWN = [
    path
    for path in sorted(ROOT.glob("**/*.md"))
    if not any(part[0] == "." for part in path.relative_to(ROOT).parts)
]


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_readme_says_where_each_rule_file_is():
    text = (ROOT / "pamir_env/README.md").read_text("utf-8")
    for path in (ROOT / "pamir_env/rules").glob("*.py"):
        assert path.name == "__init__.py" or path.name in text, (
            f"pamir_env/README.md does not mention {path.name}"
        )


@pytest.mark.parametrize("name", TABLE_PAGES)
def test_tables_are_what_was_printed(name):
    text = (ROOT / name).read_text("utf-8")
    assert text == with_tables(text), "run: python -m benchmarks.readme"
