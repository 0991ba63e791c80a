"""What a matrix is: sixteen panels, each with what it shows, and the rule that was meant."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from eyechart.core import Settings
from eyechart.errors import EyechartError, unknown
from eyechart.families.matrices.elements import KINDS, Kind, Subject, properties
from eyechart.families.matrices.regimes import Mix, Regime, Rule, asked
from eyechart.families.matrices.rules import RELATIONS, Relation

LETTERS = "ABCDEFGH"


class MatrixSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `exam`."""

    languages: tuple[str, ...] = ("en",)  # one is drawn for each page
    regime: Regime = "neutral"
    kinds: tuple[Kind, ...] = KINDS
    relations: tuple[Relation, ...] = RELATIONS
    properties: tuple[str, ...] = ()  # that rules are about; empty: all. The panels show the others all the same
    # Pictures that there are of what a panel shows, to be taken again and again, as V-PROM's photographs are. 0: each is drawn
    # anew. Of another split or seed they are others.
    looks: Annotated[int, Meta(ge=0)] = 0
    size: Annotated[int, Meta(ge=96, le=512)] = 128  # pixels, of a panel's side
    mix: Mix = (
        "even"  # how often each kind is asked; the paper's favours counts, so that who sees icons bets on the count
    )
    # Interpolation and extrapolation have five counts, so that candidates share some. With this there are eight different ones,
    # the wrong ones from all ten counts, which gives away that a count of the other half is never right.
    all_counts: bool = False

    def check(self) -> None:
        if not self.languages:
            raise EyechartError("Setting languages needs at least one value.")
        for name in self.properties:
            if name not in properties():
                raise unknown("property of panels", name, properties())
        for split in ("train", "val", "test"):
            if not any(self.asked(split, kind) for kind in self.kinds):
                some = f", properties={','.join(self.properties)}" if self.properties else ""
                raise EyechartError(
                    f"Settings kinds={','.join(self.kinds)}{some} and relations={','.join(self.relations)} leave nothing to "
                    f"ask in split {split} of regime {self.regime}."
                )

    def asked(self, split: str, kind: Kind) -> dict[Rule, float]:
        """What may be asked of a kind, with its share."""
        return asked(self.regime, split, kind, self.relations, self.properties)


PAPER = {"mix": "paper", "all_counts": True}
# For networks that learn on a processor in minutes. Rules are about one property of each subject: which of several it is, none of
# them learns of some ten thousand matrices. Panels recur, so that they are looked at once.
MINI = {"properties": ("shape", "material", "plant condition", "action"), "looks": 2, "size": 96}


class Matrix(Struct, frozen=True):
    """Panels are property -> value. Rule and answer are what was meant: the programs find them anew."""

    subject: Subject
    regime: Regime
    held_out: bool  # training never asks such a rule
    relation: Relation
    property: str
    context: tuple[dict[str, str], ...]  # eight, row by row
    candidates: tuple[dict[str, str], ...]
    answer: int
