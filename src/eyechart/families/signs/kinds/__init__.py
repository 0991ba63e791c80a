"""The kinds of signs, one record `KIND` in each file of this folder: a new file is a new kind."""

from __future__ import annotations

from eyechart.errors import EyechartError
from eyechart.families.signs.kind import Kind
from eyechart.registry import modules


def find() -> dict[str, Kind]:
    """By the file's name: those that have a turn in its order, then all others."""
    found = {}
    for name, module in modules(__name__, __path__):
        made = getattr(module, "KIND", None)
        if not isinstance(made, Kind):
            raise EyechartError(f"kinds/{name}.py has no `KIND = Kind(…)`.")
        found[name] = made.in_every_language(name)
    for name, kind in found.items():
        if problems := list(kind.problems()):
            raise EyechartError(f"Kind of sign '{name}': {'; '.join(problems)}.")
    return dict(sorted(found.items(), key=lambda item: (item[1].turn is None, item[1].turn or 0, item[0])))


KINDS = find()
PUBLISHED = tuple(name for name, kind in KINDS.items() if kind.turn is not None)  # drawn unless told otherwise
