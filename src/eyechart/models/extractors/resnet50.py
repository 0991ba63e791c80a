"""ResNet-50 with ImageNet weights, as Keras has it: the backbone of the papers. `eyechart assets resnet50` fetches them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch.nn import functional

from eyechart.models.extractors.extractor import Extractor, Eye, file_print, sided
from eyechart.models.extractors.tfjs import weights
from eyechart.models.extractors.weights import here
from eyechart.models.learning.network import Tensor

BLOCKS = {2: "abc", 3: "abcd", 4: "abcdef", 5: "abc"}
MEAN = (103.939, 116.779, 123.68)  # of blue, green and red over ImageNet: Keras's ResNet-50 takes them in Caffe's order
EPSILON = 1e-3


class ResNet50:
    """The network up to its last map, from weights by Keras's names."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.weights = {name: torch.from_numpy(array.copy()) for name, array in found.items()}
        for name, value in self.weights.items():
            if name.endswith("/kernel") and value.dim() == 4:  # rows, columns, in, out -> out, in, rows, columns
                self.weights[name] = value.permute(3, 2, 0, 1).contiguous()

    def __call__(self, pixels: Tensor) -> Tensor:
        """Bytes, n × 3 × side × side, red first -> n × 2048 × side/32 × side/32."""
        x = pixels.float().flip(1) - torch.tensor(MEAN)[:, None, None]
        x = torch.relu(self._conv(x, "conv1", "bn_conv1", 2, 3))
        x = functional.max_pool2d(functional.pad(x, (1, 1, 1, 1)), 3, 2)
        for stage, letters in BLOCKS.items():
            for letter in letters:
                x = self._block(x, f"{stage}{letter}", 2 if letter == "a" and stage > 2 else 1)
        return x

    def _block(self, x: Tensor, name: str, stride: int) -> Tensor:
        """The first convolution takes the stride, not the second, as in later versions."""
        y = torch.relu(self._conv(x, f"res{name}_branch2a", f"bn{name}_branch2a", stride))
        y = torch.relu(self._conv(y, f"res{name}_branch2b", f"bn{name}_branch2b", 1, 1))
        y = self._conv(y, f"res{name}_branch2c", f"bn{name}_branch2c")
        beside = self._conv(x, f"res{name}_branch1", f"bn{name}_branch1", stride) if name.endswith("a") else x
        return torch.relu(y + beside)

    def _conv(self, x: Tensor, name: str, norm: str, stride: int = 1, padding: int = 0) -> Tensor:
        w = self.weights
        x = functional.conv2d(x, w[f"{name}/kernel"], w[f"{name}/bias"], stride, padding)
        mean, variance = w[f"{norm}/moving_mean"], w[f"{norm}/moving_variance"]
        return functional.batch_norm(x, mean, variance, w[f"{norm}/gamma"], w[f"{norm}/beta"], eps=EPSILON)


def _open(side: str) -> Eye:
    path = here("resnet50") / "model.json"
    network = ResNet50(weights(path))

    def look(pixels: Any) -> Any:
        with torch.inference_mode():
            return network(torch.from_numpy(pixels)).numpy()

    shards = sorted(path.parent.glob("*.bin"))
    return Eye(file_print(*shards), sided("resnet50", side, 32), look)


extractor = Extractor("resnet50", "ResNet-50 with ImageNet weights", _open, "side")
