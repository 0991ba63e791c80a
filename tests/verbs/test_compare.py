"""Comparing models: differences on the same questions, corrected for how many pairs there are, and averages of families."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyechart.compare import MACRO, compare, holm
from eyechart.errors import EyechartError
from eyechart.exam import exam


@pytest.fixture(scope="module")
def runs(few_lessons: None, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("exam")
    exam(["chance", "words", "oracle"], folder, families=["figures", "matrices"], count=20, seed=4)
    return sorted(path.parent for path in (folder / "runs").rglob("run.json"))


def test_holm_by_hand() -> None:
    """Of three, the smallest counts three times, the next twice, and no later one is smaller than one before it."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


def test_holm_ends_at_one() -> None:
    assert holm([0.6, 0.9]) == [1.0, 1.0]


def test_every_pair_is_compared_on_every_family_and_on_their_average(runs: list[Path]) -> None:
    found = [(c.first, c.second, c.data) for c in compare(runs)]
    assert len(found) == len(set(found)) == 9
    assert {data for _, _, data in found} == {"figures", "matrices", MACRO}


def test_an_average_counts_each_family_the_same(runs: list[Path]) -> None:
    found = {c.data: c.difference.mean for c in compare(runs) if (c.first, c.second) == ("chance", "oracle")}
    assert found[MACRO] == pytest.approx((found["figures"] + found["matrices"]) / 2)


def test_an_oracle_is_better_than_chance_however_often_one_looks(runs: list[Path]) -> None:
    assert all(c.adjusted < 0.05 for c in compare(runs) if {c.first, c.second} == {"chance", "oracle"})


def test_with_a_baseline_only_its_pairs_are_counted(runs: list[Path]) -> None:
    assert {(c.first, c.second) for c in compare(runs, baseline="words")} == {("chance", "words"), ("oracle", "words")}


def test_an_unknown_baseline_is_refused_with_who_is_there(runs: list[Path]) -> None:
    with pytest.raises(
        EyechartError, match="No run of 'priors' to compare with. There are runs of chance, oracle, words"
    ):
        compare(runs, baseline="priors")


def test_one_run_alone_is_nothing_to_compare(runs: list[Path]) -> None:
    with pytest.raises(EyechartError, match="name two runs or more"):
        compare(runs[:1])
