"""Notebooks: each runs from a clean kernel without an error, and the stored one belongs to its source."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import nbformat
import pytest

from notebooks.build import HERE, SOURCES, read

LARGEST = 1_500_000
"""Bytes of a stored notebook."""


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_runs_from_a_clean_kernel(source, tmp_path):
    """In a process of its own: what a kernel's client leaves open must not trouble other tests."""
    before = {path.name for path in HERE.iterdir()}
    done = subprocess.run(
        [sys.executable, "-m", "notebooks.build", source.stem, "--to", str(tmp_path)],
        cwd=HERE.parent,
        env={**os.environ, "PAMIR_QUICK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    code = [cell for cell in stored(tmp_path / f"{source.stem}.ipynb").cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    said = [out.text for cell in code for out in cell.outputs if out.get("name") == "stderr"]
    assert not said, f"{source.name} complains: {said}"
    assert {path.name for path in HERE.iterdir()} <= before | {"__pycache__"}, (
        "a notebook leaves files behind"
    )


def stored(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_stored_notebook_belongs_to_its_source(source):
    notebook = stored(source.with_suffix(".ipynb"))
    wanted = [(cell.cell_type, cell.source) for cell in read(source).cells]
    found = [(cell.cell_type, cell.source) for cell in notebook.cells]
    assert found == wanted, f"run: python -m notebooks.build {source.stem}"
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1)), "not run from the top"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_stored_notebook_is_small_and_names_no_machine(source):
    text = source.with_suffix(".ipynb").read_text("utf-8")
    assert len(text.encode()) < LARGEST
    assert '"output_type": "error"' not in text and '"name": "stderr"' not in text
    assert not re.findall(r"(?:/home|/root|/tmp|/work|/Users|site-packages)/[\w./-]*", text)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_links_lead_somewhere(source):
    cells = [cell.source for cell in read(source).cells if cell.cell_type == "markdown"]
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", "\n".join(cells)):
        assert target.startswith("http") or (HERE / target).exists(), f"{source.name} links to {target}"


def test_there_are_five():
    assert [source.stem[:2] for source in SOURCES] == ["01", "02", "03", "04", "05"]
