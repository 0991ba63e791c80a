"""Any vision checkpoint of transformers on this machine: ResNet, ViT, CLIP, SigLIP, DINO, … by its folder."""

from __future__ import annotations

import json
from math import isqrt
from pathlib import Path
from typing import Any

import torch

from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Extractor, Eye, file_print
from eyechart.models.learning.network import Tensor
from eyechart.store.foreign import reading

SIDE = 224  # where the checkpoint does not say
IMAGENET = {"image_mean": (0.485, 0.456, 0.406), "image_std": (0.229, 0.224, 0.225)}


def _open(path: str) -> Eye:
    folder = Path(path)
    files = sorted([*folder.glob("*.safetensors"), *folder.glob("pytorch_model*.bin")])
    if not files:
        raise EyechartError(f"No checkpoint of transformers in {path}: no *.safetensors there, nor pytorch_model.bin.")
    try:
        from transformers import AutoModel

        network = AutoModel.from_pretrained(path).eval()
    except (ImportError, OSError, ValueError) as error:
        raise EyechartError(f"{path} cannot be loaded by transformers: {error}") from error
    network = getattr(network, "vision_model", network)  # of those that have words too, the half that sees
    side, mean, spread = _taken(folder, network)

    def look(pixels: Any) -> Any:
        with torch.inference_mode():
            x = (torch.from_numpy(pixels).float() / 255 - mean) / spread
            return maps(network(pixel_values=x).last_hidden_state).numpy()

    return Eye(file_print(*files), side, look)


def _taken(folder: Path, network: Any) -> tuple[int, Tensor, Tensor]:
    """How large pictures are to be and how bytes become numbers, as the checkpoint says."""
    said = dict(IMAGENET)
    if (folder / "preprocessor_config.json").is_file():
        with reading(folder / "preprocessor_config.json"):
            said |= json.loads((folder / "preprocessor_config.json").read_bytes())
    side = int(getattr(network.config, "image_size", SIDE) or SIDE)
    mean, spread = (torch.tensor(said[name], dtype=torch.float32)[:, None, None] for name in IMAGENET)
    return side, mean, spread


def maps(state: Tensor) -> Tensor:
    """A map as it is; of a sequence of patches a square, without what stands before them (a class token, registers)."""
    if state.dim() == 4:
        return state
    rows = isqrt(state.shape[1])
    return state[:, state.shape[1] - rows * rows :].transpose(1, 2).unflatten(2, (rows, rows))


extractor = Extractor("checkpoint", "A vision checkpoint of transformers on this machine", _open, "path")
