"""An extractor of our own: a network that `eyechart train` has taught single panels, regions or icons, up to its last map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from eyechart.errors import EyechartError
from eyechart.models.extractors.extractor import Extractor, Eye, file_print
from eyechart.models.learning.folder import WEIGHTS, module_of, read


def _open(path: str) -> Eye:
    folder = Path(path)
    about = read(folder)
    module = module_of(folder, about)
    if not hasattr(module, "maps"):
        raise EyechartError(
            f"{path} holds {about.name}, which gives no maps of features. Train panel-resnet, region-resnet or icon-resnet."
        )

    def look(pixels: Any) -> Any:
        with torch.inference_mode():
            return module.maps(torch.from_numpy(pixels)).numpy()

    return Eye(file_print(folder / WEIGHTS), about.settings.side, look)


extractor = Extractor(
    "ours",
    "panel-resnet, region-resnet or icon-resnet, trained on what single panels, regions or icons show",
    _open,
    "folder",
)
