"""Features of a diagram's pyramid: its 79 patches together, equal ones once; and 79 crops looked at one by one."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.claim import Claim, at_least, print_rows

PAGES = {False: 20, True: 4}
SIDE = 24


def claims(quick: bool) -> list[Claim]:
    import torch

    from eyechart import registry
    from eyechart.dataset import endless
    from eyechart.models.learning.pyramid import patches
    from eyechart.settings import settings_for

    torch.set_num_threads(1)
    family = registry.get("families", "icons")
    source = endless(family, settings_for(family), "train", 0)
    diagrams = [source[index].pictures[0] for index in range(PAGES[quick])]
    together, cut = _sight(), [patches(diagram) for diagram in diagrams]
    began = time.process_time()
    found = [together(patches(diagram)) for diagram in diagrams]
    ours = time.process_time() - began
    began = time.process_time()
    alone = [[_sight_of(together, patch) for patch in some] for some in cut]
    one_by_one = time.process_time() - began
    apart = max(
        float(np.abs(np.stack(a).astype(np.float32) - np.stack(b)).max()) for a, b in zip(found, alone, strict=True)
    )
    many = sum(map(len, cut))
    print_rows(
        f"patches of {len(diagrams)} diagrams, ResNet-32 of 8 channels at {SIDE} px, one core",
        ("", "patches a second of the processor", "looked at"),
        [
            ("the pyramid, cutting included", f"{many / ours:,.0f}", f"{len(together.fresh):,}"),
            ("79 crops one by one, cut before", f"{many / one_by_one:,.0f}", f"{many:,}"),
        ],
    )
    print(f"their features differ by {apart:.4f} at most (in half precision)")
    return [
        at_least("the pyramid gives patches at times the speed of 79 crops one by one", one_by_one / ours, 1.5, "×")
    ]


def _sight() -> Any:
    import torch

    from eyechart.models.extractors.extractor import Eye, Sight
    from eyechart.models.iconqa.icon_resnet import IconResNet, network
    from eyechart.models.learning.network import Facts

    torch.manual_seed(0)
    module = IconResNet(network.settings_of("mini", {}), Facts(answers=("a", "b"))).eval()

    def look(pixels: Any) -> Any:
        with torch.inference_mode():
            return module.maps(torch.from_numpy(pixels)).numpy()

    sight = Sight("none", pooled=True)
    sight.eye = Eye("none", SIDE, look)
    return sight


def _sight_of(sight: Any, patch: Any) -> Any:
    return sight.compute([patch])[0]
