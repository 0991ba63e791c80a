"""ConceptNet by npm: lines of JSON by relation, each assertion read once, sifted as rows of the csv are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eyechart.errors import EyechartError
from eyechart.knowledge.conceptnet import Sifted, assertions


def line(concept: str, relation: str, ends: tuple[str, ...] = (), starts: tuple[str, ...] = ()) -> str:
    made = {"concept": concept, "rel": relation, "receivingConcepts": ends, "emittingConcepts": starts}
    return json.dumps(made) + "\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    used = (
        line("Kitchen Knife", "UsedFor", ends=("Cutting Food",))
        + line("Cutting Food", "UsedFor", starts=("Kitchen Knife", "Knife"))
        + line("Knife", "UsedFor", ends=("Spreading Butter",))
    )
    (tmp_path / "UsedFor-relmaps.ndjson").write_text(used)
    (tmp_path / "SimilarTo-relmaps.ndjson").write_text(line("Knife", "SimilarTo", ends=("Dagger",)))
    return tmp_path


def test_each_assertion_is_read_once_whichever_end_tells_it(folder: Path) -> None:
    sifted = Sifted()
    found = [(one.start, one.relation, one.end) for one in assertions(folder, {"knife"}, 1.0, sifted)]
    assert found == [("knife", "UsedFor", "cutting food"), ("knife", "UsedFor", "spreading butter")]
    assert sifted.rows == 4
    assert sifted.dropped == {"about nothing in the scenes": 1, "relation SimilarTo": 1}


def test_a_damaged_line_is_told_with_its_place(folder: Path) -> None:
    (folder / "HasA-relmaps.ndjson").write_text('{"concept": 3}\n')
    with pytest.raises(EyechartError, match=r"HasA-relmaps.ndjson, line 1: "):
        list(assertions(folder, {"knife"}, 1.0, Sifted()))


def test_a_folder_without_such_files_is_no_conceptnet(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="or a folder of"):
        list(assertions(tmp_path, {"knife"}, 1.0, Sifted()))
