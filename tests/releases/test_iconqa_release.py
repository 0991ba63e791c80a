"""The official IconQA layout: a round trip of ours, every form of it in miniature, the real problems, what is malformed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import eyechart
from eyechart.convert import convert
from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.icons.official import read, release
from eyechart.families.icons.templates import BY_NAME
from eyechart.store.folder import Dataset

REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "iconqa"


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("icons", tmp_path_factory.mktemp("data") / "icons", split="val", count=160, seed=3)


@pytest.fixture(scope="module")
def exported(workbook: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(workbook, "iconqa", tmp_path_factory.mktemp("official") / "iconqa_data")


@pytest.fixture
def copied(exported: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(exported, tmp_path / "iconqa_data"))


def asked(page: Page) -> Any:
    """All that the layout keeps: of the answers, the one to show."""
    q = page.questions[0]
    return (page.index, q.text, q.form, q.answers[:1], q.choices, q.template, q.facets, q.pictures, q.choice_pictures)


def test_reading_back_what_we_wrote_gives_equal_questions_and_pictures(workbook: Dataset, exported: Path) -> None:
    assert [asked(page) for page in read(exported, "val")] == [asked(page) for page in workbook]


def test_all_three_answer_forms_are_written(exported: Path) -> None:
    assert {p.name for p in (exported / "iconqa" / "val").iterdir()} == {"choose_img", "choose_txt", "fill_in_blank"}


def test_without_the_three_json_files_the_tree_is_read_and_skills_are_unknown(workbook: Dataset, copied: Path) -> None:
    for name in ("problems", "pid_splits", "pid2skills"):
        (copied / f"{name}.json").unlink()
    back = list(read(copied, "val"))
    assert [page.questions[0].text for page in back] == [page.questions[0].text for page in workbook]
    assert {page.questions[0].facets["skills"] for page in back} == {"unknown"}


def test_a_mini_split_is_read_by_its_list(copied: Path) -> None:
    lists = json.loads((copied / "pid_splits.json").read_text())
    lists["choose_txt_minival"] = lists["choose_txt_val"][:3]
    (copied / "pid_splits.json").write_text(json.dumps(lists))
    assert [str(p.index) for p in read(copied, "minival")] == sorted(lists["choose_txt_minival"], key=int)


def test_the_root_may_be_the_folder_above_or_the_tree_itself(exported: Path) -> None:
    above, tree = list(read(exported.parent, "val")), list(read(exported / "iconqa", "val"))
    assert [p.index for p in above] == [p.index for p in tree]


def test_keys_nobody_knows_are_ignored(copied: Path) -> None:
    path = next((copied / "iconqa" / "val" / "choose_txt").glob("*/data.json"))
    path.write_text(json.dumps(json.loads(path.read_text()) | {"strange": 1}))
    (copied / "problems.json").unlink()
    assert len(list(read(copied, "val"))) == 160


def test_a_unit_survives(workbook: Dataset, exported: Path) -> None:
    units = {page.index: dict(page.scene.things[0].attributes).get("unit") for page in read(exported, "val")}
    told = {p.index: BY_NAME[p.questions[0].template].unit for p in workbook}
    assert units == told
    assert "centimeters" in told.values()


def test_what_we_export_keeps_the_contract_of_a_release(exported: Path) -> None:
    eyechart.check_release(release, exported, "val")


def test_a_converted_release_is_a_dataset_like_any_other(exported: Path, tmp_path: Path) -> None:
    made = convert("iconqa", exported, "val", tmp_path / "d")
    assert made.manifest.licence == "CC-BY-NC-SA-4.0"
    assert eyechart.verify(tmp_path / "d").holds


def damaged(root: Path, **change: Any) -> Path:
    for name in ("problems", "pid_splits", "pid2skills"):
        (root / f"{name}.json").unlink()
    path = next((root / "iconqa" / "val" / "choose_txt").glob("*/data.json"))
    content = json.loads(path.read_text()) | change
    path.write_text(json.dumps({key: value for key, value in content.items() if value is not None}))
    return path


def test_a_missing_key_is_named_with_its_file(copied: Path) -> None:
    path = damaged(copied, question=None)
    with pytest.raises(EyechartError, match=rf"{path}.*question"):
        list(read(copied, "val"))


def test_an_answer_beyond_the_choices_is_named(copied: Path) -> None:
    damaged(copied, answer=9)
    with pytest.raises(EyechartError, match="answer is 9, not the index of one of"):
        list(read(copied, "val"))


def test_an_unknown_split_says_what_there_is(exported: Path) -> None:
    with pytest.raises(EyechartError, match=r"No IconQA split 'test' in .*\. Found: val\."):
        list(read(exported, "test"))


def test_a_folder_that_is_no_iconqa_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="is not IconQA"):
        list(read(tmp_path, "test"))


@pytest.mark.skipif(not REAL.exists(), reason="needs the real samples")
def test_the_fifteen_real_problems_load() -> None:
    pages = {page.index: page.questions[0] for page in read(REAL, "test")}
    assert len(pages) == 15
    assert (pages[88].answers, len(pages[88].choices)) == (("impossible",), 4)
    assert (pages[4].answers, len(pages[4].choice_pictures)) == (("A",), 2)
    assert "seven thousand three hundred sixty-four" in pages[20].answers
    assert [(p.width, p.height) for p in pages[11].pictures] == [(326, 156)]
