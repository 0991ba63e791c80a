"""The official IconQA layout: written from our datasets, and read in every form that was released.

<root>/{problems.json, pid_splits.json, pid2skills.json, iconqa/<split>/<task>/<pid>/{image.png, data.json, choice_<k>.png}}.
The three json files may be missing: then the tree is read, and the skills are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from eyechart.core import Form, Graph, Page, Picture, Question, Release, Thing
from eyechart.errors import EyechartError
from eyechart.families.icons.answers import variants
from eyechart.families.icons.make import LETTERS
from eyechart.families.icons.templates import BY_NAME
from eyechart.store.foreign import decoded, inside, picture_at

if TYPE_CHECKING:
    from eyechart.store.folder import Dataset

TASKS: dict[str, Form] = {"choose_img": "choose-picture", "choose_txt": "choose-text", "fill_in_blank": "fill-in"}
OUR_TASK = {form: task for task, form in TASKS.items()}
PARTS = ("train", "val", "test")  # folders; the other splits are lists of problems in these
UNKNOWN = "unknown"
NOTES = ("label", "unit", "hint")  # what else a problem says; kept with the page


class Record(Struct, frozen=True):
    """data.json, and an entry of problems.json."""

    question: str
    ques_type: str
    grade: str = UNKNOWN
    label: str | None = None
    unit: str | None = None
    hint: str | None = None
    choices: list[str] | None = None
    answer: int | str | None = None  # the index of a choice, or what stands in the blank; hidden in no release so far
    split: str | None = None


# ---- writing


def write(dataset: Dataset, folder: Path, progress: Callable[[int], None]) -> None:
    """Our dataset in the official layout; a problem's pid is its page's index. A list of problems goes to its first folder."""
    split = dataset.manifest.split
    part = next((part for part in PARTS if part in split), split)
    problems: dict[str, Any] = {}
    splits: dict[str, list[str]] = {f"{task}_{split}": [] for task in TASKS}
    skills: dict[str, list[str]] = {}
    for done, page in enumerate(dataset, 1):
        q = page.questions[0]
        pid, task = str(page.index), OUR_TASK[q.form]
        home = folder / "iconqa" / part / task / pid
        home.mkdir(parents=True)
        (home / "image.png").write_bytes(q.pictures[0].data)
        for k, picture in enumerate(q.choice_pictures):
            (home / f"choice_{k}.png").write_bytes(picture.data)
        record = _record(q, page.scene.things[0].attributes if dataset.manifest.release else _notes(q))
        (home / "data.json").write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=2))
        problems[pid] = record | {"split": part}
        splits[f"{task}_{split}"].append(pid)
        if q.facets["skills"] != UNKNOWN:
            skills[pid] = q.facets["skills"].split(" + ")
        progress(done)
    for name, content in (("problems", problems), ("pid_splits", splits), ("pid2skills", skills)):
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(content))


def _notes(q: Question) -> dict[str, str]:
    """The label of a problem of ours, and the unit of its blank."""
    unit = None if q.choices else BY_NAME[q.template].unit
    return {"label": q.template} | ({"unit": unit} if unit else {})


def _record(q: Question, notes: Mapping[str, str]) -> dict[str, Any]:
    record: dict[str, Any] = {"question": q.text, "ques_type": OUR_TASK[q.form]}
    record |= {"grade": q.facets["grade"]} if q.facets["grade"] != UNKNOWN else {}
    record |= {key: notes[key] for key in NOTES if key in notes}
    if q.choices:
        record["choices"] = [f"choice_{k}.png" for k in range(len(q.choices))] if q.choice_pictures else list(q.choices)
    if q.answers:
        record["answer"] = q.choices.index(q.answers[0]) if q.choices else q.answers[0]
    return record


# ---- reading


def read(root: Path, split: str) -> Iterator[Page]:
    """The problems of a split, in the order of their pid."""
    home = _home(root)
    skills = _json(home.parent / "pid2skills.json", dict[str, list[str]])
    found = _listed(home, split) or _walked(home, split)
    if not found:
        there = sorted(p.name for p in home.iterdir() if p.name in PARTS)
        raise EyechartError(f"No IconQA split '{split}' in {root}. Found: {', '.join(there) or 'none'}.")
    numbers = {pid: _number(pid, home) for pid in found}
    for pid, (folder, record) in sorted(found.items(), key=lambda entry: numbers[entry[0]]):
        yield _page(split, numbers[pid], folder, record, skills.get(pid, []) if skills else [])


def _number(pid: str, home: Path) -> int:
    if not (pid.isascii() and pid.isdigit() and len(pid) <= 18):
        raise EyechartError(f"{home}: problem {pid[:80]!r} is not named by a number.")
    return int(pid)


def _home(root: Path) -> Path:
    """The folder that holds train, val and test, wherever in the release the root points."""
    for home in (root / "iconqa", root / "iconqa_data" / "iconqa", root):
        if any((home / part).is_dir() for part in PARTS):
            return home
    raise EyechartError(f"{root} is not IconQA: expected a folder iconqa/ with train/, val/ or test/ in it.")


def _json(path: Path, kind: Any) -> Any:
    """None if the file is not there."""
    return decoded(path, kind) if path.exists() else None


Found = dict[str, tuple[Path, Record]]


def _listed(home: Path, split: str) -> Found:
    """By problems.json, and pid_splits.json for the splits that are no folders (trainval, minitrain, …)."""
    problems = _json(home.parent / "problems.json", dict[str, Record])
    if problems is None:
        return {}
    lists = _json(home.parent / "pid_splits.json", dict[str, list[str | int]]) or {}
    wanted = {str(pid) for task in TASKS for pid in lists.get(f"{task}_{split}", [])}
    if not wanted:
        wanted = {pid for pid, record in problems.items() if record.split == split}
    found: Found = {}
    for pid in wanted:
        if pid not in problems:
            raise EyechartError(
                f"{home.parent / 'pid_splits.json'} names problem {pid}, which problems.json does not hold."
            )
        record = problems[pid]
        found[pid] = inside(home, record.split or split, record.ques_type, pid), record
    return found


def _walked(home: Path, split: str) -> Found:
    """By the folders alone."""
    found: Found = {}
    for task in TASKS:
        for path in (home / split / task).glob("*/data.json"):
            found[path.parent.name] = path.parent, _json(path, Record)
    return found


def _page(split: str, pid: int, folder: Path, record: Record, skills: list[str]) -> Page:
    if record.ques_type not in TASKS:
        raise EyechartError(
            f"{folder / 'data.json'}: ques_type is '{record.ques_type}', not one of {', '.join(TASKS)}."
        )
    form = TASKS[record.ques_type]
    shows = _picture(folder, "image.png")
    shown: tuple[Picture, ...] = ()
    choices = tuple(record.choices or ())
    if form != "fill-in" and not choices:
        raise EyechartError(f"{folder / 'data.json'}: 'choices' is missing.")
    if form == "choose-picture":
        if len(choices) > len(LETTERS):
            raise EyechartError(f"{folder / 'data.json'}: {len(choices)} choices, at most {len(LETTERS)} have letters.")
        shown = tuple(_picture(folder, name) for name in choices)
        choices = tuple(LETTERS[: len(choices)])
    note = {key: value for key in NOTES if (value := getattr(record, key))}
    scene = Graph((Thing("page", record.label or "page", note),))
    question = Question(
        id=f"iconqa/{split}/official/{pid}/0",
        text=record.question,
        form=form,
        answers=_answers(form, choices, record, folder),
        choices=choices,
        template=record.label if record.label in BY_NAME else "",
        facets={"grade": record.grade, "skills": " + ".join(skills) or UNKNOWN},
        scene=scene,
        pictures=(shows,),
        choice_pictures=shown,
    )
    return Page(
        family="icons", split=split, seed=0, index=pid, pictures=(shows, *shown),
        scene=scene, where={}, questions=(question,),
    )  # fmt: skip


def _answers(form: Form, choices: tuple[str, ...], record: Record, folder: Path) -> tuple[str, ...]:
    """All that are accepted. The paper takes a number and its word for the same."""
    if record.answer is None:
        return ()
    if form == "fill-in":
        return variants(str(record.answer))
    if not isinstance(record.answer, int) or not 0 <= record.answer < len(choices):
        raise EyechartError(
            f"{folder / 'data.json'}: answer is {record.answer!r}, not the index of one of {len(choices)} choices."
        )
    return (choices[record.answer],)


def _picture(folder: Path, name: str) -> Picture:
    path = inside(folder, name)
    if not path.exists():
        raise EyechartError(f"{path} is missing; data.json or problems.json names it.")
    return picture_at(path)


SPLITS = ("train", "val", "test", "trainval", "minitrain", "minival", "minitest")
release = Release("iconqa", "icons", SPLITS, read, "CC-BY-NC-SA-4.0")
