"""Visual Genome's photographs with questions that this family asks of them: a release for `convert`.

All questions are asked first and put aside on disk; then those that keep answers and knowledge items in balance are chosen.
Photographs belong to a split by their ids, and an index counts those that have questions left.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from sys import intern

import msgspec

from eyechart import registry
from eyechart.core import Graph, Page, Question, Release
from eyechart.errors import EyechartError, unknown
from eyechart.families.commonsense.photographs.balance import Candidate, balanced
from eyechart.families.commonsense.photographs.knowledge import knowledge_about
from eyechart.families.commonsense.photographs.pictures import picture_path
from eyechart.families.commonsense.photographs.questions import page_of
from eyechart.families.commonsense.photographs.scene import known_only, scene_of
from eyechart.families.commonsense.photographs.settings import GenomeSettings
from eyechart.families.commonsense.world import World
from eyechart.knowledge.conceptnet import check_there
from eyechart.knowledge.facts import Knowledge
from eyechart.knowledge.genome import Photo
from eyechart.knowledge.genome.cleaning import Tally, cleaned
from eyechart.knowledge.genome.reading import photos
from eyechart.knowledge.stream import Spool
from eyechart.store.foreign import picture_at

SPLITS = {"train": range(7), "val": range(7, 8), "test": range(8, 10), "all": range(10)}  # tenths of the photographs


def load(root: Path, split: str, settings: GenomeSettings) -> Iterator[Page]:
    """The pages of a split."""
    if split not in SPLITS:
        raise unknown("split of Visual Genome", split, SPLITS)
    if settings.conceptnet:
        check_there(Path(settings.conceptnet))
    tally, kept = cleaned(photos(root), settings, lambda photo: _tenth(photo.image) in SPLITS[split])
    knowledge = knowledge_about(list(tally.objects), settings)
    family = registry.get("families", "commonsense")
    spool, candidates = Spool(Page), list[Candidate]()
    for photo in kept:
        scene = _scene(photo, knowledge, settings, tally)
        page = page_of(photo.image, split, World(scene, knowledge), family, settings.questions)
        if page is not None:
            if settings.pictures:
                _photograph(root, photo.image)  # rather now than when all has been asked
            spool.add(page)
            candidates += [_candidate(q) for q in page.questions]
    chosen = balanced(candidates) if settings.balance else {c.id for c in candidates}
    index = 0
    for page in spool:
        questions = tuple(q for q in page.questions if q.id in chosen)
        if questions:
            yield _with_picture(page, questions, index, root, settings)
            index += 1


def _scene(photo: Photo, knowledge: Knowledge, settings: GenomeSettings, tally: Tally) -> Graph:
    scene = scene_of(photo, tally.dropped)
    if settings.unknown == "drop":
        scene, gone = known_only(scene, knowledge)
        tally.dropped["object that the knowledge graph does not know"] += gone
    return scene


def _candidate(q: Question) -> Candidate:
    """A million of them share few words."""
    return Candidate(q.id, intern(q.template), intern(q.facets["knowledge"]), intern(q.answers[0]))


def _tenth(image: int) -> int:
    """Which tenth a photograph belongs to: by its id, whatever else there is."""
    return blake2b(str(image).encode(), digest_size=8).digest()[0] * 10 // 256


def _photograph(root: Path, image: int) -> Path:
    path = picture_path(root, image) or picture_path(root.parent, image)
    if path is None:
        raise EyechartError(
            f"No photograph {image}.jpg in {root}/VG_100K or VG_100K_2. Put it there, or ask of the graphs alone:"
            " --set pictures=false."
        )
    return path


def _with_picture(
    page: Page, questions: tuple[Question, ...], index: int, root: Path, settings: GenomeSettings
) -> Page:
    pictures = (picture_at(_photograph(root, page.index)),) if settings.pictures else ()
    made = tuple(msgspec.structs.replace(q, scene=page.scene, pictures=pictures) for q in questions)
    return msgspec.structs.replace(page, index=index, pictures=pictures, questions=made)


release = Release("visual-genome", "commonsense", tuple(SPLITS), load, "CC-BY-4.0", GenomeSettings)
