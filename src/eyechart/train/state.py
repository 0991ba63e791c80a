"""How far a training is: kept on disk now and then, so that one that was killed goes on as if it had not been."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import torch

from eyechart.models.learning.folder import CURVE as SHOWN
from eyechart.store.atomic import atomic
from eyechart.store.foreign import reading
from eyechart.store.job import Job

SECONDS = 30.0  # between two checkpoints
FILE, PART = "checkpoint.pt", "checkpoint"
CURVE = pa.schema([
    ("step", pa.int64()),
    ("loss", pa.float64()),  # means since the last look
    ("training", pa.float64()),
    ("validation", pa.float64()),  # of this look
    ("average", pa.float64()),  # moving, by which the best is chosen
])  # fmt: skip


@dataclass
class State:
    """What an update depends on beside seed and data, and what is to be told at the end."""

    step: int = 0
    average: float | None = None  # of the looks at the validation set
    best: float = -1.0
    best_step: int = 0
    best_weights: Mapping[str, Any] = field(default_factory=dict)
    waited: int = 0  # looks since the best
    curve: list[tuple[int, float, float, float, float]] = field(default_factory=list)
    since: tuple[float, int, int, int] = (0.0, 0, 0, 0)  # the last look: loss, updates, right answers, answers

    def table(self) -> pa.Table:
        columns = zip(*self.curve, strict=True) if self.curve else [()] * len(CURVE)
        return pa.table([pa.array(column) for column in columns], schema=CURVE)


class Checkpoint:
    """In the room of the folder's job; written whole or not at all."""

    def __init__(self, job: Job) -> None:
        self.job, self.path = job, job.room / FILE
        self.last = time.monotonic()

    def is_due(self) -> bool:
        return time.monotonic() - self.last >= SECONDS

    def save(self, state: State, module: Any, optimiser: Any) -> None:
        self.job.record(PART, {"step": state.step})  # from now on the folder is this request's
        with atomic(self.path) as part:
            torch.save({"state": vars(state), "module": module.state_dict(), "optimiser": optimiser.state_dict()}, part)
        self.last = time.monotonic()

    def show(self, state: State) -> None:
        """The curve so far, for who looks on."""
        with atomic(self.job.room / SHOWN) as part:
            pq.write_table(state.table(), part)

    def load(self, module: Any, optimiser: Any) -> State:
        """A new beginning if there is none."""
        if not self.path.exists():
            return State()
        with reading(self.path):
            kept = torch.load(self.path, weights_only=True, map_location="cpu")
            module.load_state_dict(kept["module"])
            optimiser.load_state_dict(kept["optimiser"])
        return State(**kept["state"])

    def remove(self) -> None:
        for path in (self.path, self.job.room / SHOWN):
            path.unlink(missing_ok=True)
