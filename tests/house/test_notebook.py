"""The notebook of examples/ runs from top to bottom, and shows what it promises."""

from __future__ import annotations

import nbformat
import pytest
from refresh_docs import TOUR, executed


def shown(notebook: nbformat.NotebookNode) -> list[set[str]]:
    """For each cell of code the kinds of what it shows; printed words are `stream`."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [{kind for out in cell.outputs for kind in out.get("data", {out.output_type: ""})} for cell in cells]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_it_runs_and_shows_what_it_showed() -> None:
    again = nbformat.reads(executed(TOUR), as_version=4)
    assert shown(again) == shown(nbformat.read(TOUR, as_version=4))


def test_it_was_executed_before_it_was_kept() -> None:
    notebook = nbformat.read(TOUR, as_version=4)
    assert all(shown(notebook))
    assert {"text/html", "image/png"} <= set().union(*shown(notebook))


def test_it_is_small() -> None:
    assert TOUR.stat().st_size < 400_000
