"""Tar shards, a sample per question: KEY.json, KEY.0.png, KEY.1.png …, and KEY.txt with the prompt."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from eyechart.core import Page
from eyechart.exports.questions import asked, pictures, question_json
from eyechart.predict import vocabulary_of
from eyechart.store.folder import Dataset
from eyechart.talk.prompts import Vocabulary

SHARD = 1000  # pages


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    pages, vocabulary = iter(dataset), vocabulary_of(dataset)
    for shard, start in enumerate(range(0, len(dataset), SHARD)):
        with tarfile.open(folder / f"{dataset.manifest.split}-{shard:06d}.tar", "w") as tar:
            for done, page in enumerate(islice(pages, SHARD), start + 1):
                _add(tar, page, vocabulary)
                progress(done)


def _add(tar: tarfile.TarFile, page: Page, vocabulary: Vocabulary) -> None:
    for number, q in enumerate(page.questions):
        key = f"{page.index:07d}_{number:03d}"  # no dot: it would end the key
        files = {f"{i}.{'jpg' if p.format == 'jpeg' else 'png'}": p.data for i, p in enumerate(pictures(q))}
        files |= {"json": question_json(q).encode(), "txt": asked(q, vocabulary).encode()}
        for ending, data in files.items():
            member = tarfile.TarInfo(f"{key}.{ending}")
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
