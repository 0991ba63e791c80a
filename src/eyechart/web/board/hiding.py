"""A page as participants get it: pictures and questions, under random names, in random order, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import SystemRandom, token_hex

from msgspec import structs

from eyechart.core import Graph, Page, Picture, Question
from eyechart.errors import EyechartError
from eyechart.store.foreign import JPEG, PNG

KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")  # of a PNG: what a decoder needs for the pixels
chance = SystemRandom()


def renamed(page: Page, name: str, split: str, index: int) -> Page:
    """The same page elsewhere, its questions in another order and under names that say nothing.

    The form `NAME/SPLIT/official/INDEX/OWN` is a release's: files of the papers' own kinds may name a question by its last part.
    """
    bare_of = {id(picture): bare(picture) for picture in page.pictures}
    questions = [
        structs.replace(
            q,
            id=f"{name}/{split}/official/{index}/{token_hex(8)}",
            pictures=tuple(bare_of[id(picture)] for picture in q.pictures),
            choice_pictures=tuple(bare_of[id(picture)] for picture in q.choice_pictures),
        )
        for q in chance.sample(page.questions, len(page.questions))
    ]
    return structs.replace(
        page,
        split=split,
        seed=0,
        index=index,
        pictures=tuple(bare_of[id(picture)] for picture in page.pictures),
        questions=tuple(questions),
    )


def stripped(page: Page) -> Page:
    """Without the scene, where its things are, and all that tells of an answer."""
    return structs.replace(page, scene=Graph(()), where={}, questions=tuple(map(_asked, page.questions)))


def _asked(q: Question) -> Question:
    """Made anew from what may be told, so that a field that questions get some day is not told by oversight."""
    return Question(
        id=q.id,
        text=q.text,
        form=q.form,
        answers=(),
        choices=q.choices,
        language=q.language,
        pictures=q.pictures,
        choice_pictures=q.choice_pictures,
    )


def bare(picture: Picture) -> Picture:
    """The same pixels without what else a file may carry: when, where and with what it was made."""
    strip = _bare_png if picture.data.startswith(PNG) else _bare_jpeg
    return structs.replace(picture, data=strip(picture.data))


def _bare_png(data: bytes) -> bytes:
    parts, at = [PNG], len(PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] in KEPT:
            parts.append(data[at:end])
        at = end
    return b"".join(parts)


def _bare_jpeg(data: bytes) -> bytes:
    """Without comments and application data, but for Adobe's mark (14), which says how colours are meant."""
    if not data.startswith(JPEG):
        raise EyechartError("A picture is neither a PNG nor a JPEG: it cannot be told what else is in it.")
    parts, at = [JPEG], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        marker, end = data[at + 1], at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if not (0xE0 <= marker <= 0xEF and marker != 0xEE) and marker != 0xFE:
            parts.append(data[at:end])
        at = end
    return b"".join((*parts, data[at:]))


def halved(images: int) -> Sequence[int]:
    """The pages of the public half, by lot; one page alone is public."""
    return sorted(chance.sample(range(images), (images + 1) // 2))
