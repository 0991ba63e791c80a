"""Are the pages of two checkouts the same? Hashes of pictures, questions, answers and evidence, page by page.

    PYTHONPATH=../before/src python scripts/fingerprints.py > before.jsonl
    python scripts/fingerprints.py --against before.jsonl

Uses nothing but `eyechart.dataset`, so that it runs on an older checkout too. Pages take turns by split.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

import eyechart
from eyechart import registry

SEED = 1401


def hashed(*parts: Any) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part if isinstance(part, bytes) else msgspec.json.encode(part))
    return digest.hexdigest()[:16]


def page_row(family: str, preset: str, index: int) -> dict[str, Any]:
    """The hashes of one page. Programs are part of its questions; its scene, which may be told in another way, is not."""
    splits = list(registry.get("families", family).splits)
    split = splits[index % len(splits)]
    page = eyechart.dataset(family, split=split, seed=SEED, preset=preset)[index]
    asked = page.questions
    return {
        "page": f"{family}/{preset}/{split}/{index}",
        "pictures": hashed(*(p.data for p in page.pictures), *(p.data for q in asked for p in q.choice_pictures)),
        "questions": hashed(
            [
                (q.id, q.text, q.form, q.choices, q.language, q.template, q.facets, q.difficulty, q.program)
                for q in asked
            ]
        ),
        "answers": hashed([q.answers for q in asked]),
        "evidence": hashed([q.evidence for q in asked], page.where),
    }


def rows(families: list[str], count: int) -> Iterator[dict[str, Any]]:
    todo = [
        (family, preset, index)
        for family in families
        for preset in registry.get("families", family).presets
        for index in range(count)
    ]
    with ProcessPoolExecutor() as pool:
        yield from pool.map(page_row, *zip(*todo, strict=True), chunksize=20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("families", nargs="*", default=registry.names("families"))
    parser.add_argument("--count", type=int, default=200, help="pages of each family and preset")
    parser.add_argument("--against", type=Path, help="the lines that another checkout gave")
    arguments = parser.parse_args()
    made = rows(arguments.families, arguments.count)
    if arguments.against is None:
        for row in made:
            print(json.dumps(row))
        return
    before = {row["page"]: row for row in map(json.loads, arguments.against.read_text().splitlines())}
    equal = 0
    differ: list[str] = []
    for row in made:
        other = before.get(row["page"], {})
        parts = [part for part in row if row[part] != other.get(part)]
        if parts:
            differ.append(f"{row['page']}: {', '.join(parts)}")
        else:
            equal += 1
    print("\n".join(differ[:40]))
    print(f"{equal} pages equal, {len(differ)} differ")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
