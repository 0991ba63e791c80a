"""What `eyechart describe` counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import eyechart
from eyechart.describe import Description, Pool, _content, describe, page, pool, words_of


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Description:
    folder = tmp_path_factory.mktemp("data") / "icons"
    eyechart.generate("icons", folder, split="val", count=400, seed=4)
    return describe(folder)


def table(found: Description, title: str) -> dict[str, int]:
    return dict(next(t.rows for t in found.tables if t.title == title))


def test_answer_forms_add_up_to_the_questions(found: Description) -> None:
    forms = table(found, "answer form")
    assert sum(forms.values()) == found.questions == 400
    assert forms["choose-picture"] / 400 == pytest.approx(0.537, abs=0.01)


def test_a_facet_of_several_values_is_counted_apart_and_by_how_many(found: Description) -> None:
    assert set(table(found, "skills in a question")) == {"1", "2", "3"}
    assert sum(table(found, "skills").values()) > 400
    assert "counting" in table(found, "skills")


def test_words_are_told_apart() -> None:
    assert words_of("How many cats are there? Estimate.", "en") == ["How", "many", "cats", "are", "there", "Estimate"]
    assert "".join(words_of("有多少只猫?", "zh")) == "有多少只猫"


def test_words_asked_about_keep_their_order() -> None:
    """A set's would differ from process to process, and with it the table, where words tie."""
    assert _content(["Is", "the", "Red", "bar", "red", "or", "is", "7", "the", "blue", "line"]) == [
        "red",
        "bar",
        "blue",
        "line",
    ]


def test_the_page_shows_every_table(found: Description, tmp_path: Path) -> None:
    text = page([found], tmp_path / "d.html").read_text("utf-8")
    assert all(f"<h3>{t.title}</h3>" in text for t in found.tables)


def test_what_was_met_once_and_twice_says_how_many_there_are() -> None:
    """By hand: Chao adds 4 · 3 / (2 · (1 + 1)) = 3 to the six that were met; four of nine were met once."""
    met = Counter({"a": 1, "b": 1, "c": 1, "d": 1, "e": 2, "f": 3})
    assert pool("cats", met) == Pool("cats", 9, 6, 9, pytest.approx(5 / 9))


def test_what_was_never_met_twice_may_be_many_and_will_not_come_again() -> None:
    assert pool("cats", Counter({str(i): 1 for i in range(10)})) == Pool("cats", 10, 10, 10 + 45, 0.0)


def test_problems_that_come_again_are_counted_for_each_template(found: Description) -> None:
    everything, *each = found.pools
    assert everything.template == "(all)"
    assert sum(p.questions for p in each) == everything.questions == 400
    assert [p.again for p in each] == sorted((p.again for p in each), reverse=True)
    assert 0 < everything.again < 0.5


def test_the_page_shows_what_comes_again(found: Description, tmp_path: Path) -> None:
    text = page([found], tmp_path / "d.html").read_text("utf-8")
    assert all(f"<td>{p.template}</td>" in text for p in found.pools)


def test_a_family_without_a_key_has_no_pools(tmp_path: Path) -> None:
    eyechart.generate("matrices", tmp_path / "m", split="train", count=3, seed=4)
    assert describe(tmp_path / "m").pools == ()


def test_figures_are_described_too(tmp_path: Path) -> None:
    eyechart.generate("figures", tmp_path / "f", split="train", count=5, seed=4)
    assert table(describe(tmp_path / "f"), "answer form").keys() == {"yes/no"}
