"""The matrices family: what its scenes, splits, candidates and pictures promise."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import msgspec
import pytest

from eyechart import registry
from eyechart.core import Family, Graph, Page
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import AGES, KINDS, SHOWN, categories, properties, values_on
from eyechart.families.matrices.regimes import HELD_OUT_PAIRS, REGIMES, Regime, asked, belongs
from eyechart.families.matrices.rules import RELATIONS, Relation, relations_of, solve, unique
from eyechart.families.matrices.sample import (
    Column,
    accepted,
    following,
    plan,
    propose,
    sample,
    scrambled,
    turns,
)
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.families.matrices.symbolic import Symbolic, misreadings
from eyechart.families.matrices.world import World, complete, explain, graph, rule, show
from eyechart.page import page
from eyechart.seeding import rng_for
from eyechart.settings import settings_for

SPLITS = ("train", "val", "test")


@pytest.fixture(scope="module")
def family() -> Family:
    return registry.get("families", "matrices")


def some(count: int, split: str = "train", **changes: object) -> list[Matrix]:
    settings = msgspec.convert(changes, MatrixSettings)
    return [sample(rng_for("test", split, i), settings, split, i) for i in range(count)]


@pytest.fixture(scope="module")
def neutral() -> list[Matrix]:
    return some(1410)  # thirty turns of 47


@pytest.fixture(scope="module")
def pages(family: Family) -> list[Page]:
    return [page(family, settings_for(family), "test", 4, i) for i in range(30)]


# ---- elements


def test_there_are_as_many_elements_as_promised() -> None:
    numbers = Counter[str]()
    for one in properties().values():
        numbers[one.kind] += len(one.values)
    assert numbers["object attribute"] >= 60
    assert numbers["human attribute"] >= 24
    assert numbers["object category"] >= 150
    assert numbers["object count"] == 10


@pytest.mark.parametrize("name", list(properties()))
def test_values_of_a_property_differ(name: str) -> None:
    values = properties()[name].values
    assert len(set(values)) == len(values)


def test_every_category_has_a_drawing() -> None:
    from eyechart.drawing.icons import has_icon
    from eyechart.knowledge.concepts import concept

    assert [c for c in categories() if not has_icon(f"twemoji:{concept(c).emoji[0]}")] == []


# ---- scenes


def test_every_matrix_has_one_explanation_and_it_is_the_one_meant(neutral: list[Matrix]) -> None:
    for matrix in neutral:
        found = unique(solve(matrix.context, matrix.candidates))
        assert found is not None
        assert (found.relation, found.property, found.candidates) == (
            matrix.relation,
            matrix.property,
            (matrix.answer,),
        )


def test_kinds_come_in_the_papers_mix() -> None:
    assert Counter(turns(MatrixSettings(), "train")) == dict(zip(KINDS, (9, 9, 9, 20), strict=True))


def test_all_thirteen_combinations_occur(neutral: list[Matrix]) -> None:
    assert len({(m.relation, properties()[m.property].kind) for m in neutral}) == 13


def test_the_other_operand_of_an_or_is_never_a_candidate(neutral: list[Matrix]) -> None:
    for m in (m for m in neutral if m.relation == "or"):
        operands = {m.context[6][m.property], m.context[7][m.property]}
        assert len(operands) == 2
        assert sum(c[m.property] in operands for c in m.candidates) == 1


def test_the_answers_value_is_the_answers_alone(neutral: list[Matrix]) -> None:
    for m in neutral:
        right = m.candidates[m.answer][m.property]
        assert [c[m.property] for c in m.candidates].count(right) == 1


def test_candidates_show_eight_values_of_whatever_has_eight(neutral: list[Matrix]) -> None:
    for m in neutral:
        for name in SHOWN[m.subject]:
            expected = 8 if len(values_on(m.subject, name)) >= 8 else 3 if name == "age" else 2
            assert len({c[name] for c in m.candidates}) == expected


def test_wrong_candidates_occur_in_rows_1_and_2(neutral: list[Matrix]) -> None:
    for m in (m for m in neutral if m.relation == "and" and m.property not in ("gender", "age")):
        above = {panel[m.property] for panel in m.context[:6]}
        assert above <= {c[m.property] for k, c in enumerate(m.candidates) if k != m.answer}


def test_gender_is_asked_by_and_only(neutral: list[Matrix]) -> None:
    assert {m.relation for m in neutral if m.property == "gender"} == {"and"}


def test_a_candidate_alone_in_its_gender_is_right_no_more_often_than_others() -> None:
    """The sharpest shortcut among the candidates: one man among women. One in eight, within four deviations."""
    people = some(3000, kinds=("human attribute",), relations=("and",))
    for few in ("gender", "age"):
        alone = lambda m, k, few=few: [c[few] for c in m.candidates].count(m.candidates[k][few]) == 1  # noqa: E731
        right = sum(alone(m, m.answer) for m in people)
        chance = (1 if few == "gender" else 2) / 8
        assert abs(right - chance * len(people)) < 4 * sqrt(len(people) * chance * (1 - chance))


def test_the_answer_to_a_progression_is_any_count_equally_often() -> None:
    right = Counter(following(rng_for("p", i), ("progression", "count"), properties()["count"].values,
                              properties()["count"].values, 8).right for i in range(2000))  # fmt: skip
    assert set(right) == set(properties()["count"].values)
    assert max(right.values()) < 260  # 200 expected; 4.5 standard deviations


COUNTS = properties()["count"].values


def columns(relation: Relation, count: int = 2000) -> list[Column]:
    return [following(rng_for(relation, i), (relation, "count"), COUNTS, COUNTS, 8) for i in range(count)]


@pytest.mark.parametrize("relation", ["or", "union", "progression"])
def test_the_candidates_of_a_count_do_not_tell_which_is_right(relation: Relation) -> None:
    """Beside a missing count the right one is as often as the wrong ones are: within four deviations."""
    expected = variance = right = 0.0
    for column in columns(relation):
        there = {int(column.right), *map(int, column.wrong)}
        beside = [n for n in there if (n - 1 not in there and n > 1) or (n + 1 not in there and n < 10)]
        share = len(beside) / len(there)
        expected, variance = expected + share, variance + share * (1 - share)
        right += int(column.right) in beside
    assert abs(right - expected) < 4 * sqrt(variance)


@pytest.mark.parametrize("relation", ["or", "union", "progression"])
def test_row_3_of_counts_looks_the_same_whatever_the_rule(relation: Relation) -> None:
    """It goes on in equal steps to a candidate, and one of panels 7 and 8 is shown by a candidate."""
    for column in columns(relation, 400):
        shown = (column.right, *column.wrong)
        assert str(2 * int(column.pair[1]) - int(column.pair[0])) in shown
        assert sum(count in shown for count in column.pair) == 1


def test_rows_beside_the_point_are_neither_and_nor_or() -> None:
    for i, column in enumerate(columns("and", 300)):
        assert not {"and", "or"} & set(relations_of(scrambled(rng_for("rows", i), column), "category"))


def test_what_is_rejected_is_a_whole_matrix() -> None:
    """First draws have second explanations now and then, which `accepted` finds; the sampler hides none of them."""
    settings, kept = MatrixSettings(), 0
    for i in range(200):
        rng = rng_for("first", i)
        matrix = propose(rng, settings, "train", plan(rng, settings, "train", "human attribute"))
        assert accepted(matrix) == (len(solve(matrix.context, matrix.candidates)) == 1)
        kept += accepted(matrix)
    assert 100 < kept < 190


def test_an_age_or_takes_its_wrong_candidates_from_the_other_two() -> None:
    column = following(rng_for("age"), ("or", "age"), AGES, AGES, 8)
    assert set(column.wrong) == set(AGES) - set(column.pair)


# ---- splits and regimes


def held_out_units(m: Matrix) -> set[object]:
    values = {panel[m.property] for panel in (*m.context, *m.candidates)}
    return {
        "interpolation": values,
        "extrapolation": values,
        "held-out objects": values,
        "held-out attributes": {m.property.removeprefix("human ")},
        "held-out attribute pairs": {(m.relation, m.property)},
        "held-out object pairs": {(m.relation, value) for value in values},
        "neutral": {msgspec.json.encode(graph(m))},
    }[m.regime]  # type: ignore[return-value]


@pytest.mark.parametrize("regime", REGIMES)
def test_test_asks_nothing_that_training_does(regime: Regime) -> None:
    seen = {split: {u for m in some(150, split, regime=regime) for u in held_out_units(m)} for split in SPLITS}
    assert not (seen["train"] | seen["val"]) & seen["test"]


def test_interpolation_trains_on_odd_counts() -> None:
    used = {panel["count"] for m in some(60, regime="interpolation") for panel in (*m.context, *m.candidates)}
    assert used == {"1", "3", "5", "7", "9"}


def test_extrapolation_tests_on_six_to_ten() -> None:
    used = {p["count"] for m in some(60, "test", regime="extrapolation") for p in (*m.context, *m.candidates)}
    assert used == {"6", "7", "8", "9", "10"}


def test_five_counts_give_five_candidates_and_an_or_four() -> None:
    sizes = {(m.relation, len(m.candidates)) for m in some(120, regime="extrapolation")}
    assert sizes == {("and", 5), ("or", 4), ("union", 5), ("progression", 5)}


def test_the_papers_preset_keeps_eight_candidates() -> None:
    made = some(60, regime="extrapolation", all_counts=True)
    assert {len(m.candidates) for m in made} == {8}
    assert {m.candidates[m.answer]["count"] for m in made} <= {"1", "2", "3", "4", "5"}


def test_held_out_pairs_are_three_for_objects_and_three_for_people_over_three_relations() -> None:
    kinds = Counter(properties()[name].kind for _, name in HELD_OUT_PAIRS)
    assert kinds == {"object attribute": 3, "human attribute": 3}
    for kind in kinds:
        assert {r for r, name in HELD_OUT_PAIRS if properties()[name].kind == kind} == {"and", "or", "union"}


def test_a_description_belongs_to_one_split_only() -> None:
    for i in range(300):
        assert sum(belongs("neutral", split, str(i)) for split in SPLITS) == 1


@pytest.mark.parametrize("split", SPLITS)
def test_what_decides_the_split_can_be_seen_in_the_matrix(split: str) -> None:
    for m in some(60, split):
        others = sorted((p for p in SHOWN[m.subject] if p != m.property), key=lambda p: len(values_on(m.subject, p)))
        right, wrong = m.candidates[m.answer], [c for k, c in enumerate(m.candidates) if k != m.answer]
        column = [*(panel[m.property] for panel in m.context), right[m.property], *sorted(c[m.property] for c in wrong)]
        last = [*(panel[others[-1]] for panel in m.context[6:]), *sorted(c[others[-1]] for c in m.candidates)]
        seen = "|".join((m.relation, m.property, *column, *last))
        assert [s for s in SPLITS if belongs("neutral", s, seen)] == [split]


def test_a_regime_that_leaves_nothing_to_ask_is_refused(family: Family) -> None:
    with pytest.raises(EyechartError, match="leave nothing to ask in split train of regime interpolation"):
        settings_for(family, None, {"regime": "interpolation", "kinds": ["human attribute"]})


def test_neutral_asks_every_property() -> None:
    names = {name for kind in KINDS for _, name in asked("neutral", "train", kind, RELATIONS)}
    assert names == set(properties())


# ---- programs, by hand


@pytest.fixture
def by_hand() -> World:
    context = tuple({"colour": c} for c in "aaabbbcc")
    matrix = Matrix("dog", "neutral", "and", "colour", context, tuple({"colour": c} for c in "xyzcba"), 3)
    return World(msgspec.json.decode(msgspec.json.encode(graph(matrix)), type=Graph))


def test_the_program_finds_rule_and_letter_from_the_graph_alone(by_hand: World) -> None:
    found = explain(by_hand, show(by_hand))
    assert found == [{"relation": "and", "property": "colour", "kind": "object attribute", "candidates": ["D"]}]
    assert rule(by_hand, found) == {"relation": "and", "kind": "object attribute"}
    assert complete(by_hand, found) == "D"


def test_a_matrix_with_two_explanations_gives_no_answer(by_hand: World) -> None:
    found = explain(by_hand, show(by_hand))
    with pytest.raises(EyechartError, match="has 2 explanations"):
        complete(by_hand, found * 2)


# ---- pages and pictures


def test_a_question_has_eight_pictures_and_a_picture_for_each_choice(pages: list[Page]) -> None:
    for one in pages:
        (q,) = one.questions
        assert (len(q.pictures), len(q.choice_pictures), q.choices) == (8, 8, tuple("ABCDEFGH"))


def test_evidence_is_the_rule(pages: list[Page]) -> None:
    for one in pages:
        (q,) = one.questions
        assert q.evidence is not None
        assert q.evidence.labels == {"relation": q.facets["relation"], "kind": q.facets["kind"]}


def test_the_text_tells_neither_rule_nor_kind(pages: list[Page]) -> None:
    assert len({one.questions[0].text for one in pages}) == 2


def test_no_two_panels_of_a_matrix_are_pixel_equal(pages: list[Page]) -> None:
    for one in pages:
        assert len({p.data for p in one.pictures}) == 16


def test_a_matrix_takes_less_than_250_kb(pages: list[Page]) -> None:
    assert max(sum(len(p.data) for p in one.pictures) for one in pages) < 250_000


@pytest.mark.parametrize("subject", list(SHOWN))
def test_every_value_changes_the_picture(subject: str) -> None:
    from eyechart.families.matrices.draw import panel

    for name in SHOWN[subject]:  # type: ignore[index]
        plain = {p: values_on(subject, p)[0] for p in SHOWN[subject]}  # type: ignore[arg-type, index]
        values = values_on(subject, name)[:40]  # type: ignore[arg-type]
        drawn = {panel(subject, plain | {name: v}, rng_for("same"), 96).data for v in values}  # type: ignore[arg-type]
        assert len(drawn) == len(values), name


def test_as_many_icons_are_drawn_as_the_count_says(monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.families.matrices.draw import panel
    from eyechart.families.matrices.panels import counted

    places: list[tuple[int, int]] = []
    monkeypatch.setattr(counted, "_stick", lambda pen, image, left, top: places.append((left, top)))
    for number in properties()["count"].values:
        for k in range(8):
            places.clear()
            panel("icons", {"count": number, "category": "cat", "scene": "beach"}, rng_for("count", number, k), 128)
            assert len(set(places)) == int(number)
            assert all(-2 <= v <= 110 for place in places for v in place)


# ---- the composed sheet


def test_a_composed_matrix_marks_its_missing_cell(pages: list[Page]) -> None:
    import numpy as np
    import skia

    from eyechart.drawing.compose import composed

    sheet, height, _ = composed(pages[0].questions[0], 400)
    surface = skia.Surface(400, int(height))
    surface.getCanvas().clear(skia.ColorWHITE)
    surface.getCanvas().drawPicture(sheet)
    pixels = surface.toarray()
    cell = pixels[274:384, 274:384, :3]
    assert len(np.unique(cell.reshape(-1, 3), axis=0)) > 1  # not bare paper: a mark on grey
    assert tuple(cell[2, 2]) == (0xF1, 0xEF, 0xEC)  # Skia gives BGR


# ---- the symbolic solver


def test_true_eyes_solve_everything(pages: list[Page]) -> None:
    questions = [one.questions[0] for one in pages]
    said = Symbolic("0").answer(questions)
    assert [p.answer for p in said] == [q.answers[0] for q in questions]
    assert [p.evidence for p in said] == [q.evidence for q in questions]


def test_eyes_that_misread_everything_solve_little(pages: list[Page]) -> None:
    questions = [one.questions[0] for one in pages]
    said = Symbolic("0.9").answer(questions)
    assert sum(p.answer == q.answers[0] for p, q in zip(said, questions, strict=True)) < 15


@pytest.mark.parametrize(
    ("relation", "rows", "wrong"),
    [
        ("and", ["aaa", "bbc", "ddd"], 1),
        ("or", ["aba", "cde", "ffx"], 2),
        ("union", ["abc", "bca", "abx"], 1),
        ("progression", ["123", "345", "579"], 2),
    ],
)
def test_misreadings_are_counted(relation: str, rows: list[str], wrong: int) -> None:
    assert misreadings(relation, [list(row) for row in rows]) == wrong  # type: ignore[arg-type]


def test_a_share_that_is_none_is_refused() -> None:
    with pytest.raises(EyechartError, match="takes a share"):
        Symbolic("often")
