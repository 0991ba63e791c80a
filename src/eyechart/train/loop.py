"""The loop: seeds, batches, loss, update, looks at the validation set, the best network so far; nothing hidden elsewhere.

What an update does is a function of the seed and of its number: which batches it gets (lessons.py), and what chance does in
the network, since chance is seeded anew for each batch. So it does not matter where a training was stopped, nor how many
processes share the batches of an update.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

import torch
from msgspec import Struct

from eyechart.core import Progress
from eyechart.models.learning.inputs import Batch
from eyechart.models.learning.judging import loss_of, right, tensors
from eyechart.seeding import rng_for
from eyechart.train.lessons import Lessons, batches
from eyechart.train.machine import Machine
from eyechart.train.state import Checkpoint, State

OPTIMISERS: dict[str, Callable[..., Any]] = {
    "adam": torch.optim.Adam,
    "adamax": torch.optim.Adamax,
    "adadelta": torch.optim.Adadelta,
}
TELLING = 0.5  # seconds between two words on how it goes


class Course(Struct, frozen=True):
    """All that a training needs."""

    settings: Any
    module: Any
    lessons: Lessons
    validation: Lessons
    machine: Machine
    seed: int
    enough: Callable[[], bool]  # is it to stop before its end?


def loop(course: Course, checkpoint: Checkpoint, progress: Progress) -> State:
    """Train to the end, or until it is enough; `state.step` says which."""
    s, machine = course.settings, course.machine
    optimiser = OPTIMISERS[s.optimiser](learnt(course.module), lr=s.learning_rate)
    state = checkpoint.load(course.module, optimiser)
    pace = Pace(state.step)
    mine = (n * machine.world + machine.rank for n in count(state.step * s.parallel // machine.world))
    todo = batches(course.lessons, mine, s.workers)
    while state.step < s.steps and not (s.patience and state.waited >= s.patience):
        if machine.agreed(course.enough()):
            break
        for group in optimiser.param_groups:
            group["lr"] = s.learning_rate * min(1.0, (state.step + 1) / max(1, s.warm_up))
        update(course, optimiser, state, islice(todo, s.parallel // machine.world))
        state.step += 1
        pace.asked += s.batch * s.parallel
        if state.step % s.every == 0 or state.step == s.steps:
            look(course, state)
            if machine.is_first:
                checkpoint.show(state)
        if machine.is_first and checkpoint.is_due():
            checkpoint.save(state, course.module, optimiser)
        pace.tell(progress, state, s.steps)
    if machine.is_first:
        checkpoint.save(state, course.module, optimiser)
    pace.tell(progress, state, s.steps, now=True)
    return state


def learnt(module: Any) -> list[Any]:
    return [p for p in module.parameters() if p.requires_grad]


def update(course: Course, optimiser: Any, state: State, todo: Iterator[Batch]) -> None:
    """One step of the optimiser, along the average of the gradients of all batches that are its."""
    s, machine = course.settings, course.machine
    course.module.train()
    optimiser.zero_grad(set_to_none=True)
    loss, updates, hits, asked = state.since
    for part, arrays in enumerate(todo):
        number = state.step * s.parallel + part * machine.world + machine.rank
        torch.manual_seed(rng_for("chance", course.seed, number).bits())  # dropout
        batch = tensors(arrays, machine.device)
        with machine.precision():
            said = course.module(batch)
            cost = loss_of(said, batch) / (s.parallel // machine.world)
        cost.backward()
        loss += float(cost.detach())
        hits, asked = (a + b for a, b in zip((hits, asked), right(said, batch), strict=True))
    machine.average(course.module)
    optimiser.step()
    state.since = loss, updates + 1, hits, asked


def look(course: Course, state: State) -> None:
    """Validate; keep the weights if the moving average was never better (FigureQA: decay 0.9, from the 100th update on)."""
    s = course.settings
    accuracy = course.machine.mean(validate(course, state.step))
    state.average = accuracy if state.average is None else s.average * state.average + (1 - s.average) * accuracy
    loss, updates, hits, asked = state.since
    state.curve.append((state.step, loss / max(1, updates), hits / max(1, asked), accuracy, state.average))
    state.since = (0.0, 0, 0, 0)
    state.waited += 1
    if state.step >= min(s.first_stop, s.steps) and state.average > state.best:
        state.best, state.best_step, state.waited = state.average, state.step, 0
        state.best_weights = {name: value.detach().cpu().clone() for name, value in course.module.state_dict().items()}


def validate(course: Course, step: int) -> float:
    """The share of right answers: on the whole set, or on batches of it that are chosen by the number of the update."""
    s = course.settings
    if s.validation == 0:
        some: Iterator[Batch] = course.validation.all(s.batch)
    else:
        many = max(1, s.validation // s.batch)
        some = (course.validation[step * many + part] for part in range(many))
    course.module.eval()
    hits = asked = 0
    with torch.inference_mode():
        for arrays in some:
            batch = tensors(arrays, course.machine.device)
            with course.machine.precision():
                said = course.module(batch)
            hits, asked = (a + b for a, b in zip((hits, asked), right(said, batch), strict=True))
    return hits / max(1, asked)


class Pace:
    """Tells how it goes: loss, validation, questions a second, time left."""

    def __init__(self, step: int) -> None:
        self.first, self.began, self.told, self.asked = step, time.monotonic(), 0.0, 0

    def tell(self, progress: Progress, state: State, steps: int, now: bool = False) -> None:
        spent = time.monotonic() - self.began
        if not now and spent - self.told < TELLING:
            return
        self.told = spent
        left = (steps - state.step) * spent / max(1, state.step - self.first) / 60
        last = state.curve[-1] if state.curve else None
        how = f"loss {last[1]:.3f}, validation {last[4]:.1%}, " if last else ""
        progress(state.step, f"{how}{self.asked / max(spent, 1e-9):,.0f} questions/s, {left:,.0f} min left")
