"""Draw a place by lot: what is written there, and how it is seen."""

from __future__ import annotations

from functools import partial
from math import hypot

from msgspec.structs import replace

from eyechart.core import Shape
from eyechart.drawing.camera import View
from eyechart.drawing.photo import LIGHTS
from eyechart.errors import EyechartError
from eyechart.families.signs.draw import painting
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.language import LANGUAGES
from eyechart.families.signs.scene import Entry, Place, Text
from eyechart.families.signs.settings import SignSettings
from eyechart.families.signs.stage import COLOURS, heading_id, text_id
from eyechart.families.signs.words import text
from eyechart.seeding import Rng

TRIES = 120
MIXED = "mixed"  # the script of a place with several languages


def sample(rng: Rng, settings: SignSettings, split: str, index: int) -> Place:
    """Languages and kinds take turns, so that a dataset has the paper's share of each; the rest is chance."""
    asked_in, before = language_at(index, {code: LANGUAGES[code].images[split] for code in settings.languages})
    turn, of_kind = divmod(before, len(settings.kinds))
    kind = settings.kinds[of_kind]
    others = [language for language in LANGUAGES if language != asked_in]
    script = rng.weighted(
        (asked_in, MIXED, *others),
        (1 - settings.mixed - settings.other, settings.mixed, *[settings.other / len(others)] * len(others)),
    )
    count = rng.integer(*(settings.below if KINDS[kind].upright else settings.beside))
    make = partial(_place, kind, script, asked_in, turn, rng=rng, settings=settings, split=split)
    place = make(count)
    for attempt in range(TRIES):
        small = too_small(place, settings)
        if not small:
            return place
        if attempt % 8 < 7:  # other words where these came out too small
            place = _reworded(place, small, rng, settings, split)
        else:  # many long names may not fit side by side
            count = max(3, count - 1)
            place = make(count)
    raise EyechartError(
        f"{TRIES} places of kind {kind} in a row had texts too small to read. Lower text_height={settings.text_height:g}, or "
        "ask for fewer entries or a larger picture."
    )


def language_at(index: int, shares: dict[str, int]) -> tuple[str, int]:
    """The language whose turn it is at an index, and how many of its turns came before."""
    (language, share), *rest = shares.items()
    every = sum(shares.values())
    before, after = index * share // every, (index + 1) * share // every
    return (language, before) if after > before else language_at(index - before, dict(rest))


def _place(
    kind: str, script: str, asked_in: str, turn: int, count: int, rng: Rng, settings: SignSettings, split: str
) -> Place:
    record = KINDS[kind]
    languages = [_language(script, rng) for _ in range(count)]
    if script == MIXED and len(set(languages)) == 1:
        languages[rng.integer(0, count - 1)] = _next(languages[0])
    taken: list[Text] = []
    rows = []
    for language in languages:
        row = [text(role, language, taken, rng, settings, split) for role in record.roles]
        taken += row
        rows.append(tuple(row))
    colours = rng.sample(list(COLOURS), count) if record.coloured else [None] * count
    heading = []
    for role in record.heading:
        heading.append(text(role, _language(script, rng), taken, rng, settings, split))
        taken.append(heading[-1])
    main = languages[0]
    labels = [Text(role, words, main) for role, words in record.words[main].labels.items()]
    return Place(
        kind=kind,
        script=script,
        asked_in=asked_in,
        turn=turn,
        entries=tuple(map(Entry, rows, colours)),
        heading=(*heading, *labels),
        view=_view(rng, settings),
        width=settings.width,
        height=settings.height,
        margin=settings.margin,
        light=rng.integer(0, LIGHTS - 1),
        blur=rng.integer(*settings.blur),
        noise=rng.integer(*settings.noise),
        clutter=settings.clutter,
        look=rng.bits(),
    )


def _reworded(place: Place, ids: list[str], rng: Rng, settings: SignSettings, split: str) -> Place:
    """The same place with other texts of the same roles and languages at those ids."""
    taken = [t for entry in place.entries for t in entry.texts] + list(place.heading)

    def other(id: str, old: Text) -> Text:
        if id not in ids or old.role in KINDS[place.kind].words[old.language].labels:
            return old
        taken.append(text(old.role, old.language, taken, rng, settings, split))
        return taken[-1]

    entries = [
        Entry(tuple([other(text_id(i, t.role), t) for t in entry.texts]), entry.colour)
        for i, entry in enumerate(place.entries)
    ]
    heading = tuple([other(heading_id(t.role), t) for t in place.heading])
    return replace(place, entries=tuple(entries), heading=heading)


def _language(script: str, rng: Rng) -> str:
    return rng.choice(list(LANGUAGES)) if script == MIXED else script


def _next(language: str) -> str:
    languages = list(LANGUAGES)
    return languages[(languages.index(language) + 1) % len(languages)]


def _view(rng: Rng, settings: SignSettings) -> View:
    return View(
        yaw=round(rng.uniform(-settings.yaw, settings.yaw), 2),
        pitch=round(rng.uniform(-settings.pitch, settings.pitch), 2),
        roll=round(rng.uniform(-settings.roll, settings.roll), 2),
        fill=round(rng.uniform(*settings.fill), 3),
        across=round(rng.uniform(0.3, 0.7), 3),
        down=round(rng.uniform(0.3, 0.7), 3),
    )


def too_small(place: Place, settings: SignSettings) -> list[str]:
    """The texts that are not high enough, in the picture, to be read."""
    painted = painting(place)
    return [id for id in painted.texts if ink_height(painted.where[id]) < settings.text_height]


def ink_height(shape: Shape) -> float:
    """Across the baseline, at the smaller end."""
    x1, y1, x2, y2, x3, y3, x4, y4 = shape
    return min(hypot(x4 - x1, y4 - y1), hypot(x3 - x2, y3 - y2))
