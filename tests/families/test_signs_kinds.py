"""Kinds of signs and languages come from files: what is dropped in is found, what does not fit is refused in words."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import eyechart
from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.families.signs import kinds, words
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.language import LANGUAGES, Language, Meant
from eyechart.families.signs.measure import CLOCK
from eyechart.families.signs.pattern import makers
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.stage import Stage
from eyechart.seeding import Rng
from eyechart.settings import settings_for

FAMILY = registry.get("families", "signs")
MENU = KINDS["menu"]


def test_a_kind_dropped_in_is_found_and_takes_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    menu = Path(str(kinds.menu.__file__)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    (tmp_path / "canteen.py").write_text(menu.replace("turn=5", "turn=2"), encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    assert list(kinds.find()) == ["street", "canteen", *list(KINDS)[1:]]


def test_a_kind_without_a_turn_is_drawn_only_where_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = Path(str(kinds.menu.__file__)).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    (tmp_path / "bistro.py").write_text(menu.replace("    turn=5,\n", ""), encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    assert tuple(name for name, kind in kinds.find().items() if kind.turn is not None) == SignSettings().kinds
    assert "bistro" in kinds.find()


def test_a_file_without_a_kind_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blank.py").write_text("kind = None\n", encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    with pytest.raises(EyechartError, match=r"kinds/blank.py has no `KIND = Kind\(…\)`"):
        kinds.find()


@pytest.mark.parametrize(
    ("written", "told"),
    [("KIND = Kind(", r"SyntaxError: '\(' was never closed"), ("KIND = Kin()", "NameError: name 'Kin' is not defined")],
)
def test_a_file_with_a_mistake_is_named(
    written: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_written.py").write_text(written, encoding="utf-8")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    with pytest.raises(EyechartError, match=rf"^kinds/half_written.py cannot be imported: {told}"):
        kinds.find()


@pytest.mark.parametrize(
    ("method", "left_out"), [("put", "entry:0/dish, "), ("area", "entry:0, entry:1, "), ("put_heading", "place/name")]
)
def test_a_kind_that_does_not_paint_all_is_refused(method: str, left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, method, lambda *_, **__: None)
    with pytest.raises(EyechartError, match=f"Kind of sign 'menu': its paint leaves out {left_out}"):
        eyechart.dataset("signs", seed=8, kinds=["menu"])[0]


def test_every_kind_is_drawn_by_default_or_named_beyond_the_presets() -> None:
    assert (*SignSettings().kinds, *FAMILY.beyond["kinds"]) == tuple(KINDS)


def test_the_twelve_kinds_take_their_turns_in_the_order_of_version_1() -> None:
    assert SignSettings().kinds[:12] == (
        *("street", "road", "houses", "posters", "menu", "books"),
        *("products", "buses", "notices", "departures", "market", "directory"),
    )


def test_an_unknown_kind_is_refused_with_the_one_that_was_meant() -> None:
    with pytest.raises(EyechartError, match="No kind of sign 'meny'. Did you mean 'menu'?"):
        settings_for(FAMILY, None, {"kinds": ["meny"]})


def said(kind: Kind, **changes: object) -> Kind:
    """With other words in English."""
    return replace(kind, words=kind.words | {"en": replace(kind.words["en"], **changes)})


@pytest.mark.parametrize(
    ("kind", "problem"),
    [
        (replace(MENU, words={"en": MENU.words["en"]}), "needs words in en, zh.*look at 'zh'"),
        (replace(MENU, roles=("dish", "price", "weight")), "look at 'weight' in heads"),
        (replace(MENU, asked=("dish",)), "an order names dish, but its roles are dish, price"),
        (replace(MENU, heading=("name", "price")), "role 'price' is an entry's and the whole place's"),
        (replace(MENU, coloured=True), "speak of colours"),
        (replace(MENU, measures={}), "look at 'price' in least and most"),
        (said(MENU, most={}), "'en' do not fit its roles: look at 'price' in least and most"),
        (said(MENU, by={"dish": "“{v}”"}), "'en' do not fit its roles: look at 'price' in by"),
        (said(MENU, labels={"label price": "Price"}), "'zh' do not fit its roles: look at 'label price' in labels"),
    ],
)
def test_a_kind_whose_words_do_not_fit_is_refused(kind: Kind, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds.menu, "KIND", kind)  # type: ignore[attr-defined]
    with pytest.raises(EyechartError, match=f"Kind of sign 'menu': .*{problem}"):
        kinds.find()


def test_a_role_means_one_thing_whichever_kinds_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "menu", said(MENU, texts={"dish": "{flavour} {fare}", "town": "{fare}"}))
    with pytest.raises(EyechartError, match="'menu' says what a text of role 'town' is, which is said already"):
        words._texts("en")
    monkeypatch.setitem(KINDS, "menu", said(MENU, texts={}))
    with pytest.raises(EyechartError, match="'menu' does not say what a text of role 'dish' is in 'en'"):
        words._texts("en")
    monkeypatch.setitem(KINDS, "menu", replace(MENU, measures={"price": CLOCK}))
    with pytest.raises(EyechartError, match="measures role 'price' as no other kind does"):
        words._measures()


# ---- languages


def test_a_language_that_comes_later_brings_words_for_every_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    brought = {name: kind.words["en"] for name, kind in KINDS.items()}
    file = msgspec.json.encode(replace(LANGUAGES["en"], kinds=brought))
    monkeypatch.setitem(LANGUAGES, "de", msgspec.json.decode(file, type=Language))
    assert all(kind.words["de"] == kind.words["en"] for kind in kinds.find().values())


def test_a_language_that_says_again_what_a_kind_says_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    again = replace(LANGUAGES["zh"], kinds={"menu": MENU.words["zh"]})
    monkeypatch.setitem(LANGUAGES, "zh", again)
    with pytest.raises(EyechartError, match="'menu' has words in 'zh' of its own and in the language's file"):
        kinds.find()


def test_every_language_has_a_word_for_what_a_text_means() -> None:
    for role in ("goods", "fruit", "food", "subject"):
        tables = [language.texts[role] for language in LANGUAGES.values()]
        assert all(isinstance(table, dict) and list(table) == list(tables[0]) for table in tables)


# ---- patterns

LEXICON = {"fox": "Fox Vixen", "hall": "Hall Club"}


def made(pattern: str | tuple[str, ...], count: int = 200) -> set[str]:
    make, rng = makers({"it": pattern, "den": "Den of {fox}"}, LEXICON)["it"], Rng(3)
    return {make(rng)[0] for _ in range(count)}


@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        ("{fox}", {"Fox", "Vixen"}),
        ("{fox & fox}", {"Fox & Vixen", "Vixen & Fox"}),
        ("The {den}!", {"The Den of Fox!", "The Den of Vixen!"}),
        ("{2-4} km", {"2 km", "3 km", "4 km"}),
        ("{09-11}", {"09", "10", "11"}),
        ("{|X}{1-1}", {"1", "X1"}),
        (("{fox}", "{hall}"), {"Fox", "Vixen", "Hall", "Club"}),
        (("100% {fox}", "0% {hall}"), {"Fox", "Vixen"}),
    ],
)
def test_a_pattern_gives_what_it_says(pattern: str | tuple[str, ...], texts: set[str]) -> None:
    assert made(pattern) == texts


def test_a_hash_is_a_digit() -> None:
    assert made("#", 400) == set("0123456789")


def test_what_is_marked_is_drawn_last() -> None:
    for seed in range(20):
        marked, plain = Rng(seed), Rng(seed)
        number, letter = makers({"it": "{1-9!} {fox}"}, LEXICON)["it"](marked)[0].split()
        assert (letter, number) == tuple(makers({"it": "{fox} {1-9}"}, LEXICON)["it"](plain)[0].split())


def test_a_word_with_a_meaning_keeps_it() -> None:
    make = makers({"goods": {"tea": Meant("Tea & Teapots", "tea")}}, {})["goods"]
    assert make(Rng(1)) == ("Tea & Teapots", "tea")


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({"it": "{fix}"}, "No list of words or text 'fix'. Did you mean 'fox'?"),
        ({"it": ("70% {fox}", "{hall}")}, "shares that make 100 %, or none"),
        ({"it": ("70% {fox}", "20% {hall}")}, "shares that make 100 %, or none"),
        ({"fox": "Fox"}, "'fox' is both a text and a list of words"),
    ],
)
def test_a_pattern_that_makes_no_sense_is_refused(texts: dict[str, str], problem: str) -> None:
    with pytest.raises(EyechartError, match=problem):
        makers(texts, LEXICON)
