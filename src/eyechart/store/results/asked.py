"""Which question of a dataset an entry answers: by our id, a release's own name, a picture, or the words asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from eyechart.core import own_name
from eyechart.errors import EyechartError
from eyechart.store.results.said import Said, in_words
from eyechart.store.shards import whole


def resolved(path: Path, said: Sequence[Said], questions: pa.Table) -> list[str]:
    """Our id of each; what is in no way the name of a question stays as it is."""
    keys = [s.key for s in said]
    ids: list[str] = whole(questions.column("id")).to_pylist()
    images: list[int] = whole(questions.column("image")).to_pylist()
    if said[0].by == "words":
        words = map(in_words, images, whole(questions.column("text")).to_pylist())
        return _in_turn(keys, _grouped(words, ids))
    ways = [dict(zip(ids, ids, strict=True))]
    if said[0].by != "id":
        ways.append(_single(_grouped(map(own_name, ids), ids)))
    if said[0].by == "pid":
        ways.append(_single(_grouped(map(str, images), ids)))
    best = max(ways, key=lambda way: sum(key in way for key in keys))
    several = _grouped(map(str, images), ids)
    if said[0].by == "pid" and not any(key in best for key in keys) and any(key in several for key in keys):
        key = next(key for key in keys if key in several)
        raise EyechartError(
            f"{path}: {key} has {len(several[key])} questions in the dataset, such as '{several[key][0]}': name them by id."
        )
    return [best.get(key, key) for key in keys]


def _grouped(keys: Iterable[Any], ids: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for key, id in zip(keys, ids, strict=True):
        if key is not None:
            found.setdefault(key, []).append(id)
    return found


def _single(groups: Mapping[str, list[str]]) -> dict[str, str]:
    return {key: ids[0] for key, ids in groups.items() if len(ids) == 1}


def _in_turn(keys: Sequence[str], groups: Mapping[str, list[str]]) -> list[str]:
    """A question that is asked twice of an image is answered twice, in order; a third answer is one too many."""
    seen: dict[str, int] = {}
    made = []
    for key in keys:
        turn, ids = seen.get(key, 0), groups.get(key, [key])
        seen[key] = turn + 1
        made.append(ids[min(turn, len(ids) - 1)])
    return made
