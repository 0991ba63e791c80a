"""A folder from elsewhere writes nothing outside of --out, and reads nothing outside of itself."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

import eyechart
from eyechart.convert import convert
from eyechart.core import Question
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.exports.vlmevalkit import _plain
from eyechart.registry import get
from eyechart.store.folder import Dataset, load
from eyechart.store.foreign import content, inside, picture_at

OUTSIDE = (
    "/x",
    "../x",
    "a/b",
    "..",
    ".",
    "",
    "a\nb",
    "a\0b",
    'a"b',
    "a\n",
    "{x}",
    "x: 1\ntrust_remote_code: true",
    "\x1b[31m",
)


@pytest.mark.parametrize("key", ["family", "split", "preset"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_a_manifest_holds_names_and_nothing_else(copied: Path, key: str, name: str) -> None:
    if (key, name) == ("preset", ""):
        return  # a release has none
    change(copied, lambda manifest: manifest.update({key: name}))
    with pytest.raises(EyechartError):
        load(copied)


@pytest.mark.parametrize("file", ["/etc/passwd", "../x.parquet", "data/../../x.parquet", "data/x.txt", "x.parquet"])
def test_a_shard_lies_in_its_folder(copied: Path, file: str) -> None:
    change(copied, lambda manifest: manifest["shards"][0].update(file=file))
    with pytest.raises(EyechartError, match="dataset.json"):
        load(copied)


def test_a_shard_that_is_a_link_out_is_refused(copied: Path, tmp_path: Path) -> None:
    shard = next((copied / "data").iterdir())
    shard.rename(tmp_path / "elsewhere.parquet")
    shard.symlink_to(tmp_path / "elsewhere.parquet")
    with pytest.raises(EyechartError, match=r"leads out of .+, to .+elsewhere\.parquet: .+cp -rL"):
        load(copied)


def change(folder: Path, how: Callable[[Any], Any]) -> None:
    path = folder / "dataset.json"
    manifest = json.loads(path.read_text())
    how(manifest)
    path.write_text(json.dumps(manifest))


def test_a_name_in_a_task_stays_a_name(few: Dataset, tmp_path: Path) -> None:
    out = tmp_path / 'a: b\n"trust_remote_code": true #'
    export(few, "lmms-eval", out)
    text = (out / "eyechart_figures.yaml").read_text().replace("!function ", "")
    task = yaml.safe_load(text)
    assert "trust_remote_code" not in str(task.keys()) + str(task["dataset_kwargs"].keys())
    assert task["dataset_kwargs"]["data_files"] == {few.manifest.split: "utils.DATA"}


def test_the_front_matter_of_a_card_is_yaml(few: Dataset) -> None:
    about = yaml.safe_load((few.folder / "README.md").read_text().split("---")[1])
    assert about["license"] == "cc-by-4.0"
    assert about["configs"][0]["data_files"][0]["split"] == few.manifest.split


@pytest.mark.parametrize("cell", ["=1+1", "+cmd()", "-x()", "@SUM(A1)", "\t=1", "\r=1", "-", "=HYPERLINK(1)"])
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert _plain(cell) == f" {cell}"


@pytest.mark.parametrize("cell", ["-3", "+1,200", "-0.5", "yes", "", " =1", None, 3])
def test_what_is_no_formula_stays(cell: Any) -> None:
    assert _plain(cell) == cell


def test_a_sheet_read_back_and_stripped_says_what_was_asked(few: Dataset, tmp_path: Path) -> None:
    export(few, "vlmevalkit", tmp_path / "tsv")
    csv.field_size_limit(10_000_000)
    with (tmp_path / "tsv" / "eyechart_figures_MCQ.tsv").open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    questions: list[Question] = list(few.questions())
    assert [row["question"].strip() for row in rows] == [q.text.strip() for q in questions]


# ---- releases


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.png").write_bytes(png())
    (tmp_path / "root" / "images").mkdir(parents=True)
    (tmp_path / "root" / "images" / "a.png").write_bytes(png())
    (tmp_path / "root" / "link.png").symlink_to(tmp_path / "secret.png")
    (tmp_path / "root" / "folder").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "root" / "pipe.png")
    return tmp_path / "root"


def png() -> bytes:
    import numpy as np

    from eyechart.drawing.png import png as packed

    return packed(np.zeros((4, 4, 4), np.uint8))


NAMES = (
    "../secret.png", "/etc/hostname", "link.png", "folder/secret.png", "images/../../secret.png", "a" * 5000, "a\0b", "/dev/zero",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_name_leads_out_of_a_release(root: Path, name: str) -> None:
    with pytest.raises(EyechartError):
        picture_at(inside(root, name))


def test_a_name_within_is_read(root: Path) -> None:
    assert picture_at(inside(root, "images/a.png")).width == 4


def test_a_pipe_is_not_waited_for(root: Path) -> None:
    with pytest.raises(EyechartError, match="no regular file"):
        content(root / "pipe.png")


def test_a_device_is_not_read() -> None:
    with pytest.raises(EyechartError, match="no regular file"):
        content(Path("/dev/zero"))


@pytest.mark.parametrize("name", [*NAMES, "pipe.png"])
def test_est_vqa_reads_no_picture_elsewhere(root: Path, name: str) -> None:
    row = {"image": name, "annotation": [{"question": "What?", "answer": "x"}]}
    (root / "train.json").write_text(json.dumps([row]))
    with pytest.raises(EyechartError):
        list(get("releases", "estvqa").pages(root, "train"))


@pytest.mark.parametrize("name", ["../../../../secret.png", "/etc/hostname", "link.png"])
@pytest.mark.parametrize("where", ["choices", "split", "pid"])
def test_icon_qa_reads_no_picture_elsewhere(tmp_path: Path, name: str, where: str) -> None:
    home = tmp_path / "iconqa" / "val" / "choose_img" / "1"
    home.mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(png())
    (home / "image.png").write_bytes(png())
    (home / "link.png").symlink_to(tmp_path / "secret.png")
    record = {"question": "Which?", "ques_type": "choose_img", "choices": [name if where == "choices" else "image.png"],
              "answer": 0, "split": name if where == "split" else "val"}  # fmt: skip
    pid = name if where == "pid" else "1"
    (tmp_path / "problems.json").write_text(json.dumps({pid: record}))
    (tmp_path / "pid_splits.json").write_text(json.dumps({"choose_img_val": [pid]}))
    with pytest.raises(EyechartError):
        list(get("releases", "iconqa").pages(tmp_path, "val"))


def test_twelve_matrices_come_back_from_their_papers_layout(tmp_path: Path) -> None:
    ours = eyechart.generate("matrices", tmp_path / "ours", split="val", count=12, seed=3, preset="paper", jobs=1)
    export(ours, "vprom", tmp_path / "vprom")
    back = convert("vprom", tmp_path / "vprom", "all", tmp_path / "back")
    assert [q.answers for q in back.questions()] == [q.answers for q in ours.questions()]


@pytest.mark.parametrize("name", ["a" * 300, "a\0b", "a/" * 3000])
def test_a_run_on_what_no_folder_is_called_is_told(few: Dataset, tmp_path: Path, name: str) -> None:
    eyechart.predict("oracle", few, tmp_path / "run")
    about = tmp_path / "run" / "run.json"
    about.write_text(json.dumps(json.loads(about.read_text()) | {"dataset": name, "at": name}))
    with pytest.raises(EyechartError):
        eyechart.score(tmp_path / "run")
