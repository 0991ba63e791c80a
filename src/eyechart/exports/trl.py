"""TRL: a dataset of conversations with pictures for its GRPO, from a folder or endless, and the reward that it calls.

    from eyechart.exports import trl

    train = trl.dataset(eyechart.dataset("figures", "icons", seed=7))     # or a folder: trl.dataset("data/figures")
    GRPOTrainer(MODEL, reward_funcs=trl.reward, train_dataset=train, args=GRPOConfig(max_steps=1000, …))

Boxes in another frame than pixels: `functools.partial(trl.reward, frame="0-1000")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from eyechart.core import Picture
from eyechart.dataset import Endless
from eyechart.exports.questions import pictures, question_json
from eyechart.exports.training import Source, prompted
from eyechart.reward import marks
from eyechart.store.folder import load

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset


def dataset(source: Source) -> Dataset | IterableDataset:
    """A row per question: `prompt`, `images`, and the `question_json` by which the reward marks. An endless source gives a stream,
    for which the trainer wants max_steps."""
    import datasets

    if isinstance(source, Endless):
        return datasets.IterableDataset.from_generator(rows, _features(), {"source": source})
    data = load(source)
    # `datasets` keeps what it made by these words: a folder that was made anew is another one.
    made = {"source": str(data.folder.resolve()), "version": sha256(msgspec.json.encode(data.manifest)).hexdigest()}
    return datasets.Dataset.from_generator(rows, _features(), gen_kwargs=made)


def rows(source: Source, version: str = "") -> Iterator[dict[str, Any]]:
    for q, parts in prompted(source):
        content = [{"type": "image", "text": None} if isinstance(part, Picture) else {"type": "text", "text": part}
                   for part in parts]  # fmt: skip
        yield {
            "prompt": [{"role": "user", "content": content}],
            "images": [{"bytes": p.data, "path": None} for p in pictures(q)],
            "question_json": question_json(q),
            "id": q.id,
        }


def _features() -> Features:
    from datasets import Features, Image, List, Value

    part = {"type": Value("string"), "text": Value("string")}
    return Features({
        "prompt": List({"role": Value("string"), "content": List(part)}),
        "images": List(Image()),
        "question_json": Value("string"),
        "id": Value("string"),
    })  # fmt: skip


def reward(
    prompts: Sequence[Any],
    completions: Sequence[Any],
    question_json: Sequence[str],
    frame: str = "pixels",
    log_metric: Callable[[str, float], None] | None = None,
    **columns: Any,
) -> list[float]:
    """`eyechart.reward` of each completion; the means of answer and evidence go to the trainer's log."""
    found = [marks(asked, said(c), frame) for asked, c in zip(question_json, completions, strict=True)]
    if log_metric is not None:
        for name in ("answer", "evidence"):
            values = [mark for scored in found if (mark := getattr(scored, name)) is not None]
            if values:
                log_metric(f"eyechart/{name}", sum(values) / len(values))
    return [scored.reward for scored in found]


def said(completion: Any) -> str:
    """The words of a completion: a text, or a conversation that ends in the model's turn, as text or in parts."""
    if isinstance(completion, str):
        return completion
    content = completion[-1]["content"] if completion else ""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content or ())
