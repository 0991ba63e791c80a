"""An attack that shares no code with `audit`: columns beside an answer tell nothing of it, no fact of the test is in training."""

from __future__ import annotations

from pathlib import Path

import pytest

import eyechart
from independent.hints import FEWEST, by_columns, columns_of, facts, repeats

PAGES = {"figures": 500, "icons": 1_000, "commonsense": 400, "matrices": 400}  # of signs nothing is chosen from


@pytest.mark.slow
@pytest.mark.parametrize("family", PAGES)
def test_columns_beside_an_answer_tell_nothing_of_it(family: str, tmp_path: Path) -> None:
    eyechart.generate(family, tmp_path / "d", split="train", count=PAGES[family], seed=9611)
    asked = {
        kind: some for kind, some in columns_of(tmp_path / "d").items() if "choices" in kind and len(some) >= FEWEST
    }
    assert asked
    for kind, some in asked.items():
        reached, prior, count = by_columns(some)
        assert reached <= prior + 4 * (prior * (1 - prior) / count) ** 0.5, (kind, reached, prior)


def test_a_column_that_tells_the_answer_is_found() -> None:
    told = [({"difficulty": float(n % 2), "place": float(n % 7)}, "yes" if n % 2 else "no", 0.5) for n in range(400)]
    assert by_columns(told)[0] == 1.0
    assert by_columns([({"place": float(n % 7)}, answer, fair) for n, (_, answer, fair) in enumerate(told)])[0] < 0.7


def test_no_fact_of_the_test_was_asked_with_its_answer_in_training(tmp_path: Path) -> None:
    for split in ("train", "test"):
        eyechart.generate("commonsense", tmp_path / split, split=split, count=60, seed=9611)
    again, total = facts(tmp_path / "test", tmp_path / "train")
    assert total > 100
    assert again == 0


def test_a_problem_that_comes_again_in_other_colours_is_found(tmp_path: Path) -> None:
    eyechart.generate("icons", tmp_path / "one", split="train", count=30, seed=9611)
    again, total, _ = repeats(tmp_path / "one", tmp_path / "one")
    assert again == total == 30
