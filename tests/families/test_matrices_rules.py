"""Truths of the four relations and of the solver, by hand."""

from __future__ import annotations

import pytest

from eyechart.families.matrices.rules import Explanation, fits, relations_of, relations_with, solve, unique


@pytest.mark.parametrize(
    ("relation", "rows", "holds"),
    [
        ("and", ["aaa", "bbb"], True),
        ("and", ["aaa", "bbc"], False),
        ("or", ["aba", "cdd"], True),
        ("or", ["aba", "cde"], False),
        ("or", ["aaa", "bbb"], True),  # an And is an Or
        ("union", ["abc", "cab"], True),
        ("union", ["abc", "abd"], False),
        ("union", ["aab", "bba"], False),  # two elements are no three
        ("progression", ["123", "456"], True),
        ("progression", ["531", "975"], True),
        ("progression", ["124", "456"], False),
        ("progression", ["333", "555"], False),  # a step of nothing is an And
    ],
)
def test_a_relation_holds_of_rows(relation: str, rows: list[str], holds: bool) -> None:
    assert fits(relation, [list(row) for row in rows], "count") is holds  # type: ignore[arg-type]


def test_only_counts_progress() -> None:
    assert not fits("progression", [["1", "2", "3"], ["2", "3", "4"]], "colour")


def test_rows_of_one_value_are_named_and_not_or() -> None:
    assert relations_of([["a"] * 3, ["b"] * 3], "colour") == ["and"]


def test_rows_with_the_same_three_numbers_in_order_are_union_and_progression() -> None:
    assert relations_of([["1", "2", "3"], ["3", "2", "1"]], "count") == ["union", "progression"]


def test_two_values_allow_and_only() -> None:
    assert relations_with("gender", 2) == ("and",)


def panels(name: str, values: str) -> list[dict[str, str]]:
    return [{name: value} for value in values]


def test_and_is_solved() -> None:
    assert solve(panels("colour", "aaabbbcc"), panels("colour", "abc")) == [Explanation("and", "colour", (2,))]


def test_or_is_solved() -> None:
    assert solve(panels("colour", "abaccdef"), panels("colour", "xe")) == []
    assert solve(panels("colour", "abacddef"), panels("colour", "xe")) == [Explanation("or", "colour", (1,))]


def test_or_with_both_operands_as_candidates_has_no_unique_answer() -> None:
    found = solve(panels("colour", "abacddef"), panels("colour", "fex"))
    assert found == [Explanation("or", "colour", (0, 1))]
    assert unique(found) is None


def test_union_is_solved() -> None:
    assert solve(panels("colour", "abcbcaab"), panels("colour", "abc")) == [Explanation("union", "colour", (2,))]


def test_progression_is_solved() -> None:
    assert solve(panels("count", "12334557"), panels("count", "879")) == [Explanation("progression", "count", (2,))]


def test_a_second_property_that_follows_a_rule_is_a_second_explanation() -> None:
    context = [{"colour": c, "shape": s} for c, s in zip("aaabbbcc", "xyxyxxuv", strict=True)]
    candidates = [{"colour": "c", "shape": "w"}, {"colour": "a", "shape": "u"}]
    found = solve(context, candidates)
    assert [(e.relation, e.property) for e in found] == [("and", "colour"), ("or", "shape")]
    assert unique(found) is None


def test_a_property_that_a_panel_lacks_is_not_looked_at() -> None:
    assert solve([*panels("colour", "aaabbbc"), {"shape": "x"}], panels("colour", "abc")) == []
