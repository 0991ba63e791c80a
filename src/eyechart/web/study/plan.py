"""A study on disk: what was drawn, in which batches, and by which rules. Nothing in it changes once it is made.

SITE/studies/NAME/study.json   the plan
SITE/studies/NAME/dataset      the questions that are asked: a dataset, with its answers
SITE/studies/NAME/training     pages for worked examples and training: another
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.core import Page, Question
from eyechart.store.folder import Dataset, load
from eyechart.web.study.guide import Guide, Pointing, guide_of

LEAST, MOST = 1.5, 60.0
PLAN, ASKED, TRAINING = "study.json", "dataset", "training"


class Item(Struct, frozen=True, array_like=True):
    """A question by its page's number in its dataset and its own number there."""

    page: int
    k: int


class Plan(Struct, frozen=True, kw_only=True):
    """What study.json says."""

    name: str
    title: str
    family: str
    data: str  # in words: which dataset it was drawn from
    source: str  # that dataset's fingerprint
    rule: str  # how it was drawn, in words
    seed: int
    people: int = 3  # that each batch is given to
    evidence: Pointing = "none"
    least: float = LEAST  # seconds: who takes less over half of the questions did not look
    most: float = MOST  # minutes: who takes more over all of them did other things
    patience: float = 60.0  # minutes of silence after which a batch is given to somebody else
    code: str = ""  # that Prolific expects of everybody who is through; empty: each gets one of his own
    labels: dict[str, list[str]] = {}  # what evidence may be called, where that is asked: relation, kind
    batches: list[list[Item]] = []
    kinds: list[str] = []  # of each batch: the one value of `together`; empty: any
    training: dict[str, list[Item]] = {}  # by kind
    examples: dict[str, list[Item]] = {}

    @property
    def guide(self) -> Guide:
        return guide_of(self.family)

    def length(self, batch: int) -> int:
        """Questions of a batch, the planted one among them."""
        return len(self.batches[batch]) + 1

    def planted(self, batch: int) -> int:
        """The place of the planted one: in the middle."""
        return len(self.batches[batch]) // 2

    def item(self, batch: int, place: int) -> Item | None:
        """What is asked at a place; None: the planted one."""
        middle = self.planted(batch)
        return None if place == middle else self.batches[batch][place - (place > middle)]


class Opened(Struct, frozen=True):
    """A study with its pages."""

    id: int
    plan: Plan
    asked: Dataset
    training: Dataset

    def page(self, item: Item, training: bool = False) -> tuple[Page, Question]:
        page = (self.training if training else self.asked)[item.page]
        return page, page.questions[item.k]


def folder_of(home: Path, name: str) -> Path:
    return home / "studies" / name


@lru_cache(maxsize=64)
def opened(folder: Path, id: int) -> Opened:
    plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Plan)
    return Opened(id, plan, load(folder / ASKED), load(folder / TRAINING))
