"""What can be seen of things, whatever the language: facets with their values, and visual relations."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

VALUES: Mapping[str, tuple[str, ...]] = {
    "colour": (
        "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "grey",
    ),
    "material": ("wooden", "metal", "plastic"),
    "pattern": ("plain", "striped", "dotted", "checked"),
    "state": ("open", "closed", "lit", "unlit", "full", "empty", "on", "off"),
    "size": ("small", "large"),
}  # fmt: skip
FACETS = tuple(VALUES)
UNIVERSAL = (
    "colour",
    "material",
    "pattern",
)  # everything has one, whether or not the graph can say which: "What color …?"


class Ends(Struct, frozen=True):
    """What can be done from the far end of a relation, besides telling its subject by it: "the cup on the table"."""

    tells: bool = False  # the object by its subject: "the table that has the cup on it"
    asks: bool = False  # for the object: "On what is the cup?"


VISUAL_RELATIONS: Mapping[str, Ends] = {
    "on": Ends(True, True),
    "in": Ends(True, True),
    "under": Ends(True, True),
    "next to": Ends(),
    "left of": Ends(),
    "right of": Ends(),
    "behind": Ends(),
    "in front of": Ends(),
    "holding": Ends(True, True),
    "wearing": Ends(True, True),
    "sitting on": Ends(True, True),
    "hanging on": Ends(True),
    # Of photographs only.
    "riding": Ends(True, True),
    "carrying": Ends(True, True),
    "near": Ends(),
    "against": Ends(),
}
OF_PEOPLE = ("holding", "wearing", "sitting on", "riding", "carrying")  # relations that people have
