"""The record that is a network: what it is told before it is built, what it takes, what it says, how it is trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from eyechart.core import Settings
from eyechart.errors import EyechartError, unknown
from eyechart.settings import settings_from

Tensor = Any  # torch's; this module is read where torch is not
NEVER = -1e4  # a score that loses to any other, in half precision too
Share = Annotated[float, Meta(ge=0, le=1)]
Size = Annotated[int, Meta(ge=1, le=4096)]
Times = Annotated[int, Meta(ge=0)]
Weight = Annotated[float, Meta(ge=0)]
Optimiser = Literal["adam", "adamax", "adadelta"]


class Facts(Struct, frozen=True, kw_only=True):
    """What is known of the training data before anything is learnt from them: a network is built to fit it."""

    words: tuple[str, ...] = ()  # of the questions
    answers: tuple[str, ...] = ()  # that were right at least once, or could be chosen
    labels: tuple[tuple[str, str], ...] = ()  # that evidence carries: ("relation", "and"), …
    traits: tuple[tuple[str, str], ...] = ()  # of single panels: ("colour", "red"), …
    languages: tuple[str, ...] = ()  # of the questions
    context: int = 0  # pictures of a question, where they are as many in each
    choices: int = 0  # pictures to choose from
    often: tuple[int, ...] = ()  # how often each of the answers was right
    blanks: tuple[str, ...] = ()  # answers of questions that offer none to choose from
    tasks: tuple[
        int, ...
    ] = ()  # which of choosing a picture, choosing a text and filling a blank (tasks.py) are asked for
    offered: int = 0  # choices of the question that has most
    features: tuple[int, int, int] = (0, 0, 0)  # channels, rows and columns that the extractor gives
    a_page: float = 1.0  # questions, on average
    nowhere: tuple[
        str, ...
    ] = ()  # answers that nothing on a picture ever was evidence for: who gives one points at nothing


class NetworkSettings(Settings, frozen=True, kw_only=True):
    """How any network is trained. Its own settings add how it is built."""

    optimiser: Optimiser = "adam"
    learning_rate: Annotated[float, Meta(gt=0)] = 0.00025
    warm_up: Times = 0  # updates in which the rate grows from nothing
    batch: Size = 64  # questions, on average, where whole pages are taken
    together: Times = 0  # questions of a page in one batch, which share what is computed of its picture; 0: all of them
    parallel: Size = 1  # batches whose gradients are averaged for one update, in one process or in several
    steps: Annotated[int, Meta(ge=1, le=10**9)] = 10_000  # updates at most
    every: Size = 1  # updates between two looks at the validation set
    validation: Times = 0  # questions of each such look; 0: the whole set
    average: Share = 0.0  # decay of the moving average of these looks; 0: each look stands for itself
    first_stop: Times = 0  # the update from which on the best network is kept
    patience: Times = 0  # looks without a better one that end the training; 0: it goes on
    workers: Times = 0  # processes that prepare batches; 0: none, it is done between updates


class AttendingSettings(NetworkSettings, frozen=True, kw_only=True):
    """Of a network that exposes where it looks."""

    attention: Weight = 0.0  # of l_att in the loss; 0: nobody tells it where to look


class Attention(NamedTuple):
    """Where a network looked, and what that is to count in its loss (l_att, see attending.py)."""

    scores: Tensor  # questions × places, before the softmax; NEVER where a question has no such place
    places: Tensor | tuple[int, int]  # boxes, questions × places × 4, by the longer side; or rows and columns of a grid
    weight: float = 0.0  # the setting `attention`


class Said(NamedTuple):
    """What a network gives for a batch."""

    scores: Tensor  # questions × answers
    labels: Tensor | None = None  # questions × labels, where there is an auxiliary objective
    attention: Attention | None = None  # where it looked, if it attends to places
    more: Tensor | None = None  # the loss of what else it is to learn
    aside: Any = None  # what it needs for its `raw`
    loss: Tensor | None = None  # of the answers, from who has another than the cross entropy of the scores


class Network(Struct, frozen=True, kw_only=True):
    """A network by its record. `build(settings, facts)` gives a torch module: batch, a mapping of tensors -> `Said`.

    A module that can say where it looked has `look(batch)`, which gives heat: questions × rows × columns. One that has something
    to say beside its answer has `raw(said, row, question)`, which gives plain data for the prediction's `raw`.
    """

    name: str
    title: str
    paper: str
    inputs: tuple[str, ...]  # by name, see inputs.py
    answers: str  # how it answers, by name, see answers.py
    settings: type[Any]
    presets: Mapping[str, Mapping[str, Any]]
    build: Callable[[Any, Facts], Any]
    survey: int = 5_000  # pages at most that words and answers are gathered from
    tells: tuple[str, ...] = ()  # settings by which its name tells one such network from another
    ranks: int = 1  # answers that its predictions name, the best first, in `raw`

    def settings_of(self, preset: str, changes: Mapping[str, Any]) -> Any:
        if preset not in self.presets:
            raise unknown(f"preset of {self.name}", preset, self.presets)
        made = settings_from(self.settings, self.name, {**self.presets[preset], **changes})
        if made.together and made.together > made.batch:
            raise EyechartError(
                f"together={made.together} questions of a page do not fit into a batch of {made.batch}."
            )
        return made
