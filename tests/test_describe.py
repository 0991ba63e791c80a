"""What `eyechart describe` counts."""

from __future__ import annotations

from pathlib import Path

import pytest

import eyechart
from eyechart.describe import Description, describe, page, words_of


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


def test_the_page_shows_every_table(found: Description, tmp_path: Path) -> None:
    text = page([found], tmp_path / "d.html").read_text("utf-8")
    assert all(f"<h3>{t.title}</h3>" in text for t in found.tables)


def test_figures_are_described_too(tmp_path: Path) -> None:
    eyechart.generate("figures", tmp_path / "f", split="train", count=5, seed=4)
    assert table(describe(tmp_path / "f"), "answer form").keys() == {"yes/no"}
