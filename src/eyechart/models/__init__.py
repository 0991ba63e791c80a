"""Who sits the exam. `make("chance")`, `make("recorded:predictions.jsonl")`: a name, and what it takes after a colon."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING

from eyechart import registry
from eyechart.core import Model
from eyechart.errors import EyechartError

if TYPE_CHECKING:
    from eyechart.asking import Asking


def make(spec: str, asking: Asking | None = None) -> Model:
    """The model of a name; `asking` goes to those that are talked to."""
    name, colon, argument = spec.partition(":")
    kind = registry.get("models", name)
    takes = list(signature(kind).parameters)
    if takes and not argument:
        raise EyechartError(f"Model '{name}' needs its {takes[0]}: type {name}:{takes[0].upper()}.")
    if not takes and colon:
        raise EyechartError(f"Model '{name}' takes nothing after the colon, and got '{argument}'.")
    talked_to = {"asking": asking} if "asking" in takes else {}
    model: Model = kind(argument, **talked_to) if takes else kind()
    return model
