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
from eyechart.families.signs.kinds import SPECS
from eyechart.families.signs.lexicon import COLOURS
from eyechart.families.signs.scene import LANGUAGES, Entry, Kind, Language, Place, Script, SignSettings, Text
from eyechart.families.signs.stage import heading_id, text_id
from eyechart.families.signs.words import text
from eyechart.seeding import Rng

TRIES = 120
# Table 2: images with English questions, of all.
ENGLISH = {"train": (11_383, 20_757), "val": (11_383, 20_757), "test": (2_267, 4_482)}
# The columns of a departures board say what they hold; these words are read but never asked for.
LABELS: dict[Kind, dict[str, tuple[str, str]]] = {
    "departures": {
        "label time": ("Time", "时间"),
        "label stop": ("Destination", "终点站"),
        "label train": ("Train", "车次"),
        "label gate": ("Gate", "检票口"),
    }
}


def sample(rng: Rng, settings: SignSettings, split: str, index: int) -> Place:
    """Languages and kinds take turns, so that a dataset has the paper's share of each; the rest is chance."""
    english, all = ENGLISH[split]
    before, after = index * english // all, (index + 1) * english // all
    asked_in: Language = "en" if after > before else "zh"
    turn, of_kind = divmod(before if asked_in == "en" else index - before, len(settings.kinds))
    kind = settings.kinds[of_kind]
    other: Language = "zh" if asked_in == "en" else "en"
    script: Script = rng.weighted(
        (asked_in, "mixed", other), (1 - settings.mixed - settings.other, settings.mixed, settings.other)
    )
    count = rng.integer(*(settings.below if SPECS[kind].upright else settings.beside))
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


def _place(
    kind: Kind, script: Script, asked_in: Language, turn: int, count: int, rng: Rng, settings: SignSettings, split: str
) -> Place:
    spec = SPECS[kind]
    languages: list[Language] = [_language(script, rng) for _ in range(count)]
    if script == "mixed" and len(set(languages)) == 1:
        languages[rng.integer(0, count - 1)] = "zh" if languages[0] == "en" else "en"
    taken: list[Text] = []
    rows = []
    for language in languages:
        row = [text(role, language, taken, rng, settings, split) for role in spec.roles]
        taken += row
        rows.append(tuple(row))
    colours = rng.sample(list(COLOURS), count) if spec.colour else [""] * count
    heading = []
    for role in spec.heading:
        heading.append(text(role, _language(script, rng), taken, rng, settings, split))
        taken.append(heading[-1])
    main = languages[0]
    labels = [Text(role, words[main == "zh"], main) for role, words in LABELS.get(kind, {}).items()]
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
        if id not in ids or old.role.startswith("label"):
            return old
        taken.append(text(old.role, old.language, taken, rng, settings, split))
        return taken[-1]

    entries = [
        Entry(tuple([other(text_id(i, t.role), t) for t in entry.texts]), entry.colour)
        for i, entry in enumerate(place.entries)
    ]
    heading = tuple([other(heading_id(t.role), t) for t in place.heading])
    return replace(place, entries=tuple(entries), heading=heading)


def _language(script: Script, rng: Rng) -> Language:
    return rng.choice(LANGUAGES) if script == "mixed" else script


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
