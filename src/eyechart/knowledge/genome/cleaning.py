"""Scene graphs made fit to be asked about, as CRIC does: synonyms and doubles merged, rare concepts dropped.

The release is read once. Each photograph is put into our words, counted, and kept in a file on disk; when all have been
counted, the rare ones are known, and the photographs come back from that file without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec import Struct

from eyechart.core import Settings
from eyechart.errors import EyechartError
from eyechart.knowledge.genome import Entity, Link, Photo
from eyechart.knowledge.genome.words import attributes, meanings, relations, word_for
from eyechart.knowledge.stream import Spool

Box = tuple[float, float, float, float]


class Cleaning(Settings, frozen=True, kw_only=True):
    """What is kept. The first three are the paper's numbers after its cleaning."""

    objects: int = 1291  # so many of the commonest names
    attributes: int = 267
    relations: int = 210
    seen: int = 1  # and each seen at least so often
    overlap: float = 0.7  # boxes of one name are one object above this intersection over union

    def check(self) -> None:
        if not 0 < self.overlap <= 1:
            raise EyechartError(f"Setting overlap is {self.overlap}; expected more than 0 and at most 1.")


class Tally(Struct):
    """What was found, what was kept, and why the rest was not. Complete when the photographs have been read."""

    photos: int = 0
    objects: Counter[str] = msgspec.field(default_factory=Counter)
    attributes: Counter[str] = msgspec.field(default_factory=Counter)
    relations: Counter[str] = msgspec.field(default_factory=Counter)
    dropped: Counter[str] = msgspec.field(default_factory=Counter)

    def rows(self) -> list[tuple[str, int]]:
        """For printing."""
        kept = [
            ("photographs", self.photos),
            ("distinct objects kept", len(self.objects)),
            ("distinct attributes kept", len(self.attributes)),
            ("distinct relations kept", len(self.relations)),
            ("objects kept", self.objects.total()),
            ("attributes kept", self.attributes.total()),
            ("relations kept", self.relations.total()),
        ]
        return kept + [(f"dropped: {reason}", count) for reason, count in sorted(self.dropped.items())]


def cleaned(
    found: Iterable[Photo], settings: Cleaning, wanted: Callable[[Photo], bool] = lambda photo: True
) -> tuple[Tally, Iterator[Photo]]:
    """Count everything, then give the photographs that are wanted back without what is rare in all of them."""
    tally = Tally()
    spool = Spool(Photo)
    for photo in found:
        ours = in_our_words(photo, settings.overlap, tally.dropped)
        tally.photos += 1
        tally.objects.update(e.name for e in ours.entities)
        tally.attributes.update(a for e in ours.entities for a in e.attributes)
        tally.relations.update(link.predicate for link in ours.links)
        if wanted(photo):
            spool.add(ours)
    tally.objects = _commonest(tally.objects, settings.objects, settings.seen)
    tally.attributes = _commonest(tally.attributes, settings.attributes, settings.seen)
    tally.relations = _commonest(tally.relations, settings.relations, settings.seen)
    return tally, _kept(spool, tally)


def _commonest(counts: Counter[str], most: int, seen: int) -> Counter[str]:
    """Those with the highest counts; equal counts in the order of the alphabet."""
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
    return Counter({name: count for name, count in ranked if count >= seen})


def _kept(spool: Spool[Photo], tally: Tally) -> Iterator[Photo]:
    objects, looks, ways = set(tally.objects), set(tally.attributes), set(tally.relations)
    tally.objects, tally.attributes, tally.relations = Counter(), Counter(), Counter()
    for found in spool:
        photo = _common(found, objects, looks, ways, tally.dropped)
        tally.objects.update(e.name for e in photo.entities)
        tally.attributes.update(a for e in photo.entities for a in e.attributes)
        tally.relations.update(link.predicate for link in photo.links)
        yield photo


