"""Good documents gone bad, as hypothesis strategies, so that what gets through shrinks to what matters."""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
Place = tuple[Any, ...]
PARTS = 1 << 16
RAW = "\ue000"  # begins a text that stands in the file without its quotes
RAWS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-0",
    "1" * 400,
    "9" * 5000,
    "[" * 2000 + "]" * 2000,
    '"\\ud800"',
    "01",
)
TEXTS = (
    "", "x", "\0", "\x1b[31m", "../x", "/etc/passwd", "[/x]", "=1+1", "\u202e", "a" * 3000, "none", "NaN", "１２", "1e9",
    "-1", "0", "9" * 30, "yes", "A", "en", "\n", "{", "}" * 50, "%s", "{0}", "{x}", "\ue001", "é", "中", "null", "a/b", "a\\b",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 17, 2**31, -(2**31), 2**63, 2**64, 10**30, 0.5, -0.0, 1e-320, 1e7, 1e8, 1e308, -1e308)

leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.sampled_from(TEXTS),
    st.sampled_from([RAW + raw for raw in RAWS]),
    st.text(max_size=8),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
)
values = st.one_of(
    leaves,
    st.lists(leaves, max_size=5),
    st.dictionaries(st.sampled_from(("question", "answer", "id", "x", "", "shape", "box", "data")), leaves, max_size=3),
    st.sampled_from(([], {}, [[]], [{}], [None], [[1, 2], [3]], [[0, 0, 1e308, 1e308]], [1, 2, 3], list(range(2000)))),
)


def places(document: Any, here: Place = ()) -> Iterator[Place]:
    """Every place in a document, itself among them."""
    yield here
    if isinstance(document, dict):
        for key in document:
            yield from places(document[key], (*here, key))
    elif isinstance(document, list):
        for i, inner in enumerate(document[:12]):
            yield from places(inner, (*here, i))


class Kept(Generic[T]):
    """Hypothesis writes out what a strategy is made of; a document of megabytes is not to be."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __repr__(self) -> str:
        return "…"


@st.composite
def spoilt(draw: st.DrawFn, kept: Kept[Any]) -> Any:
    """A document with something in it replaced, left out, doubled, wrapped or moved."""
    made = [copy.deepcopy(kept.value)]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from([(0, *rest) for rest in places(made[0])]))
        owner: Any = made
        for step in place[:-1]:
            owner = owner[step]
        _spoil(draw, owner, place[-1])
    return made[0]


def _spoil(draw: st.DrawFn, owner: Any, key: Any) -> None:
    what = draw(st.sampled_from(("replace", "replace", "replace", "drop", "double", "wrap", "rename")))
    if what == "replace" or (what in ("drop", "double") and not isinstance(owner, (dict, list))):
        owner[key] = copy.deepcopy(draw(values))  # what is spoilt next must not be what is drawn next
    elif what == "drop" and len(owner) > 1:
        del owner[key]
    elif what == "double" and isinstance(owner, list):
        owner.insert(key, copy.deepcopy(owner[key]))
    elif what == "rename" and isinstance(owner, dict):
        owner[draw(st.sampled_from(TEXTS))] = owner.pop(key)
    else:
        owner[key] = [owner[key]] if draw(st.booleans()) else {"x": owner[key]}


def written(document: Any) -> bytes:
    """As JSON, with raw texts in it as they are."""
    text = json.dumps(document, default=lambda data: data.decode("latin1"))
    mark = json.dumps(RAW)[1:-1]
    while (at := text.find(f'"{mark}')) >= 0:
        end = at + 1
        while text[end] != '"' or text[end - 1] == "\\":
            end += 1
        raw = json.loads(text[at : end + 1])[1:]
        text = text[:at] + raw + text[end + 1 :]
    return text.encode("utf-8", "surrogatepass")


def as_lines(rows: list[Any]) -> bytes:
    return b"".join(written(row) + b"\n" for row in rows)


def as_table(rows: list[dict[str, Any]], delimiter: str = ",") -> bytes:
    text = io.StringIO()
    sheet = csv.writer(text, delimiter=delimiter)
    sheet.writerow(rows[0] if rows else ["x"])
    sheet.writerows([str(cell) for cell in row.values()] for row in rows)
    return text.getvalue().encode("utf-8", "replace")


@st.composite
def damaged(draw: st.DrawFn, kept: Kept[bytes]) -> bytes:
    """Bytes cut off, changed, put in between, or in another encoding."""
    data = kept.value
    at = len(data) * draw(st.integers(0, PARTS)) // PARTS  # drawn alike for any length: Arrow's files vary
    what = draw(st.sampled_from(("cut", "change", "insert", "utf-16", "mark", "drop")))
    if what == "cut":
        return data[:at]
    if what == "change":
        return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]
    if what == "insert":
        return (
            data[:at]
            + draw(st.sampled_from((b"\0", b"\xff\xfe", b'"', b"\\", b"[" * 3000, b"\x1b[0m", b"\r")))
            + data[at:]
        )
    if what == "utf-16":
        return data.decode("latin1").encode("utf-16")
    return b"\xef\xbb\xbf" + data if what == "mark" else data[:at] + data[at + draw(st.integers(1, 40)) :]


@st.composite
def file_of(draw: st.DrawFn, kept: Kept[Any]) -> bytes:
    """A spoilt document as JSON; one in five is damaged besides, one in five only damaged."""
    how = draw(st.integers(0, 4))
    data = written(kept.value if how == 0 else draw(spoilt(kept)))
    return draw(damaged(Kept(data))) if how < 2 else data


@st.composite
def lines_of(draw: st.DrawFn, kept: Kept[list[Any]]) -> bytes:
    how = draw(st.integers(0, 4))
    made = kept.value if how == 0 else draw(spoilt(kept))
    data = as_lines(made if isinstance(made, list) else [made])
    return draw(damaged(Kept(data))) if how < 2 else data


@st.composite
def table_of(draw: st.DrawFn, kept: Kept[list[dict[str, Any]]]) -> bytes:
    """Rows as CSV or TSV."""
    how = draw(st.integers(0, 4))
    made = kept.value if how == 0 else draw(spoilt(kept))
    rows = [row for row in made if isinstance(row, dict)] if isinstance(made, list) else []
    data = as_table(rows, draw(st.sampled_from(",\t;")))
    return draw(damaged(Kept(data))) if how < 2 else data


words = st.lists(
    st.one_of(
        st.sampled_from(
            (
                "{",
                "}",
                "[",
                "]",
                '"',
                "'",
                "//",
                "/*",
                "#",
                "\\",
                "```json\n",
                "```",
                "<think>",
                "</think>",
                "<answer>",
                "</answer>",
                "\\boxed{",
                '"answer":',
                "'answer': 'yes'",
                '{"answer": "yes"}',
                "answer: ",
                "The answer is ",
                "yes",
                "no",
                "A",
                "(B)",
                "option ",
                "I cannot see",
                "[1, 2, 3, 4]",
                "(1,2),(3,4)",
                "<loc0001>" * 4,
                "答案是",
                "三",
                "21",
                "one",
                '"evidence": [[1,2,3,4]]',
                '"confidence": 2',
                "1e308",
                "\ud800",
                "\0",
                "\x1b[0m",
                "\n",
                " " * 50,
                "::",
            )
        ),
        st.text(max_size=5),
    ),
    max_size=30,
)
replies = st.one_of(
    words.map("".join),
    st.tuples(words, st.integers(1, 400)).map(lambda pair: ("".join(pair[0]) * pair[1])[:25_000]),
)
"""What a model might say: pieces of what models say, in any order, and the same over and over."""
