"""Numbers of studies held to some computed by hand: agreement, intervals, samples, checks, boxes, and a small crowd."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa
import pytest
from benchmarks.crowd import CROWD, crowd

from eyechart.core import Evidence, Page, Question, Region
from eyechart.errors import EyechartError
from eyechart.metrics.intervals import interval
from eyechart.seeding import rng_for
from eyechart.web.study.boxes import Box, agreement, read
from eyechart.web.study.checks import Conduct, Reply, reasons
from eyechart.web.study.guide import GUIDES, guide_of
from eyechart.web.study.outcome.results import Item, is_validated
from eyechart.web.study.outcome.statistics import alpha, crossed, spearman
from eyechart.web.study.sampling import batched, sampled

# ---- agreement


def test_alpha_of_two_who_agree_on_three_of_four() -> None:
    """Ones and zeros: 11 00 11 10. Coincidences: 4 ones, 2 zeros, 2 mixed; 1 − 7 · 2 / (5 · 3 · 2)."""
    assert alpha(["11", "00", "11", "10"]) == pytest.approx(1 - 7 * 2 / 30)


def test_alpha_of_four_observers_who_leave_units_out() -> None:
    """Krippendorff's well-known example: 40 values that can be paired, 8 that differ of 1216 / 39 to be expected: 0.743."""
    units = ["111", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", "555", "11", "3"]
    assert alpha(units) == pytest.approx(1 - 39 * 8 / 1216)


def test_alpha_is_one_where_all_agree_and_none_where_nothing_can_differ() -> None:
    assert alpha(["aa", "bbb"]) == 1.0
    assert alpha(["aa", "aa"]) is None
    assert alpha(["a", "b"]) is None  # each by one alone


def test_rank_correlation_shares_ranks_of_equals() -> None:
    assert spearman([1, 2, 3, 4], [10, 20, 30, 5]) == pytest.approx(-0.2)
    assert spearman([1, 1, 2], [3, 3, 9]) == pytest.approx(1.0)
    assert spearman([1, 1, 1], [1, 2, 3]) is None


# ---- intervals


def test_where_nobody_answers_twice_pictures_alone_count() -> None:
    values, images = [1, 0, 1, 1, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3]
    sums, counts = np.array([1.0, 2.0, 1.0, 2.0]), np.array([2, 2, 2, 2])
    alone = crossed(values, range(8), images)
    by_hand = interval(sums, counts)
    assert alone[0] == by_hand[0]
    assert alone[2] - alone[1] >= by_hand[2] - by_hand[1] - 1e-12  # and never less than people alone would give


def test_people_who_are_all_right_or_all_wrong_widen_the_interval() -> None:
    people, images = [n // 20 for n in range(200)], list(range(200))
    mixed = crossed([n % 2 for n in range(200)], people, images)
    split = crossed([n // 20 % 2 for n in range(200)], people, images)
    assert mixed[0] == split[0] == 0.5
    assert split[2] - split[1] > 3 * (mixed[2] - mixed[1])


# ---- samples


def asked(*rows: tuple[int, str, str]) -> pa.Table:
    """Image, form, skills."""
    return pa.table({
        "image": [image for image, _, _ in rows],
        "template": ["t"] * len(rows),
        "form": [form for _, form, _ in rows],
        "language": ["en"] * len(rows),
        "facets": [{"skills": skills} for _, _, skills in rows],
    })  # fmt: skip


def test_a_sample_is_even_though_the_dataset_is_not() -> None:
    table = asked(*((n, "fill-in" if n % 10 else "choose-text", "counting") for n in range(200)))
    found = sampled(table, ["form"], False, 20, rng_for("x"))
    assert Counter(table.column("form")[row].as_py() for row in found) == {"fill-in": 10, "choose-text": 10}
    assert (
        found == sampled(table, ["form"], False, 20, rng_for("x")) != sampled(table, ["form"], False, 20, rng_for("y"))
    )


def test_a_question_of_two_skills_counts_for_both() -> None:
    table = asked(
        *(
            (n, "fill-in", "counting + geometry" if n < 50 else ("counting", "geometry", "time")[n % 3])
            for n in range(200)
        )
    )
    skills = [one["skills"].split(" + ") for one in table.column("facets").to_pylist()]
    taken = Counter(one for row in sampled(table, ["skills"], False, 30, rng_for("x")) for one in skills[row])
    assert max(taken.values()) - min(taken.values()) <= 2


def test_whole_pages_are_drawn_with_all_their_questions() -> None:
    table = asked(*((n // 4, "yes/no" if n < 160 else "fill-in", "x") for n in range(200)))
    found = sampled(table, ["form"], True, 24, rng_for("x"))
    pages = Counter(table.column("image")[row].as_py() for row in found)
    assert (set(pages.values()), len(pages)) == ({4}, 6)
    assert sum(page >= 40 for page in pages) == 3


def test_batches_are_of_one_kind_and_nearly_of_one_size() -> None:
    rows = [(n, "a" if n < 45 else "b") for n in range(60)]
    made = batched(rows, 20, rng_for("x"))
    assert [len(batch) for batch in made] == [15, 15, 15, 15]
    assert sorted(row for batch in made for row in batch) == list(range(60))
    assert all(len({row < 45 for row in batch}) == 1 for batch in made)


@pytest.mark.parametrize("family", sorted(path.stem for path in GUIDES.glob("*.toml")))
def test_a_guide_speaks_of_what_its_family_has(family: str) -> None:
    from eyechart import registry

    guide = guide_of(family)
    assert guide.overview
    if family != "other":
        known = registry.get("families", family)
        assert set(guide.evenly) <= {*known.facets, "template", "form", "language"}
        assert set(guide.hints) <= {*known.templates, ""}


def test_every_template_of_figureqa_has_a_guideline() -> None:
    from eyechart.families.figures.templates import ROWS

    assert {row.template.name for row in ROWS} == set(guide_of("figures").hints)


# ---- checks

GOOD = Conduct(
    test=[True, True, True], planted="4", age="9-18", again="9-18", minutes=5.0,
    replies=[Reply(4.0, n % 2) for n in range(20)], least=1.5, most=60.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, None),
        ({"test": [True, False, True]}, "instructions: 1 of 3"),
        ({"planted": "2"}, "attention: choice 2"),
        ({"planted": None}, "attention: choice none"),
        ({"again": "19+"}, "age: 9-18 at the beginning, 19+ at the end"),
        ({"replies": [Reply(0.5, n % 2) for n in range(20)]}, "too quick: 0.5 s"),
        ({"minutes": 61.0}, "too slow: 61 minutes"),
        ({"replies": [Reply(4.0, 2) for _ in range(20)]}, "straight line: choice 3 in all of 20"),
        ({"replies": [Reply(4.0, 0) for _ in range(5)]}, None),  # five may fall together
    ],
)
def test_each_check_has_its_reason(change: dict[str, object], reason: str | None) -> None:
    found = list(reasons(msgspec.structs.replace(GOOD, **change)))
    assert len(found) == (reason is not None)
    assert not reason or found[0].startswith(reason)


def test_several_reasons_are_all_told() -> None:
    assert len(list(reasons(msgspec.structs.replace(GOOD, planted="1", again="3-8", minutes=99.0)))) == 3


# ---- boxes


def test_a_tap_stands_for_the_smallest_thing_under_it(pages: list[Page]) -> None:
    page = pages[0]
    shapes = [shape for some in page.where.values() for shape in some]
    left, top, right, bottom = min((min(s[0::2]), min(s[1::2]), max(s[0::2]), max(s[1::2])) for s in shapes)
    [found] = read(f"[[0, {left + 1}, {top + 1}, {left + 2}, {top + 1}]]", page, page.questions[0])
    assert found.tap
    assert found.left <= left + 2
    assert found.right - found.left <= right - left
    assert found.bottom - found.top <= max(bottom - top, page.pictures[0].height)


def test_boxes_are_turned_the_right_way_and_kept_in_the_picture(pages: list[Page]) -> None:
    page = pages[0]
    [found] = read("[[0, 60, 50, -20, 10]]", page, page.questions[0])
    assert found == Box(0, 0.0, 10.0, 60.0, 50.0)


@pytest.mark.parametrize(
    "text",
    ["[[5, 1, 2, 3, 4]]", "[[0, 1, 2]]", "nonsense", "[[0,1e999,2,3,4]]", f"[{'[0,1,2,30,40],' * 30}[0,1,2,30,40]]"],
)
def test_what_is_no_box_is_refused(text: str, pages: list[Page]) -> None:
    with pytest.raises(EyechartError):
        read(text, pages[0], pages[0].questions[0])


def test_two_people_and_the_key_are_compared() -> None:
    key = Question(id="q", text="", form="yes/no", answers=("yes",), evidence=Evidence((Region((0, 0, 10, 10)),)))
    same, half = Evidence((Region((0, 0, 10, 10)),)), Evidence((Region((0, 0, 10, 5)),))
    found = agreement({"q": [same, half, Evidence()]}, {"q": key})
    assert (found.pairs, found.overlap, found.keyed, found.with_key, found.pointed) == (1, 0.5, 2, 0.75, 1.0)


# ---- what is sound


@pytest.mark.parametrize(
    ("answers", "right", "flags", "sound"),
    [(3, 2 / 3, {}, True), (3, 1 / 3, {}, False), (1, 1.0, {}, False), (3, 1.0, {"unclear": 1}, False)],
)
def test_a_question_is_validated_by_the_rule(answers: int, right: float, flags: dict[str, int], sound: bool) -> None:
    assert is_validated(Item("q", "", "", "", answers, right, 0, 0, flags, {})) == sound


@pytest.mark.slow
def test_a_small_crowd_is_told_apart(tmp_path: Path) -> None:
    """`python -m benchmarks crowd` does it with 500, and many times."""
    found, kinds, unexplained = crowd(tmp_path, 15, batch=10)
    assert unexplained == []
    assert all(kinds[kind.name]["excluded"] == 0 for kind in CROWD if kind.careful)
    assert kinds["bots"]["counts"] == kinds["straight-liners"]["counts"] == 0
    assert set(kinds["who stops half-way"]) == {"left"}
    assert sum(states["counts"] for states in kinds.values()) == found.states["counts"]
