"""Alterations of pictures, prompts with several pictures, comparisons and confidence: by hand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import structs

import eyechart
from eyechart.calibrate import questions
from eyechart.core import Evidence, Marks, Model, Page, Picture, Prediction, Program, Question, Region, Step, boxed
from eyechart.drawing.decoding import decode
from eyechart.errors import EyechartError
from eyechart.exam import exam
from eyechart.reporting.changes import change
from eyechart.reporting.confidence import bins, calibration_error
from eyechart.reporting.differences import difference
from eyechart.reporting.lettering import chinese_font
from eyechart.reporting.marked import marked
from eyechart.reporting.references import _most_frequent
from eyechart.store.folder import Dataset
from eyechart.store.run import start_run
from eyechart.talk.alter import KINDS, altered, in_original, masks
from eyechart.talk.frames import PIXELS
from eyechart.talk.parsing import Parsed
from eyechart.talk.prompts import prompt, sheet_of, words
from eyechart.talk.replies import evidence

# ---- alterations


def pixels(picture: Picture) -> np.ndarray:  # type: ignore[type-arg]
    return decode(picture).toarray()[:, :, :3].astype(int)


def test_erased_evidence_is_grey_and_the_rest_untouched(pages: list[Page]) -> None:
    q = pages[0].questions[0]
    assert q.evidence is not None
    before, after = pixels(q.pictures[0]), pixels(altered(q, "erased", pages[0].where).pictures[0])
    for region in q.evidence.regions:
        if len(region.shape) == 4:
            left, top, right, bottom = map(int, boxed(region.shape))
            assert (after[top + 1 : bottom - 1, left + 1 : right - 1] == 128).all()
    changed = (before != after).any(axis=2)
    mask = np.zeros_like(changed)
    for region in q.evidence.regions:
        left, top, right, bottom = boxed(region.shape)
        mask[max(0, int(top) - 4) : int(bottom) + 5, max(0, int(left) - 4) : int(right) + 5] = True
    assert not (changed & ~mask).any()


def test_labels_cannot_be_erased() -> None:
    q = Question(id="a/b/0/0/0", text="?", form="fill-in", answers=("x",), evidence=Evidence((), {"rule": "and"}))
    assert altered(q, "erased", {}) is q


def shown(shape: tuple[float, ...] = (), answer: str = "no", **more: Any) -> Question:
    """A white picture of 200 by 100, with a box of evidence or with none."""
    evidence = Evidence((Region(shape),) if shape else ())
    parts = {"form": "yes/no", "choices": ("yes", "no"), "pictures": (picture(200, 100),)} | more
    return Question(id="a/b/0/0/0", text="?", answers=(answer,), evidence=evidence, **parts)


def test_all_picture_choices_are_painted_alike_so_that_none_is_missing() -> None:
    page = next(p for p in eyechart.dataset("icons", split="test", seed=5) if p.questions[0].template == "beside")
    [q] = page.questions
    assert len({p.data for p in q.choice_pictures}) == len(q.choices)
    assert len({p.data for p in altered(q, "erased", page.where).choice_pictures}) == 1


def test_a_no_has_a_spot_on_what_was_looked_among() -> None:
    """Is there a red thing right of the chair? Of b and c, which are, one is painted over; a is not."""
    looked = Program(
        (Step("Relate", (), (), ["b", "c"]), Step("Find", (0,), (), []), Step("Verify", (1,), (), False)), (1,)
    )
    where = {"a": ((0.0, 0.0, 20.0, 20.0),), "b": ((50.0, 10.0, 80.0, 50.0),), "c": ((120.0, 10.0, 150.0, 50.0),)}
    painted = set()
    for k in range(20):
        [mask] = masks(structs.replace(shown(program=looked), id=f"a/b/0/0/{k}"), "erased", where)
        assert mask.sum() == 36 * 46  # the box of one thing and three pixels around
        painted.add((mask[30, 65], mask[30, 135], mask[10, 10]))
    assert painted == {(True, False, False), (False, True, False)}


def test_a_no_of_a_release_without_programs_has_a_spot_of_typical_size() -> None:
    [mask] = masks(shown(), "erased", {})
    assert mask.sum() == pytest.approx((0.15 * 200 + 6) * (0.15 * 100 + 6), rel=0.2)


@pytest.mark.slow
def test_nobody_tells_yes_from_no_by_the_size_of_the_spot() -> None:
    sizes: dict[str, list[int]] = {"yes": [], "no": []}
    for page in islice(iter(eyechart.dataset("commonsense", split="test", seed=5)), 60):
        for q in page.questions:
            if q.form == "yes/no" and q.language == "en":
                sizes[q.answers[0]].append(int(masks(q, "erased", page.where)[0].sum()))
    yes, no = (np.array(sizes[answer]) for answer in ("yes", "no"))
    assert min(len(yes), len(no)) >= 20
    assert (no > 0).all()
    larger = (yes[:, None] > no[None]).mean() + (yes[:, None] == no[None]).mean() / 2
    assert 0.35 < larger < 0.65  # 0.49 on 104 and 102 questions of another seed


def test_the_control_paints_as_much_and_not_on_the_evidence() -> None:
    for family, split in (("commonsense", "test"), ("signs", "test")):
        for page in islice(iter(eyechart.dataset(family, split=split, seed=5)), 10):
            for q in page.questions:
                [erased], [elsewhere] = masks(q, "erased", page.where), masks(q, "elsewhere", page.where)
                assert elsewhere.sum() == pytest.approx(erased.sum(), rel=0.03)
                assert not (erased & elsewhere).any()


def test_the_control_takes_another_form_where_its_own_has_no_room() -> None:
    """76 by 82 pixels are painted and 67 columns left beside them: only a box of 63 by 99 keeps clear."""
    q = shown((60.0, 12.0, 130.0, 88.0))
    [erased], [elsewhere] = masks(q, "erased", {}), masks(q, "elsewhere", {})
    assert not (erased & elsewhere).any()
    assert (erased.sum(), elsewhere.sum()) == (76 * 82, 63 * 99)


def test_overlapping_evidence_is_painted_once_in_the_control_too() -> None:
    q = structs.replace(shown(), evidence=Evidence((Region((10, 10, 50, 50)), Region((10, 10, 50, 50)))))
    [erased], [elsewhere] = masks(q, "erased", {}), masks(q, "elsewhere", {})
    assert erased.sum() == elsewhere.sum() == 46 * 46


def test_painting_is_a_function_of_the_question() -> None:
    q = shown((10.0, 10.0, 50.0, 50.0))
    first, again = (altered(q, "elsewhere", {}).pictures[0].data for _ in range(2))
    other = altered(structs.replace(q, id="a/b/0/0/1"), "elsewhere", {}).pictures[0].data
    assert first == again != other


def test_perturbed_evidence_comes_back_to_where_it_was(pages: list[Page]) -> None:
    for q in pages[1].questions:
        assert q.evidence is not None
        moved = altered(q, "perturbed", {})
        assert moved.evidence is not None
        assert moved.pictures[0].format == "jpeg"
        assert moved.evidence.regions[0].shape != q.evidence.regions[0].shape
        back = in_original(Prediction(question=q.id, answer="yes", evidence=moved.evidence), q, "perturbed")
        for a, b in zip(back.evidence.regions, q.evidence.regions, strict=True):
            assert a.shape == pytest.approx(b.shape, abs=0.02)


def test_the_rectangle_moves_with_its_box() -> None:
    q = next(questions())
    moved = altered(q, "perturbed", {})
    assert q.evidence is not None
    assert moved.evidence is not None
    left, top, right, bottom = moved.evidence.regions[0].shape
    inside = pixels(moved.pictures[0])[int(top) + 6 : int(bottom) - 6, int(left) + 6 : int(right) - 6]
    assert np.ptp(inside.reshape(-1, 3), axis=0).max() < 30  # one colour, but for JPEG


def test_an_unknown_alteration_is_refused(pages: list[Page]) -> None:
    with pytest.raises(EyechartError, match="No alteration 'erase'. Did you mean 'erased'"):
        altered(pages[0].questions[0], "erase", {})


@pytest.mark.slow
def test_who_does_not_look_changes_nothing(few_lessons: None, tmp_path: Path) -> None:
    exam(["oracle", "chance", "prior"], tmp_path, families=["figures"], count=5, alter=KINDS)
    for model in ("oracle", "chance", "prior"):
        runs = {kind: tmp_path / "runs" / model / f"figures{kind}" for kind in ("", *(f"-{k}" for k in KINDS))}
        from eyechart.store.run import open_run

        plain, *others = (marked(open_run(run)) for run in runs.values())
        for other in others:
            found = change(plain, other)
            assert found is not None
            assert (found.changed, found.before) == (0.0, found.after)
    page = (tmp_path / "report.html").read_text()
    assert "does it look?" in page
    assert "evidence painted over" in page
    assert "as much painted over elsewhere" in page


@pytest.mark.parametrize(("model", "drawn"), [("prior", 1), ("chance", 0)])  # chance needs none where there are choices
def test_training_pages_are_drawn_once_and_only_for_who_learns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: str, drawn: int
) -> None:
    module, asked = sys.modules["eyechart.exam"], []
    real = module.training_pages
    monkeypatch.setattr(module, "training_pages", lambda data: asked.append(data) or islice(real(data), 5))
    exam([model], tmp_path, families=["figures"], count=2, alter=["erased", "perturbed"])
    assert len(asked) == drawn


class Looks:
    """Answers rightly from what it sees where the evidence is, wherever that has gone, and otherwise when it is gone."""

    name = "looks"

    def answer(self, some: Sequence[Question]) -> list[Prediction]:
        return [Prediction(question=q.id, answer=self._seen(q)) for q in some]

    def _seen(self, q: Question) -> str:
        assert q.evidence is not None
        left, top, right, bottom = boxed(q.evidence.regions[0].shape)
        seen = pixels(q.pictures[0])[int(top) : int(bottom) + 1, int(left) : int(right) + 1].reshape(-1, 3)
        hidden = (np.abs(seen - 128).max(axis=1) < 3).mean() > 0.6
        return next(c for c in q.choices if (c == q.answers[0]) != hidden)


class Blind:
    """Answers by the words alone."""

    name = "blind"

    def answer(self, some: Sequence[Question]) -> list[Prediction]:
        return [Prediction(question=q.id, answer=q.choices[len(q.text) % 2]) for q in some]


@pytest.mark.parametrize(
    ("model", "kind", "least", "most"),
    [
        (Looks(), "perturbed", 0.0, 0.0),  # keeps every answer under harmless edits
        (Looks(), "erased", 0.9, 1.0),
        (Looks(), "elsewhere", 0.0, 0.15),  # curves may fill the picture: then the box cannot keep clear of them
        (Blind(), "perturbed", 0.0, 0.0),
        (Blind(), "erased", 0.0, 0.0),
        (Blind(), "elsewhere", 0.0, 0.0),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_only_who_looks_changes_its_answers_and_only_when_the_evidence_is_gone(
    few: Dataset, tmp_path: Path, model: Model, kind: str, least: float, most: float
) -> None:
    from eyechart.predict import predict

    runs = [start_run(tmp_path / (k or "plain"), model.name, few, altered=k) for k in ("", kind)]
    for run in runs:
        predict(model, few, run.predictions, alter=run.altered)
    found = change(marked(runs[0]), marked(runs[1]))
    assert found is not None
    assert least <= found.changed <= most


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("figures", tmp_path_factory.mktemp("few") / "d", split="val1", count=12, seed=6)


# ---- several pictures


def picture(width: int, height: int) -> Picture:
    from eyechart.drawing.canvas import canvas
    from eyechart.drawing.png import png

    _, drawn = canvas(width, height)
    return Picture(png(drawn), width, height)


@pytest.fixture
def several() -> Question:
    return Question(
        id="a/b/0/0/0", text="哪一个?", form="choose-picture", choices=("A", "B", "C"), answers=("B",), language="zh",
        pictures=(picture(100, 80), picture(100, 80)), choice_pictures=tuple(picture(60, 60) for _ in range(3)),
        evidence=Evidence((Region((10, 10, 50, 50), (), 1),)),
    )  # fmt: skip


def test_pictures_come_numbered_and_choices_lettered_before_the_question(several: Question) -> None:
    parts = prompt(several, words(), {}).parts
    told = [part if isinstance(part, str) else "#" for part in parts]
    assert told[:10] == ["图1:", "#", "图2:", "#", "图A:", "#", "图B:", "#", "图C:", "#"]
    assert told[10].startswith("哪一个?\n请从标有字母的图片中选择一个:A, B, C。")
    assert '"picture": 1' in told[10]


def test_a_sheet_is_one_picture_and_its_boxes_go_back(several: Question) -> None:
    parts = prompt(several, words(), {}, sheet=True).parts
    assert sum(isinstance(part, Picture) for part in parts) == 1
    _, places = sheet_of(several)
    corners = [places[1].mapXY(x, y) for x, y in ((10, 10), (50, 50))]
    box = tuple(v for p in corners for v in (p.x(), p.y()))
    found = evidence(several, Parsed("B", ((1, box),)), PIXELS, sheet=True)
    assert [r.picture for r in found.regions] == [1]
    assert found.regions[0].shape == pytest.approx((10, 10, 50, 50), abs=0.1)


def test_labels_are_asked_for_by_name_with_their_values(several: Question) -> None:
    text = str(prompt(several, words(), {"relation": ["and", "or"]}).parts[-1])
    assert "relation:and, or 之一" in text
    assert '"evidence": {"relation": "其值"}' in text


@pytest.mark.parametrize(
    ("language", "choices", "line"),
    [
        ("en", ("yes", "no"), 'Answer with "yes" or "no".'),
        ("zh", ("是", "否"), "请回答“是”或“否”。"),
        ("de", ("ja", "nein"), 'Answer with "ja" or "nein".'),
    ],
)
def test_yes_and_no_are_asked_for_in_the_words_of_the_question(
    language: str, choices: tuple[str, ...], line: str
) -> None:
    q = structs.replace(shown(), language=language, choices=choices)
    assert line in str(prompt(q, words(), {}).parts[-1]).splitlines()


def test_own_words_take_the_place_of_ours(several: Question, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[zh]\nreply = "请回答:{json}"\n')
    assert "请回答:{" in str(prompt(several, words(tmp_path / "mine.toml"), {}).parts[-1])


def test_a_misspelt_prompt_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[en]\nreplly = "x"\n')
    with pytest.raises(EyechartError, match="Did you mean 'reply'"):
        words(tmp_path / "mine.toml")


# ---- comparisons


def marks(*values: float) -> Marks:
    return Marks(np.array(values), np.ones(len(values), bool))


def test_a_difference_is_the_mean_over_questions() -> None:
    found = difference(marks(1, 1, 1, 0), marks(0, 1, 0, 0), np.array([0, 0, 1, 1]))
    assert found is not None
    assert found.mean == 0.5
    assert found.questions == 4


def test_questions_of_one_image_are_drawn_together() -> None:
    """The same marks, once on two images and once on two hundred: few images, wide interval."""
    rng = np.random.default_rng(1)
    a, b = (rng.random(400) < 0.6).astype(float), (rng.random(400) < 0.5).astype(float)
    ordered = np.argsort(a - b)
    wide = difference(marks(*a[ordered]), marks(*b[ordered]), np.repeat([0, 1], 200))
    narrow = difference(marks(*a), marks(*b), np.arange(400))
    assert wide is not None
    assert narrow is not None
    assert wide.mean == pytest.approx(narrow.mean)
    assert wide.high - wide.low > 3 * (narrow.high - narrow.low)


def test_equal_models_do_not_differ() -> None:
    found = difference(marks(1, 0, 1), marks(1, 0, 1), np.arange(3))
    assert found is not None
    assert (found.mean, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


# ---- confidence


def test_confidences_off_by_a_fifth() -> None:
    found = bins(np.array([0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7]), np.array([1.0] * 5 + [0.0] * 5))
    assert [(round(b.confidence, 6), b.right, b.count) for b in found] == [(0.7, 0.5, 10)]
    assert calibration_error(found) == pytest.approx(0.2)


# ---- references


def test_the_most_frequent_answer_is_learnt_on_the_other_half() -> None:
    asked = [("a", "yes", 0), ("a", "yes", 0), ("a", "no", 1), ("a", "yes", 1), ("b", "7", 0)]
    # half 0 hears "no" (tied, first in order) from half 1: 0 of 2; half 1 hears "yes": 1 of 2; b was never seen elsewhere
    assert _most_frequent(asked) == 1 / 5


# ---- letters


def test_the_font_inside_a_page_has_the_letters_of_the_page_and_no_others() -> None:
    from base64 import b64decode
    from io import BytesIO

    from fontTools.ttLib import TTFont

    made = chinese_font("Who wrote 红色封面的书\uff0c谁? 红")
    assert made is not None
    font = TTFont(BytesIO(b64decode(made.woff)))
    assert {chr(code) for code in font.getBestCmap()} == set("红色封面的书\uff0c谁")


def test_a_page_without_chinese_carries_no_font() -> None:
    assert chinese_font("Who wrote the red book?") is None
