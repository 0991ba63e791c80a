"""Frames: each of the usual ones is found from a few pictures, and a model that cannot point is told from one that can."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path

import pytest

from eyechart.calibrate import calibrate, fit, questions
from eyechart.core import Question, boxed
from eyechart.errors import EyechartError
from eyechart.models.endpoint import openai
from eyechart.predict import predict
from eyechart.reporting.grounding import grounding
from eyechart.seeding import rng_for
from eyechart.store.folder import Dataset
from eyechart.store.run import start_run
from eyechart.talk.asking import Asking
from eyechart.talk.frames import PIXELS, Frame, frame_from
from eyechart.talk.mock.server import Server, running

FRAMES = (
    "pixels xyxy", "pixels yxyx", "pixels xywh", "0-1 xyxy", "0-1000 xyxy", "0-1000 yxyx", "0-1024 yxyx", "longest=512 xyxy",
    "shortest=336 xyxy", "0-448 xyxy",
)  # fmt: skip


def seeing(known: dict[tuple[bytes, str], Question], frame: Frame) -> Server:
    """A server whose model knows the truth, and says it in a frame."""

    def reply(words: str, pictures: tuple[bytes, ...]) -> str:
        q = known[blake2b(pictures[0]).digest(), words.split("\n")[0]]
        picture, evidence = q.pictures[0], q.evidence
        assert evidence is not None
        boxes = [frame.say(boxed(r.shape), picture.width, picture.height) for r in evidence.regions]
        return json.dumps({"answer": q.answers[0], "evidence": boxes})

    return Server(reply)


def by_picture(some: list[Question]) -> dict[tuple[bytes, str], Question]:
    return {(blake2b(q.pictures[0].data).digest(), q.text): q for q in some}


@pytest.mark.parametrize("written", FRAMES)
def test_each_frame_is_found(written: str) -> None:
    with running(seeing(by_picture(list(questions())), frame_from(written))) as server:
        found = calibrate(openai("seer", Asking(base_url=server.url())))
    assert (str(found.frame), found.found, found.boxes) == (written, True, 10)
    assert found.overlap > 0.95


@pytest.mark.parametrize("written", FRAMES)
def test_a_frame_is_found_through_sloppy_boxes(written: str) -> None:
    """Every side off by up to 4 % of the picture."""
    frame, rng = frame_from(written), rng_for("sloppy", written)
    pairs = []
    for q in questions():
        picture = q.pictures[0]
        assert q.evidence is not None
        box = [v + rng.uniform(-0.04, 0.04) * (picture.height if i % 2 else picture.width)
               for i, v in enumerate(q.evidence.regions[0].shape)]  # fmt: skip
        pairs.append((q, tuple(frame.say(box, picture.width, picture.height))))
    found = fit(pairs, 10).frame
    assert (found.order, found.space) == (frame.order, frame.space)
    assert found.size == pytest.approx(frame.size, rel=0.05)


def test_boxes_by_lot_have_no_frame() -> None:
    rng = rng_for("lot")
    pairs = [(q, tuple(sorted(rng.uniform(0, 1000) for _ in range(4)))) for q in questions()]
    found = fit(pairs, 10)
    assert (found.found, found.frame) == (False, PIXELS)


def test_a_model_that_never_points_has_no_frame() -> None:
    found = fit([], 10)
    assert (found.found, found.boxes, found.frame) == (False, 0, PIXELS)


@pytest.mark.parametrize("written", FRAMES)
def test_a_frame_reads_what_it_says(written: str) -> None:
    frame = frame_from(written)
    assert frame.read(frame.say((40, 60, 200, 300), 640, 480), 640, 480) == pytest.approx((40, 60, 200, 300), abs=0.6)


@pytest.mark.parametrize("written", ["0-0", "pixel", "longest", "0-1000 xxyy", ""])
def test_a_frame_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(EyechartError, match="No frame"):
        frame_from(written)


@pytest.mark.parametrize("numbers", [(1, 2, 3), (1, 2, 1, 4), (float("nan"), 1, 2, 3), (0, 0, 0, 0), (1e300, 0, 1, 1)])
def test_what_is_no_box_is_none(numbers: tuple[float, ...]) -> None:
    assert PIXELS.read(numbers, 100, 100) is None


def test_frame_errors_are_told_from_grounding_errors(few: Dataset, tmp_path: Path) -> None:
    """Read as pixels, boxes said in 0-1000 are wrong; the split says that the frame was, not the sight."""
    known = by_picture([*few.questions(), *questions()])
    with running(seeing(known, frame_from("0-1000 yxyx"))) as server:
        model = openai("seer", Asking(base_url=server.url(), frame="pixels"))
        run = start_run(tmp_path / "run", "seer", few)
        predict(model, few, run.predictions)
    found = grounding(run)
    assert found is not None
    assert found.other == "0-1000 yxyx"
    asked = few.manifest.questions
    assert len(found.frame_errors) > 0.95 * asked
    assert found.right + len(found.frame_errors) + found.grounding_errors + found.silent == asked
