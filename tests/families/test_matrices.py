"""The matrices family: what its scenes, splits, candidates and pictures promise."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import msgspec
import pytest

from eyechart import registry
from eyechart.core import Family, Graph, Page, Step
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import KINDS, SHOWN, categories, properties, values_on
from eyechart.families.matrices.fronts import CANDIDATES
from eyechart.families.matrices.models.symbolic import Symbolic, misreadings
from eyechart.families.matrices.regimes import HELD_OUT_PAIRS, KINDS_IN, Regime, asked, belongs
from eyechart.families.matrices.rows import problem, scrambled
from eyechart.families.matrices.rules import RELATIONS, relations_of, solve, unique
from eyechart.families.matrices.sample import accepted, plan, propose, sample, turn, turns
from eyechart.families.matrices.scene import Matrix, MatrixSettings
from eyechart.families.matrices.world import FUNCTIONS, World, complete, explain, graph, rule, show
from eyechart.page import page
from eyechart.program import fitting, program
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


def test_kinds_come_in_the_mix_of_the_settings() -> None:
    assert Counter(turns(MatrixSettings(), "train")) == dict(zip(KINDS, (10, 5, 5, 6), strict=True))
    assert Counter(turns(MatrixSettings(mix="paper"), "train")) == dict(zip(KINDS, (9, 9, 9, 20), strict=True))


def kinds_of(seed: int, split: str, count: int) -> list[str]:
    settings = MatrixSettings()
    return [turn(rng_for("matrices", split, seed, i, "scene"), settings, split, i) for i in range(count)]


def test_every_round_of_indices_has_the_kinds_in_their_shares() -> None:
    one_round = len(turns(MatrixSettings(), "train"))
    made = kinds_of(5, "train", 20 * one_round)
    for start in range(0, len(made), one_round):
        assert Counter(made[start : start + one_round]) == Counter(turns(MatrixSettings(), "train"))


def test_no_index_tells_the_kind() -> None:
    """By chance two rounds, seeds or splits agree in 186 of 676 places; within five deviations."""
    one, count = kinds_of(5, "train", 2600), 2600
    for other in (kinds_of(6, "train", count), kinds_of(5, "test", count), [*one[26:], *one[:26]]):
        agree = sum(a == b for a, b in zip(one, other, strict=True))
        assert abs(agree / count - 186 / 676) < 5 * sqrt(0.2 / count)


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


def test_candidates_show_eight_values_of_whatever_has_nine(neutral: list[Matrix]) -> None:
    for m in neutral:
        for name in SHOWN[m.subject]:
            expected = 8 if len(values_on(m.subject, name)) >= 9 else 3 if name == "age" else 2
            assert len({c[name] for c in m.candidates}) == expected


def shown_in_row_3(m: Matrix, name: str) -> int:
    """How many of the values of panels 7 and 8 candidates show."""
    return len({m.context[6][name], m.context[7][name]} & {c[name] for c in m.candidates})


def test_every_property_is_continued_in_row_3_by_some_candidate(neutral: list[Matrix]) -> None:
    for m in neutral:
        assert all(shown_in_row_3(m, name) for name in SHOWN[m.subject])


@pytest.mark.parametrize("regime", KINDS_IN)
def test_counts_of_row_3_go_on_in_equal_steps_to_a_candidate(regime: Regime) -> None:
    for m in (m for m in some(200, regime=regime) if m.subject == "icons"):
        a, b = (int(panel["count"]) for panel in m.context[6:])
        assert a == b or str(2 * b - a) in {c["count"] for c in m.candidates}


@pytest.mark.parametrize("regime", KINDS_IN)
@pytest.mark.parametrize("split", ["train", "test"])
def test_all_relations_have_eight_candidates_in_all_regimes(regime: Regime, split: str) -> None:
    assert {len(m.candidates) for m in some(60, split, regime=regime)} == {CANDIDATES}


def test_rules_over_row_3_pick_three_candidates_or_more() -> None:
    """The mean over matrices: And, Or and Progression, over every property; a Union may pick any."""
    picked = [len(set(pointers(m))) for m in some(600)]
    assert sum(picked) / len(picked) > 3


def pointers(m: Matrix) -> list[int]:
    found = []
    for name in SHOWN[m.subject]:
        values, (a, b) = [c[name] for c in m.candidates], (m.context[6][name], m.context[7][name])
        picked = {a, b} & set(values)
        if len(picked) == 1 and values.count(min(picked)) == 1:
            found.append(values.index(min(picked)))
        if name == "count" and a != b:
            found.append(values.index(str(2 * int(b) - int(a))))
    return found


@pytest.mark.parametrize("regime", ["neutral", "interpolation", "held-out objects"])
def test_who_bets_on_what_row_3_points_at_is_right_a_quarter_of_the_time_at_most(regime: Regime) -> None:
    """By an And or an Or, always over the same property."""
    right = Counter[str]()
    made = some(2000, regime=regime)
    for m in made:
        for name in SHOWN[m.subject]:
            values, (a, b) = [c[name] for c in m.candidates], (m.context[6][name], m.context[7][name])
            for k in {k for k, v in enumerate(values) if v in (a, b) and values.count(v) == 1}:
                right[name] += k == m.answer
    assert max(right.values()) / len(made) < 0.25


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


def test_rows_beside_the_point_are_neither_and_nor_or() -> None:
    for i in range(300):
        assert not {"and", "or"} & set(relations_of(scrambled(rng_for("rows", i), tuple("abcdefghi")), "category"))


def test_what_is_rejected_is_a_whole_matrix() -> None:
    """First draws have second explanations now and then, which `accepted` finds; the sampler hides none of them."""
    settings, kept = MatrixSettings(), 0
    for i in range(200):
        rng = rng_for("first", i)
        matrix = propose(rng, settings, "train", plan(rng, settings, "train", "human attribute"))
        if matrix is None:
            continue
        assert accepted(matrix) == (len(solve(matrix.context, matrix.candidates)) == 1)
        kept += accepted(matrix)
    assert 100 < kept < 190


# ---- splits and regimes


def asked_about(m: Matrix) -> tuple[str, ...]:
    """The problem: the rule, its rows and its answer, whatever else the panels show."""
    column = [panel[m.property] for panel in m.context]
    right = m.candidates[m.answer][m.property]
    return problem(m.relation, m.property, (column[:3], column[3:6]), column[6:], right)


def held_out_units(m: Matrix) -> set[object]:
    values = {panel[m.property] for panel in (*m.context, *m.candidates)}
    if m.regime in ("interpolation", "extrapolation") and m.property == "count":
        return {("count", v) for v in values}
    if m.regime == "held-out objects" and m.property == "category":
        return {("category", v) for v in values}
    if m.regime == "held-out object pairs" and m.property == "category":
        return {(m.relation, "category", v) for v in values}
    held = m.property.removeprefix("human ") in ("shape", "texture", "action")
    if m.regime == "held-out attributes" and held:
        return {m.property.removeprefix("human ")}
    if m.regime == "held-out attribute pairs" and (m.relation, m.property) in HELD_OUT_PAIRS:
        return {(m.relation, m.property)}
    return {asked_about(m)}


@pytest.mark.parametrize("regime", [r for r in KINDS_IN if r != "neutral"])
def test_test_asks_what_is_held_out_and_training_does_not(regime: Regime) -> None:
    made = {split: [m.held_out for m in some(200, split, regime=regime)] for split in SPLITS}
    assert not any(made["train"] + made["val"])
    assert 0.15 < sum(made["test"]) / 200 < 0.6


@pytest.mark.parametrize("regime", KINDS_IN)
def test_test_asks_nothing_that_training_does(regime: Regime) -> None:
    seen = {split: {u for m in some(150, split, regime=regime) for u in held_out_units(m)} for split in SPLITS}
    assert not (seen["train"] | seen["val"]) & seen["test"]


def test_interpolation_trains_on_odd_counts() -> None:
    used = {panel["count"] for m in some(60, regime="interpolation") for panel in (*m.context, *m.candidates)}
    assert used == {"1", "3", "5", "7", "9"}


def test_extrapolation_tests_on_six_to_ten() -> None:
    used = {p["count"] for m in some(60, "test", regime="extrapolation") for p in (*m.context, *m.candidates)}
    assert used == {"6", "7", "8", "9", "10"}


def test_five_counts_stand_alone_three_times() -> None:
    """Four counts among eight candidates, whatever the relation and whatever is asked."""
    for m in some(120, regime="extrapolation"):
        assert sorted(Counter(c["count"] for c in m.candidates).values()) == [1, 1, 1, 5]


def test_the_papers_preset_keeps_eight_candidates() -> None:
    made = some(60, regime="extrapolation", all_counts=True)
    assert {len({c["count"] for c in m.candidates}) for m in made} == {8}
    right = {m.candidates[m.answer]["count"] for m in made if m.property == "count"}
    assert right <= {"1", "2", "3", "4", "5"}


def test_held_out_pairs_are_three_for_objects_and_three_for_people_over_three_relations() -> None:
    kinds = Counter(properties()[name].kind for _, name in HELD_OUT_PAIRS)
    assert kinds == {"object attribute": 3, "human attribute": 3}
    for kind in kinds:
        assert {r for r, name in HELD_OUT_PAIRS if properties()[name].kind == kind} == {"and", "or", "union"}


def test_a_problem_belongs_to_one_split_only() -> None:
    for i in range(300):
        assert sum(belongs(split, ("and", "colour", str(i))) for split in SPLITS) == 1


@pytest.mark.parametrize("split", SPLITS)
def test_what_decides_the_split_can_be_seen_in_the_matrix(split: str) -> None:
    for m in some(60, split):
        assert belongs(split, asked_about(m))


def test_no_problem_of_test_recurs_in_training() -> None:
    made = {split: {asked_about(m) for m in some(1500, split)} for split in ("train", "test")}
    assert not made["train"] & made["test"]


def test_a_regime_that_leaves_nothing_to_ask_is_refused(family: Family) -> None:
    with pytest.raises(EyechartError, match="leave nothing to ask in split train of regime interpolation"):
        settings_for(family, None, {"regime": "interpolation", "kinds": ["human attribute"]})


def test_a_language_without_words_is_refused_with_those_there_are(family: Family) -> None:
    assert family.languages == ("en",)
    with pytest.raises(EyechartError, match=r"No language of matrices 'zh'.*en"):
        settings_for(family, None, {"languages": ["zh"]})
    with pytest.raises(EyechartError, match="languages needs at least one"):
        settings_for(family, None, {"languages": []})


@pytest.mark.parametrize(
    ("steps", "problem"),
    [
        (
            (Step("show"), Step("rule", (0,)), Step("complete", (1,))),
            "input 0 is labels from step 1; records is wanted",
        ),
        ((Step("explain", (1,)), Step("show")), "step 1 does not come before it"),
        ((Step("show"), Step("explain")), "explain: takes records, not 0 things"),
        ((Step("shew"),), "Did you mean 'show'"),
    ],
)
def test_a_program_that_does_not_fit_is_refused(steps: tuple[Step, ...], problem: str) -> None:
    with pytest.raises(EyechartError, match=problem):
        fitting(program(*steps), FUNCTIONS)


def test_neutral_asks_every_property() -> None:
    names = {name for kind in KINDS for _, _, name in asked("neutral", "train", kind, RELATIONS)}
    assert names == set(properties())


def test_rules_are_about_the_properties_that_are_named() -> None:
    found = {m.property for m in some(60, "train", properties=("scene", "age"))}
    assert found == {"scene", "age"}


# ---- programs, by hand


@pytest.fixture
def by_hand() -> World:
    context = tuple({"colour": c} for c in "aaabbbcc")
    matrix = Matrix("dog", "neutral", False, "and", "colour", context, tuple({"colour": c} for c in "xyzcba"), 3)
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


# ---- looks


def looks(family: Family, split: str, seed: int, count: int = 40) -> list[list[tuple[object, bytes]]]:
    """What each panel shows, with its picture, page by page."""
    settings, found = settings_for(family, "mini"), []
    for i in range(count):
        made = page(family, settings, split, seed, i)
        panels = made.scene.things[1:]
        shown = [(p.name, *p.attributes.items()) for p in panels]
        found.append(list(zip(shown, [picture.data for picture in made.pictures], strict=True)))
    return found


def test_of_what_a_panel_shows_there_are_as_many_pictures_as_looks(family: Family) -> None:
    of = dict[object, set[bytes]]()
    for matrix in looks(family, "train", 3, 150):
        for shown, picture in matrix:
            of.setdefault(shown, set()).add(picture)
    often = [len(pictures) for pictures in of.values()]
    assert max(often) > 1
    within = [max(Counter(shown for shown, _ in matrix).values()) for matrix in looks(family, "train", 3, 150)]
    assert max(often) <= max(settings_for(family, "mini").looks, *within)


def test_no_picture_is_twice_in_a_matrix_whose_looks_recur(family: Family) -> None:
    assert all(len({picture for _, picture in matrix}) == len(matrix) for matrix in looks(family, "train", 3))


@pytest.mark.parametrize(("split", "seed"), [("test", 3), ("train", 4)])
def test_another_split_or_seed_has_other_looks(family: Family, split: str, seed: int) -> None:
    ours, others = ({picture for m in looks(family, *of) for _, picture in m} for of in (("train", 3), (split, seed)))
    assert not ours & others