def _common(photo: Photo, objects: set[str], looks: set[str], ways: set[str], dropped: Counter[str]) -> Photo:
    """A photograph without its rare objects, attributes and relations."""
    entities = []
    for e in photo.entities:
        if e.name not in objects:
            dropped["object with a rare name"] += 1
            continue
        common = tuple(a for a in e.attributes if a in looks)
        if len(common) < len(e.attributes):
            dropped["rare attribute"] += len(e.attributes) - len(common)
            e = msgspec.structs.replace(e, attributes=common)
        entities.append(e)
    there = {e.id for e in entities}
    links = []
    for link in photo.links:
        if link.subject not in there or link.object not in there:
            dropped["relation of a dropped object"] += 1
        elif link.predicate not in ways:
            dropped["rare relation"] += 1
        else:
            links.append(link)
    return msgspec.structs.replace(photo, entities=tuple(entities), links=tuple(links))


def in_our_words(photo: Photo, overlap: float, dropped: Counter[str]) -> Photo:
    """Synonyms to one word, boxes onto the photograph, doubles of one object to one."""
    groups: dict[tuple[str, bool], list[list[Entity]]] = {}
    order: list[list[Entity]] = []
    names = {word_for(e.name).name for e in photo.entities}
    if photo.dangling:
        dropped["relation to an id that is no object's"] += photo.dangling
    for found in photo.entities:
        if not word_for(found.name).name:
            dropped["object without a name"] += 1
            continue
        e = _said(found, photo, names)
        if e is None:
            dropped["object with no area on the photograph"] += 1
            continue
        same = groups.setdefault((e.name, e.many), [])
        cluster = next((c for c in same if any(iou(e.box, other.box) > overlap for other in c)), None)
        if cluster is None:
            same.append(cluster := [])
            order.append(cluster)
        else:
            dropped["double of an object, merged"] += 1
        cluster.append(e)
    ours = {e.id: cluster[0].id for cluster in order for e in cluster}
    entities = tuple(_merged(cluster) for cluster in order)
    return msgspec.structs.replace(photo, entities=entities, links=_links(photo.links, ours, dropped))


def _said(found: Entity, photo: Photo, names: set[str]) -> Entity | None:
    """An entity in our words, its box cut to the photograph; None where nothing of it is there."""
    left, top = max(found.box[0], 0.0), max(found.box[1], 0.0)
    right, bottom = min(found.box[2], float(photo.width)), min(found.box[3], float(photo.height))
    if right - left < 1 or bottom - top < 1:
        return None
    word = word_for(found.name)
    meaning, company = meanings().get(word.name, (word.name, frozenset()))
    looks = [attributes()[a][1] if a in attributes() else a for a in found.attributes]
    return Entity(
        found.id,
        (word.name if company.isdisjoint(names) else meaning, *found.names[1:]),
        (left, top, right, bottom),
        tuple(dict.fromkeys([*word.looks, *looks])),
        word.many,
    )


def _merged(cluster: list[Entity]) -> Entity:
    """One entity for boxes of one object: their mean, and all that was said of any."""
    if len(cluster) == 1:
        return cluster[0]
    mean = [round(sum(e.box[k] for e in cluster) / len(cluster), 2) for k in range(4)]
    return Entity(
        cluster[0].id,
        tuple(dict.fromkeys(name for e in cluster for name in e.names)),
        (mean[0], mean[1], mean[2], mean[3]),
        tuple(dict.fromkeys(a for e in cluster for a in e.attributes)),
        cluster[0].many,
    )


def _links(links: tuple[Link, ...], ours: dict[int, int], dropped: Counter[str]) -> tuple[Link, ...]:
    made: dict[Link, None] = {}
    for link in links:
        if link.subject not in ours or link.object not in ours:
            dropped["relation of a dropped object"] += 1
            continue
        name, turned = relations().get(link.predicate, (link.predicate, False))
        ends = (ours[link.subject], ours[link.object])
        said = Link(ends[1], name, ends[0]) if turned else Link(ends[0], name, ends[1])
        if not name:
            dropped["relation without a name"] += 1
        elif said.subject == said.object:
            dropped["relation of an object with itself"] += 1
        elif said in made:
            dropped["relation said twice"] += 1
        else:
            made[said] = None
    return tuple(made)


def iou(one: Box, other: Box) -> float:
    """Intersection over union of two boxes."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / ((one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1]) - shared)
