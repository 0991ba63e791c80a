"""Planted faults are found by the proof."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Evidence, Family, Page, Program, Question, Region, Step
from eyechart.errors import EyechartError
from eyechart.page import page as make_page
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset
from eyechart.store.shards import file_digest
from eyechart.verify import proof

replace = msgspec.structs.replace


def spoil(page: Page, change: Callable[[Question], Question]) -> Page:
    first, *rest = page.questions
    return replace(page, questions=(change(first), *rest))


def other(q: Question) -> tuple[str]:
    return ("no",) if q.answers == ("yes",) else ("yes",)


def retold(q: Question) -> Program:
    assert q.program is not None
    *steps, last = q.program.steps
    return Program((*steps, Step(last.function, last.inputs, last.arguments, not last.output)), q.program.evidence)


def test_a_sound_page_has_no_problems(pages: list[Page], figures: Family) -> None:
    assert not [problem for page in pages for problem in proof(page, figures)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda q: replace(q, answers=other(q)), "program gives"),
        (lambda q: replace(q, program=retold(q)), "step .* recorded"),
        (lambda q: replace(q, evidence=Evidence()), "evidence recorded"),
        (lambda q: replace(q, evidence=Evidence((Region((0, 0, 9, 9), ("bar:0",)),))), "evidence recorded"),
        (lambda q: replace(q, choices=("maybe", "perhaps")), "not among the choices"),
        (lambda q: replace(q, program=Program((Step("find", (), ("Octarine",)),))), "its program fails"),
    ],
)
def test_a_planted_fault_is_found(pages: list[Page], figures: Family, change: Any, message: str) -> None:
    import re

    problems = proof(spoil(pages[0], change), figures)
    assert any(re.search(message, problem) for problem in problems)


def test_a_changed_scene_is_found(pages: list[Page], figures: Family) -> None:
    """What was less than another is now greater."""
    page = next(page for page in pages if any(q.template == "less" for q in page.questions))
    things = [replace(t, data={"value": -t.data["value"]}) if "value" in t.data else t for t in page.scene.things]
    assert proof(replace(page, scene=replace(page.scene, things=tuple(things))), figures)


def matrix_with_swapped(one: int, other: int) -> Page:
    """A matrix of which a panel stands where another should."""
    matrices = registry.get("families", "matrices")
    made = make_page(matrices, settings_for(matrices), "train", 1, 0)
    [asked] = made.questions
    panels = list(asked.pictures)
    panels[one] = panels[other]
    return replace(made, questions=(replace(asked, pictures=tuple(panels)),))


def test_a_picture_in_another_s_place_is_found() -> None:
    [problem] = proof(matrix_with_swapped(2, 5), registry.get("families", "matrices"))
    assert problem.endswith("picture 2 of its page belongs to no question")


def test_verify_counts_what_it_read(dataset: Dataset) -> None:
    verdict = eyechart.verify(dataset.folder)
    assert (verdict.images, verdict.questions, verdict.disagreements) == (250, dataset.manifest.questions, 0)


def test_redraw_compares_pixels(dataset: Dataset) -> None:
    assert eyechart.verify(dataset.folder, redraw=True).holds


def test_redraw_finds_a_dataset_made_with_another_seed(copied: Path) -> None:
    about = copied / "dataset.json"
    about.write_text(about.read_text().replace('"seed": 3', '"seed": 8'))
    verdict = eyechart.verify(copied, redraw=True)
    assert verdict.disagreements == 500  # pixels and questions of each


def test_redraw_finds_pictures_in_each_other_s_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = eyechart.generate("matrices", tmp_path / "m", count=1, seed=1)
    drawn = make_page(made.family, made.settings, made.manifest.split, 1, 0)
    [asked] = drawn.questions
    turned = replace(drawn, questions=(replace(asked, pictures=asked.pictures[::-1]),))
    monkeypatch.setattr(sys.modules["eyechart.verify"], "page", lambda *given: turned)
    assert "scene or questions made again differ" in eyechart.verify(made, redraw=True).examples[0]


def rewritten(copied: Path, **changes: Any) -> None:
    path = copied / "dataset.json"
    path.write_bytes(msgspec.json.encode(msgspec.json.decode(path.read_bytes()) | changes))


@pytest.mark.parametrize("what", ["images", "questions"])
def test_fewer_pages_than_promised_is_an_error(copied: Path, what: str) -> None:
    rewritten(copied, **{what: 100_000})
    with pytest.raises(EyechartError, match=f"promises 100,000 {what} and lists shards with"):
        eyechart.verify(copied)


def short(copied: Path, rows: slice) -> list[dict[str, Any]]:
    """The shard without some of its rows, and what a manifest would say of it."""
    path = copied / "data" / "00000.parquet"
    with pq.ParquetFile(path) as file:
        table = file.read()
    pq.write_table(table.take(list(range(250))[rows]), path)
    m = msgspec.json.decode((copied / "dataset.json").read_bytes())
    return [m["shards"][0] | {"sha256": file_digest(path)}]


def test_a_shard_with_fewer_pages_than_listed_is_an_error(copied: Path) -> None:
    rewritten(copied, shards=short(copied, slice(0, 200)))
    with pytest.raises(EyechartError, match=r"00000.parquet holds 200 images .+ promises 250"):
        eyechart.verify(copied)


def test_a_shard_that_lacks_a_page_in_the_middle_is_an_error(copied: Path) -> None:
    [shard] = short(copied, slice(0, 250, 2))
    asked = sum(len(page.questions) for page in list(eyechart.load(copied))[:125])
    rewritten(copied, shards=[shard | {"images": 125, "questions": asked}], images=125, questions=asked)
    with pytest.raises(EyechartError, match="does not hold images 0 to 124"):
        eyechart.verify(copied)
