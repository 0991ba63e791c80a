"""The CRIC release in miniature, as its files are: programs run on its own knowledge graph, features, what is malformed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from eyechart.convert import convert
from eyechart.errors import EyechartError
from eyechart.families.commonsense.official import read
from eyechart.families.commonsense.photographs.features import Features
from eyechart.families.commonsense.photographs.triplets import Triplets
from eyechart.families.commonsense.world import FUNCTIONS, World
from eyechart.models import make
from eyechart.predict import predict
from eyechart.program import run
from eyechart.score import score
from miniatures import APPLE, EVERY, FORK, PLATE, QUESTIONS, call, lay_out_cric, record


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return lay_out_cric(tmp_path)


def test_programs_run_on_the_releases_own_knowledge(root: Path) -> None:
    (page,) = read(root, "val")
    world = World(page.scene)  # from the graph alone
    assert [q.program is not None for q in page.questions] == [True, True, True, False]
    for q in page.questions[:3]:
        assert q.program is not None
        assert run(q.program, world, FUNCTIONS) == q.program
        assert str(q.program.steps[-1].output if q.form == "fill-in" else q.answers[0]) == q.answers[0]


def test_evidence_is_the_target(root: Path) -> None:
    (page,) = read(root, "val")
    boxes = [[r.shape for r in q.evidence.regions] if q.evidence else None for q in page.questions]
    assert boxes == [[(10, 10, 30, 70)], [(10, 10, 30, 70)], [], [(50, 50, 140, 90)]]


def test_a_region_fills_the_slot_of_a_query(root: Path) -> None:
    (page,) = read(root, "val")
    program = page.questions[1].program
    assert program is not None
    assert [step.output for step in program.steps[2:4]] == [[str(APPLE)], [str(FORK)]]


def test_the_objects_are_the_candidates(root: Path) -> None:
    (page,) = read(root, "val")
    assert set(page.where) == {str(id) for id in EVERY}


def test_without_a_knowledge_graph_targets_stay_and_programs_that_need_it_go(root: Path) -> None:
    (root / "knowledge_graph.json").unlink()
    (page,) = read(root, "val")
    assert page.questions[0].program is None
    assert page.questions[0].evidence is not None


def test_a_test_set_may_hide_its_answers(root: Path) -> None:
    hidden = [{"image_id": 7, "question": "What is it?", "question_id": "9"}]
    (root / "test_v1_questions.json").write_text(json.dumps(hidden))
    (page,) = read(root, "test")
    assert (page.questions[0].answers, page.questions[0].evidence) == ((), None)


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("val_questions", [{"question": "?", "question_id": "1"}], r"missing required field `image_id` - at `\$\[0\]`"),
        ("val_questions", [QUESTIONS[0], {"image_id": 7}], r"missing required field `question` - at `\$\[1\]`"),
        ("val_questions", {"questions": []}, "does not begin with a JSON list"),
        (
            "scene_graphs",
            [{"image_id": 7, "objects": [{"x": 1}]}],
            r"missing required field .* - at `\$\[0\].objects\[0\]`",
        ),
        ("knowledge_graph", [{"head": "fork"}], r"missing required field `relation` - at `\$\[0\]`"),
        ("val_questions", [record("5", [call("Guess")])], "Question 5: no function 'Guess'. There are Initial, "),
    ],
)
def test_what_is_malformed_is_named(file: str, content: Any, said: str, root: Path) -> None:
    (root / f"{file}.json").write_text(json.dumps(content))
    with pytest.raises(EyechartError, match=said):
        list(read(root, "val"))


def test_a_missing_split_says_which_there_are(root: Path) -> None:
    with pytest.raises(EyechartError, match="No CRIC split 'train' .* Found: val"):
        list(read(root, "train"))


# ---- features


def stored(root: Path, **change: Any) -> Path:
    h5py = pytest.importorskip("h5py")
    info = {"7": {"width": 640, "height": 480, "objectsNum": 2, "index": 1, **change}}
    (root / "cric_objects_info.json").write_text(json.dumps(info))
    with h5py.File(root / "cric_objects.h5", "w") as file:
        features = file.create_dataset("features", (2, 100, 8), "f4")
        features[1, 0], features[1, 1] = [1] * 8, [2] * 8
        ids = file.create_dataset("object_id", (2, 100), "i8")
        ids[1, :2] = [FORK, PLATE]
    return root


def test_features_belong_to_objects(tmp_path: Path) -> None:
    found = Features(stored(tmp_path)).of(7)
    assert found.objects == (FORK, PLATE)
    assert found.features.tolist() == [[1.0] * 8, [2.0] * 8]
    assert (found.width, found.height) == (640, 480)


def test_an_unknown_photograph_is_named(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="cric_objects_info.json has no image 9"):
        Features(stored(tmp_path)).of(9)


def test_an_index_beyond_the_rows_is_named(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="image 7 has index 5; cric_objects.h5 has 2 rows"):
        Features(stored(tmp_path, index=5)).of(7)


def test_a_file_that_is_no_hdf5_is_named(tmp_path: Path) -> None:
    (stored(tmp_path) / "cric_objects.h5").write_bytes(b"no")
    with pytest.raises(EyechartError, match="cric_objects.h5 is no HDF5 file"):
        Features(tmp_path)


def test_a_folder_without_features_says_so(tmp_path: Path) -> None:
    pytest.importorskip("h5py")
    with pytest.raises(EyechartError, match=r"No cric_objects.h5 in"):
        Features(tmp_path)


# ---- the knowledge graph


def test_a_gap_is_filled_with_an_article_or_without() -> None:
    known = Triplets([("fork", "Can", "lift the apple"), ("spoon", "Can", "lift soup")])
    found = known.about(["fork", "spoon", "apple", "soup"], [("BLANK", "Can", "lift VISION")], ["food"])
    assert found.pairs["Can lift _"]["apple"] == {"fork": True}
    assert found.pairs["Can lift _"]["soup"] == {"spoon": True}
    assert found.kinds["food"] == {}


def test_a_thing_may_stand_at_the_tail() -> None:
    known = Triplets([("eating soup", "HasPrerequisite", "spoon")])
    found = known.about(["fork", "spoon"], [("eating soup", "HasPrerequisite", "BLANK")], [])
    assert found.value("spoon", "HasPrerequisite eating soup") is True
    assert found.value("fork", "HasPrerequisite eating soup") is None


# ---- metrics


def test_the_familys_own_metrics_run_on_the_release(root: Path, tmp_path: Path) -> None:
    data = convert("cric", root, "val", tmp_path / "data")
    predict(make("oracle"), data, tmp_path / "oracle.jsonl")
    scores = score(data, tmp_path / "oracle.jsonl")
    for metric in ("answer", "cric-grd", "cric-final"):
        mark = scores.overall(metric)
        assert mark is not None, metric
        assert (mark.mean, mark.questions) == (1.0, 4), metric
