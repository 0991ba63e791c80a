"""The official V-PROM layout: written, read back, and a hostile label file that must do nothing."""

from __future__ import annotations

import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.errors import EyechartError
from eyechart.export import export
from eyechart.families.matrices import pickles
from eyechart.families.matrices.official import labels, release
from eyechart.store.folder import Dataset


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("matrices", tmp_path_factory.mktemp("m") / "data", split="test", count=24, seed=2)


@pytest.fixture(scope="module")
def root(ours: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(ours, "vprom", tmp_path_factory.mktemp("vprom") / "release")


def test_the_layout_is_the_official_one(root: Path) -> None:
    assert sorted(p.name for p in root.glob("[!.]*")) == [
        "Raven_release", "attr_gt_labels.npy", "counting_gt_labels.npy", "obj_gt_labels.npy",
    ]  # fmt: skip
    assert len(list((root / "Raven_release" / "0" / "7").glob("*.jpg"))) == 16


def test_numpy_itself_reads_our_labels(root: Path) -> None:
    table = np.load(root / "counting_gt_labels.npy", allow_pickle=True).item()
    assert sorted(table) == ["and", "or", "progression", "union"]
    assert all(9 <= entry["label"] <= 16 for entries in table.values() for entry in entries.values())


def test_answers_and_rules_survive_the_round_trip(ours: Dataset, root: Path) -> None:
    pages = list(registry.get("releases", "vprom").load(root, "all"))
    assert len(pages) == 24
    for mine, theirs in zip(ours, pages, strict=True):
        a, b = mine.questions[0], theirs.questions[0]
        assert (a.answers, a.evidence, mine.index) == (b.answers, b.evidence, theirs.index)


def test_a_release_of_three_matrices_is_read_back(tmp_path: Path) -> None:
    few = eyechart.generate("matrices", tmp_path / "few", split="test", count=3, seed=7)
    root = export(few, "vprom", tmp_path / "release")
    assert len(list(registry.get("releases", "vprom").load(root, "all"))) == 3


def test_pictures_survive_but_for_jpeg(ours: Dataset, root: Path) -> None:
    from eyechart.drawing.decoding import decode

    theirs = next(iter(registry.get("releases", "vprom").load(root, "all")))
    mine = next(iter(ours))
    for a, b in zip(mine.pictures, theirs.pictures, strict=True):
        one, other = (decode(p).toarray()[:, :, :3].astype(int) for p in (a, b))
        assert (b.width, b.height, b.format) == (128, 128, "jpeg")
        assert np.abs(one - other).mean() < 6


def test_the_release_keeps_its_contract(root: Path) -> None:
    eyechart.check_release(registry.get("releases", "vprom"), root, "all")


def test_a_split_is_a_kind_of_element(root: Path) -> None:
    kinds = {
        p.questions[0].facets["kind"] for p in registry.get("releases", "vprom").load(root, "object count")
    }  # fmt: skip
    assert kinds == {"object count"}


def test_every_regime_has_the_eight_candidates_of_the_layout(tmp_path: Path) -> None:
    few = eyechart.generate("matrices", tmp_path / "few", count=1, changes={"regime": "extrapolation"})
    export(few, "vprom", tmp_path / "out")
    assert len(list((tmp_path / "out").rglob("*.jpg"))) == 16


# ---- pickles


def saved(path: Path, value: Any, protocol: int = 3) -> Path:
    """As np.save writes an object: a header, then a pickled array of one."""
    holder = np.empty((), dtype=object)
    holder[()] = value
    header = b"{'descr': '|O', 'fortran_order': False, 'shape': (), }"
    header += b" " * (53 - len(header) % 64 + 64) + b"\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + pickle.dumps(holder, protocol))
    return path


@pytest.mark.parametrize("protocol", [0, 2, 3, 4, 5])
def test_every_protocol_is_read(tmp_path: Path, protocol: int) -> None:
    table = {"and": {3: {"label": 9, "im_path": ["a.jpg"]}}}
    assert pickles.read(saved(tmp_path / "x.npy", table, protocol)) == table


def test_numpy_scalars_and_arrays_become_plain(tmp_path: Path) -> None:
    table = {"a": np.int64(11), "b": np.array([9, 16]), "c": np.array(["x", None], dtype=object)}
    assert pickles.read(saved(tmp_path / "x.npy", table)) == {"a": 11, "b": [9, 16], "c": ["x", None]}


class Hostile:
    """Unpickled by pickle itself, it would write a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.mark,)


def test_a_hostile_pickle_does_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    file = saved(tmp_path / "obj_gt_labels.npy", {"and": Hostile(mark)})
    with pytest.raises(EyechartError, match="Nothing was executed"):
        pickles.read(file)
    assert not mark.exists()
    np.load(file, allow_pickle=True)  # the same file, read carelessly, does
    assert mark.exists()


@pytest.mark.parametrize("name", ["os system", "builtins eval", "builtins exec", "numpy load", "subprocess Popen"])
def test_no_name_outside_the_list_is_looked_up(tmp_path: Path, name: str) -> None:
    module, function = name.split()
    file = tmp_path / "x.npy"
    body = f"c{module}\n{function}\n(S'touch {tmp_path}/executed'\ntR.".encode()
    file.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", 0) + body)
    with pytest.raises(EyechartError, match=f"names {module}.{function}"):
        pickles.read(file)
    assert not (tmp_path / "executed").exists()


def test_a_damaged_file_says_so(tmp_path: Path) -> None:
    file = tmp_path / "x.npy"
    file.write_bytes(b"\x93NUMPY\x01\x00\x00\x00\x80\x04nonsense")
    with pytest.raises(EyechartError, match="is damaged"):
        pickles.read(file)


def test_a_label_outside_9_to_16_is_refused(tmp_path: Path) -> None:
    saved(tmp_path / "obj_gt_labels.npy", {"and": {5: {"label": 3, "im_path": []}}})
    saved(tmp_path / "counting_gt_labels.npy", {})
    saved(tmp_path / "attr_gt_labels.npy", {})
    with pytest.raises(EyechartError, match="expected a panel from 9 to 16"):
        labels(tmp_path)


def test_missing_labels_are_named(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No obj_gt_labels.npy"):
        labels(tmp_path)


def test_what_is_no_picture_is_refused(ours: Dataset, root: Path) -> None:
    one = next(root.rglob("1.jpg"))
    before = one.read_bytes()
    one.write_bytes(b"GIF89a")
    try:
        with pytest.raises(EyechartError, match="is neither a PNG nor a JPEG"):
            list(release.pages(root, "all"))
    finally:
        one.write_bytes(before)
