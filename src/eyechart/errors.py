"""What a user did that cannot be done. The command line prints the message and nothing else; no traceback."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class EyechartError(Exception):
    """Says what was wrong, what was expected, and what to type next."""


def unknown(kind: str, name: str, known: Iterable[str]) -> EyechartError:
    """`No family 'figure'. Did you mean 'figures'? Known: figures.`"""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return EyechartError(f"No {kind} '{name}'.{hint} Known: {', '.join(names) or 'none'}.")
