"""What networks take, by name: what each needs of a question, how a question's is prepared once, how a batch is made of them.

A batch is a mapping of arrays. What several questions share, such as a page's picture, is in it once, and `NAME_of` says
which one belongs to each question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from eyechart.core import Question
from eyechart.models.learning import knowledge, ocr_tokens, programs, tasks
from eyechart.models.learning.looking import longer, padded
from eyechart.models.learning.network import Facts
from eyechart.models.learning.pixels import is_single, picture_square, square
from eyechart.models.learning.pyramid import WHITE, has_diagram, patches, whole
from eyechart.models.learning.regions import Finder, Regions, boxes_in, collated, crops_of, has_regions, regions_of
from eyechart.models.ocr import Token
from eyechart.models.words import WORD
from eyechart.seeding import Rng

PAD, UNKNOWN, START, END = range(4)
SPECIAL = 4  # words that no question has: the four above
BORDER = 4  # pixels around a picture within which it is moved in training (FigureQA: 264 cropped to 256)
Batch = dict[str, Any]
Sees = Callable[[Sequence[Any]], Sequence[Any]]
"""Pictures, or parts of them -> features of each."""


class Reading(Struct):
    """With what questions are read: facts, how large a picture is, and the features of pictures."""

    facts: Facts
    side: int = 0  # pixels
    sees: Sees | None = None
    texts: ocr_tokens.Texts | None = None  # what is written on pictures
    finder: Finder | None = None  # of the boxes of regions; None: the scene tells them
    shelf: knowledge.Shelf | None = None  # where knowledge items are found; None: each question's own
    _numbers: dict[str, int] = {}

    def number(self, word: str) -> int:
        if not self._numbers:
            self._numbers.update({word: SPECIAL + i for i, word in enumerate(self.facts.words)})
        return self._numbers.get(word, UNKNOWN)

    def tokens(self, q: Question) -> Sequence[Token]:
        """What is written on its picture."""
        assert self.texts is not None, "a network that reads has settings that say how: ocr"
        return self.texts(q)

    def features(self, pictures: Sequence[Any]) -> Sequence[Any]:
        assert self.sees is not None, "a network that takes features has settings that name their extractor"
        return self.sees(pictures)


class Input(Struct, frozen=True, kw_only=True):
    """An input by its record."""

    name: str
    about: str  # what a question must have
    offered: Callable[[Question], bool]
    prepare: Callable[[Question, Reading], Any]  # what is kept of a question; shared things are the same object
    collate: Callable[[Sequence[Any], Rng | None], Batch]  # of several questions; with an Rng: varied, for training
    # Texts whose words the network is to know too; of knowledge, those on a shelf.
    says: Callable[[Question, knowledge.Shelf | None], Sequence[str]] = lambda q, shelf: ()
    of_pictures: bool = False  # questions about the same pictures have the same
    as_sheet: bool = False  # several pictures are put together, so that places on the first are elsewhere


# ---- words


def words_in(text: str) -> list[str]:
    """As a network reads a text: small letters, Chinese sign by sign, punctuation by itself."""
    found: list[str] = WORD.findall(text.lower())
    return found


def _numbered(text: str, reading: Reading) -> Any:
    return np.array([START, *map(reading.number, words_in(text)), END], np.int64)


def _padded(texts: Sequence[Any], rng: Rng | None) -> Batch:
    lengths = np.array([len(text) for text in texts], np.int64)
    made = np.full((len(texts), int(lengths.max())), PAD, np.int64)
    for row, text in zip(made, texts, strict=True):
        row[: len(text)] = text
    return {"tokens": made, "lengths": lengths}


# ---- pictures


def shared(things: Sequence[Any]) -> tuple[list[Any], Any]:
    """Each different object once, and which one each place has."""
    places: dict[int, int] = {}
    which = [places.setdefault(id(thing), len(places)) for thing in things]
    once = dict(zip(which, things, strict=True))
    return [once[place] for place in range(len(once))], np.array(which, np.int64)


def _moved(pixels: Sequence[Any], rng: Rng | None, fill: int = 0) -> Batch:
    """Each picture once; in training moved by lot by up to the border, what comes in being zero, or white."""
    once, which = shared(pixels)
    stack = np.stack(once)
    if rng is not None:
        side = stack.shape[-1]
        wide = np.pad(stack, ((0, 0), (0, 0), (BORDER, BORDER), (BORDER, BORDER)), constant_values=fill)
        corners = [(rng.integer(0, 2 * BORDER), rng.integer(0, 2 * BORDER)) for _ in once]
        stack = np.stack([one[:, y : y + side, x : x + side] for one, (y, x) in zip(wide, corners, strict=True)])
    return {"pixels": stack, "pixels_of": which}


def _diagrams(maps: Sequence[Any], rng: Rng | None) -> Batch:
    once, which = shared(maps)
    return {"diagram": np.stack(once).astype(np.float32), "diagram_of": which}


def _pyramids(found: Sequence[Any], rng: Rng | None) -> Batch:
    once, which = shared(found)
    return {"patches": np.stack(once).astype(np.float32), "patches_of": which}


def _grids(maps: Sequence[Any], rng: Rng | None) -> Batch:
    once, which = shared(maps)
    return {"grid": np.stack(once).astype(np.float32), "grid_of": which}


def _regions(q: Question, reading: Reading) -> Regions:
    crops = crops_of(q.pictures, q.scene, reading.finder)
    return regions_of(crops, reading.features(crops))


def _scene_with_boxes(q: Question, reading: Reading) -> tuple[Any, Any]:
    boxes = np.array(boxes_in(q.scene), np.float32) / longer(q.pictures[0])
    return picture_square(q.pictures[0], reading.side), boxes


def _of_regions(found: Sequence[Regions], rng: Rng | None) -> Batch:
    once, which = shared(found)
    return {**collated(once), "regions_of": which}


def _region_pixels(q: Question, reading: Reading) -> Any:
    return np.stack([crop.square(reading.side) for crop in crops_of(q.pictures, q.scene)])


def _written(q: Question, reading: Reading) -> ocr_tokens.Written:
    assert reading.texts is not None, "a network that reads has settings that say how: ocr"
    return ocr_tokens.written_on(q, reading.texts)


def _of_texts(found: Sequence[ocr_tokens.Written], rng: Rng | None) -> Batch:
    once, which = shared(found)
    return {**ocr_tokens.collated(once), "ocr_of": which}


# ---- panels


def _has_panels(q: Question) -> bool:
    return bool(q.pictures) and len(q.choice_pictures) >= 2


def _panels(q: Question, reading: Reading) -> Any:
    """The context's and the candidates' features, each averaged over its picture and of length 1 (V-PROM)."""
    pooled = np.stack(
        [one.mean((1, 2)) if one.ndim == 3 else one for one in reading.features((*q.pictures, *q.choice_pictures))]
    )
    norm = np.linalg.norm(pooled.astype(np.float32), axis=1, keepdims=True)
    return (pooled / np.maximum(norm, 1e-12)).astype(np.float16)


def _single_panels(q: Question, reading: Reading) -> Any:
    return np.stack([picture_square(picture, reading.side) for picture in (*q.pictures, *q.choice_pictures)])


INPUTS: Mapping[str, Input] = {
    one.name: one
    for one in (
        Input(
            name="tokens",
            about="words",
            offered=lambda q: bool(q.text.strip()),
            prepare=lambda q, reading: _numbered(q.text, reading),
            collate=_padded,
        ),
        Input(
            name="pixels",
            about="pictures",
            offered=lambda q: bool(q.pictures or q.choice_pictures),
            prepare=lambda q, reading: square(q, reading.side),
            collate=_moved,
            of_pictures=True,
            as_sheet=True,
        ),
        Input(
            name="grid",
            about="one picture, and none to choose from",
            offered=is_single,
            prepare=lambda q, reading: reading.features(q.pictures)[0],
            collate=_grids,
            of_pictures=True,
        ),
        Input(
            name="regions",
            about="one picture whose scene tells the boxes of its things",
            offered=has_regions,
            prepare=_regions,
            collate=_of_regions,
            of_pictures=True,
        ),
        Input(
            name="region pixels",
            about="one picture whose scene tells the boxes of its things",
            offered=has_regions,
            prepare=_region_pixels,
            collate=lambda seen, rng: {"region_pixels": np.concatenate(seen)},
            of_pictures=True,
        ),
        Input(
            name="scene with boxes",
            about="one picture whose scene tells the boxes of its things",
            offered=has_regions,
            prepare=_scene_with_boxes,
            collate=lambda seen, rng: {
                "scene_pixels": np.stack([pixels for pixels, _ in seen]),
                "scene_boxes": padded([boxes for _, boxes in seen]),
            },
            of_pictures=True,
        ),
        Input(
            name="knowledge",
            about="words, by which knowledge items are found",
            offered=lambda q: bool(q.text.strip()),
            prepare=lambda q, reading: knowledge.numbered(knowledge.items_for(q, reading.shelf), reading.number),
            collate=lambda found, rng: knowledge.collated(found),
            says=knowledge.said_of,
        ),
        *(
            Input(
                name=name,
                about=f"a program of {', '.join(programs.FUNCTIONS[:2])} and CRIC's other functions",
                offered=offered,
                prepare=lambda q, reading: programs.layout_of(q, reading.number),
                collate=lambda layouts, rng: programs.collated(layouts),
                says=lambda q, shelf: programs.says(q),
            )
            for name, offered in (("program", programs.may_be_laid_out), ("true program", programs.is_laid_out))
        ),
        Input(
            name="icon",
            about="one picture, and none to choose from",
            offered=is_single,
            prepare=lambda q, reading: whole(q.pictures[0]).square(reading.side),
            collate=lambda pixels, rng: _moved(pixels, rng, WHITE),
            of_pictures=True,
        ),
        Input(
            name="diagram pixels",
            about="one picture, whatever there is to choose from",
            offered=has_diagram,
            prepare=lambda q, reading: whole(q.pictures[0]).square(reading.side),
            collate=lambda pixels, rng: _moved(pixels, rng, WHITE),
            of_pictures=True,
        ),
        Input(
            name="diagram",
            about="one picture, whatever there is to choose from",
            offered=has_diagram,
            prepare=lambda q, reading: reading.features([whole(q.pictures[0])])[0],
            collate=_diagrams,
            of_pictures=True,
        ),
        Input(
            name="patches",
            about="one picture, whatever there is to choose from",
            offered=has_diagram,
            prepare=lambda q, reading: np.stack(reading.features(patches(q.pictures[0]))),
            collate=_pyramids,
            of_pictures=True,
        ),
        Input(
            name="choices",
            about="anything: pictures or texts to choose from, or a blank to fill",
            offered=lambda q: True,
            prepare=lambda q, reading: tasks.choices(q, reading, lambda text: _numbered(text, reading)),
            collate=lambda some, rng: tasks.collate(some),
            says=lambda q, shelf: () if q.choice_pictures else q.choices,
        ),
        Input(
            name="OCR tokens",
            about="one picture whose scene tells the texts on it, or tells nothing, as a photograph's does",
            offered=ocr_tokens.has_texts,
            prepare=_written,
            collate=_of_texts,
            of_pictures=True,
        ),
        Input(
            name="panels",
            about="pictures, and pictures to choose from, as many in each question",
            offered=_has_panels,
            prepare=_panels,
            collate=lambda panels, rng: {"panels": np.stack(panels).astype(np.float32)},
            of_pictures=True,
        ),
        Input(
            name="panel pixels",
            about="pictures, and pictures to choose from, as many in each question",
            offered=_has_panels,
            prepare=_single_panels,
            collate=lambda panels, rng: {"panel_pixels": np.concatenate(panels)},
        ),
    )
}
