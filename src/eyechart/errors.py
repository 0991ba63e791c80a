"""What a user did that cannot be done. The command line prints the message and nothing else; no traceback."""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Iterable

SHOWN = 10  # of very many names, so many are told


class EyechartError(Exception):
    """Says what was wrong, what was expected, and what to type next."""

    exit_code = 2


def unknown(kind: str, name: str, known: Iterable[str]) -> EyechartError:
    """`No family 'figure'. Did you mean 'figures'? Known: figures.`"""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=SHOWN)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    shown = names if len(names) <= 4 * SHOWN else [*(close or names[:SHOWN]), f"{len(names):,} in all"]
    return EyechartError(f"No {kind} '{name}'.{hint} Known: {', '.join(shown) or 'none'}.")


def lacking(what: str, extra: str, error: ImportError) -> EyechartError:
    """For what needs packages that are not installed unless asked for."""
    return EyechartError(f"{what} needs the {extra} extra ({error}). Type: pip install 'eyechart[{extra}]'")


def fault(error: Exception) -> str:
    """What no reader foresaw, as a line to report: its kind, and where it was. Its words may be anybody's, a key among them."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "eyechart" in f.filename]
    kind = type(error).__name__
    if isinstance(error, NameError) and error.name:
        kind += f" ({error.name})"  # a word of the source, so nobody's secret
    way = " < ".join(f"{f.filename.rpartition('eyechart')[2].lstrip('/')}:{f.lineno}" for f in reversed(frames[-4:]))
    return (
        f"a fault of eyechart itself: {kind} in {way or 'its imports'}. Please report this line and the command. "
        "What is finished stays."
    )


# What moves the cursor, colours, rings, turns the direction of writing, or cannot be written at all.
_UNSHOWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shown(text: str) -> str:
    """Foreign words as a terminal may have them: without control characters, lines and tabs apart."""
    return _UNSHOWN.sub("", text)
