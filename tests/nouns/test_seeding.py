"""Streams by path."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eyechart.seeding import Rng, rng_for


def test_the_same_path_gives_the_same_stream() -> None:
    assert [rng_for("figures", 7).random() for _ in range(3)] == [rng_for("figures", 7).random() for _ in range(3)]


def test_a_stream_keeps_its_numbers_for_ever() -> None:
    rng = rng_for("figures", "train", 7, 123456, "scene")
    assert [rng.integer(0, 999) for _ in range(5)] == [417, 623, 91, 3, 388]


def test_paths_that_read_alike_are_different_streams() -> None:
    assert rng_for("ab", "c").random() != rng_for("a", "bc").random()


def test_the_number_one_and_the_text_one_are_different_streams() -> None:
    assert rng_for("x", 1).random() != rng_for("x", "1").random()


def test_neighbouring_seeds_share_nothing() -> None:
    one = {rng_for("f", 42, i).random() for i in range(500)}
    other = {rng_for("f", 43, i).random() for i in range(500)}
    assert not one & other


def test_integers_cover_both_ends_evenly() -> None:
    rng = rng_for("dice")
    counts = Counter(rng.integer(1, 6) for _ in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert max(counts.values()) - min(counts.values()) < 250


def test_weights_are_kept() -> None:
    rng = rng_for("weights")
    counts = Counter(rng.weighted("ab", (3, 1)) for _ in range(4000))
    assert counts["a"] == pytest.approx(3000, abs=120)


@given(st.integers(0, 2**64), st.lists(st.integers(), max_size=20))
def test_shuffling_keeps_everything(seed: int, options: list[int]) -> None:
    assert sorted(Rng(seed).shuffled(options)) == sorted(options)


def test_normal_has_mean_nought_and_deviation_one() -> None:
    rng = rng_for("normal")
    values = [rng.normal() for _ in range(5000)]
    mean = sum(values) / len(values)
    assert abs(mean) < 0.06
    assert sum((v - mean) ** 2 for v in values) / len(values) == pytest.approx(1, abs=0.08)


def test_paths_that_differ_in_their_last_parts_share_a_stream() -> None:
    one, other = rng_for("icons", "train", 7, 1, "scene"), rng_for("icons", "train", 7, 2, "scene")
    assert one.shared(2).random() == other.shared(2).random() == rng_for("icons", "train", 7).random()
    assert one.shared(2).random() != rng_for("icons", "train", 8, 1, "scene").shared(2).random()
