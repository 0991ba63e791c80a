"""What a matrix is: sixteen panels, each with what it shows, and the rule that was meant."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from eyechart.core import Settings
from eyechart.errors import EyechartError
from eyechart.families.matrices.elements import KINDS, Kind, Subject
from eyechart.families.matrices.regimes import Regime, asked
from eyechart.families.matrices.rules import RELATIONS, Relation

LETTERS = "ABCDEFGH"


class MatrixSettings(Settings, frozen=True, kw_only=True):
    """Defaults are the preset `exam`."""

    regime: Regime = "neutral"
    kinds: tuple[Kind, ...] = KINDS
    relations: tuple[Relation, ...] = RELATIONS
    size: Annotated[int, Meta(ge=96, le=512)] = 128  # pixels, of a panel's side
    # Interpolation and extrapolation have five counts, and no eight different candidates. Without this there are five
    # (four for Or, whose other operand is never one); with it eight, wrong ones from all ten counts, which gives away
    # that a count of the other half is never right.
    all_counts: bool = False

    def check(self) -> None:
        for split in ("train", "val", "test"):
            if not any(asked(self.regime, split, kind, self.relations) for kind in self.kinds):
                raise EyechartError(
                    f"Settings kinds={','.join(self.kinds)} and relations={','.join(self.relations)} leave nothing to "
                    f"ask in split {split} of regime {self.regime}."
                )


PAPER = {"all_counts": True}


class Matrix(Struct, frozen=True):
    """Panels are property -> value. Rule and answer are what was meant: the programs find them anew."""

    subject: Subject
    regime: Regime
    relation: Relation
    property: str
    context: tuple[dict[str, str], ...]  # eight, row by row
    candidates: tuple[dict[str, str], ...]
    answer: int
