"""Datasets that are made when looked at: lengths, slices, mixtures, and what a notebook shows of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import eyechart
from eyechart.core import Picture, Question
from eyechart.errors import EyechartError


def test_with_a_count_it_has_a_length_and_an_end() -> None:
    some = eyechart.dataset("figures", count=3)
    assert len(some) == 3
    assert [page.index for page in some] == [0, 1, 2]
    with pytest.raises(IndexError, match="end at 2"):
        some[3]


def test_without_a_count_it_has_no_length() -> None:
    with pytest.raises(TypeError, match="say count="):
        len(eyechart.dataset("figures"))


def test_slices_are_lists_of_pages() -> None:
    endless = eyechart.dataset("figures", seed=4)
    assert [page.index for page in endless[5:9:2]] == [5, 7]
    assert [page.index for page in eyechart.dataset("figures", count=6)[-2:]] == [4, 5]


def test_an_endless_slice_must_say_where_it_stops() -> None:
    with pytest.raises(IndexError, match="says where it stops"):
        eyechart.dataset("figures")[3:]


def test_it_tells_what_it_is() -> None:
    assert repr(eyechart.dataset("figures", "icons", seed=2)) == "<figures + icons train, seed 2, endless>"


def test_a_mixture_follows_its_weights() -> None:
    mixture = eyechart.dataset("figures", "matrices", weights=(1, 0), count=4)
    assert Counter(page.family for page in mixture) == {"figures": 4}


def test_a_page_of_a_mixture_is_the_page_of_its_family() -> None:
    for page in eyechart.dataset("figures", "icons", seed=1, count=4):
        assert page.pictures == eyechart.dataset(page.family, seed=1)[page.index].pictures


@pytest.mark.parametrize("weights", [(1,), (1, -1), (0, 0)])
def test_weights_that_do_not_fit_are_refused(weights: tuple[float, ...]) -> None:
    with pytest.raises(EyechartError, match="one for each of figures, icons"):
        eyechart.dataset("figures", "icons", weights=weights)


def test_no_family_is_refused_with_the_list() -> None:
    with pytest.raises(EyechartError, match="Name at least one family: figures, icons"):
        eyechart.dataset()


@pytest.mark.parametrize("family", ["figures", "signs"])  # one draws PNG, the other JPEG
def test_a_picture_is_an_array_and_an_image(family: str) -> None:
    picture = eyechart.dataset(family)[0].pictures[0]
    pixels = np.asarray(picture)
    assert pixels.shape == (picture.height, picture.width, 3)
    assert np.array_equal(pixels, np.asarray(picture.pil().convert("RGB")))


def test_a_notebook_shows_a_picture_as_what_it_is() -> None:
    assert Picture(b"bytes", 1, 1, "png")._repr_png_() == b"bytes"
    assert Picture(b"bytes", 1, 1, "png")._repr_jpeg_() is None
    assert Picture(b"bytes", 1, 1, "jpeg")._repr_jpeg_() == b"bytes"


def test_a_page_shows_its_questions_below_its_picture_once() -> None:
    page = eyechart.dataset("figures")[0]
    shown = page._repr_html_()
    assert shown.count("<image") == 1
    assert all(question.text in shown for question in page.questions)


def test_a_question_shows_its_evidence_on_its_picture() -> None:
    question = next(q for q in eyechart.dataset("figures")[0].questions if q.evidence and q.evidence.regions)
    assert question.evidence is not None
    assert question._repr_html_().count("<polygon") == 2 * len(question.evidence.regions)  # each with its halo


def test_what_a_release_says_stays_text() -> None:
    hostile = Question(id="x", text="<script>alert(1)</script>", form="fill-in", answers=("<b>",))
    assert "<script>" not in hostile._repr_html_()
