"""What a signs page must not give away: where the answer stands, how large it is, what its siblings ask."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

import pytest
from msgspec.structs import replace

from eyechart import registry
from eyechart.core import Drawing, Page, Picture, Question
from eyechart.families.signs.draw import painting
from eyechart.families.signs.references import REFERENCES
from eyechart.families.signs.scene import Place
from eyechart.families.signs.views import given_away, told
from eyechart.families.signs.words import plain
from eyechart.page import page
from eyechart.settings import settings_for

FAMILY = registry.get("families", "signs")
MOVES = ("neighbour", "compare, neighbour")

pytestmark = pytest.mark.slow  # 1,200 pages are sampled for all of them


def unpainted(place: Place, *_: object) -> Drawing:
    where = {id: (shape,) for id, shape in painting(place).where.items()}
    return Drawing((Picture(b"", place.width, place.height),), where | {"place": ((0.0, 0.0, 1.0, 1.0),)})


@cache
def pages() -> tuple[Page, ...]:
    """Without pixels, which nothing here looks at."""
    family = replace(FAMILY, draw=unpainted)
    return tuple(page(family, settings_for(family), "train", 61, index) for index in range(1_200))


def entries(q: Question) -> int:
    assert q.scene is not None
    return sum("/" not in thing.id for thing in q.scene.things if thing.id.startswith("entry:"))


def place(q: Question) -> int:
    """Of the answer's entry in its row."""
    assert q.evidence is not None
    return int(q.evidence.regions[0].things[0].removeprefix("entry:").partition("/")[0])


def uneven(places: Counter[int], fair: list[int]) -> float:
    """Chi-square over its degrees of freedom: about 1 if each of the fair places is as likely as the others."""
    expected = sum(places.values()) / len(fair)
    assert set(places) <= set(fair)
    return sum((places[i] - expected) ** 2 / expected for i in fair) / max(len(fair) - 1, 1)


def of_entries() -> list[Question]:
    return [q for one in pages() for q in one.questions if q.facets["reasoning"] != "heading"]


@pytest.mark.parametrize("reasoning", sorted({how.reasoning for ways in REFERENCES.values() for how in ways}))
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_each_place_holds_the_answer_equally_often_given_the_kind_of_reference(reasoning: str, count: int) -> None:
    found = Counter(place(q) for q in of_entries() if q.facets["reasoning"] == reasoning and entries(q) == count)
    if found:  # entries that stand one below the other have no colour
        assert uneven(found, list(range(count))) < 4


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_each_place_that_the_words_leave_holds_the_answer_equally_often(count: int) -> None:
    left = {
        ("neighbour", 1): list(range(1, count)),
        ("neighbour", -1): list(range(count - 1)),
        ("opposite", None): [0, count - 1],
    }
    found: dict[tuple[str, int | None], Counter[int]] = defaultdict(Counter)
    for q in of_entries():
        if q.facets["reasoning"] in MOVES and entries(q) == count:
            assert q.program is not None
            step = q.program.steps[2]
            found[step.function, next(iter(step.arguments), None)][place(q)] += 1
    assert found.keys() == left.keys()
    for move, fair in left.items():
        assert uneven(found[move], fair) < 5


def test_no_question_holds_a_text_of_a_role_that_its_page_asks_for() -> None:
    for one in pages():
        asked = {q.facets["role"] for q in one.questions}
        texts = [thing.name for thing in one.scene.things if thing.attributes.get("role") in asked]
        for q in one.questions:
            assert not [text for text in texts if plain(text) in plain(q.text)]


def test_no_question_goes_by_a_role_that_its_page_asks_for() -> None:
    for one in pages():
        asked = {q.facets["role"] for q in one.questions}
        for q in one.questions:
            assert q.program is not None
            gone_by = [s.arguments[0] for s in q.program.steps if s.function in ("reading", "about", "least", "most")]
            assert asked.isdisjoint(gone_by)


def by_sight(q: Question) -> bool:
    assert q.program is not None
    return any(step.function in ("nth", "coloured") for step in q.program.steps)


def test_no_text_is_asked_for_twice_by_sight_or_twice_by_reading() -> None:
    for one in pages():
        asked = [(q.evidence.regions[0].things, by_sight(q)) for q in one.questions if q.evidence]
        assert len(set(asked)) == len(asked)


def test_what_is_told_by_sight_does_not_rule_out_what_is_told_by_reading() -> None:
    """Of three texts, a third are those that a sibling asks for by number or colour."""
    same = list[bool]()
    for one in pages():
        for q in one.questions:
            seen = {place(o) for o in one.questions if o.template == q.template and o is not q and by_sight(o)}
            if len(seen) == 1 and not by_sight(q) and entries(q) == 3 and q.facets["reasoning"] != "heading":
                same.append(place(q) in seen)
    assert len(same) > 150
    assert abs(sum(same) / len(same) - 1 / 3) < 0.1


def test_a_page_has_as_many_questions_as_the_settings_say() -> None:
    counts = Counter(len(one.questions) for one in pages())
    assert counts.keys() == {2, 3, 4}
    assert 2.9 < sum(n * times for n, times in counts.items()) / len(pages()) < 3.1


def test_difficulty_is_the_same_for_all_texts_of_a_role() -> None:
    for one in pages():
        by_template: dict[str, set[float | None]] = defaultdict(set)
        for q in one.questions:
            by_template[q.template].add(q.difficulty)
        assert all(len(some) == 1 for some in by_template.values())


# ---- the views of the audit see it where it is


def posed(id: str, words: str) -> Question:
    """A question for the price of a dish, in other words."""
    q = next(q for one in pages() for q in one.questions if q.template == "menu: price")
    return replace(q, id=id, text=words)


def rivals(q: Question) -> list[str]:
    assert q.scene is not None
    return [thing.name for thing in q.scene.things if thing.attributes.get("role") == q.facets["role"]]


def test_a_sibling_that_quotes_the_answer_is_seen() -> None:
    q = posed("a", "How much is the first dish from the top?")
    sibling = posed("b", f"What is the dish that costs {q.answers[0]}?")
    assert given_away([q, sibling])["a"] == q.answers[0]
    assert given_away([q, replace(sibling, text="What is the first dish from the top?")])["a"] == ""


def test_siblings_that_name_all_but_the_answer_are_seen() -> None:
    q = posed("a", "How much is it?")
    others = [text for text in rivals(q) if text != q.answers[0]]
    sibling = posed("b", f"How much is it, if not {' or '.join(others)}?")
    assert given_away([replace(q, text=sibling.text), sibling])["a"] == q.answers[0]


def test_words_leave_one_place_less_beside_another_and_two_at_the_ends() -> None:
    for q in of_entries():
        sight = told(q)
        assert q.program is not None
        moved = {step.function for step in q.program.steps}
        if "nth" in moved:
            assert sight is None
        else:
            assert sight is not None
            assert sight.prior == 1 / (2 if "opposite" in moved else entries(q) - ("neighbour" in moved))


def test_what_a_question_quotes_is_not_shown_to_the_probe() -> None:
    for q in of_entries():
        sight = told(q)
        assert q.program is not None
        for step in q.program.steps:
            if sight is not None and step.function == "reading":
                assert step.arguments[1] not in sight.text
