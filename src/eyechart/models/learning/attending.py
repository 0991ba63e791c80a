"""l_att: where the evidence is, taught to attention (CRIC, section 4.1), or to the map of a network that attends to nothing.

A network gives `Said(…, attention=Attention(scores, places, settings.attention))`. Places are boxes of regions or patches, or the
cells of a grid over the square that the picture is put into; all in units of the picture's longer side.
"""

from __future__ import annotations

import torch
from torch import nn

from eyechart.models.learning.network import Attention, Tensor

ALIKE = 0.5  # of the greatest overlap: a place that overlaps as much is evidence too


def l_att(attention: Attention, batch: dict[str, Tensor]) -> Tensor:
    """Cross entropy of the attention, on average over the questions that have evidence on their picture."""
    wanted = wanted_of(attention, batch)
    taught = wanted.sum(1).gt(0).sum().clamp(min=1)
    return -(wanted * attention.scores.float().log_softmax(1)).sum() / taught


class Finding(nn.Module):
    """What a question is about, found on a map: how well each cell goes with the question, taught by l_att.

    For networks that attend to nothing: their maps learn where things are before anything can be learnt of how these stand to each
    other. No answer depends on what is found.
    """

    def __init__(self, weight: float, channels: int, question: int, width: int = 32) -> None:
        super().__init__()
        self.weight = weight
        if weight:
            self.cell, self.asked = nn.Linear(channels, width), nn.Linear(question, width)

    def forward(self, maps: Tensor, which: Tensor, question: Tensor, batch: dict[str, Tensor]) -> Tensor | None:
        """Its loss, while it is learnt. Maps are pictures × channels × rows × columns; `which` of them questions are about."""
        if not (self.training and self.weight):
            return None
        rows, columns = maps.shape[2:]
        cells = self.cell(maps.flatten(2).transpose(1, 2))[which]
        scores = (cells * self.asked(question)[:, None]).sum(2)
        return self.weight * l_att(Attention(scores, (rows, columns)), batch)


def wanted_of(attention: Attention, batch: dict[str, Tensor]) -> Tensor:
    """Questions × places: equal shares of the places that are evidence; nothing where there is no evidence.

    A place is, if it overlaps a region of the evidence at least half as much, by IoU, as the place that does most. Of true
    boxes that is the region's own; of cells, those that it covers by half or more, or the one that most of it lies in.
    """
    places, evidence = boxes_of(attention), batch["evidence"]
    overlap = iou(places[:, :, None], evidence[:, None])  # questions × places × regions
    most = overlap.amax(1, keepdim=True)
    chosen = ((overlap > 0) & (overlap >= ALIKE * most)).any(2).float()
    return chosen / chosen.sum(1, keepdim=True).clamp(min=1)


def boxes_of(attention: Attention) -> Tensor:
    """Questions × places × 4; of a grid, the same for all questions."""
    if not isinstance(attention.places, tuple):
        return attention.places
    return cells(*attention.places).to(attention.scores.device)[None]


def cells(rows: int, columns: int) -> Tensor:
    """The boxes of a square's cells, row by row."""
    y, x = torch.meshgrid(torch.arange(rows) / rows, torch.arange(columns) / columns, indexing="ij")
    return torch.stack([x, y, x + 1 / columns, y + 1 / rows], 2).flatten(0, 1)


def iou(some: Tensor, others: Tensor) -> Tensor:
    """Of boxes, whose last dimension is left, top, right, bottom."""
    corner, end = torch.maximum(some[..., :2], others[..., :2]), torch.minimum(some[..., 2:], others[..., 2:])
    both = (end - corner).clamp(min=0).prod(-1)
    area = (some[..., 2:] - some[..., :2]).prod(-1) + (others[..., 2:] - others[..., :2]).prod(-1)
    return both / (area - both).clamp(min=1e-9)
