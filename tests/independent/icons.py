"""Derive counting and comparing answers again, from the pictures and the recorded regions of a dataset alone.

Imports nothing of eyechart: reads the Parquet files, looks at pixels. `python tests/independent/icons.py FOLDER` prints
what it found.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from PIL import Image

Box = tuple[float, float, float, float]
Pixels = Any


@dataclass
class Asked:
    template: str
    text: str
    answers: list[str]
    choices: list[str]
    regions: list[Box]
    picture: Pixels
    choice_pictures: list[Pixels]


@dataclass
class Verdict:
    derived: dict[str, int] = field(default_factory=dict)  # template -> how many
    wrong: list[str] = field(default_factory=list)


def asked(folder: Path) -> Iterator[Asked]:
    for file in sorted((folder / "data").glob("*.parquet")):
        for row in pq.read_table(file).to_pylist():
            pictures = [
                np.asarray(Image.open(io.BytesIO(image["bytes"])).convert("RGB")).astype(int) for image in row["images"]
            ]
            for q in row["questions"]:
                boxes = [tuple(region["shape"]) for region in q["evidence"] or []]
                shown = [pictures[i] for i in q["choice_pictures"]]
                yield Asked(
                    q["template"], q["text"], q["answers"], q["choices"], boxes, pictures[q["pictures"][0]], shown
                )


def ink(picture: Pixels) -> Pixels:
    return (picture < 235).any(axis=2)


def covered(boxes: list[Box], shape: tuple[int, ...]) -> Pixels:
    """The pixels that lie in a region, with two to spare."""
    mask = np.zeros(shape[:2], bool)
    for left, top, right, bottom in boxes:
        mask[max(0, int(top) - 2) : int(bottom) + 3, max(0, int(left) - 2) : int(right) + 3] = True
    return mask


def each_holds_one(q: Asked) -> None:
    """Regions do not overlap, all hold ink, and are of one size: so each holds one thing."""
    marks = np.zeros(q.picture.shape[:2], int)
    sizes = set()
    for left, top, right, bottom in q.regions:
        part = (slice(round(top), round(bottom)), slice(round(left), round(right)))
        marks[part] += 1
        if ink(q.picture[part]).mean() < 0.08:
            raise ValueError("a region holds no ink")
        sizes.add((round(right - left), round(bottom - top)))
    if marks.max() > 1:
        raise ValueError("regions overlap")
    if len({max(size) for size in sizes}) > 3:
        raise ValueError(f"regions of {len(sizes)} sizes")


def nothing_else(q: Asked) -> None:
    """No ink but in the regions: nothing was left uncounted."""
    if (ink(q.picture) & ~covered(q.regions, q.picture.shape)).sum() > 3:
        raise ValueError("ink outside the regions")


def count_all(q: Asked) -> str:
    each_holds_one(q)
    nothing_else(q)
    return str(len(q.regions))


def count_in_frame(q: Asked) -> str:
    """A frame's lines are ink too: cells of the frame that hold dark or bright colours are counted by the regions."""
    each_holds_one(q)
    strong = (q.picture.max(axis=2) - q.picture.min(axis=2) > 90) | (q.picture.max(axis=2) < 120)
    if (strong & ~covered(q.regions, q.picture.shape)).sum() > 3:
        raise ValueError("a filled cell outside the regions")
    return str(len(q.regions))


def parity(q: Asked) -> str:
    return "odd" if int(count_all(q)) % 2 else "even"


def rows(q: Asked) -> tuple[int, int]:
    """How many stand in the upper row, and in the lower one."""
    nothing_else(q)
    middles = [(top + bottom) / 2 for _, top, _, bottom in q.regions]
    between = (min(middles) + max(middles)) / 2
    return sum(m < between for m in middles), sum(m >= between for m in middles)


def fewer(q: Asked) -> str:
    upper, lower = rows(q)
    return "yes" if upper < lower else "no"


def more(q: Asked) -> str:
    upper, lower = rows(q)
    return "yes" if upper > lower else "no"


