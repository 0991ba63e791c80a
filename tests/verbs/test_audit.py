"""The audit passes what cannot be guessed and fails what can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import eyechart
from command_line import typed
from eyechart.audit import Audit, audit
from eyechart.core import Page, Question
from eyechart.engines.engine import engine_of
from eyechart.probing import seen
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


# ---- what leaks: each fault is planted in a template of its own, and all of them are found in one audit


def told_by_a_word(q: Question) -> Question:
    return replace(q, text=f"Surely {q.text}") if q.answers == ("yes",) else q


def told_by_the_name(q: Question) -> Question:
    """Only names early in the alphabet are ever right."""
    return replace(q, answers=("yes",) if q.text.split("Is ")[-1][:1] < "L" else ("no",))


def told_by_the_picture(q: Question) -> Question:
    """Wide figures say yes, narrow ones no: no need to read the question."""
    return replace(q, answers=("yes",) if int(q.facets["elements"]) > 5 else ("no",))


def told_by_the_place(q: Question) -> Question:
    """The first of the labels is always the right one."""
    assert q.scene is not None
    first = next(thing.name for thing in q.scene.things if thing.id == "bar:0")
    return replace(q, answers=("yes",) if first in q.text else ("no",))


def told_by_a_column(q: Question) -> Question:
    return replace(q, difficulty=0.2 if q.answers == ("yes",) else 0.3)


PLANTED: dict[str, Callable[[Question], Question]] = {
    "low median": told_by_a_word,
    "greater": told_by_the_name,
    "minimum": told_by_the_picture,
    "maximum": told_by_the_place,
    "less": told_by_a_column,
}


@pytest.fixture(scope="module")
def leaking(bars: list[Page], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages that give the answers of five templates away."""
    changed = [
        replace(page, questions=tuple(PLANTED.get(q.template, lambda q: q)(q) for q in page.questions)) for page in bars
    ]
    return written(tmp_path_factory.mktemp("leaking") / "d", changed)


@pytest.fixture(scope="module")
def found(leaking: Path) -> Audit:
    return audit([leaking], least=0)


def leaks(found: Audit, template: str) -> set[str]:
    return {probe.view for probe in found.probes if probe.leaks and probe.template == template}


def test_an_audit_in_which_anything_leaks_does_not_pass(found: Audit) -> None:
    assert not found.passes


def test_a_word_that_gives_the_answer_away_is_caught(found: Audit) -> None:
    assert {view for view in leaks(found, "low median") if view.startswith("without")} == {"without picture"}


def test_a_name_that_is_mostly_right_is_caught(found: Audit) -> None:
    assert "without picture" in leaks(found, "greater")


def test_an_answer_that_the_picture_gives_away_is_caught(found: Audit) -> None:
    assert "without question" in leaks(found, "minimum")


def test_a_place_among_the_labels_that_gives_the_answer_away_is_caught(found: Audit) -> None:
    assert "label order" in leaks(found, "maximum")


def test_a_column_that_gives_the_answer_away_is_caught(found: Audit) -> None:
    assert "columns" in leaks(found, "less")


def test_no_need_of_a_sound_dataset_can_be_done_without(dataset: Dataset) -> None:
    needs = [p for p in audit([dataset.folder], least=0).probes if p.view.startswith("without")]
    assert needs
    assert [p for p in needs if p.leaks] == []


def test_the_command_exits_with_one_when_something_leaks(bars: list[Page], tmp_path: Path) -> None:
    one = [
        replace(page, questions=tuple(told_by_a_word(q) for q in page.questions if q.template == "maximum"))
        for page in bars[:150]
    ]
    done = typed("audit", written(tmp_path / "d", one), "--least", 0, "--jobs", 1)
    assert done.code == 1
    assert "some templates can be guessed" in done.out


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


def test_of_a_template_with_more_than_enough_a_part_of_each_shard_is_probed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "ENOUGH", 100)
    data = eyechart.generate("matrices", tmp_path / "d", count=150, seed=3, shard=50)
    found = seen.look(data, engine_of(1), lambda said: None)
    assert [q.image // 50 for q in found.asked["matrix"]] == [0] * 34 + [1] * 34 + [
        2
    ] * 34  # a third of 100, rounded up
    assert found.left_out == {"matrix": 48}
    assert len(found.prints) == 150  # all pictures are compared
    assert audit([data], least=0).thinned == ("matrix (102 of 150 questions)",)


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
