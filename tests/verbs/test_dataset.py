"""Datasets on disk: the same pages back, pictures for Hugging Face, and clear words about damage."""

from __future__ import annotations

import json
import pickle
import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest

import eyechart
from eyechart.errors import EyechartError
from eyechart.store.folder import Dataset, versions


def test_what_is_read_equals_what_is_made(dataset: Dataset) -> None:
    endless = eyechart.dataset("figures", split="test2", seed=3)
    for index in (0, 99, 100, 249):
        assert msgspec.msgpack.encode(dataset[index]) == msgspec.msgpack.encode(endless[index])


def test_iteration_gives_every_page_in_order(dataset: Dataset) -> None:
    assert [page.index for page in dataset] == list(range(250))


def test_another_process_can_be_given_some_of_its_questions(dataset: Dataset) -> None:
    some = dataset.limited(7)
    some[3]  # what was read stays here
    sent = pickle.loads(pickle.dumps(some))
    assert [q.id for q in sent.questions()] == [q.id for q in some.questions()]


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.uint64])
def test_numbers_of_other_types_are_the_same_numbers(dataset: Dataset, tmp_path: Path, kind: type[np.integer]) -> None:
    """Streams are told apart by the type of what is in their path."""
    other = eyechart.dataset("figures", split="test2", seed=kind(3))
    assert msgspec.msgpack.encode(other[kind(4)]) == msgspec.msgpack.encode(dataset[kind(4)])
    made = eyechart.generate("figures", tmp_path / "made", split="test2", count=kind(5), seed=kind(3))
    assert msgspec.msgpack.encode(made[4]) == msgspec.msgpack.encode(dataset[4])


def test_a_seed_that_is_no_whole_number() -> None:
    with pytest.raises(EyechartError, match="seed='3' is no whole number"):
        eyechart.dataset("figures", seed="3")  # type: ignore[arg-type]


def test_an_index_beyond_the_end_is_an_index_error(dataset: Dataset) -> None:
    with pytest.raises(IndexError, match="pages 0 to 249, not 250"):
        dataset[250]


def test_a_question_id_tells_its_place(dataset: Dataset) -> None:
    assert dataset[8].questions[2].id == "figures/test2/3/8/2"


def test_manifest_counts_are_right(dataset: Dataset) -> None:
    assert dataset.manifest.questions == sum(len(page.questions) for page in dataset)


def test_columns_are_the_questions_without_pictures(dataset: Dataset) -> None:
    table = dataset.columns(["id", "template"])
    assert table.column("id").to_pylist() == [q.id for q in dataset.questions()]
    assert table.column_names == ["image", "id", "template"]


def test_hugging_face_opens_the_images_as_pictures(dataset: Dataset, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    files = [str(p) for p in sorted((dataset.folder / "data").glob("*.parquet"))]
    rows = datasets.load_dataset("parquet", data_files=files, split="train", cache_dir=str(tmp_path))
    picture = rows[4]["images"][0]
    assert picture.size == (dataset[4].pictures[0].width, dataset[4].pictures[0].height)
    assert rows[4]["questions"][0]["text"] == dataset[4].questions[0].text


def test_the_card_names_the_command(dataset: Dataset) -> None:
    card = (dataset.folder / "README.md").read_text()
    assert "eyechart generate figures --split test2 --count 250 --seed 3 --preset exam" in card
    assert card.startswith('---\nlicense: "cc-by-4.0"')


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No dataset at .*nowhere.*eyechart generate"):
        eyechart.load(tmp_path / "nowhere")


def test_a_folder_of_something_else(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="is not a dataset"):
        eyechart.load(tmp_path)


def test_a_half_written_folder(copied: Path) -> None:
    (copied / ".eyechart").mkdir()
    (copied / ".eyechart" / "job.json").write_text('{"verb": "generate", "request": {}}')
    (copied / "dataset.json").unlink()
    with pytest.raises(EyechartError, match="half written.*goes on where it stopped"):
        eyechart.load(copied)


def test_a_newer_format(copied: Path) -> None:
    about = json.loads((copied / "dataset.json").read_text())
    (copied / "dataset.json").write_text(json.dumps(about | {"format": 99}))
    with pytest.raises(EyechartError, match="format 99; this eyechart reads up to 1"):
        eyechart.load(copied)


def test_a_manifest_that_is_not_json(copied: Path) -> None:
    (copied / "dataset.json").write_text("{")
    with pytest.raises(EyechartError, match="cannot be understood"):
        eyechart.load(copied)


def test_a_lost_shard(copied: Path) -> None:
    (copied / "data" / "00000.parquet").unlink()
    with pytest.raises(EyechartError, match="lacks data/00000.parquet"):
        eyechart.load(copied)


@pytest.mark.parametrize("place", [0.05, 0.5, 0.95])
def test_a_flipped_byte_is_noticed_when_read(copied: Path, place: float) -> None:
    shard = copied / "data" / "00000.parquet"
    content = bytearray(shard.read_bytes())
    content[int(len(content) * place)] ^= 0x40
    shard.write_bytes(content)
    with pytest.raises(EyechartError, match="damaged or cut off"):
        list(eyechart.load(copied))


@pytest.mark.parametrize("place", [5, -5, -2000])
def test_a_flipped_byte_anywhere_is_noticed_by_verify(copied: Path, place: int) -> None:
    shard = copied / "data" / "00000.parquet"
    content = bytearray(shard.read_bytes())
    content[place] ^= 1
    shard.write_bytes(content)
    with pytest.raises(EyechartError, match="damaged or cut off"):
        eyechart.verify(copied)


def test_an_unknown_split_of_an_endless_dataset() -> None:
    with pytest.raises(EyechartError, match="No split of figures 'val'"):
        eyechart.dataset("figures", split="val")


def test_dataset_json_names_every_package_that_is_pinned() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    pinned = [need.split("==")[0] for need in project["dependencies"] if "==" in need]
    assert set(pinned) <= versions().keys()
