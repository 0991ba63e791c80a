"""LLaVA's chat JSON, which ShareGPT readers take too: `<image>` marks in the words, pictures as files beside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from eyechart.errors import EyechartError
from eyechart.exports.questions import asked, names, target, write_pictures
from eyechart.predict import vocabulary_of
from eyechart.store.folder import Dataset


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    rows, vocabulary = [], vocabulary_of(dataset)
    for done, page in enumerate(dataset, 1):
        write_pictures(page, folder / "images")
        for q in page.questions:
            if not q.answers:
                raise EyechartError(
                    f"{q.id} has no answer: LLaVA's conversations end in one, and a test set hides them."
                )
            files = [f"images/{name}" for name in names(page, q)]
            rows.append({
                "id": q.id,
                "image": files[0] if len(files) == 1 else files,
                "conversations": [
                    {"from": "human", "value": asked(q, vocabulary, "<image>")},
                    {"from": "gpt", "value": target(q)},
                ],
            })  # fmt: skip
        progress(done)
    (folder / "conversations.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=1))
