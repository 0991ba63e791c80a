"""The JSON in a reply, however it is wrapped, quoted or cut off; and the boxes in it, however they are written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from msgspec import Struct

MOST_OBJECTS = 50  # looked at in one reply
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
    at = count = 0
    while (start := text.find("{", at)) >= 0 and count < MOST_OBJECTS:
        count += 1
        end = _end_of(text, start)
        body = text[start:end] if end else text[start:]
        found = _loaded(body) if end else _salvaged(body)
        if isinstance(found, dict):
            yield found
            at = end or len(text)
        else:
            at = start + 1  # \\boxed{…} and sets: perhaps there is one inside


def _end_of(text: str, start: int) -> int | None:
    """Just behind the brace that closes the one at `start`."""
    depth, quote, i = 0, "", start
    while i < len(text):
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = ""
        elif c == '"':
            quote = c
        elif c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return None


def _loaded(body: str) -> Any:
    for attempt in (body, _mended(body)):
        try:
            return json.loads(attempt, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _mended(body: str) -> str:
    """Python's quotes and names, curly quotes, trailing commas, comments."""
    body = re.sub(r"//[^\n\"]*$", "", body, flags=re.MULTILINE)
    body = body.replace("“", '"').replace("”", '"').replace("'", '"')
    body = re.sub(r"\bTrue\b", "true", body)
    body = re.sub(r"\bFalse\b", "false", body)
    body = re.sub(r"\bNone\b", "null", body)
    body = re.sub(r"([{,]\s*)([A-Za-z_]\w*)(\s*:)", r'\1"\2"\3', body)
    return re.sub(r",(\s*[}\]])", r"\1", body)


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
    boxes = tuple(_boxes(evidence))
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
        if len(evidence) >= 4 and all(_is_number(v) for v in evidence):
            yield picture, tuple(float(v) for v in evidence)
        elif len(evidence) >= 2 and all(
            isinstance(v, list) and len(v) == 2 and all(map(_is_number, v)) for v in evidence
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
    return tuple(float(v) for v in values if v is not None) if all(map(_is_number, values)) else None


def _is_number(value: Any) -> bool:
    """Numbers that a coordinate can be; JSON's Infinity and integers of a thousand digits are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9 and isfinite(value)


_N = r"\s*(-?\d{1,9}(?:\.\d{1,9})?)\s*"
_LISTED = re.compile(rf"\[{_N},{_N},{_N},{_N}\]")
_PAIRED = re.compile(rf"\({_N},{_N}\)\s*,?\s*\({_N},{_N}\)")
_LOCATED = re.compile(r"<loc(\d{1,5})>" * 4)


def boxes_in_text(text: str) -> Iterator[tuple[int, tuple[float, ...]]]:
    """`[1, 2, 3, 4]`, `<box>(1,2),(3,4)</box>`, `<loc0001>…`: whichever of these comes, in this order of trust."""
    for pattern in (_LISTED, _PAIRED, _LOCATED):
        found = [(1, tuple(float(v) for v in m.groups())) for m in pattern.finditer(text)]
        if found:
            yield from found
            return
