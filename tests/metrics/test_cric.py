"""CRIC's metrics, tables, reference models and layout, on our own pages and on truths counted by hand."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
import skia

import eyechart
from eyechart.core import Evidence, Page, Prediction, Program, Question, Region, Step
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.commonsense import family
from eyechart.families.commonsense.models.half_oracle import HalfOracle
from eyechart.families.commonsense.models.reasoner import Doubting, Reasoner, shares_of
from eyechart.families.commonsense.official import release
from eyechart.knowledge.facts import facts
from eyechart.metrics import answer
from eyechart.metrics.cric import box_iou, final, function_scores, grd, grounded, path_of, planned, set_iou
from eyechart.models import make
from eyechart.page import page
from eyechart.predict import predict
from eyechart.reporting.layouts import commonsense_shares, cric
from eyechart.reporting.steps import draw_steps
from eyechart.score import Score, Scores
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset
from eyechart.store.predictions import read_lines
from eyechart.store.run import start_run

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    settings = settings_for(family, "bilingual")
    return [page(family, settings, "test", 21, index) for index in range(16)]


@pytest.fixture(scope="module")
def questions(pages: list[Page]) -> list[Question]:
    return [q for one in pages for q in one.questions]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("data") / "commonsense"
    return eyechart.generate("commonsense", out, split="test", count=20, seed=4, preset="bilingual")


# ---- Grd and Final

OBJECTS = {"cup": (0.0, 0.0, 10.0, 10.0), "bowl": (8.0, 0.0, 18.0, 10.0)}
CUP = (Region((0, 0, 10, 10), ("cup",)),)


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ((Region((0, 0, 10, 10)),), 1.0),
        ((Region((0, 0, 10, 5)),), 1.0),  # half of it
        ((Region((0, 0, 10, 4.9)),), 0.0),  # less than half
        ((Region((8, 0, 18, 10)),), 0.0),  # the bowl
        ((Region((5, 0, 15, 10)),), 0.0),  # both are overlapped, the bowl more
        ((Region((0, 0, 1, 1), ("cup",)),), 1.0),  # by its id, wherever the box is
        ((Region((0, 0, 1, 1), ("bowl",)),), 0.0),
        ((Region((0, 0, 10, 10)), Region((8, 0, 18, 10))), 0.0),  # naming everything is naming nothing
        ((), 0.0),
    ],
)
def test_one_object_is_named_by_the_box_that_overlaps_it_most(said: tuple[Region, ...], right: float) -> None:
    assert grounded(CUP, said, OBJECTS) == right


def test_a_no_is_grounded_by_naming_nothing() -> None:
    assert grounded((), (), OBJECTS) == 1.0
    assert grounded((), CUP, OBJECTS) == 0.0


def test_any_of_several_targets_will_do() -> None:
    truth = (*CUP, Region((8, 0, 18, 10), ("bowl",)))
    assert grounded(truth, (Region((8, 0, 18, 10)),), OBJECTS) == 1.0


def test_overlap_of_boxes() -> None:
    assert box_iou((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert box_iou((0, 0, 10, 10), (10, 0, 20, 10)) == 0


@pytest.mark.parametrize("metric", [grd, final])
def test_the_metrics_keep_their_contract(metric: object, pages: list[Page]) -> None:
    eyechart.check_metric(metric, pages)  # type: ignore[arg-type]


def test_final_needs_answer_and_object(questions: list[Question]) -> None:
    q = next(q for q in questions if q.form == "fill-in")
    assert q.evidence is not None
    right = Prediction(question=q.id, answer=q.answers[0], evidence=q.evidence)
    assert final.score(q, right) == 1.0
    assert final.score(q, replace(right, answer="nothing of the sort")) == 0.0
    assert final.score(q, replace(right, evidence=Evidence())) == 0.0


# ---- what each function found


def test_sets_are_compared_by_what_they_share() -> None:
    assert set_iou(["a", "b"], ["b", "c"]) == pytest.approx(1 / 3)
    assert set_iou([], []) == 1.0


def test_each_function_is_marked_by_its_own_steps() -> None:
    truth = Program(
        (Step("Initial", (), (), ["a", "b"]), Step("Find", (0,), ("cup",), ["a"]), Step("Verify", (1,), (), True))
    )
    said = json.dumps({"steps": [["a", "b"], ["a", "b"], False]})
    assert dict(function_scores(truth, said)) == {"Initial": 1.0, "Find": 0.5, "Verify": 0.0}


PATH = Program(
    (
        Step("Initial", (), (), ["a", "b"]),
        Step("Find", (0,), ("cat",), ["a"]),
        Step("Relate", (1,), ("on",), ["b"]),
        Step("Verify", (2,), (), True),
    )
)


@pytest.mark.parametrize(
    ("functions", "steps", "followed", "whole"),
    [
        (["Initial", "Find", "Relate", "Verify"], [["b", "a"], ["a"], ["b"], True], 4, True),
        (["Initial", "Find", "Relate", "Verify"], [["b", "a"], ["a"], [], False], 3, False),
        (["Initial", "Find KG", "Relate", "Verify"], [["b", "a"], ["a"], ["b"], True], 2, False),
        (["Initial", "Find", "Verify"], [["b", "a"], ["a"], True], 3, False),
        (["Initial", "Find", "Relate", "Verify"], [["b", "a"], ["a"], ["b"], False], 4, False),
    ],
)
def test_the_true_path_is_followed_up_to_the_first_step_that_differs(
    functions: list[str], steps: list[object], followed: int, whole: bool
) -> None:
    said = msgspec.json.encode({"functions": functions, "steps": steps}).decode()
    assert path_of(PATH, said) == (["Initial", "Find", "Relate", "Verify"][:followed], whole)
    assert planned(PATH, said) == (functions == ["Initial", "Find", "Relate", "Verify"])


def test_a_program_of_its_own_finds_nothing_where_it_has_another_function() -> None:
    said = '{"functions": ["Initial", "Relate", "Relate"], "steps": [["a", "b"], ["a"], ["b"]]}'
    assert [value for _, value in function_scores(PATH, said)] == [1.0, 0.0, 1.0, 0.0]


def test_a_reply_with_too_few_steps_is_refused() -> None:
    with pytest.raises(EyechartError, match="has 0 steps, the program 1"):
        list(function_scores(Program((Step("Initial"),)), '{"steps": []}'))


# ---- reference models


def test_a_reasoner_with_true_eyes_is_always_right(questions: list[Question]) -> None:
    for q, said in zip(questions, Reasoner("0").answer(questions), strict=True):
        assert final.score(q, said) == 1.0, q.text


def test_the_more_is_corrupted_the_less_is_right(questions: list[Question]) -> None:
    def right(share: str) -> float:
        return sum(final.score(q, p) or 0 for q, p in zip(questions, Reasoner(share).answer(questions), strict=True))

    assert right("0") > right("0.1") > right("0.6")


def test_a_reasoner_says_what_each_step_found(questions: list[Question]) -> None:
    q = questions[0]
    [said] = Reasoner("0").answer([q])
    assert q.program is not None
    assert all(value == 1.0 for _, value in function_scores(q.program, said.raw))


@pytest.mark.parametrize("words", ["much", "facts=2", "noses=0.1", "-1"])
def test_a_share_that_is_none_is_refused(words: str) -> None:
    with pytest.raises(EyechartError, match="takes a share from 0 to 1"):
        shares_of(words)


def test_shares_are_for_all_or_for_one_kind() -> None:
    assert shares_of("0.2") == {"attributes": 0.2, "relations": 0.2, "facts": 0.2}
    assert shares_of("facts=0.3") == {"attributes": 0.0, "relations": 0.0, "facts": 0.3}


def test_facts_that_are_turned_round_stay_so() -> None:
    doubting = Doubting(facts(), 1.0, "q")
    assert doubting.value("knife", "UsedFor cutting food") is False
    assert doubting.value("knife", "UsedFor cutting food") is False


def test_who_lacks_knowledge_sees_the_candidates(questions: list[Question]) -> None:
    """It is right now and then, and not always."""
    asked = [q for q in questions if q.form == "fill-in"]
    right = [answer.score(q, p) for q, p in zip(asked, HalfOracle("knowledge").answer(asked), strict=True)]
    assert 0 <= sum(r or 0 for r in right) < len(right)


def test_who_lacks_the_image_says_what_training_said(pages: list[Page], questions: list[Question]) -> None:
    model = HalfOracle("image")
    model.fit(pages)
    assert all(p.answer is not None and not p.evidence.regions for p in model.answer(questions))


def test_without_something_else_is_refused() -> None:
    with pytest.raises(EyechartError, match="thing to do without"):
        make("without:hands")


@pytest.mark.parametrize("spec", ["reasoner:0.3", "without:knowledge"])
def test_the_models_keep_their_contract(spec: str, questions: list[Question]) -> None:
    eyechart.check_model(make(spec), questions[:12])


# ---- tables


def test_the_tables_have_a_row_for_each_run(folder: Dataset, tmp_path: Path) -> None:
    runs = []
    for name in ("oracle", "reasoner:0.5"):
        run = start_run(tmp_path / name.replace(":", "-"), name, folder)
        predict(make(name), folder, run.predictions)
        runs.append(run)
    assert len(cric.table2.table(runs).rows) == 2 + 11  # the paper's
    assert len(cric.types.table(runs).rows) == 2 * 5
    assert len(cric.table3.table(runs[1:]).rows) == 1 + 1
    assert len(cric.sizes.table(runs).rows) > 4
    assert len(cric.steps.table(runs[1:]).rows) == 1 + 1
    assert len(cric.held_out.table(runs).rows) == 2


def test_steps_are_drawn_of_runs_that_tell_them(folder: Dataset, tmp_path: Path) -> None:
    for name in ("reasoner:0.5", "oracle"):
        run = start_run(tmp_path / name.replace(":", "-"), name, folder)
        predict(make(name), folder, run.predictions)
    picture = skia.Image.open(str(draw_steps(tmp_path / "reasoner-0.5", tmp_path / "steps.png", count=2)))
    assert picture.height() > 2 * 225  # of two pictures at a width of 300
    with pytest.raises(EyechartError, match="No steps to show"):
        draw_steps(tmp_path / "oracle", tmp_path / "none.png")


def scored_as(means: dict[str, float], questions: int = 100) -> Scores:
    """Final by type of question, each with an interval of two points to both sides."""
    made = [Score("cric-final", "template", t, m, m - 0.02, m + 0.02, questions, 50) for t, m in means.items()]
    return Scores(
        model="m",
        dataset="d",
        family="commonsense",
        split="s",
        questions=200,
        images=50,
        unparsed=0,
        scores=tuple(made),
    )


def test_what_is_lost_is_counted_type_by_type() -> None:
    """Another mix of types loses nothing."""
    seen = scored_as({"QueryAtt": 0.2, "VerifyKG": 0.6})
    lost = cric.lost(seen, scored_as({"QueryAtt": 0.2, "VerifyKG": 0.6}, questions=7))
    assert lost is not None
    assert lost.mean == pytest.approx(0.0)
    less = cric.lost(seen, scored_as({"QueryAtt": 0.1, "VerifyKG": 0.6}))
    assert less is not None
    assert less.mean == pytest.approx(0.05)
    assert less.high - less.mean == pytest.approx(0.02)  # two points from each of four, halved, in quadrature


def test_each_function_is_marked_over_all_its_steps(folder: Dataset, tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", "reasoner", folder)
    predict(make("reasoner:0.5"), folder, run.predictions)
    said = {p.question: p.raw for p in read_lines(run.predictions)}
    steps = [pair for q in folder.questions() for pair in function_scores(q.program, said[q.id])]
    found = {s.value: s for s in cric.by_function(run)}
    mine = [value for function, value in steps if function == "Find KG"]
    assert found["Find KG"].questions == len(mine)
    assert found["Find KG"].mean == pytest.approx(sum(mine) / len(mine))
    assert found["Find KG"].low < found["Find KG"].mean < found["Find KG"].high


def test_who_is_always_right_leaves_no_path(folder: Dataset, tmp_path: Path) -> None:
    run = start_run(tmp_path / "run", "reasoner", folder)
    predict(make("reasoner:0"), folder, run.predictions)
    found = {s.value: s.mean for s in cric.by_path(run)}
    assert found.pop("program") == found.pop("path") == 1
    assert {*found.values()} == {0.0}


def test_shares_are_counted(folder: Dataset) -> None:
    rows = dict(commonsense_shares.shares(list(folder.questions())))
    assert rows["% of programs with Initial"] == 100
    assert sum(rows[f"% {type}"] for type in family.templates) == pytest.approx(100)


# ---- the official layout


def test_our_pages_come_back_whole_from_the_official_layout(folder: Dataset, tmp_path: Path) -> None:
    export(folder, "cric", tmp_path / "official")
    back = {one.index: one for one in release.load(tmp_path / "official", "test")}
    asked = [one for one in folder if one.questions]
    assert set(back) == {one.index for one in asked}
    for one in asked:
        other = back[one.index]
        assert other.scene.relations == one.scene.relations
        assert other.scene.things == one.scene.things
        assert other.where == one.where
        assert other.pictures == one.pictures
        for mine, theirs in zip(one.questions, other.questions, strict=True):
            same = replace(theirs, id=mine.id, scene=mine.scene)
            assert msgspec.json.encode(same) == msgspec.json.encode(mine)


def test_the_export_has_what_the_release_has(folder: Dataset, tmp_path: Path) -> None:
    export(folder, "cric", tmp_path / "official")
    [first, *_] = json.loads((tmp_path / "official" / "test_v1_questions.json").read_bytes())
    assert {"image_id", "question", "question_id", "question_type", "answer", "target", "program", "sub_graph"} <= set(
        first
    )
    assert set(first["sub_graph"]) == {"relations", "attributes", "knowledge_items"}
    assert all({"function", "text_input", "output"} <= set(step) for step in first["program"])
    [item, *_] = json.loads((tmp_path / "official" / "knowledge_graph.json").read_bytes())
    assert set(item) == {"head", "relation", "tail"}


def test_an_exported_folder_keeps_the_contract_of_a_release(folder: Dataset, tmp_path: Path) -> None:
    export(folder, "cric", tmp_path / "official")
    eyechart.check_release(release, tmp_path / "official", "test")
