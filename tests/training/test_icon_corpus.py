"""The icon corpus and what learns it: no drawing in two splits, losses as their papers define them, five answers ranked."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

import eyechart
from eyechart import registry
from eyechart.core import Prediction
from eyechart.drawing.packs import PACKS
from eyechart.errors import EyechartError
from eyechart.families.icon_corpus.catalogue import (
    _has_colour,
    _looked_through,
    catalogue,
    classes,
    clusters,
    refused,
)
from eyechart.families.icon_corpus.official import cluster
from eyechart.metrics import top_five
from eyechart.models.extractors.extractor import opened
from eyechart.page import page
from eyechart.settings import settings_for
from eyechart.store.folder import Dataset
from eyechart.store.run import open_run
from tiny_networks import same_weights

TWEMOJI = ("twemoji",)
CORPUS = registry.get("families", "icon-corpus")


@pytest.fixture(scope="module")
def icons(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("icon-corpus", tmp_path_factory.mktemp("icons") / "icons", count=60, seed=2)


# ---- the corpus


def test_it_is_made_as_a_family_is_and_is_none() -> None:
    assert "icon-corpus" not in registry.names("families")
    # The other preset takes packs that `eyechart assets` fetches.
    eyechart.check_family(structs.replace(CORPUS, presets={"small": {}}), pages=60)


def test_no_drawing_is_in_two_splits() -> None:
    found = catalogue(TWEMOJI)
    for name, drawings in found.drawings.items():
        parts = [found.of(name, split) for split in ("train", "val", "test")]
        assert sorted(icon for part in parts for icon in part) == sorted(drawings)
        assert parts[0]
        assert parts[2]


def test_every_class_is_drawn_or_said_to_have_too_few() -> None:
    found = catalogue(TWEMOJI)
    assert {*found.drawings, *found.too_few} == set(classes())
    assert len(classes()) == 377
    assert found.told().startswith(f"{len(found.drawings)} of 377 classes, ")


def test_a_drawing_shows_one_class() -> None:
    drawings = [icon for icons in catalogue(TWEMOJI).drawings.values() for icon in icons]
    assert len(drawings) == len(set(drawings))


def test_what_shows_something_else_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    dogs = catalogue(TWEMOJI).drawings["dog"]
    monkeypatch.setattr("eyechart.families.icon_corpus.catalogue.refused", lambda: [dogs[0]])
    without = _looked_through(TWEMOJI)
    assert set(without.drawings["dog"]) == set(dogs[1:])
    assert without.refused == 1


def test_drawings_are_refused_by_packs_that_there_are() -> None:
    assert {icon.partition(":")[0] for icon in refused()} <= set(PACKS)


def test_black_and_white_is_seen() -> None:
    grey, red = np.full((24, 24, 3), 90.0), np.full((24, 24, 3), 90.0)
    red[:6, :, 0] = 200.0
    assert not _has_colour(grey)
    assert _has_colour(red)


def test_head_medium_and_tail_are_as_large_as_the_papers() -> None:
    found = clusters([str(n) for n in range(377)])
    assert [list(found.values()).count(part) for part in ("head", "medium", "tail")] == [132, 122, 123]
    assert [cluster(n) for n in (1000, 999, 300, 299)] == ["head", "medium", "medium", "tail"]


def test_training_has_a_long_tail_and_the_exam_has_none() -> None:
    settings = settings_for(CORPUS)
    asked = {
        split: [page(CORPUS, settings, split, 0, n).questions[0].facets["cluster"] for n in range(80)]
        for split in ("train", "test")
    }
    assert asked["train"].count("tail") < 12 < asked["test"].count("tail")


def test_an_icon_fills_its_picture() -> None:
    for n in range(12):
        made = page(CORPUS, settings_for(CORPUS, changes={"tinted": 0.0}), "train", 0, n).pictures[0]
        ink = (np.asarray(made) < 250).any(2)
        assert 64 <= max(made.width, made.height) <= 256
        assert ink[:2].any()
        assert ink[-2:].any()
        assert ink[:, :2].any()
        assert ink[:, -2:].any()


# ---- the release


def lay_out_icon645(root: Path, icons: Dataset) -> Path:
    for n, one in enumerate(icons):
        name = ("apple_slice", "dog", "bee")[n % 3]
        home = root / "colored_icons_final" / name
        home.mkdir(parents=True, exist_ok=True)
        (home / f"{name}_{n}.png").write_bytes(one.pictures[0].data)
    return root


def test_icon645_is_read_from_its_folders(icons: Dataset, tmp_path: Path) -> None:
    release = registry.get("releases", "icon645")
    root = lay_out_icon645(tmp_path, icons)
    eyechart.check_release(release, root, "train")
    split = {
        name: [q.id.rsplit("/", 1)[1] for p in release.load(root, name) for q in p.questions] for name in release.splits
    }
    assert sorted(name for names in split.values() for name in names) == sorted(p.stem for p in root.rglob("*.png"))
    answers = {q.answers for p in release.load(root, "train") for q in p.questions}
    assert answers == {("apple slice",), ("dog",), ("bee",)}


def test_a_folder_that_is_not_icon645_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="is not Icon645: expected colored_icons_final/ with a folder of PNG files"):
        list(registry.get("releases", "icon645").load(tmp_path, "train"))


# ---- what is among five


def test_the_right_answer_among_five_counts() -> None:
    q = page(CORPUS, settings_for(CORPUS), "train", 0, 0).questions[0]
    right = q.answers[0]
    for raw, answer, expected in (
        ("a; " + right, "a", 1.0),
        ("a; b", "a", 0.0),
        (None, right, 1.0),
        ("a; b", None, 0.0),
    ):
        assert top_five.score(q, Prediction(question=q.id, answer=answer, raw=raw)) == expected


def test_both_forms_of_it_mark_alike() -> None:
    eyechart.check_metric(top_five.metric, [page(CORPUS, settings_for(CORPUS), "train", 0, n) for n in range(6)])


# ---- losses


def test_losses_are_those_of_their_papers() -> None:
    import torch
    from torch.nn import functional

    from eyechart.models.iconqa.long_tail import SCALE, LongTail, balanced, margins

    often, scores = (100, 10, 1), torch.tensor([[1.0, 0.5, -1.0], [0.0, 2.0, 1.0]])
    target = torch.tensor([0, 2])
    p = scores.softmax(1)[[0, 1], [0, 2]]

    def loss(name: str, batches: int = 10) -> float:
        return float(LongTail(name, often, batches)(scores, target))  # type: ignore[arg-type]

    assert loss("cross-entropy") == pytest.approx(float(-p.log().mean()))
    assert loss("focal") == pytest.approx(float(-((1 - p) ** 2 * p.log()).mean()))
    effective = [(1 - 0.9999**n) / (1 - 0.9999) for n in often]
    assert (balanced(often) / balanced(often)[0]).tolist() == pytest.approx([effective[0] / e for e in effective])
    assert margins(often).tolist() == pytest.approx([0.5 * n**-0.25 for n in often])
    moved = scores.clone()
    moved[0, 0] -= SCALE * 0.5 * 100**-0.25
    moved[1, 2] -= SCALE * 0.5
    assert loss("ldam") == pytest.approx(float(functional.cross_entropy(moved, target)))
    # Deferred: the same until eight tenths of the batches are seen, then weighted.
    assert loss("ldam-drw") == pytest.approx(loss("ldam"))
    assert loss("ldam-drw", batches=1) == pytest.approx(float(functional.cross_entropy(moved, target, balanced(often))))


# ---- networks


def dense(*sizes: int) -> int:
    return sum((before + 1) * after for before, after in pairwise(sizes))


def test_parameters_of_icon_resnets() -> None:
    from eyechart.models.learning.layers import parameters
    from eyechart.models.learning.network import Facts

    network, facts = registry.get("networks", "icon-resnet"), Facts(answers=tuple(map(str, range(377))))
    small = parameters(network.build(network.settings_of("paper", {"depth": 32, "loss": "focal"}), facts))
    sizes = [3, 16, *(c for c in (16, 32, 64) for _ in range(10))]
    # He et al. give 0.46 million with ten classes; each convolution has a normalisation, and the way around costs nothing.
    assert small == sum(9 * a * b + 2 * b for a, b in pairwise(sizes)) + dense(64, 377)
    assert small - dense(64, 377) + dense(64, 10) == 464_154
    deep = parameters(network.build(network.settings_of("paper", {}), facts))
    assert deep == 42_500_160 + 2048 * 377  # ResNet-101 without its last layer; LDAM's has directions and no bias


@pytest.mark.parametrize("stopped_after", [1, 3])
def test_stopped_and_gone_on_it_ends_with_the_same_weights(
    stopped_after: int, icons: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Re-weighting begins late, by a count that is part of the weights."""
    tiny = {"steps": 4, "every": 4, "batch": 8, "channels": 4, "validation": 8}
    whole = eyechart.train("icon-resnet", icons, tmp_path / "whole", changes=tiny)
    with monkeypatch.context() as patch:
        looks = iter([False] * stopped_after)
        patch.setattr(sys.modules["eyechart.train"], "stopped", lambda minutes: nullcontext(lambda: next(looks, True)))
        eyechart.train("icon-resnet", icons, tmp_path / "other", changes=tiny)
    assert not same_weights(whole, tmp_path / "other")
    eyechart.train("icon-resnet", icons, tmp_path / "other", changes=tiny)
    assert same_weights(whole, tmp_path / "other")


def test_a_trained_icon_resnet_is_an_extractor_and_ranks_five(icons: Dataset, tmp_path: Path) -> None:
    tiny = {"steps": 2, "every": 2, "batch": 8, "channels": 4, "validation": 8}
    folder = eyechart.train("icon-resnet", icons, tmp_path / "net", changes=tiny)
    eye = opened(f"ours:{folder}")
    assert eye.look(np.zeros((2, 3, 32, 32), np.uint8)).shape == (2, 16, 8, 8)
    run = eyechart.predict(f"trained:{folder}", icons, tmp_path / "run")
    scores = eyechart.score(run)
    assert scores.model == "icon-resnet+32+ldam-drw"
    assert scores.overall("top-5").mean >= scores.overall("answer").mean
    table = registry.get("layouts", "iconqa-table8").table([open_run(run)])
    assert table.rows[0][0].text == "icon-resnet+32+ldam-drw"
