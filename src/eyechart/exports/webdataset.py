"""Tar shards, a sample per question: KEY.json, KEY.0.png, KEY.1.png …, and KEY.txt with the prompt."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

from eyechart.dataset import Dataset
from eyechart.exports.words import asked, pictures, question_json

SHARD = 1000  # pages


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    tar: tarfile.TarFile | None = None
    for done, page in enumerate(dataset, 1):
        if (done - 1) % SHARD == 0:
            if tar is not None:
                tar.close()
            tar = tarfile.open(folder / f"{dataset.manifest.split}-{(done - 1) // SHARD:06d}.tar", "w")  # noqa: SIM115
        assert tar is not None
        for number, q in enumerate(page.questions):
            key = f"{page.index:07d}_{number:03d}"  # no dot: it would end the key
            files = {f"{i}.{'jpg' if p.format == 'jpeg' else 'png'}": p.data for i, p in enumerate(pictures(q))}
            files |= {"json": question_json(q).encode(), "txt": asked(q).encode()}
            for ending, data in files.items():
                member = tarfile.TarInfo(f"{key}.{ending}")
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        progress(done)
    if tar is not None:
        tar.close()
