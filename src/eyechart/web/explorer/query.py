"""What is looked for among the questions of a dataset, as an address says it: `?has.figure=pie&said.RUN=wrong+answer&text=red`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

import numpy as np
from msgspec import Struct, structs

from eyechart.web.explorer.index import Index, Mask, Rows
from eyechart.web.explorer.verdicts import Verdicts

HAS, SAID, TEXT = "has.", "said.", "text"
LONGEST = 200  # characters of a text that is looked for


class Query(Struct, frozen=True):
    """All that must hold of a question; empty: nothing."""

    has: tuple[tuple[str, str], ...] = ()  # column and value
    said: tuple[tuple[str, str], ...] = ()  # a run's key, and an outcome
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.has or self.said or self.text)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """As an address has them."""
        has = [(f"{HAS}{column}", value) for column, value in self.has]
        said = [(f"{SAID}{run}", outcome) for run, outcome in self.said]
        return [*has, *said, *([(TEXT, self.text)] if self.text else [])]

    def chosen(self, name: str) -> str:
        """The value that an address gives to a name; empty if none."""
        return dict(self.pairs).get(name, "")

    def but(self, **changes: Mapping[str, str]) -> Query:
        """With other values: `but(has={"figure": "pie"})`; an empty one takes the name out."""
        made = {name: dict(getattr(self, name)) | dict(more) for name, more in changes.items()}
        kept = {name: tuple((k, v) for k, v in pairs.items() if v) for name, pairs in made.items()}
        return structs.replace(self, **kept)

    def link(self, **more: object) -> str:
        """`?…`, with whatever else the address is to say; empty if that is nothing."""
        pairs = [*self.pairs, *((name, str(value)) for name, value in more.items() if value not in (None, ""))]
        return f"?{urlencode(pairs)}" if pairs else ""


def asked(pairs: Iterable[tuple[str, str]]) -> Query:
    """From the words of an address; what it leaves empty is not asked for."""
    some = {name: value[:LONGEST] for name, value in pairs if value.strip()}
    return Query(
        has=tuple((name.removeprefix(HAS), value) for name, value in some.items() if name.startswith(HAS)),
        said=tuple((name.removeprefix(SAID), value) for name, value in some.items() if name.startswith(SAID)),
        text=some.get(TEXT, "").strip(),
    )


def hits(query: Query, index: Index, verdicts: Mapping[str, Verdicts]) -> Rows:
    """The rows of the questions of which all of it holds, in their order. What no column or run is called, holds of none."""
    mask: Mask = np.ones(len(index), bool)
    for column, value in query.has:
        mask &= index.having(column, value)
    for run, outcome in query.said:
        mask &= verdicts[run].having(outcome) if run in verdicts else False
    if query.text and mask.any():
        mask &= index.saying(query.text)
    return np.nonzero(mask)[0].astype(np.int32)
