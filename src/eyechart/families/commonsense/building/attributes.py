"""The attributes of a thing where the wish leaves them open; None where it asks for what cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eyechart.families.commonsense.catalogue import COLOURS, Entry
from eyechart.seeding import Rng

MATERIAL_OF = {"brown": "wooden", "grey": "metal"}  # a colour that tells the material, where the thing can be of it


def complete(rng: Rng, entry: Entry, asked: Mapping[str, str], dealt: Sequence[str] = ()) -> dict[str, str] | None:
    """All that can be seen of it. Colours are dealt like cards: one of those that the scene has least of."""
    for name, value in asked.items():
        if value not in entry.seen.get(name, ()):
            return None
    shown = dict(asked)
    if "material" in shown and not _dyed(shown, entry):
        return None
    if "pattern" in entry.seen and "pattern" not in shown:
        shown["pattern"] = rng.weighted(entry.seen["pattern"], (0.55, 0.15, 0.15, 0.15))
        if shown.get("colour") == "white":
            shown["pattern"] = "plain"
    if "colour" in entry.seen and "colour" not in shown:
        colours = plastics(entry) if shown.get("material") == "plastic" else entry.seen["colour"]
        options = [c for c in colours if c != "white" or shown.get("pattern", "plain") == "plain"]
        fewest = min(dealt.count(colour) for colour in options)
        shown["colour"] = rng.choice([colour for colour in options if dealt.count(colour) == fewest])
    if shown.get("colour") == "white" and shown.get("pattern", "plain") != "plain":
        return None
    if "material" in entry.seen:
        shown["material"] = _material(shown["colour"], entry)
        if asked.get("material", shown["material"]) != shown["material"]:
            return None
    if "state" in entry.seen and "state" not in shown:
        shown["state"] = rng.choice(entry.seen["state"])
    return {name: shown[name] for name in ("colour", "material", "pattern", "state", "size") if name in shown}


def _dyed(shown: dict[str, str], entry: Entry) -> bool:
    """Wood is brown and metal grey; plastic is neither, where the thing can be wooden or of metal."""
    for colour, material in MATERIAL_OF.items():
        if shown["material"] == material:
            return shown.setdefault("colour", colour) == colour
    if "colour" not in shown:
        return True
    return _material(shown["colour"], entry) == shown["material"]


def _material(colour: str, entry: Entry) -> str:
    material = MATERIAL_OF.get(colour, "plastic")
    return material if material in entry.seen["material"] else "plastic"


def plastics(entry: Entry) -> tuple[str, ...]:
    """The colours in which it is of plastic."""
    return tuple(colour for colour in COLOURS if _material(colour, entry) == "plastic")
