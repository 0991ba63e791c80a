"""A chart kind is one file, a language another: what is dropped into the folders is found, and works."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

import eyechart
from eyechart.check import check_pages
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.figures import charts, family
from eyechart.families.figures.chart import Chart
from eyechart.families.figures.sample import sample
from eyechart.families.figures.scene import Figure
from eyechart.families.figures.settings import FigureSettings
from eyechart.families.figures.templates import ROWS, STYLES
from eyechart.families.figures.words import LANGUAGES, WORDS, words_in
from eyechart.generate import generate
from eyechart.seeding import Rng, rng_for
from eyechart.settings import parse_changes, settings_for
from eyechart.text.wordbook import wordings_of

KINDS = sorted(charts.CHARTS)


def test_a_file_without_a_chart_is_no_kind() -> None:
    assert {"vbar", "line", "pie"} <= set(KINDS)
    assert not {"bars", "curves"} & set(KINDS)  # what several kinds share


def test_the_papers_kinds_take_turns_in_the_order_of_table_1() -> None:
    assert FigureSettings().kinds == ("vbar", "hbar", "line", "dot_line", "pie")


def test_every_kind_is_drawn_by_default_or_named_beyond_the_presets() -> None:
    assert sorted([*FigureSettings().kinds, *family.beyond["kinds"]]) == KINDS


@pytest.mark.parametrize("name", KINDS)
def test_every_template_that_a_kind_can_be_asked_is_asked(name: str) -> None:
    dataset = eyechart.dataset("figures", seed=3, kinds=[name])
    asked = {q.template for i in range(60) for q in dataset[i].questions}
    assert asked == {row.template.name for row in ROWS if row.about in charts.CHARTS[name].properties}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_has_topics_in_every_language(name: str) -> None:
    chart = charts.CHARTS[name]
    for words in WORDS.values():
        assert all(len(topic) > max(chart.labels or (0,)) for topic in words.topics[chart.topics])


def test_the_card_tells_the_colours_of_every_published_kind() -> None:
    card = family.card.read_text(encoding="utf-8")
    for name in charts.PUBLISHED:
        half = charts.CHARTS[name].half
        other = "B" if half == "A" else "A"
        assert any(
            line.startswith(f"| `{name}` |") and line.endswith(f"| {half} | {other} |") for line in card.splitlines()
        )


def test_the_page_tells_every_field_of_a_chart() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-chart.md").read_text(encoding="utf-8")
    assert [field for field in Chart.__struct_fields__ if f"`{field}`" not in page] == []


def test_a_single_kind_needs_no_comma() -> None:
    assert settings_for(family, changes=parse_changes(["kinds=pie"])).kinds == ("pie",)


# ---- a new file in the folder of kinds

WEDGES = '''
"""Pies that always begin at the top."""
from math import pi
from msgspec.structs import replace
from eyechart.families.figures.charts.pie import chart as pie

chart = replace(pie, dress=lambda figure, rng: replace(figure, start=pi / 2), published=None)
'''


@pytest.fixture
def wedges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chart:
    (tmp_path / "wedges.py").write_text(WEDGES)
    monkeypatch.setattr(charts, "__path__", [*charts.__path__, str(tmp_path)])
    found = dict(charts.found())
    monkeypatch.delitem(sys.modules, f"{charts.__name__}.wedges")
    monkeypatch.setitem(charts.CHARTS, "wedges", found["wedges"])
    return found["wedges"]


def test_a_new_file_is_a_kind_with_questions(wedges: Chart) -> None:
    dataset = eyechart.dataset("figures", seed=1, kinds=["wedges"])
    pages = [dataset[i] for i in range(6)]
    assert {page.scene.things[0].name for page in pages} == {"wedges"}
    assert all(page.questions for page in pages)
    assert list(check_pages(pages, family)) == []


def test_a_kind_whose_titles_no_language_has_says_so(wedges: Chart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(charts.CHARTS, "wedges", replace(wedges, topics="wedges"))
    with pytest.raises(
        EyechartError, match="No group of titles in languages/en.toml 'wedges'. Known: bars, curves, slices"
    ):
        eyechart.dataset("figures", seed=1, kinds=["wedges"])[0]


def test_a_new_kind_is_not_drawn_unless_asked_for(wedges: Chart) -> None:
    assert "wedges" not in FigureSettings().kinds


def test_a_kind_that_figureqa_does_not_have_is_not_written_as_theirs(wedges: Chart, tmp_path: Path) -> None:
    made = generate("figures", count=2, out=tmp_path / "data", changes={"kinds": ["wedges"]})
    with pytest.raises(EyechartError, match="no figures of kind wedges. Generate with --set kinds=vbar,hbar,line"):
        export(made, "figureqa", tmp_path / "theirs")


# ---- a new file in the folder of languages


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LANGUAGES, tmp_path / "languages"))


def test_a_new_file_is_a_language(folder: Path) -> None:
    german = (folder / "en.toml").read_text(encoding="utf-8").replace('"Is {x} the maximum?"', '"Ist {x} am größten?"')
    (folder / "de.toml").write_text(german, encoding="utf-8")
    books = words_in(folder)
    assert next(iter(books)) == "en"
    assert "de" in books
    said = wordings_of(books, "maximum")
    assert [said.options("de", style)[0] for style in STYLES] == ["Ist {x} am größten?"] * 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["Land use"]', '["Land use", "x"]', "de.toml: topics.slices must be lists of as many texts"),
        ('["Land use"]', f'["{41 * "x"}"]', f"de.toml: '{41 * 'x'}' has 41 letters; a small figure has room for 40"),
        ("[templates.less]", "[templates.lesser]", "de.toml: all languages need the same templates; look at 'less"),
        ("plain = [", "plane = [", "de.toml: Object .*`plane?`"),
    ],
)
def test_a_language_that_lacks_something_says_what(folder: Path, old: str, new: str, message: str) -> None:
    english = (folder / "en.toml").read_text(encoding="utf-8")
    (folder / "de.toml").write_text(english.replace(old, new), encoding="utf-8")
    with pytest.raises(EyechartError, match=message):
        words_in(folder)


def figures_in(*languages: str) -> list[Figure]:
    settings = FigureSettings(languages=languages)
    return [sample(rng_for("figures", "train", 1, i, "scene"), settings, "train", i) for i in range(20)]


def test_a_single_language_takes_nothing_from_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or every picture would change."""
    chosen: list[object] = []
    choice = Rng.choice
    monkeypatch.setattr(Rng, "choice", lambda rng, options: chosen.append(options) or choice(rng, options))
    figures_in("en")
    assert ("en",) not in chosen
    assert chosen


def test_of_several_languages_one_is_drawn_for_each_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WORDS, "de", replace(WORDS["en"], plain=("Titel", "x-Achse", "y-Achse")))
    made = figures_in("en", "de")
    assert {figure.language for figure in made} == {"en", "de"}


@pytest.mark.parametrize("language", WORDS)
def test_the_fonts_have_every_letter_of_titles_and_labels(language: str) -> None:
    from eyechart.drawing.text import font
    from eyechart.text.segment import has_chinese

    words = WORDS[language]
    texts = [*words.plain, *(text for topics in words.topics.values() for topic in topics for text in topic)]
    lacking = {c for text in texts for c in text if not font("bold", 12, has_chinese(text)).unicharToGlyph(ord(c))}
    assert lacking == set()
