"""What can be set when photographs of Visual Genome are asked about."""

from __future__ import annotations

from typing import Literal

from eyechart.knowledge.genome.cleaning import Cleaning


class GenomeSettings(Cleaning, frozen=True, kw_only=True):
    """How photographs are cleaned, what is known of them, and what is asked."""

    conceptnet: str = ""  # a conceptnet-assertions-5.x.csv or .csv.gz; empty: our facts alone
    weight: float = 1.0  # of a ConceptNet row, at least
    ours: bool = True  # our facts say what ConceptNet does not
    wordnet: str = ""  # its folder; empty: where Debian or npm put it, if they did
    unknown: Literal["doubt", "drop"] = "doubt"  # of what nothing is known: ask no fact beside it, or drop it
    questions: int = 12  # of a photograph, at most, before balancing
    balance: bool = True
    pictures: bool = True  # needed; false: read graphs alone
