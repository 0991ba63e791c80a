"""People's answers from elsewhere, FigureQA's judges' among them, and how answers by several become runs.

OUT/human/1 … OUT/human/K   the first, second … answer to each question, whoever gave it
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pyarrow as pa

from eyechart.core import Prediction
from eyechart.errors import EyechartError
from eyechart.store import predictions, results
from eyechart.store.folder import Dataset, load
from eyechart.store.results.meant import meant
from eyechart.store.run import ABOUT, PREDICTIONS, Run, start_run
from eyechart.store.shards import whole

HUMAN = "human"  # what people are called as a model; those of one age: human (9-18)
UNSURE = "unknown"


def write_runs(dataset: Dataset, said: Mapping[str, Iterable[Prediction]], out: Path) -> list[Run]:
    """Samples of each model: every question is answered in as many of them as it has answers."""
    made = []
    for model, some in said.items():
        folder = out / model.replace(" (", "-").replace(")", "").replace("+", "")
        _cleared(folder)
        listed = list(some)
        for number, rows in enumerate(_turns([one.question for one in listed]), 1):
            run = start_run(folder / str(number), model, dataset, sample=number, some=True)
            with (run.folder / PREDICTIONS).open("w", encoding="utf-8") as file:
                predictions.append(file, [listed[row] for row in rows])
            made.append(run)
    return made


def _cleared(folder: Path) -> None:
    """Without the runs of the time before; what is no run of people is nobody's to remove."""
    strange = [path for path in folder.glob("*") if not (path / ABOUT).is_file()]
    if strange:
        raise EyechartError(f"{strange[0]} is no run. Choose another --out.")
    shutil.rmtree(folder, ignore_errors=True)


def judgements(file: str | Path, source: str | Path | Dataset, out: str | Path, model: str = HUMAN) -> list[Run]:
    """Judgements that somebody else collected, in any form that `score` reads, FigureQA's CSV among them, as runs of people.

    A question may be answered by several; what is none of the choices of a question, such as `unknown`, is that.

    >>> made = eyechart.generate("figures", "data/figures", split="val1", count=3, seed=7)
    >>> run = eyechart.predict("oracle", "data/figures", "runs/oracle")
    >>> [people] = eyechart.judgements("runs/oracle/predictions.jsonl", "data/figures", "judges")
    >>> people.model, eyechart.score(people).overall("answer").mean
    ('human', 1.0)
    """
    file, dataset = Path(file), load(source)
    questions = dataset.columns(("id", "form", "choices", "text", "answers")).combine_chunks()
    ids = whole(questions.column("id"))
    table, said = results.read(file, lambda: questions)
    table = table.append_column("place", pa.array(range(table.num_rows)))
    asked: list[str] = table.column("question").to_pylist()
    found = list[Prediction]()
    for rows in _turns(asked):
        aligned, held = predictions.answered(file, table.take(pa.array(rows)), ids)
        ordered = None if said is None else [said[i] for i in aligned.column("place").to_pylist()]
        some = questions.take(held)
        found += _meant(meant(aligned.drop_columns("place"), ordered, some, dataset.scenes), some)
    return write_runs(dataset, {model: found}, Path(out))


def _turns(asked: list[str]) -> list[list[int]]:
    """The rows that are the first to their question, those that are the second, and so on."""
    times, made = Counter[str](), list[list[int]]()
    for row, question in enumerate(asked):
        if times[question] == len(made):
            made.append([])
        made[times[question]].append(row)
        times[question] += 1
    return made


def _meant(table: pa.Table, questions: pa.Table) -> list[Prediction]:
    ids, answers = table.column("question").to_pylist(), table.column("answer").to_pylist()
    choices = questions.column("choices").to_pylist()
    return [
        Prediction(question=id, answer=answer)
        if answer is not None and (not some or answer in some)
        else Prediction(question=id, answer=None, raw=answer or UNSURE)
        for id, answer, some in zip(ids, answers, choices, strict=True)
    ]
