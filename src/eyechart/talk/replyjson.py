"""The JSON in a reply, however it is wrapped, quoted or cut off; and the boxes in it, however they are written.

A reply may be anything. Patterns never try one stretch of it in two ways (`*+`, `++`), and what is tried again and again
is tried a bounded number of times: reading takes time in proportion to the length.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import json_repair
from msgspec import Struct

from eyechart.limits import CORNERS, REGIONS, is_coordinate

MOST_OBJECTS = 50  # looked at in one reply
MOST_SCANNED = 200_000  # characters gone through in search of closing braces, all tries together
MOST_REPAIRED = 2_000  # characters of one reply; at worst repairing takes the square of them, for these 0.3 s
BOX_KEYS = (
    "evidence",
    "boxes",
    "box",
    "bbox",
    "bboxes",
    "bbox_2d",
    "box_2d",
    "regions",
    "region",
    "依据",
    "证据",
    "边框",
)
ANSWER_KEYS = ("answer", "final_answer", "答案", "Answer")
CONFIDENCE_KEYS = ("confidence", "probability", "置信度")
PICTURE_KEYS = ("picture", "image", "图")


class Said(Struct, frozen=True):
    """What a JSON object says, not yet read as an answer."""

    answer: Any = None
    boxes: tuple[tuple[int, tuple[float, ...]], ...] = ()
    labels: dict[str, str] = {}
    confidence: float | None = None


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost objects in a text, in order."""
    at = count = scanned = 0
    ends: dict[int, int | None] = {}
    repairable, salvageable = MOST_REPAIRED, True
    while (start := text.find("{", at)) >= 0 and count < MOST_OBJECTS and scanned < MOST_SCANNED:
        count += 1
        if start not in ends:
            ends |= _ends_of(text, start)
        end = ends[start]
        scanned += (end or len(text)) - start
        found: Any = None
        if end is not None:
            body = text[start:end]
            found = _loaded(body)
            if found is None and len(body) <= repairable and _KEYS.search(body):
                repairable -= len(body)
                found = _repaired(body)
        elif salvageable:
            found = _salvaged(text[start:])
            salvageable = found is not None  # what all of the rest does not hold, no end of it does
        if isinstance(found, dict):
            yield found
            at = end or len(text)
        else:
            at = start + 1  # \\boxed{…} and sets: perhaps there is one inside


_MARK = re.compile(r'"(?:[^"\\]|\\.)*+"|["{}]', re.DOTALL)


def _ends_of(text: str, start: int) -> dict[int, int | None]:
    """Of the brace at `start` and of those within it, each outside of strings: just behind the brace that closes it, if any does.

    Who looks from one of those on sees the same strings and braces, so that nothing is gone through twice."""
    ends: dict[int, int | None] = {}
    opened = list[int]()
    for mark in _MARK.finditer(text, start):
        if mark[0] == "{":
            opened.append(mark.start())
        elif mark[0] == "}":
            ends[opened.pop()] = mark.end()
        if not opened or mark[0] == '"':  # a string without its end
            break
    return ends | dict.fromkeys(opened)


def _loaded(body: str) -> Any:
    try:
        return json.loads(body, strict=False)
    except (ValueError, RecursionError):
        return None


def _repaired(body: str) -> Any:
    """Python's quotes and names, curly quotes, missing quotes, trailing commas, comments: marks may change, words may not."""
    bare = _COMMENT.sub("", body)
    try:
        found = json_repair.loads(bare, skip_json_loads=True, strict=True)
        said = [word for text in _texts(found) for word in _words(text)]
    except Exception:  # whatever somebody else's repairing trips over, this reply is not repaired
        return None
    # `{"answer": "yes", "no"}` would lose its "no", 007 its zeros: that is a guess, not a repair.
    return found if said == _words(_ESCAPED.sub(" ", bare)) else None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    else:
        yield str(value)


def _words(text: str) -> list[str | float]:
    return [_plain(word) for word in _WORD.findall(text)]


def _plain(word: str) -> str | float:
    """0.90 is 0.9, but 007 is not 7; true is True."""
    return float(word) if re.fullmatch(r"(?:0|[1-9]\d*)(?:\.\d+)?", word) else _PYTHONS.get(word, word)


_KEYS = re.compile("|".join((*ANSWER_KEYS, *BOX_KEYS, *CONFIDENCE_KEYS)))
_COMMENT = re.compile(r"//[^\n\"]*+$|#[^\n\"'{}]*+$", re.MULTILINE)
_ESCAPED = re.compile(r"\\[^u]")
_WORD = re.compile(r"\d+\.\d+|\w+")
_PYTHONS = {"true": "True", "false": "False", "null": "None"}


_WHOLE_ANSWER = re.compile(
    r'["\']?(?:answer|final_answer|答案)["\']?\s*[::]\s*(?:"([^"\n]*)"|\'([^\'\n]*)\'|(-?\d+(?:\.\d+)?|true|false)(?=\s*[,}\n]))'
)


