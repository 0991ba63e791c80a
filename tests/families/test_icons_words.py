"""The words of icons: every language has every key, every key is used, and what is missing is named."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.families.icons import make as making
from eyechart.families.icons.make import Make, kind
from eyechart.families.icons.scene import IconSettings
from eyechart.families.icons.templates import KINDS, commonsense, stories
from eyechart.families.icons.words import BOOKS, IconWords, aligned, found
from eyechart.seeding import rng_for
from eyechart.settings import settings_for
from eyechart.text.wordbook import wordbooks

LANGUAGES = Path(making.__file__).parent / "languages"


def test_the_family_speaks_the_languages_that_have_a_file() -> None:
    assert registry.get("families", "icons").languages == tuple(BOOKS) == ("en", "zh")


def test_another_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(EyechartError, match=r"No language of icons 'de'.*en, zh"):
        settings_for(registry.get("families", "icons"), None, {"languages": ["de"]})


@pytest.mark.parametrize(
    ("line", "instead", "problem"),
    [
        ('even = "偶数"\n', "", r"zh\.toml, \[words\]: 'even'"),
        ('cone = "圆锥体"\n', "", r"zh\.toml, \[nouns\]: 'cone'"),
        ('rain = "下雨时不被淋湿"\n', "", r"zh\.toml, \[jobs\]: 'rain'"),
        ('row = ["最上面", "中间", "最下面"]\n', 'row = ["最上面", "最下面"]\n', r"zh\.toml, \[series\]: 'row'"),
        ('    "小康", ', "    ", r"zh\.toml: 47 names; 48 are needed"),
        ('"group of so many" = ["哪一组有{x:{n}}?"]\n', "", r"same templates; look at 'group of so many'"),
        ('curved = ["有弯曲的部分", "只有直边"]\n', 'curved = ["有弯曲的部分"]\n', r"zh\.toml: .*pairs"),
    ],
)
def test_what_a_language_lacks_is_named(tmp_path: Path, line: str, instead: str, problem: str) -> None:
    shutil.copytree(LANGUAGES, tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "zh.toml").read_text("utf-8")
    assert text.count(line) == 1
    (tmp_path / "zh.toml").write_text(text.replace(line, instead), "utf-8")
    with pytest.raises(EyechartError, match=problem):
        aligned(wordbooks(tmp_path, IconWords))


def test_a_template_without_words_is_named() -> None:
    with pytest.raises(EyechartError, match="'count sheep'"):
        kind("count sheep", "fill-in", "count to ten", "counting", "prek", needs="picture")


def test_a_word_that_nobody_wrote_is_named_with_those_near_it() -> None:
    with pytest.raises(EyechartError, match="No word in the words of icons 'evan'. Did you mean 'even'"):
        found("word", "evan", BOOKS["en"].words)


def test_every_story_has_its_sentence() -> None:
    book = BOOKS["en"]
    assert list(book.outings) == list(stories.OUTINGS)
    assert list(book.deeds) == list(stories.DEEDS)
    assert list(book.events) == list(stories.EVENTS)
    assert list(book.jobs) == list(commonsense.JOBS)


def test_no_word_is_left_that_no_template_says(monkeypatch: pytest.MonkeyPatch) -> None:
    said: dict[str, set[str]] = {}

    def noted(what: str, key: str, table: dict[str, str]) -> str:
        said.setdefault(what, set()).add(key)
        return found(what, key, table)

    monkeypatch.setattr(making, "found", noted)
    for one in KINDS:
        for i in range(60):
            one.make(Make(rng_for("words", one.template.name, i), IconSettings(), "en", one))
    book = BOOKS["en"]
    assert set(book.words) - said["word"] == set()
    assert set(book.nouns) - said["noun"] == set()
    assert set(book.colours) - said["word"] - said["noun"] == set()
    assert set(book.pairs) - said["pair"] == set()
    assert set(book.series) - said["series"] == set()
    assert set(book.forms) - said["form"] == set()
