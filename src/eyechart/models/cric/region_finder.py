"""A small class-agnostic detector: where on a picture there are things, whatever they are; in place of true boxes.

Convolutions down to cells of eight pixels. A cell says whether the middle of a thing lies in it, and how far the thing reaches from
there to each side. Neighbours of a middle are left in peace: they may say the same. What is found twice is told once.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from eyechart.models.learning.answers import CELL
from eyechart.models.learning.attending import iou
from eyechart.models.learning.layers import Block, brightness
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Size, Tensor

SAME = 0.6  # IoU from which on two boxes are one thing's
SIDES = 4


class RegionFinderSettings(NetworkSettings, frozen=True, kw_only=True):
    side: Size = 512  # pixels, of a picture
    channels: Size = 64
    most: Size = 36  # things that it tells of on a picture, as many as bottom-up attention's least
    learning_rate: float = 0.001
    warm_up: int = 100
    batch: int = 16  # pictures
    together: int = 1
    steps: int = 20_000
    every: int = 500
    validation: int = 256


class RegionFinder(nn.Module):
    def __init__(self, settings: RegionFinderSettings, facts: Facts) -> None:
        super().__init__()
        c = settings.channels
        self.settings, self.cells = settings, settings.side // CELL
        self.see = nn.Sequential(
            *(nn.Conv2d(3, c // 2, 5, 2, 2, bias=False), nn.BatchNorm2d(c // 2), nn.ReLU()),
            *(nn.Conv2d(c // 2, c, 3, 2, 1, bias=False), nn.BatchNorm2d(c), nn.ReLU()),
            *(Block(c, 2 * c, 2), Block(2 * c, 2 * c, 1)),
        )
        self.around = nn.Sequential(  # what is further away: a table is larger than what one cell sees
            nn.Conv2d(2 * c, 2 * c, 3, 2, 1), nn.ReLU(), nn.Conv2d(2 * c, 2 * c, 3, 1, 2, dilation=2), nn.ReLU()
        )
        self.say = nn.Conv2d(4 * c, 1 + SIDES, 1)
        with torch.no_grad():  # few cells have a middle in them
            self.say.bias[0] = -4.0

    def forward(self, batch: dict[str, Tensor]) -> Said:
        middles, reach = self.heard(batch["scene_pixels"])
        loss = self.judged(middles, reach, batch["scene_boxes"])
        return Said(torch.stack([torch.zeros_like(middles), middles], 2).flatten(0, 1), loss=loss)

    def heard(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Of each cell the score of a middle, pictures × cells, and the box that it tells, pictures × cells × 4, by the side."""
        seen = self.see(2 * brightness({"pixels": pixels}) - 1)
        wide = functional.interpolate(self.around(seen), size=seen.shape[-2:])
        said = self.say(torch.cat([seen, wide], 1)).flatten(2).transpose(1, 2)
        places = torch.arange(self.cells, device=pixels.device) / self.cells + 0.5 / self.cells
        y, x = torch.meshgrid(places, places, indexing="ij")
        middle = torch.stack([x, y], 2).flatten(0, 1)
        far = functional.softplus(said[..., 1:]) * 2 / self.cells
        return said[..., 0], torch.cat([middle - far[..., :2], middle + far[..., 2:]], 2)

    def judged(self, middles: Tensor, boxes: Tensor, true: Tensor) -> Tensor:
        """Cross entropy of the middles, neighbours left out, and one minus the IoU where there is one; by the number of things."""
        n = self.cells
        size = (true[..., 2:] - true[..., :2]).prod(2)
        there = size > 0
        cell = ((true[..., :2] + true[..., 2:]) / 2 * n).long().clamp(0, n - 1)
        number = cell[..., 1] * n + cell[..., 0]
        rows = torch.arange(len(true), device=true.device)[:, None].expand_as(number)
        # A cell can tell of one thing alone: the smallest of those whose middles share it.
        size = size.masked_fill(~there, torch.inf)
        least = torch.full_like(middles, torch.inf).scatter_reduce(1, number, size, "amin")
        there &= size == least[rows, number]
        rows = rows[there]
        wanted = torch.zeros_like(middles)
        wanted[rows, number[there]] = 1.0
        near = functional.max_pool2d(wanted.view(-1, 1, n, n), 3, 1, 1).flatten(1)
        wrong = functional.binary_cross_entropy_with_logits(middles, wanted, reduction="none")
        missed = 1 - iou(boxes[rows, number[there]], true[there])
        return (wrong * ((near == 0) | (wanted == 1))).sum() / wanted.sum().clamp(min=1) + missed.mean()

    def find(self, pixels: Any) -> list[Any]:
        """Of each square the boxes of what is found, the surest first, by its side."""
        with torch.inference_mode():
            middles, boxes = self.heard(torch.from_numpy(pixels))
        return [self.told(scores, found) for scores, found in zip(middles, boxes.clamp(0, 1), strict=True)]

    def told(self, scores: Tensor, boxes: Tensor) -> Any:
        kept = list[Tensor]()
        for place in scores.argsort(descending=True)[: 8 * self.settings.most]:
            if all(float(iou(boxes[place], other)) < SAME for other in kept):
                kept.append(boxes[place])
            if len(kept) == self.settings.most:
                break
        return torch.stack(kept).numpy()


network = Network(
    name="region-finder",
    title="Detector that learns where things are, whatever they are, in place of true boxes",
    paper="CRIC",
    inputs=("scene with boxes",),
    answers="middles",
    settings=RegionFinderSettings,
    presets={
        "mini": {"side": 256, "channels": 24, "learning_rate": 0.003, "batch": 8, "steps": 400, "every": 100},
        "paper": {},
    },
    build=RegionFinder,
)


def recalled(folder: str, dataset: str) -> str:
    """Of the things of a dataset's pictures the share that is found, at two overlaps, in words."""
    from eyechart.models.learning.regions import Finder, boxes_in, recall
    from eyechart.store.folder import load

    finder, found, things, pages = Finder(folder), [0, 0], 0, load(dataset)
    finder.known(pages)
    for page in pages:
        true = boxes_in(page.scene)
        things += len(true)
        for n, enough in enumerate((0.5, 0.7)):
            found[n] += recall(finder(page.pictures[0]), true, enough)
    shares = [f"{100 * n / things:.1f} % by an IoU of {enough}" for n, enough in zip(found, (0.5, 0.7), strict=True)]
    return f"Of {things:,} things on {len(pages):,} pictures are found: {', '.join(shares)}."


if __name__ == "__main__":
    import sys

    print(recalled(*sys.argv[1:]))
