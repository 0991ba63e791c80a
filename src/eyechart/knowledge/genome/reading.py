"""Visual Genome's files, v1.0, v1.2, v1.4 and scene_graphs.json, streamed.

A folder holds either `scene_graphs.json` or `objects.json` with `attributes.json` and `relationships.json`, and
`image_data.json` there or one folder above; each may end in .gz. The versions name their keys differently, and one
record takes them all. v1.0 gives every mention of an object an id of its own, so that attributes and relationships
bring objects that `objects.json` does not list; v1.4 says which ids were merged into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.genome import Entity, Link, Photo, Region
from eyechart.knowledge.stream import elements

AHEAD = 1000  # images by which the order of two files may differ


class _Object(Struct, frozen=True):
    """An object in any file of any version."""

    x: float
    y: float
    w: float
    h: float
    object_id: int | None = None
    id: int | None = None  # v1.0
    names: list[str] | None = None
    name: str | None = None  # the ends of a relationship
    object_names: list[str] | None = None  # attributes of v1.0
    attributes: list[str | None] | None = None  # missing in a third of the rows
    merged_object_ids: list[int] = []  # v1.4


class _Relationship(Struct, frozen=True):
    predicate: str
    subject: _Object | None = None
    object: _Object | None = None
    subject_id: int | None = None  # scene_graphs.json
    object_id: int | None = None


class _Record(Struct, frozen=True):
    """What a file says of one image."""

    image_id: int | None = None
    id: int | None = None
    objects: list[_Object] | None = None
    attributes: list[_Object] | None = None
    relationships: list[_Relationship] | None = None


class _Image(Struct, frozen=True):
    width: int
    height: int
    image_id: int | None = None
    id: int | None = None


class _Region(Struct, frozen=True):
    phrase: str
    x: float
    y: float
    width: float
    height: float
    region_id: int | None = None
    id: int | None = None


class _Regions(Struct, frozen=True):
    regions: list[_Region]
    image_id: int | None = None
    id: int | None = None


class _Source(Struct, frozen=True):
    """A file with the key under which it lists things."""

    path: Path
    key: str

    def records(self) -> Iterator[tuple[int, _Record]]:
        for number, record in enumerate(elements(self.path, _Record)):
            if getattr(record, self.key) is None:
                raise EyechartError(f"{self.path}: $[{number}] has no '{self.key}'.")
            yield _either(record.image_id, record.id, "image_id", f"{self.path}: $[{number}]"), record


def photos(root: Path) -> Iterator[Photo]:
    """Every image of a release, in the order of its files."""
    images = _images(root)
    if (scenes := find(root, "scene_graphs.json")) is not None:
        sources = [_Source(scenes, "objects")]
    else:
        sources = [_Source(needed(root, "objects.json"), "objects")]
        for name in ("attributes", "relationships"):
            if (path := find(root, f"{name}.json")) is not None:
                sources.append(_Source(path, name))
    for image, parts in _together(sources):
        if image not in images:
            raise EyechartError(f"{sources[0].path}: image {image} is not in image_data.json.")
        yield _photo(image, images[image], parts)


def regions(root: Path) -> Iterator[tuple[Region, ...]]:
    """The region descriptions of every image."""
    path = needed(root, "region_descriptions.json")
    for number, record in enumerate(elements(path, _Regions)):
        place = f"{path}: $[{number}]"
        # Most releases give the image's id as `id`; what calls itself image_id wins.
        image = _either(record.image_id, record.id, "id", place)
        yield tuple(
            Region(
                image,
                _either(r.region_id, r.id, "region_id", f"{place}.regions[{k}]"),
                r.phrase.strip(),
                (r.x, r.y, r.x + r.width, r.y + r.height),
            )
            for k, r in enumerate(record.regions)
        )


def find(root: Path, name: str) -> Path | None:
    """A file of a release, packed or not."""
    return next((path for path in (root / name, root / f"{name}.gz") if path.exists()), None)


def needed(root: Path, name: str) -> Path:
    path = find(root, name)
    if path is None:
        found = sorted(p.name for p in root.glob("*.json*")) if root.is_dir() else []
        raise EyechartError(f"No {name} in {root}. Found: {', '.join(found) or 'no JSON files'}.")
    return path


def _images(root: Path) -> dict[int, _Image]:
    if not root.is_dir():
        raise EyechartError(f"No folder {root} to read Visual Genome from.")
    path = find(root, "image_data.json") or find(root.parent, "image_data.json")
    if path is None:
        raise EyechartError(f"No image_data.json in {root} or above it; it says how large each photograph is.")
    return {
        _either(image.image_id, image.id, "image_id", f"{path}: $[{number}]"): image
        for number, image in enumerate(elements(path, _Image))
    }


def _either(first: int | None, second: int | None, key: str, place: str) -> int:
    if first is not None:
        return first
    if second is None:
        raise EyechartError(f"{place} has neither '{key}' nor 'id'.")
    return second


class _Ahead:
    """Records of a file by image, read only as far as they are asked for."""

    def __init__(self, source: _Source, leader: Path) -> None:
        self.source, self.leader = source, leader
        self.stream = source.records()
        self.waiting: dict[int, _Record] = {}
        self.missed: set[int] = set()

    def take(self, image: int) -> _Record | None:
        while image not in self.waiting and len(self.waiting) < AHEAD:
            number, record = next(self.stream, (None, None))
            if number is None or record is None:
                break
            self._check(number)
            self.waiting[number] = record
        if image not in self.waiting:
            self.missed.add(image)
        return self.waiting.pop(image, None)

    def finish(self) -> None:
        """What was not asked for may belong to no image that was missed."""
        for number, _ in self.stream:
            self._check(number)

    def _check(self, number: int) -> None:
        if number in self.missed:
            raise EyechartError(
                f"{self.source.path} has image {number} more than {AHEAD:,} images later than {self.leader.name}."
                " Sort both files by image_id."
            )


def _together(sources: list[_Source]) -> Iterator[tuple[int, list[tuple[_Source, _Record]]]]:
    """What the files say of each image. They list images in about the same order, so few need to wait."""
    first, *others = sources
    followers = [_Ahead(source, first.path) for source in others]
    for image, record in first.records():
        taken = ((follower.source, follower.take(image)) for follower in followers)
        yield image, [(first, record), *((source, found) for source, found in taken if found is not None)]
    for follower in followers:
        follower.finish()


class _Gathering:
    """The entities of one image, from every file that mentions them."""

    def __init__(self) -> None:
        self.entities: dict[int, Entity] = {}
        self.merged: dict[int, int] = {}  # an id of v1.4 -> the one it was merged into

    def add(self, found: _Object, place: str) -> int:
        key = _either(found.object_id, found.id, "object_id", place)
        key = self.merged.get(key, key)
        given = [*(found.names or ()), *(found.object_names or ()), *([found.name] if found.name is not None else [])]
        if not given and found.names is None and found.object_names is None and key not in self.entities:
            raise EyechartError(f"{place} has no name: expected 'names', 'object_names' or 'name'.")
        names = _plain(given) or ("",)
        box = (found.x, found.y, found.x + found.w, found.y + found.h)
        looks = _plain(a for a in found.attributes or () if a)
        self._join(key, Entity(key, names, box, looks))
        for other in found.merged_object_ids:
            if other != key:
                self.merged[other] = key
                if other in self.entities:
                    self._join(key, self.entities.pop(other))
        return key

    def _join(self, key: int, more: Entity) -> None:
        known = self.entities.get(key)
        if known is None:
            self.entities[key] = more
        elif more.attributes:
            both = tuple(dict.fromkeys(known.attributes + more.attributes))
            self.entities[key] = Entity(key, known.names, known.box, both)

    def known(self, key: int | None, end: str, place: str) -> int | None:
        """The entity with this id, if there is one: some relations name objects that were taken out."""
        if key is None:
            raise EyechartError(f"{place} has neither '{end}' nor '{end}_id'.")
        resolved = self.merged.get(key, key)
        return resolved if resolved in self.entities else None


def _plain(names: Iterable[str]) -> tuple[str, ...]:
    """Stripped, in lower case, single-spaced, each once."""
    return tuple(dict.fromkeys(plain for name in names if (plain := " ".join(name.lower().split()))))


def _photo(image: int, about: _Image, parts: list[tuple[_Source, _Record]]) -> Photo:
    gathered = _Gathering()
    for source, record in parts:
        for name, listed in (("objects", record.objects), ("attributes", record.attributes)):
            for k, found in enumerate(listed or ()):
                gathered.add(found, f"{source.path}: image {image}, {name}[{k}]")
    read = [
        _link(row, gathered, f"{source.path}: image {image}, relationships[{k}]")
        for source, record in parts
        for k, row in enumerate(record.relationships or ())
    ]
    now = gathered.merged  # a later record may have merged an end of an earlier link
    links = tuple(Link(now.get(x.subject, x.subject), x.predicate, now.get(x.object, x.object)) for x in read if x)
    entities = tuple(gathered.entities.values())
    return Photo(image, about.width, about.height, entities, links, read.count(None))


def _link(row: _Relationship, gathered: _Gathering, place: str) -> Link | None:
    ends: list[int] = []
    for end, found, key in (("subject", row.subject, row.subject_id), ("object", row.object, row.object_id)):
        id = gathered.known(key, end, place) if found is None else gathered.add(found, f"{place}.{end}")
        if id is None:
            return None
        ends.append(id)
    return Link(ends[0], " ".join(row.predicate.lower().split()), ends[1])