def enough(q: Asked) -> str:
    upper, lower = rows(q)
    return "yes" if upper >= lower else "no"


def lower_row(q: Asked) -> str:
    """The regions are the lower row: whatever ink is elsewhere stands above them."""
    each_holds_one(q)
    rest = np.flatnonzero((ink(q.picture) & ~covered(q.regions, q.picture.shape)).any(axis=1))
    if rest.size and rest.max() > min(top for _, top, _, _ in q.regions):
        raise ValueError("ink beside the lower row")
    return str(len(q.regions))


def extent(picture: Pixels, axis: int) -> int:
    """How far strong colours reach along an axis, within the frame of a choice."""
    inner = picture[6:-6, 6:-6]
    strong = inner.max(axis=2) - inner.min(axis=2) > 60
    if axis == 0:
        strong = strong[:-24]  # the ground that things stand on
    found = np.flatnonzero(strong.any(axis=1 - axis))
    return int(found[-1] - found[0])


def by_extent(axis: int, large: tuple[str, ...]) -> Callable[[Asked], str]:
    def derive(q: Asked) -> str:
        sizes = [extent(picture, axis) for picture in q.choice_pictures]
        wanted = max(sizes) if any(word in q.text for word in large) else min(sizes)
        return q.choices[sizes.index(wanted)]

    return derive


def tallest(q: Asked) -> str:
    """Also the second tallest, and from the shortest."""
    sizes = sorted((extent(picture, 0) for picture in q.choice_pictures), reverse="shortest" not in q.text)
    wanted = sizes["second" in q.text]
    return q.choices[[extent(picture, 0) for picture in q.choice_pictures].index(wanted)]


def is_it_longer(q: Asked) -> str:
    """Two bars: which is named first is told by its colour."""
    first = q.text.split()[2]
    tones = {"red": (229, 72, 77), "orange": (247, 147, 59), "yellow": (248, 211, 60), "green": (88, 185, 71),
             "blue": (62, 142, 234), "purple": (145, 101, 216), "pink": (245, 154, 192)}  # fmt: skip
    tone = np.array(tones[first])
    near = []
    for left, top, right, bottom in q.regions:
        part = q.picture[round(top) : round(bottom), round(left) : round(right)].reshape(-1, 3)
        near.append((np.abs(part - tone).sum(axis=1) < 30).sum() / len(part))
    widths = [right - left for left, _, right, _ in q.regions]
    mine, other = (widths[0], widths[1]) if near[0] > near[1] else (widths[1], widths[0])
    return "yes" if (mine > other) == ("longer" in q.text) else "no"


DERIVE: dict[str, Callable[[Asked], str]] = {
    "count scattered": count_all,
    "count scattered, choices": count_all,
    "count shapes, choices": count_all,
    "count in a frame": count_in_frame,
    "count in a frame, choices": count_in_frame,
    "even or odd": parity,
    "fewer than": fewer,
    "more than": more,
    "enough": enough,
    "bottom row": lower_row,
    "longer": by_extent(1, ("longer",)),
    "taller": by_extent(0, ("taller",)),
    "tallest": tallest,
    "is it longer": is_it_longer,
}


def derive(folder: Path) -> Verdict:
    verdict = Verdict()
    for number, q in enumerate(asked(folder)):
        if q.template in DERIVE:
            try:
                answer = DERIVE[q.template](q)
            except ValueError as error:
                answer = f"({error})"
            verdict.derived[q.template] = verdict.derived.get(q.template, 0) + 1
            if answer != q.answers[0]:
                verdict.wrong.append(
                    f"page {number}, {q.template}: recorded {q.answers[0]}, derived {answer}. {q.text}"
                )
    return verdict


if __name__ == "__main__":
    found = derive(Path(sys.argv[1]))
    for template, count in sorted(found.derived.items()):
        print(f"{template}: {count}")
    print(f"{sum(found.derived.values())} derived, {len(found.wrong)} wrong")
    print("\n".join(found.wrong[:20]))
