"""Make the notebooks: each `0*.py` is run from a clean kernel and written as `.ipynb`, with outputs.

    python -m notebooks.build                     all of them
    python -m notebooks.build 01_play_a_game      only this one

The `.py` files (jupytext, percent format) are what one edits.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCES = sorted(HERE.glob("0*.py"))
CELL_SECONDS = 900
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


class ThisPython(KernelSpecManager):
    """Whatever kernels are installed: notebooks run with the interpreter that runs this."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def read(source: Path) -> nbformat.NotebookNode:
    """The cells of a source, without outputs; the same source always gives the same notebook."""
    notebook = jupytext.read(source, fmt="py:percent")
    notebook.metadata = nbformat.from_dict(METADATA)
    for k, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{k:02}", {}
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def execute(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run all cells in a kernel of their own; an error in a cell raises CellExecutionError."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    manager = AsyncKernelManager(kernel_spec_manager=ThisPython())
    client = NotebookClient(
        notebook,
        km=manager,
        timeout=CELL_SECONDS,
        startup_timeout=CELL_SECONDS,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(HERE)}},
    )
    client.execute(env={**os.environ, "PYTHONPATH": path})
    return notebook


def text(notebook: nbformat.NotebookNode) -> str:
    """What is written to the file: no timings, no names of this machine."""
    kept: dict[str, Any] = {**notebook, "metadata": METADATA}
    for cell in kept["cells"]:
        cell["metadata"] = {}
    return json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def build(source: Path, folder: Path) -> None:
    target = folder / f"{source.stem}.ipynb"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text(execute(read(source))), encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size / 1e6:.2f} MB", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        prog="python -m notebooks.build", description="Run and write the notebooks."
    )
    parser.add_argument("names", nargs="*", help="which ones (default: all)")
    parser.add_argument(
        "--to", type=Path, default=HERE, help="where to write them (default: beside the sources)"
    )
    arguments = parser.parse_args()
    for source in SOURCES:
        if not arguments.names or source.stem in arguments.names:
            build(source, arguments.to)
