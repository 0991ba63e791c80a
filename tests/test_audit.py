"""The audit passes what cannot be guessed and fails what can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import eyechart
from eyechart.audit import audit, near_pairs, perceptual_hash, prior_given, thumbnail
from eyechart.core import Page, Question
from eyechart.dataset import Dataset, Manifest, Shard, finish
from eyechart.shards import write_shard

replace = msgspec.structs.replace


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


def leaking(bars: list[Page], tmp_path: Path, change: Callable[[Question], Question]) -> set[tuple[str, str]]:
    pages = [replace(page, questions=tuple(change(q) for q in page.questions)) for page in bars]
    found = audit([written(tmp_path / "d", pages)])
    assert found.passes == (not any(p.leaks for p in found.probes))
    return {(p.template, p.without) for p in found.probes if p.leaks}


def test_sound_questions_pass(dataset: Dataset) -> None:
    assert audit([dataset.folder]).passes


def test_a_word_that_gives_the_answer_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    def hint(q: Question) -> Question:
        return replace(q, text=f"Surely {q.text}") if q.answers == ("yes",) and q.template == "maximum" else q

    assert leaking(bars, tmp_path, hint) == {("maximum", "picture")}


def test_a_colour_that_is_mostly_right_is_caught(bars: list[Page], tmp_path: Path) -> None:
    """Only names early in the alphabet are ever the maximum."""

    def lean(q: Question) -> Question:
        first = q.text.split("Is ")[-1][:1]
        return replace(q, answers=("yes",) if first < "L" else ("no",)) if q.template == "maximum" else q

    assert ("maximum", "picture") in leaking(bars, tmp_path, lean)


def test_an_answer_that_the_picture_gives_away_is_caught(bars: list[Page], tmp_path: Path) -> None:
    """Wide figures say yes, narrow ones no: no need to read the question."""

    def lean(q: Question) -> Question:
        wide = len(q.facets["elements"]) == 2 or int(q.facets["elements"]) > 5
        return replace(q, answers=("yes",) if wide else ("no",)) if q.template == "minimum" else q

    assert ("minimum", "question") in leaking(bars, tmp_path, lean)


def test_a_template_with_few_questions_is_named_not_probed(bars: list[Page], tmp_path: Path) -> None:
    found = audit([written(tmp_path / "d", bars[:20])])
    assert any(skipped.startswith("maximum (") for skipped in found.skipped)


def test_a_picture_twice_is_found(bars: list[Page], tmp_path: Path) -> None:
    twice = [*bars[:80], replace(bars[3], index=80)]
    [twins] = audit([written(tmp_path / "d", twice)]).twins
    assert (twins.pairs, twins.example) == (1, (3, 80))


def test_a_picture_in_two_datasets_is_found(bars: list[Page], tmp_path: Path) -> None:
    one, other = written(tmp_path / "a", bars[:70]), written(tmp_path / "b", bars[69:139])
    across = [t for t in audit([one, other]).twins if t.first != t.second]
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
