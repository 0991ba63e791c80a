"""Who sits the exam: `make("chance")`, `make("recorded:said.jsonl")`, a name and what it takes after a colon."""

from __future__ import annotations

from inspect import Parameter, signature
from typing import TYPE_CHECKING

from eyechart import registry
from eyechart.core import Model
from eyechart.errors import EyechartError

if TYPE_CHECKING:
    from eyechart.talk.asking import Asking


def make(spec: str | Model, asking: Asking | None = None) -> Model:
    """The model of a name; `asking` goes to those that are talked to. One that is made already stays as it is."""
    if not isinstance(spec, str):
        return spec
    name, colon, argument = spec.partition(":")
    kind = registry.get("models", name)
    takes = signature(kind).parameters
    first = next(iter(takes.values()), None)
    if first is not None and first.default is Parameter.empty and not argument:
        raise EyechartError(f"Model '{name}' needs its {first.name}: type {name}:{first.name.upper()}.")
    if first is None and colon:
        raise EyechartError(f"Model '{name}' takes nothing after the colon, and got '{argument}'.")
    talked_to = {"asking": asking} if "asking" in takes else {}
    model: Model = kind(argument, **talked_to) if argument else kind(**talked_to)
    return model
