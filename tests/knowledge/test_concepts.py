"""Concepts, icons and packs: names in two languages, drawings that exist, and life without npm."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import skia

from eyechart.assets import assets as fetch
from eyechart.drawing import packs
from eyechart.drawing.icons import draw_icon, has_icon, icon_image
from eyechart.errors import EyechartError
from eyechart.knowledge.concepts import NAMES, alike, check_named, code_points, concept, concepts, of_kind, pictured
from eyechart.knowledge.naming import names_among, other_names
from eyechart.text.inflection import plural


def test_there_are_three_hundred_concepts() -> None:
    assert len(concepts()) >= 300


def test_every_concept_has_a_drawing_by_pip_alone() -> None:
    assert [c.name for c in concepts().values() for code in c.emoji if not has_icon(f"twemoji:{code}")] == []
    drawn_by_a_family = ("furniture", "person", "ware", "worn", "outdoor")
    assert [c.name for c in concepts().values() if not c.emoji and c.kind not in drawn_by_a_family] == []


def test_every_concept_has_a_chinese_name_and_a_measure_word() -> None:
    for c in concepts().values():
        assert any("\u4e00" <= char <= "\u9fff" for char in c.noun.said("zh")), c.name
    lines = [line for line in (NAMES / "zh.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[^:]+: \S+ [\u4e00-\u9fff]+", line)] == []


@pytest.mark.parametrize(
    ("name", "many", "counted"),
    [("mouse", "mice", "3只老鼠"), ("fish", "fish", "3条鱼"), ("bus", "buses", "3辆公共汽车")],
)
def test_plurals_and_measures(name: str, many: str, counted: str) -> None:
    assert concept(name).noun.said("en", "many") == many
    assert concept(name).noun.counted(3, "zh") == counted


def test_a_concept_that_a_language_lacks_is_named_with_its_file_when_it_is_asked_for() -> None:
    for language in ("en", "zh"):
        check_named(language)
    with pytest.raises(EyechartError, match=r"names/de.txt: no word for 'cat', as for \d+ of \d+. Add a line 'cat: …'"):
        check_named("de")


def test_english_is_the_id_itself_and_only_odd_plurals_stand_in_its_file() -> None:
    lines = [line for line in (NAMES / "en.txt").read_text("utf-8").splitlines() if line and not line.startswith("#")]
    for line in lines:
        name, _, word = line.partition(": ")
        one, _, many = word.partition("/")
        assert one == name
        assert many != plural(name)


def test_sizes_are_of_the_right_order() -> None:
    assert concept("elephant").weight > 1000 * concept("rabbit").weight  # type: ignore[operator]
    assert concept("rainbow").length is None


def test_kinds_are_the_files() -> None:
    assert {c.kind for c in of_kind("animal", "plant")} == {"animal", "plant"}


def test_look_alikes() -> None:
    assert alike("apple", "green apple")
    assert alike("bird", "owl")
    assert not alike("apple", "owl")


def test_an_unknown_concept_is_refused_with_a_hint() -> None:
    with pytest.raises(EyechartError, match="Did you mean 'elephant'"):
        concept("elefant")


def test_code_points_keep_the_selector_only_in_joined_sequences() -> None:
    assert code_points("☀️") == "2600"
    assert code_points("🐻‍❄️") == "1f43b-200d-2744-fe0f"


def test_an_icon_is_trimmed_to_its_longer_side() -> None:
    image = icon_image("twemoji:1f408", 60)
    assert max(image.width(), image.height()) == 60
    alpha = image.toarray()[:, :, 3]
    assert alpha.any(axis=0)[[0, -1]].any()
    assert alpha.any(axis=1)[[0, -1]].any()


def test_an_icon_is_rasterised_and_shrunk_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pen = skia.Surface(800, 800).getCanvas()
    names = [f"twemoji:{c.emoji[0]}" for c in pictured()[:100]]

    def draw() -> None:
        for i, name in enumerate(names):
            draw_icon(pen, name, 80 * (i % 10), 80 * (i // 10), 60)

    draw()
    monkeypatch.setattr("eyechart.drawing.icons._master", None)
    monkeypatch.setattr(skia, "Surface", None)
    draw()


def test_without_npm_the_error_says_that_nothing_else_needs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EyechartError, match="needs npm. Nothing else does"):
        fetch(["noto"])


def test_a_pack_that_is_not_here_says_what_to_type(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("EYECHART_CACHE", str(tmp_path))
    packs.pack_of.cache_clear()
    with pytest.raises(EyechartError, match="Type: eyechart assets noto"):
        has_icon("noto:1f408")
    packs.pack_of.cache_clear()


def test_a_share_alike_pack_comes_only_when_asked_for() -> None:
    with pytest.raises(EyechartError, match="CC-BY-SA-4.0.*--share-alike"):
        fetch(["openmoji"])


def test_a_pack_in_the_cache_is_drawn_by_code_points(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A miniature pack: one square, named as the packs name theirs."""
    folder = tmp_path / "npm" / "node_modules" / "@iconify-json" / "noto"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(f'{{"version": "{packs.NPM_PACKS["noto"].version}"}}')
    square = "<path fill='#f00' d='M0 0h10v10H0z'/>"
    (folder / "icons.json").write_text(f'{{"width": 20, "height": 20, "icons": {{"cat": {{"body": "{square}"}}}}}}')
    (folder / "chars.json").write_text('{"1f408": "cat"}')
    monkeypatch.setenv("EYECHART_CACHE", str(tmp_path))
    packs.pack_of.cache_clear()
    try:
        image = icon_image("noto:1f408", 22)
        assert (image.width(), image.height()) == (22, 22)
        assert tuple(image.toarray(colorType=skia.kRGBA_8888_ColorType)[11, 11]) == (255, 0, 0, 255)
    finally:
        packs.pack_of.cache_clear()
        from eyechart.drawing import icons

        icons._master.cache_clear()
        icons._scaled.cache_clear()


def test_every_pack_has_its_licence() -> None:
    assert all(pack.licence and pack.by for pack in packs.PACKS.values())
    assert not any(pack.share_alike for pack in packs.PACKS.values() if "SA" not in pack.licence)


# ---- other names


def test_a_wider_name_is_for_the_only_one_that_goes_by_it() -> None:
    assert "hat" in names_among("cap", ["cap", "cap", "woman"], "en")
    assert "hat" not in names_among("cap", ["cap", "sun hat"], "en")
    assert "帽子" in names_among("sun hat", ["sun hat"], "zh")
    assert "帽子" not in names_among("sun hat", ["sun hat", "cap"], "zh")


def test_a_name_that_some_give_to_another_thing_is_not_taken_for_this_one() -> None:
    assert "chicken" in names_among("rooster", ["rooster"], "en")
    assert "chicken" not in names_among("rooster", ["rooster", "chick"], "en")
    assert "chicken" not in names_among("chick", ["chick"], "en")


def test_a_name_that_is_a_category_s_is_borne_by_all_that_belong_to_it() -> None:
    assert "plant" in names_among("potted plant", ["potted plant", "chair"], "en")
    assert "plant" not in names_among("potted plant", ["potted plant", "palm tree"], "en")


def test_other_names_are_not_written_twice_and_not_the_name_itself() -> None:
    for name, c in concepts().items():
        for language in ("en", "zh"):
            others = other_names(name, language)
            assert c.noun.said(language) not in others, name
            assert len(others) <= 11, name
