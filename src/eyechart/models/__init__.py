"""Who sits the exam. `make("chance")`, `make("recorded:predictions.jsonl")`: a name, and what it takes after a colon."""

from __future__ import annotations

from inspect import signature

from eyechart import registry
from eyechart.core import Model
from eyechart.errors import EyechartError


def make(spec: str) -> Model:
    name, colon, argument = spec.partition(":")
    kind = registry.get("models", name)
    takes = list(signature(kind).parameters)
    if takes and not argument:
        raise EyechartError(f"Model '{name}' needs its {takes[0]}: type {name}:{takes[0].upper()}.")
    if not takes and colon:
        raise EyechartError(f"Model '{name}' takes nothing after the colon, and got '{argument}'.")
    model: Model = kind(argument) if takes else kind()
    return model
