"""What a kind of sign is: its roles, what each language says of them, and how it is painted.

A question is a head (what is wanted: "How much is {it}?") with a reference (of which entry: "the dish below “Roast Duck”").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from eyechart.core import Need
from eyechart.drawing.camera import Box
from eyechart.errors import EyechartError
from eyechart.families.signs.language import LANGUAGES, Words
from eyechart.families.signs.measure import Measure
from eyechart.families.signs.stage import Stage


class Kind(Struct, frozen=True, kw_only=True):
    """One kind of sign. Where orders are given, draws go by them."""

    turn: int | None = None  # among the kinds of every preset; None: only where it is asked for
    entry: str  # what the scene calls an entry
    roles: tuple[str, ...]  # of each entry; the first is what it is known by
    asked: tuple[str, ...] | None = None  # the order in which roles are asked for, if it is another
    told_by: tuple[str, ...] | None = None  # the order in which references go by them, if it is another
    heading: tuple[str, ...] = ()  # roles of the texts of the whole place
    upright: bool = False  # entries stand one below the other, not side by side
    coloured: bool = False  # entries can be told apart by their colour
    measures: dict[str, Measure] = {}  # roles that state an amount
    needs: dict[str, tuple[Need, ...]] = {}  # role -> what its question cannot be answered without, if not both
    words: dict[str, Words]  # by language; one that came later has its own in its own file
    paint: Callable[[Stage], Box]  # paints the place, and gives the box of the plane that has to be in the picture

    @property
    def compared(self) -> list[str]:
        """Roles by whose least and most an entry can be told."""
        return [role for role in self.measures if all(role in words.least for words in self.words.values())]

    def in_every_language(self, name: str) -> Kind:
        """With the words that languages bring for it."""
        brought = {code: language.kinds[name] for code, language in LANGUAGES.items() if name in language.kinds}
        if twice := sorted(brought.keys() & self.words.keys()):
            raise EyechartError(
                f"Kind of sign '{name}' has words in '{twice[0]}' of its own and in the language's file."
            )
        return replace(self, words=self.words | brought)

    def problems(self) -> Iterator[str]:
        """What is missing or too much, in words."""
        if odd := sorted(self.words.keys() ^ LANGUAGES.keys()):
            yield f"it needs words in {', '.join(LANGUAGES)}, no more and no fewer: look at '{odd[0]}'"
        if both := sorted(set(self.roles) & set(self.heading)):
            yield f"role '{both[0]}' is an entry's and the whole place's: which would be asked for?"
        for order in (self.asked, self.told_by):
            if order is not None and sorted(order) != sorted(self.roles):
                yield f"an order names {', '.join(order)}, but its roles are {', '.join(self.roles)}"
        labels = {label for words in self.words.values() for label in words.labels}
        for language, words in self.words.items():
            wanted = {
                "heads": (words.heads.keys(), {*self.roles, *self.heading}),
                "by": (words.by.keys(), set(self.roles)),
                "least and most": (
                    {*words.least, *words.most},
                    words.least.keys() & words.most.keys() & self.measures.keys(),
                ),
                "labels": (words.labels.keys(), labels),
            }
            for name, (has, should) in wanted.items():
                if odd := sorted(has ^ should):
                    yield f"its words in '{language}' do not fit its roles: look at '{odd[0]}' in {name}"
            if self.coloured != (words.colour is not None):
                yield f"its words in '{language}' speak of colours exactly if it is coloured"
