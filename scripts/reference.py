"""The reference of the package from its docstrings: every public name with signature, words and example, and the nouns."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import eyechart
from eyechart.compare import Compared
from eyechart.core import Evidence, Graph, Page, Picture, Prediction, Question, Region, Thing
from eyechart.reporting.differences import Difference
from eyechart.score import Score, Scores
from eyechart.store.folder import Dataset, Manifest
from eyechart.store.run import Run

NOUNS = (
    *(Page, Question, Picture, Evidence, Region, Graph, Thing, Prediction),
    *(Dataset, Manifest, Run, Scores, Score, Compared, Difference),
)


WIDTH = 76  # of a signature on one line


def reference() -> str:
    verbs = [name for name in eyechart.__all__ if inspect.isfunction(getattr(eyechart, name))]
    classes = [getattr(eyechart, name) for name in eyechart.__all__ if name not in verbs]
    parts = [*(_function(name) for name in verbs), *(_class(one) for one in (*classes, *NOUNS))]
    return "\n".join(parts)


def _function(name: str) -> str:
    found = getattr(eyechart, name)
    return f"## {name}\n\n```python\n{_signature(f'eyechart.{name}', found)}\n```\n\n{_words(found)}"


def _signature(name: str, found: Any) -> str:
    """On one line where it fits, else a parameter a line."""
    said = inspect.signature(found)
    shown = [_parameter(one) for one in said.parameters.values()]
    kinds = [one.kind for one in said.parameters.values()]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        shown.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    line = f"{name}({', '.join(shown)}) -> {said.return_annotation}"
    if len(line) <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {one},\n" for one in shown) + f") -> {said.return_annotation}"


def _parameter(one: inspect.Parameter) -> str:
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(one.kind, "")
    named = f"{stars}{one.name}" + (f": {one.annotation}" if one.annotation is not one.empty else "")
    default = "…" if inspect.isfunction(one.default) else repr(one.default)
    return named if one.default is one.empty else f"{named} = {default}"


def _class(found: type) -> str:
    where = "eyechart" if found.__name__ in eyechart.__all__ else found.__module__
    lines = [*_fields(found), *_abilities(found)]
    block = "\n```python\n" + "\n".join(lines) + "\n```\n" if lines else ""
    return f"## {found.__name__}\n\n`from {where} import {found.__name__}`\n\n{_words(found)}{block}"


def _fields(found: type) -> Iterator[str]:
    """The lines of a class that say what it holds, each with its comment, or below the words that follow it."""
    lines = textwrap.dedent(inspect.getsource(found)).splitlines()
    for line, below in pairwise([*lines, ""]):
        if re.match(r"    [a-z]\w*: ", line):
            if said := re.fullmatch(r'    """(.*)"""', below):
                yield f"# {said.group(1)}"
            yield line[4:]


def _abilities(found: type) -> Iterator[str]:
    for name, member in vars(found).items():
        if isinstance(member, property):
            yield f".{name}"
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield _signature(f".{name}", member).replace("(self, ", "(").replace("(self)", "()")


def _words(found: Any) -> str:
    """A docstring with its examples in fences."""
    parts, example = list[str](), False
    for line in inspect.cleandoc(found.__doc__ or "").splitlines():
        if line.startswith(">>>") and not example:
            parts.append("```python")
            example = True
        elif example and not line.strip():
            parts.append("```")
            example = False
        parts.append(line.removesuffix("  # doctest: +SKIP"))
    return "\n".join([*parts, *(["```"] if example else [])]) + "\n"