def _salvaged(body: str) -> dict[str, Any] | None:
    """An object whose end is missing: its answer if that is whole, and the boxes that are."""
    found = _WHOLE_ANSWER.search(body)
    if not found:
        return None
    answer: Any = next(g for g in found.groups() if g is not None)
    made: dict[str, Any] = {"answer": answer if found[3] is None else _loaded(answer)}
    boxes = [list(numbers) for _, numbers in boxes_in_text(body)]
    return made | ({"evidence": boxes} if boxes else {})


def said_in(found: dict[str, Any]) -> Said:
    answer = next((found[k] for k in ANSWER_KEYS if k in found), None)
    evidence = next((found[k] for k in BOX_KEYS if k in found), None)
    confidence = next((found[k] for k in CONFIDENCE_KEYS if k in found), None)
    if isinstance(answer, dict):
        answer = next((answer[k] for k in ("value", "text", "answer", "choice") if k in answer), None)
    boxes = tuple(islice(_boxes(evidence), int(REGIONS.most)))
    return Said(answer, boxes, {} if boxes else _labels(evidence), _confidence(confidence))


def _confidence(value: Any) -> float | None:
    """0.8, 80, "80 %": between 0 and 1. Words are not weighed."""
    if isinstance(value, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(%?)\s*", value)
        if not found:
            return None
        value = float(found[1]) / (100 if found[2] else 1)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not 0 <= value <= 100:
        return None
    return float(value) if value <= 1 else float(value) / 100


def _labels(evidence: Any) -> dict[str, str]:
    if isinstance(evidence, dict):
        return {
            _tidy(k): _tidy(v) for k, v in evidence.items() if isinstance(v, (str, int)) and not isinstance(v, bool)
        }
    return {}


def _tidy(value: Any) -> str:
    return str(value).strip()


def _boxes(evidence: Any, picture: int = 1, depth: int = 0) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Lists of numbers, lists of lists, objects with a box in them; with the number of the picture where it is said."""
    if depth > 6:
        return
    if isinstance(evidence, str):
        yield from ((picture, numbers) for _, numbers in boxes_in_text(evidence))
    elif isinstance(evidence, list):
        if 4 <= len(evidence) <= 2 * CORNERS.most and all(is_coordinate(v) for v in evidence):
            yield picture, tuple(float(v) for v in evidence)
        elif 2 <= len(evidence) <= CORNERS.most and all(
            isinstance(v, list) and len(v) == 2 and all(map(is_coordinate, v)) for v in evidence
        ):
            yield picture, tuple(float(v) for point in evidence for v in point)
        else:
            for one in evidence:
                yield from _boxes(one, picture, depth + 1)
    elif isinstance(evidence, dict):
        yield from _boxes_of_object(evidence, picture, depth)


def _boxes_of_object(evidence: dict[str, Any], picture: int, depth: int) -> Iterator[tuple[int, tuple[float, ...]]]:
    said = next((evidence[k] for k in PICTURE_KEYS if k in evidence), picture)
    if isinstance(said, (int, float)) and not isinstance(said, bool) and 0 < said < 1000:
        picture = int(said)
    corners = [_sides(evidence, names) for names in _SIDES]
    whole = next((c for c in corners if c), None)
    if whole:
        yield picture, whole
        return
    for key in BOX_KEYS:
        if key in evidence:
            yield from _boxes(evidence[key], picture, depth + 1)


_SIDES = (("x1", "y1", "x2", "y2"), ("xmin", "ymin", "xmax", "ymax"), ("left", "top", "right", "bottom"))


def _sides(evidence: dict[str, Any], names: tuple[str, ...]) -> tuple[float, ...] | None:
    values = [evidence.get(name) for name in names]
    return tuple(float(v) for v in values if v is not None) if all(map(is_coordinate, values)) else None


_N = r"\s*+(-?\d{1,9}(?:\.\d{1,9})?)\s*+"
_LISTED = re.compile(rf"\[{_N},{_N},{_N},{_N}\]")
_PAIRED = re.compile(rf"\({_N},{_N}\)\s*+,?\s*+\({_N},{_N}\)")
_LOCATED = re.compile(r"<loc(\d{1,5})>" * 4)


def boxes_in_text(text: str) -> Iterator[tuple[int, tuple[float, ...]]]:
    """`[1, 2, 3, 4]`, `<box>(1,2),(3,4)</box>`, `<loc0001>…`: whichever of these comes, in this order of trust."""
    for pattern in (_LISTED, _PAIRED, _LOCATED):
        matches = islice(pattern.finditer(text), int(REGIONS.most))
        found = [(1, tuple(float(v) for v in m.groups())) for m in matches]
        if found:
            yield from found
            return
