"""Everyday things: what they are called, their kind and size, where they are found, which icons show them.

One text file per kind stands beside this one, a line per concept, written by us; what a language calls them stands in
`names/CODE.txt`. A family that wants other columns adds them there; nothing here knows about a family.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError, unknown
from eyechart.knowledge.words import check_said, nouns_in
from eyechart.phrasing import Noun

HERE = Path(__file__).parent
NAMES = HERE / "names"


class Concept(Struct, frozen=True):
    """A thing a child can name. Sizes are typical and rough: good for "which is heavier", not for physics."""

    name: str  # its id: English, singular
    noun: Noun
    kind: str  # the file it stands in: animal, food, vehicle, …
    length: float | None  # centimetres along its longest side; None for what has no one size: a rainbow, a rock
    weight: float | None  # kilograms
    places: tuple[str, ...]
    emoji: tuple[str, ...]  # code points, as packs name their files: "1f43b-200d-2744-fe0f"; none: a family draws it


@cache
def concepts() -> dict[str, Concept]:
    """Every concept by name, in the order of the files."""
    written: dict[str, tuple[str, list[str]]] = {}  # name -> kind, the other columns
    for file in sorted(HERE.glob("*.txt")):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            if line and not line.startswith("#"):
                name, *cells = [cell.strip() for cell in line.split("|")]
                if len(cells) != 3:
                    place = f"{file.name}, line {number}"
                    raise EyechartError(f"{place}: expected 4 columns divided by '|', found {len(cells) + 1}.")
                if name in written:
                    raise EyechartError(f"{file.name}, line {number}: '{name}' stands in {written[name][0]} too.")
                written[name] = (file.stem, cells)
    nouns = nouns_in(NAMES, written)
    return {name: _concept(name, nouns[name], kind, *cells) for name, (kind, cells) in written.items()}


def check_named(language: str) -> None:
    """Whether every concept has a name in a language; an error says which file lacks which."""
    check_said(NAMES, language, {name: c.noun.forms for name, c in concepts().items()})


@cache
def pictured() -> tuple[Concept, ...]:
    """The concepts that an icon shows, in the order of the files."""
    return tuple(c for c in concepts().values() if c.emoji)


def concept(name: str) -> Concept:
    if name not in concepts():
        raise unknown("concept", name, concepts())
    return concepts()[name]


@cache
def of_kind(*kinds: str) -> tuple[Concept, ...]:
    """The concepts of some kinds, in the order of the files."""
    return tuple(c for c in concepts().values() if c.kind in kinds)


@cache
def _groups() -> dict[str, frozenset[int]]:
    """Concept -> the numbers of the groups of look-alikes it stands in."""
    found: dict[str, set[int]] = {}
    lines = (HERE / "alike.groups").read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        if line and not line.startswith("#"):
            for name in line.split(","):
                found.setdefault(concept(name.strip()).name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


@cache
def alike(one: str, other: str) -> bool:
    """Whether one concept might be taken for the other, or called by its name."""
    groups = _groups()
    return one == other or not groups.get(one, frozenset()).isdisjoint(groups.get(other, frozenset()))


@cache
def wrong_drawings() -> frozenset[str]:
    """`pack:code` of drawings that were looked at and found to show something else."""
    lines = (HERE / "wrong.drawings").read_text("utf-8").splitlines()
    rows = [line.split("|") for line in lines if line and not line.startswith("#")]
    return frozenset(f"{pack.strip()}:{code_points(emoji)}" for pack, codes in rows for emoji in codes.split())


def _concept(name: str, noun: Noun, kind: str, sizes: str, places: str, drawings: str) -> Concept:
    return Concept(
        name,
        noun,
        kind,
        _amount(sizes, "cm"),
        _amount(sizes, "kg"),
        tuple([word.strip() for word in places.split(",")]),
        tuple([code_points(emoji) for emoji in drawings.split()]),
    )


def _amount(sizes: str, unit: str) -> float | None:
    for word in sizes.split():
        if word.endswith(unit):
            return float(word.removesuffix(unit))
    return None


def code_points(emoji: str) -> str:
    """How emoji packs name a drawing: code points in hex; the variation selector only inside a joined sequence."""
    keep = "\u200d" in emoji
    return "-".join(f"{ord(char):x}" for char in emoji if keep or char != "\ufe0f")
