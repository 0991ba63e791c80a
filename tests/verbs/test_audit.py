"""The audit passes what cannot be guessed and fails what can."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import eyechart
from eyechart.audit import audit
from eyechart.core import Page, Question
from eyechart.probing.probes import prior_given
from eyechart.probing.twins import near_pairs, perceptual_hash, thumbnail
from eyechart.store.folder import Dataset, Manifest, Shard, finish
from eyechart.store.shards import write_shard

replace = msgspec.structs.replace
pytestmark = pytest.mark.slow  # what a probe can do is in test_probing.py; here whole audits are run


def written(folder: Path, pages: list[Page]) -> Path:
    """Pages as a dataset, whatever is wrong with them."""
    (folder / "data").mkdir(parents=True)
    images, questions, digest = write_shard(folder / "data" / "00000.parquet", pages, ("figure", "elements"))
    manifest = Manifest(
        family="figures", family_version=1, split="train", seed=0, preset="exam", settings={}, images=images,
        questions=questions, licence="", shards=(Shard("data/00000.parquet", images, questions, digest),),
    )  # fmt: skip
    finish(folder, manifest, {})
    return folder


@pytest.fixture(scope="module")
def bars() -> list[Page]:
    endless = eyechart.dataset("figures", seed=2, kinds=["vbar"])
    return [endless[i] for i in range(250)]


def leaking(
    bars: list[Page], tmp_path: Path, change: Callable[[Question], Question], also: str = ""
) -> set[tuple[str, str]]:
    """The needs that can be done without, and another view that leaks, of pages whose questions are changed."""
    pages = [replace(page, questions=tuple(change(q) for q in page.questions)) for page in bars]
    found = audit([written(tmp_path / "d", pages)], least=0)
    assert found.passes == (not any(p.leaks for p in found.probes))
    return {(p.template, p.view) for p in found.probes if p.leaks and (p.view.startswith("without") or p.view == also)}


def test_no_need_of_a_sound_dataset_can_be_done_without(dataset: Dataset) -> None:
    needs = [p for p in audit([dataset.folder], least=0).probes if p.view.startswith("without")]
    assert needs
    assert [p for p in needs if p.leaks] == []


@pytest.mark.slow
def test_the_command_exits_with_one_when_something_leaks(bars: list[Page], tmp_path: Path) -> None:
    told = [
        replace(page, questions=tuple(replace(q, text=f"{q.answers[0]}: {q.text}") for q in page.questions))
        for page in bars
    ]
    line = [sys.executable, "-m", "eyechart", "audit", str(written(tmp_path / "d", told)), "--least", "0"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "some templates can be guessed" in done.stdout


def test_a_word_that_gives_the_answer_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    def hint(q: Question) -> Question:
        return replace(q, text=f"Surely {q.text}") if q.answers == ("yes",) and q.template == "maximum" else q

    assert leaking(bars, tmp_path, hint) == {("maximum", "without picture")}


def test_a_colour_that_is_mostly_right_is_caught(bars: list[Page], tmp_path: Path) -> None:
    """Only names early in the alphabet are ever the maximum."""

    def lean(q: Question) -> Question:
        first = q.text.split("Is ")[-1][:1]
        return replace(q, answers=("yes",) if first < "L" else ("no",)) if q.template == "maximum" else q

    assert ("maximum", "without picture") in leaking(bars, tmp_path, lean)


def test_an_answer_that_the_picture_gives_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    """Wide figures say yes, narrow ones no: no need to read the question."""

    def lean(q: Question) -> Question:
        wide = len(q.facets["elements"]) == 2 or int(q.facets["elements"]) > 5
        return replace(q, answers=("yes",) if wide else ("no",)) if q.template == "minimum" else q

    assert ("minimum", "without question") in leaking(bars, tmp_path, lean)


def test_a_place_among_the_labels_that_gives_the_answer_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    """The first of the labels is always the maximum."""

    def lean(q: Question) -> Question:
        assert q.scene is not None
        first = next(thing.name for thing in q.scene.things if thing.id == "bar:0")
        return replace(q, answers=("yes",) if first in q.text else ("no",)) if q.template == "maximum" else q

    assert ("maximum", "label order") in leaking(bars, tmp_path, lean, "label order")


def test_a_column_that_gives_the_answer_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    def lean(q: Question) -> Question:
        return replace(q, difficulty=0.2 if q.answers == ("yes",) else 0.3) if q.template == "less" else q

    assert ("less", "columns") in leaking(bars, tmp_path, lean, "columns")


def test_pages_are_made_where_a_template_has_too_few_questions(tmp_path: Path) -> None:
    eyechart.generate("figures", tmp_path / "d", count=20, seed=3, changes={"kinds": ["vbar"]})
    few, enough = audit([tmp_path / "d"], least=0), audit([tmp_path / "d"], least=60, most=200)
    assert few.made[str(tmp_path / "d")] == 0
    assert len(few.skipped) == 6
    assert 10 < enough.made[str(tmp_path / "d")] < 200
    assert enough.skipped == ()


def test_no_more_pages_are_made_than_is_allowed(tmp_path: Path) -> None:
    eyechart.generate("figures", tmp_path / "d", count=20, seed=3, changes={"kinds": ["vbar"]})
    assert audit([tmp_path / "d"], least=1000, most=7).made == {str(tmp_path / "d"): 7}


def test_a_template_with_few_questions_is_named_not_probed(bars: list[Page], tmp_path: Path) -> None:
    found = audit([written(tmp_path / "d", bars[:20])], least=0)
    assert any(skipped.startswith("maximum (") for skipped in found.skipped)


def test_a_picture_twice_is_found(bars: list[Page], tmp_path: Path) -> None:
    twice = [*bars[:80], replace(bars[3], index=80)]
    [twins] = audit([written(tmp_path / "d", twice)], least=0).twins
    assert (twins.pairs, twins.example) == (1, (3, 80))


def test_a_picture_in_two_datasets_is_found(bars: list[Page], tmp_path: Path) -> None:
    one, other = written(tmp_path / "a", bars[:70]), written(tmp_path / "b", bars[69:139])
    across = [t for t in audit([one, other], least=0).twins if t.first != t.second]
    assert [(t.pairs, t.example) for t in across] == [(1, (69, 0))]


def test_hashes_of_different_figures_differ(pages: list[Page]) -> None:
    prints = np.stack([thumbnail(page.pictures[0]) for page in pages])
    assert perceptual_hash(prints).shape == (60, 255)
    assert near_pairs(prints, prints, same=True) == []


def test_the_prior_given_a_facet_is_its_commonest_answer() -> None:
    learned = [("a", "x")] * 4 + [("b", "y")] * 3 + [("b", "x")]
    assert prior_given(learned, [("a", "x"), ("b", "y"), ("b", "x"), ("never seen", "x")]) == 0.75


def test_of_a_facet_of_several_parts_the_one_that_says_most_counts() -> None:
    learned = [("a; c", "x")] * 5 + [("b; c", "y")] * 5
    assert prior_given(learned, [("a; d", "x"), ("b; c", "y")]) == 1.0


def test_what_was_seen_once_says_nothing() -> None:
    learned = [("a", "x")] * 9 + [("b", "y")]
    assert prior_given(learned, [("b", "x")]) == 1.0
