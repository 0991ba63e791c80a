"""A text for a role, made up on the spot; and which texts training and test may share.

Every string has a side, by its hash: shared, training's own or the test's own. Training draws from the vocabulary that is
shared (a fixed number of words a role) and from its own side, the test from the same vocabulary and from its own: so how much
of the test's answers occurs in training is a setting, and at 0 not one does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from eyechart.errors import EyechartError
from eyechart.families.signs import lexicon as lx
from eyechart.families.signs.scene import Language, SignSettings, Text
from eyechart.seeding import Rng, rng_for

Side = Literal["shared", "train", "test"]
Maker = Callable[[Rng], str]


def side(words: str) -> Side:
    """Four strings in ten are shared, three are training's own, three the test's own."""
    mark = blake2b(words.encode(), digest_size=2).digest()
    part = (mark[0] * 256 + mark[1]) % 10
    return "shared" if part < 4 else "train" if part < 7 else "test"


# ---- makers: one per role and language


def _digits(rng: Rng, count: int) -> str:
    return "".join([str(rng.integer(0, 9)) for _ in range(count)])


def _join(rng: Rng, *parts: tuple[str, ...], by: str = "") -> str:
    return by.join([rng.choice(part) for part in parts])


def _shop(rng: Rng) -> str:
    form = rng.integer(0, 3)
    if form == 0:
        return _join(rng, lx.QUALITIES, lx.THINGS, by=" ")
    if form == 1:
        return "The " + _join(rng, lx.QUALITIES, lx.THINGS, by=" ")
    if form == 2:
        return " & ".join(rng.sample(lx.SURNAMES, 2))
    return rng.choice(lx.SURNAMES) + "'s" if rng.coin() else _brand(rng)


def _brand(rng: Rng) -> str:
    return _join(rng, lx.BRAND_HEADS, lx.BRAND_TAILS)


def _town(rng: Rng) -> str:
    return _join(rng, lx.TOWN_HEADS, lx.TOWN_TAILS)


def _town_zh(rng: Rng) -> str:
    return _join(rng, lx.TOWN_HEADS_ZH, lx.TOWN_TAILS_ZH)


def _person(rng: Rng) -> str:
    return _join(rng, lx.FIRST_NAMES, lx.SURNAMES, by=" ") if rng.coin(0.7) else "Mr " + rng.choice(lx.SURNAMES)


def _person_zh(rng: Rng) -> str:
    if rng.coin(0.25):
        return rng.choice(lx.SURNAMES_ZH) + rng.choice(("先生", "女士", "老师", "师傅"))
    return _join(rng, lx.SURNAMES_ZH, lx.GIVEN_ZH)


def _book(rng: Rng) -> str:
    form = rng.integer(0, 2)
    if form == 0:
        return _join(rng, lx.QUALITIES, lx.STORIES, by=" ")
    if form == 1:
        return "The " + rng.choice(lx.STORIES) + " of " + _town(rng)
    return " and ".join(rng.sample(lx.STORIES, 2))


def _book_zh(rng: Rng) -> str:
    return _join(rng, lx.STORY_HEADS_ZH, ("的", "与", "里的"), lx.STORY_TAILS_ZH)


def _event(rng: Rng) -> str:
    return _join(rng, lx.EVENT_HEADS, lx.EVENT_TAILS, by=" ")


def _date(rng: Rng) -> str:
    return f"{rng.integer(1, 28)} {rng.choice(lx.MONTHS)}"


def _date_zh(rng: Rng) -> str:
    return f"{rng.integer(1, 12)}月{rng.integer(1, 28)}日"


def _cents(rng: Rng, low: int, high: int) -> str:
    return f"{rng.integer(low, high)}.{rng.choice(('00', '20', '40', '50', '60', '75', '80', '95'))}"


def _plate(rng: Rng) -> str:
    letters = "".join([rng.choice(lx.LETTERS) for _ in range(5)])
    return f"{letters[:2]}{rng.integer(11, 98)} {letters[2:]}"


def _plate_zh(rng: Rng) -> str:
    return (
        rng.choice(lx.PROVINCES)
        + rng.choice(lx.LETTERS)
        + "".join([rng.choice("23456789" + lx.LETTERS) for _ in range(5)])
    )


def _company(rng: Rng) -> str:
    return f"{rng.choice(lx.SURNAMES)} {rng.choice(lx.FIRMS)}" if rng.coin(0.7) else _brand(rng)


def _pair(english: Maker, chinese: Maker) -> dict[str, Maker]:
    return {"en": english, "zh": chinese}


def _same(maker: Maker) -> dict[str, Maker]:
    return {"en": maker, "zh": maker}


MAKERS: dict[str, dict[str, Maker]] = {
    "name": _pair(_shop, lambda r: _join(r, lx.SHOP_HEADS, lx.SHOP_TAILS)),
    "phone": _pair(lambda r: f"555-{_digits(r, 4)}", lambda r: f"{r.integer(2, 8)}{_digits(r, 7)}"),
    "number": _pair(lambda r: str(r.integer(2, 499)), lambda r: f"{r.integer(2, 499)}号"),
    "resident": _pair(lambda r: r.choice(lx.SURNAMES) if r.coin() else _person(r), _person_zh),
    "street": _pair(
        lambda r: _join(r, lx.STREET_HEADS, lx.STREET_TAILS, by=" "), lambda r: _join(r, lx.STREET_HEADS_ZH, lx.STREET_TAILS_ZH)
    ),
    "town": _pair(_town, _town_zh),
    "distance": _pair(lambda r: f"{r.integer(2, 290)} km", lambda r: f"{r.integer(2, 290)}公里"),
    "event": _pair(_event, lambda r: _join(r, lx.EVENT_HEADS_ZH, lx.EVENT_TAILS_ZH)),
    "date": _pair(_date, _date_zh),
    "venue": _pair(
        lambda r: f"{_town(r)} {r.choice(lx.HALLS)}", lambda r: _join(r, lx.STREET_HEADS_ZH, lx.HALLS_ZH)
    ),
    "ticket": _pair(lambda r: f"£{r.integer(4, 60)}", lambda r: f"{r.integer(10, 280)}元"),
    "dish": _pair(lambda r: _join(r, lx.FLAVOURS, lx.DISHES, by=" "), lambda r: _join(r, lx.FLAVOURS_ZH, lx.DISHES_ZH)),
    "price": _pair(lambda r: f"£{_cents(r, 2, 29)}", lambda r: f"{r.integer(6, 198)}元"),
    "book": _pair(_book, _book_zh),
    "author": _pair(lambda r: _join(r, lx.FIRST_NAMES, lx.SURNAMES, by=" "), lambda r: _join(r, lx.SURNAMES_ZH, lx.GIVEN_ZH)),
    "press": _pair(
        lambda r: f"{r.choice(lx.THINGS)} {r.choice(lx.PRESSES)}", lambda r: _join(r, lx.SHOP_HEADS, lx.PRESSES_ZH)
    ),
    "brand": _pair(_brand, lambda r: _join(r, lx.BRAND_HEADS_ZH, lx.BRAND_TAILS_ZH)),
    "weight": _pair(lambda r: f"{r.integer(15, 99) * 10} g", lambda r: f"{r.integer(15, 99) * 10}克"),
    "route": _pair(
        lambda r: r.choice(("", "", "X", "N", "K")) + str(r.integer(2, 299)), lambda r: f"{r.integer(2, 599)}路"
    ),
    "stop": _pair(
        lambda r: f"{_town(r)} {r.choice(('Station', 'Square', 'Market', 'Park'))}" if r.coin(0.6) else _town(r),
        lambda r: _town_zh(r) + r.choice(("站", "广场", "公园", "码头", "新村")),
    ),
    "plate": _pair(_plate, _plate_zh),
    "contact": _pair(_person, _person_zh),
    "time": _same(lambda r: f"{r.integer(5, 23):02d}:{r.integer(0, 59):02d}"),
    "train": _pair(lambda r: f"{r.choice('RXKT')}{r.integer(100, 989)}", lambda r: f"{r.choice('GDKZ')}{r.integer(11, 8999)}"),
    "gate": _same(lambda r: f"{r.choice('ABCDEF')}{r.integer(1, 39)}"),
    "origin": _pair(_town, _town_zh),
    "company": _pair(_company, lambda r: _join(r, lx.BRAND_HEADS_ZH, lx.BRAND_TAILS_ZH, lx.FIRMS_ZH)),
    "room": _pair(lambda r: str(r.integer(101, 989)), lambda r: f"{r.integer(101, 989)}室"),
    "road": _pair(lambda r: f"{r.choice('AB')}{r.integer(10, 999)}", lambda r: f"{r.choice('GS')}{r.integer(10, 999)}"),
}  # fmt: skip


def _make(role: str, language: Language, rng: Rng) -> tuple[str, str]:
    """Words and their concept."""
    table = lx.CONCEPTS.get(role)
    if table is None:
        return MAKERS[role][language](rng), ""
    concept = rng.choice(list(table))
    return table[concept][0 if language == "en" else 1], concept


# ---- vocabulary


@lru_cache(maxsize=512)
def vocabulary(role: str, language: Language, size: int) -> tuple[tuple[str, str], ...]:
    """The first `size` shared words of a role, each once: the same for everyone."""
    rng, found = rng_for("signs", "vocabulary", role, language), dict[str, str]()
    for _ in range(60 * size):
        words, concept = _make(role, language, rng)
        if side(words) == "shared":
            found.setdefault(words, concept)
            if len(found) == size:
                break
    return tuple(found.items())


def text(role: str, language: Language, taken: list[Text], rng: Rng, settings: SignSettings, split: str) -> Text:
    """A text that no other of its role equals, in words or in amount."""
    own: Side = "test" if split == "test" else "train"
    overlap = settings.overlap_en if language == "en" else settings.overlap_zh
    share = settings.common if own == "train" else overlap
    shared = rng.coin(share)
    for _ in range(400):
        if shared:
            words, concept = rng.choice(vocabulary(role, language, settings.vocabulary))
        else:
            words, concept = _make(role, language, rng)
            if side(words) != own:
                continue
        if all(_differ(other, role, words, concept) for other in taken):
            return Text(role, words, language, concept)
        shared = shared and rng.coin(0.9)  # a small vocabulary may be used up
    raise EyechartError(f"Vocabulary of {role} ({language}) is too small: raise vocabulary={settings.vocabulary}.")


def _differ(other: Text, role: str, words: str, concept: str) -> bool:
    if other.words == words:
        return False
    if other.role != role:
        return True
    if not re.search(r"\d", words) and (words in other.words or other.words in words):
        return False  # one name inside another would make "the train to …" fit both
    mine, its = amount(role, words), amount(role, other.words)
    return not (concept and concept == other.concept) and (mine is None or mine != its)


# ---- what a text amounts to

MEASURED = frozenset(("number", "distance", "date", "ticket", "price", "weight", "time", "room"))


def amount(role: str, words: str) -> float | None:
    """The number that a text states, so that texts of one role can be put in order; None for names."""
    if role not in MEASURED:
        return None
    numbers = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", words)]
    if role == "time":
        return numbers[0] * 60 + numbers[1]
    if role == "date":
        if len(numbers) == 2:
            return numbers[0] * 31 + numbers[1]
        return (lx.MONTHS.index(words.split()[1]) + 1) * 31 + numbers[0]
    return numbers[0]
