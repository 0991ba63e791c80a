"""Visual Genome and ConceptNet at full size, from files made up here: how long a pass takes, and how much memory.

The files have the real numbers of photographs, objects, relations and rows, and names as skewed as the real ones. They are
written block by block from a few thousand records that repeat under new ids.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from benchmarks.claim import Claim, at_most, print_rows
from benchmarks.process import fresh, peaks_below, timed
from eyechart.knowledge.conceptnet import Sifted, assertions
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.genome.cleaning import Cleaning, cleaned
from eyechart.knowledge.genome.reading import photos
from eyechart.seeding import Rng, rng_for

PHOTOS = {False: 108_077, True: 5_000}
ROWS = {False: 34_000_000, True: 500_000}
OBJECTS, LINKS = 35, 21  # of a photograph, on average, in v1.4
DISTINCT = 2_000  # records before they repeat
NAMES, LOOKS, WAYS = 80_000, 40_000, 30_000  # distinct, most of them rare
PER_BLOCK = 20_000  # rows of ConceptNet that are packed once
LIMIT = 2.0  # GB


class Pass(Struct, frozen=True):
    size: float  # GB of the file
    cpu: float
    peak: float  # GB
    kept: str


def claims(quick: bool) -> list[Claim]:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        write_scene_graphs(root, PHOTOS[quick])
        seen = fresh(_clean, root)
        write_assertions(root / "assertions.csv.gz", ROWS[quick])
        known = fresh(_sift, root / "assertions.csv.gz")
    rows = [
        (f"{PHOTOS[quick]:,} scene graphs, cleaned", *_shown(seen)),
        (f"{ROWS[quick]:,} ConceptNet rows, sifted", *_shown(known)),
    ]
    print_rows("One pass", ("", "file, GB", "processor, s", "peak memory, GB", "kept"), rows)
    return [
        at_most(f"memory of cleaning {PHOTOS[quick]:,} scene graphs", seen.peak, LIMIT, "GB"),
        at_most(f"memory of sifting {ROWS[quick]:,} rows", known.peak, LIMIT, "GB"),
    ]


def _shown(done: Pass) -> tuple[str, str, str, str]:
    return f"{done.size:.2f}", f"{done.cpu:,.0f}", f"{done.peak:.2f}", done.kept


def _clean(root: Path) -> Pass:
    said = ""

    def work() -> None:
        nonlocal said
        tally, found = cleaned(photos(root), Cleaning())
        count = sum(1 for _ in found)
        kinds = (len(tally.objects), len(tally.attributes), len(tally.relations))
        said = "{:,} graphs: {:,} objects, {} attributes, {} relations".format(count, *kinds)

    cpu = timed(work).cpu
    return Pass((root / "scene_graphs.json").stat().st_size / 1e9, cpu, _peak(), said)


def _sift(path: Path) -> Pass:
    sifted = Sifted()

    def work() -> None:
        for _ in assertions(path, concepts(), 1.0, sifted):
            pass

    cpu = timed(work).cpu
    return Pass(path.stat().st_size / 1e9, cpu, _peak(), f"{sifted.kept.total():,} of {sifted.rows:,} rows")


def _peak() -> float:
    import os

    return peaks_below(os.getpid())[os.getpid()] / 1e9


def write_scene_graphs(root: Path, count: int) -> None:
    """image_data.json and scene_graphs.json."""
    with (root / "image_data.json").open("w") as file:
        file.write("[" + ", ".join(f'{{"image_id": {i}, "width": 800, "height": 600}}' for i in range(count)) + "]")
    bodies = [_body(rng_for("benchmark", "genome", i)) for i in range(min(DISTINCT, count))]
    with (root / "scene_graphs.json").open("w") as file:
        for i in range(count):
            file.write(f'{", " if i else "["}{{"image_id": {i}, {bodies[i % len(bodies)]}')
        file.write("]")


def _body(rng: Rng) -> str:
    objects = []
    for k in range(rng.integer(OBJECTS - 15, OBJECTS + 15)):
        x, y = rng.integer(0, 700), rng.integer(0, 500)
        name = _name(rng, "thing", NAMES)
        row = {"object_id": k, "names": [name], "synsets": [f"{name}.n.01"], "x": x, "y": y, "w": rng.integer(5, 300)}
        row |= {"h": rng.integer(5, 300), "attributes": [_name(rng, "look", LOOKS) for _ in range(rng.integer(0, 2))]}
        objects.append(row)
    links = [
        {
            "relationship_id": k,
            "predicate": _name(rng, "way", WAYS),
            "synsets": ["along.r.01"],
            "subject_id": rng.integer(0, len(objects) - 1),
            "object_id": rng.integer(0, len(objects) - 1),
        }
        for k in range(rng.integer(LINKS - 10, LINKS + 10))
    ]
    return json.dumps({"objects": objects, "relationships": links})[1:]


def _name(rng: Rng, kind: str, many: int) -> str:
    """Few names are common and most are rare, as in real files."""
    return f"{kind} {int(many ** rng.random())}"


def write_assertions(path: Path, count: int) -> None:
    """One block of rows, packed once and written many times: gzip files may follow each other."""
    rng = rng_for("benchmark", "conceptnet")
    names = [name.replace(" ", "_") for name in concepts()]
    relations = ("RelatedTo", "Synonym", "FormOf", "IsA", "UsedFor", "AtLocation", "HasProperty", "CapableOf")
    rows = []
    for k in range(PER_BLOCK):
        language = "en" if rng.coin(0.3) else rng.choice(("fr", "de", "ja", "zh"))
        relation = rng.choice(relations)
        start = rng.choice(names) if rng.coin(0.05) else f"term_{k}"
        about = '{"dataset": "/d/made/up", "license": "cc:by/4.0", "sources": [{"contributor": "/s/nobody"}], "weight": 1.0}'
        ends = f"/c/{language}/{start}\t/c/{language}/other_{k}"
        rows.append(f"/a/[/r/{relation}/,/c/{language}/{start}/]\t/r/{relation}\t{ends}\t{about}\n")
    packed = gzip.compress("".join(rows).encode(), 6)
    with path.open("wb") as file:
        for _ in range(count // PER_BLOCK):
            file.write(packed)
