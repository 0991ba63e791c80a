"""The modules of NMN-CS: Table 4 for those that look, Fig. 9 b for Find_KG; and what runs a layout of them.

Each takes words t of the question, attention a of other modules, and the regions v, and gives scores, whose sigmoid is attention.
Three departures, because pictures have different numbers of objects, and because our Find KG keeps what it is given where its query
has no second object: And's FC layers are the same for each object; Verify's sees the greatest and the sum of a in place of all;
Find_KG is told of each candidate how much it was attended to before. And and Verify, which know no words and no pictures, start as
what they are to be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import nn

from eyechart.models.cric.scenes import SceneSettings
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.layers import mlp
from eyechart.models.learning.network import NEVER, Facts, Tensor
from eyechart.models.learning.programs import ENDS, FUNCTIONS, PARTS, TAKES
from eyechart.phrasing import YES_NO

SURE = 10.0  # the score of what is given to begin with
NOT_MEANT = 0.01  # of the greatest attention to a word: one that has less is not read


class Text(NamedTuple):
    """The words that steps are about, a row for each step that is run: with weights that add up to 1."""

    words: Tensor  # rows × words × embedding
    weights: Tensor  # rows × words
    lengths: Tensor  # rows
    apart: tuple[Tensor, Tensor] | None = (
        None  # head, relation and tail, where told: rows × parts × words × embedding, and lengths
    )

    @property
    def mean(self) -> Tensor:
        return (self.weights[:, :, None] * self.words).sum(1)


class Find(nn.Module):
    """sigmoid(FC(FC(a ∘ v) ∘ FC(t))); Find_Hypernym is one too."""

    def __init__(self, place: int, word: int, width: int) -> None:
        super().__init__()
        self.of_regions, self.of_text, self.score = nn.Linear(place, width), nn.Linear(word, width), nn.Linear(width, 1)

    def forward(self, v: Tensor, t: Text, a: Tensor) -> Tensor:
        return self.score(self.of_regions(a[:, :, None] * v) * self.of_text(t.mean)[:, None]).squeeze(2)


class Relate(nn.Module):
    """sigmoid(FC(FC(v) ∘ FC(sum(a ∘ v)) ∘ FC(t))); Relate_Reverse likewise, with weights of its own."""

    def __init__(self, place: int, word: int, width: int) -> None:
        super().__init__()
        self.of_regions, self.of_given = nn.Linear(place, width), nn.Linear(place, width)
        self.of_text, self.score = nn.Linear(word, width), nn.Linear(width, 1)

    def forward(self, v: Tensor, t: Text, a: Tensor) -> Tensor:
        given = self.of_given((a[:, :, None] * v).sum(1)) * self.of_text(t.mean)
        return self.score(self.of_regions(v) * given[:, None]).squeeze(2)


class And(nn.Module):
    """sigmoid(FC(FC(a_1) ∘ FC(a_2)))."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second, self.score = nn.Linear(1, width), nn.Linear(1, width), nn.Linear(width, 1)
        with torch.no_grad():  # what both attend to: by lot it would be neither, and nothing before it could learn
            for one in (self.first, self.second):
                one.weight.fill_(1.0)
                one.bias.zero_()
            self.score.weight.fill_(SURE / width)
            self.score.bias.fill_(-SURE / 4)  # what both attend to by half is attended to by half

    def forward(self, v: Tensor, t: Text, a: Tensor, b: Tensor) -> Tensor:
        return self.score(self.first(a[:, :, None]) * self.second(b[:, :, None])).squeeze(2)


class FindKG(nn.Module):
    """f_m(h_h + h_r, h_t) of head, relation and tail, which three networks take from words and regions.

    Find_KG seeks the head among the candidates, and the tail is what it was given; in reverse they change places. `apart`: somebody
    tells which words are the head's, the relation's and the tail's; otherwise self-attention finds out.
    """

    def __init__(self, place: int, word: int, width: int, apart: bool) -> None:
        super().__init__()
        self.split = None if apart else nn.Linear(word, PARTS, bias=False)
        self.read_head, self.read_tail = (nn.GRU(word, width, batch_first=True) for _ in range(2))
        self.head, self.tail = (nn.Linear(place + 1 + width, width) for _ in range(2))
        self.relation = nn.Linear(word, width)
        self.match = nn.Sequential(mlp((2 * width, width)), nn.Linear(width, 1))

    def encoded(self, t: Text) -> tuple[Tensor, Tensor, Tensor]:
        """Head, relation and tail of words alone: what the GRUs make of two, and the sum of the third's."""
        if self.split is None:
            assert t.apart is not None
            (words, lengths), rows = t.apart, torch.arange(len(t.words), device=t.words.device)
            head, tail = (
                read(words[:, part])[0][rows, lengths[:, part] - 1]
                for read, part in ((self.read_head, 0), (self.read_tail, 2))
            )
            return head, words[:, 1].sum(1), tail
        scores = self.split(torch.tanh(t.words)) + t.weights.clamp(min=1e-6).log()[:, :, None]
        shares = scores.softmax(1)  # rows × words × parts
        head, tail = (read_by(read, t.words, shares[..., p]) for read, p in ((self.read_head, 0), (self.read_tail, 2)))
        return head, (shares[..., 1, None] * t.words).sum(1), tail

    def forward(self, v: Tensor, t: Text, a: Tensor, reverse: bool = False) -> Tensor:
        head, relation, tail = self.encoded(t)
        one = torch.cat([v, a[:, :, None]], 2)
        other = (a[:, :, None] * torch.cat([v, torch.ones_like(v[:, :, :1])], 2)).sum(1, keepdim=True)

        def extracted(state: Tensor, join: Any, seen: Tensor) -> Tensor:
            return join(torch.cat([seen, state[:, None].expand(-1, seen.shape[1], -1)], 2))

        h_h = extracted(head, self.head, other if reverse else one) + self.relation(relation)[:, None]
        h_t = extracted(tail, self.tail, one if reverse else other)
        shape = (-1, v.shape[1], -1)
        return self.match(torch.cat([h_h.expand(*shape), h_t.expand(*shape)], 2)).squeeze(2)


def read_by(read: Any, words: Tensor, shares: Tensor) -> Tensor:
    """The last state of a GRU that each word changes by its share of the greatest.

    A sub-sequence is what is attended to. Words that are not must leave the state alone: after ten of them, even if they were
    nothing but zeros, a GRU that has not learnt to keep would have forgotten it.
    """
    by = shares / shares.amax(1, keepdim=True)
    by = by.masked_fill(by < NOT_MEANT, 0.0)
    given = words @ read.weight_ih_l0.T + read.bias_ih_l0
    state = given.new_zeros(len(given), read.hidden_size)
    for place in by.detach().amax(0).nonzero().squeeze(1).tolist():
        of_word, of_state = given[:, place].chunk(3, 1), (state @ read.weight_hh_l0.T + read.bias_hh_l0).chunk(3, 1)
        reset, keep = torch.sigmoid(of_word[0] + of_state[0]), torch.sigmoid(of_word[1] + of_state[1])
        new = torch.tanh(of_word[2] + reset * of_state[2])
        state = state + by[:, place, None] * (1 - keep) * (new - state)
    return state


class Recognition(nn.Module):
    """FC(FC(sum(a ∘ v)) ∘ FC(t)): scores of the answers."""

    def __init__(self, place: int, word: int, width: int, facts: Facts) -> None:
        super().__init__()
        self.of_given, self.of_text = nn.Linear(place, width), nn.Linear(word, width)
        self.say = nn.Linear(width, SIDES["vocabulary"].size(facts))

    def forward(self, v: Tensor, t: Text, a: Tensor) -> Tensor:
        return self.say(self.of_given((a[:, :, None] * v).sum(1)) * self.of_text(t.mean))


class Verify(nn.Module):
    """FC(a): yes or no, in each language that answers have; nothing else can be said."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.say = nn.Linear(2, 2)
        with (
            torch.no_grad()
        ):  # yes, if something is attended to: two small numbers would take thousands of updates to say so
            self.say.weight.copy_(torch.tensor([[SURE / 2, 0.0], [-SURE / 2, 0.0]]))
            self.say.bias.copy_(torch.tensor([-SURE / 4, SURE / 4]))
        yes, no = zip(*YES_NO.values(), strict=True)
        which = [0 if answer in yes else 1 if answer in no else 2 for answer in facts.answers]
        self.register_buffer("which", torch.tensor(which), persistent=False)

    def forward(self, v: Tensor, t: Text, a: Tensor) -> Tensor:
        said = self.say(torch.stack([a.amax(1), a.sum(1)], 1))
        return torch.cat([said, torch.full_like(said[:, :1], NEVER)], 1)[:, self.which]


class Ran(NamedTuple):
    """What came of running layouts."""

    scores: Tensor  # questions × answers
    last: Tensor  # questions × regions: the scores of what the ending was given
    steps: Tensor  # questions × steps × regions: the scores that each step gave; those of an ending mean nothing


def sources(layout: Sequence[int]) -> list[tuple[int, ...]]:
    """The places of the steps that each step of a layout takes, by the order of a stack."""
    stack, found = list[int](), list[tuple[int, ...]]()
    for place, function in enumerate(layout):
        takes = TAKES[function]
        found.append(tuple(stack[len(stack) - takes :]))
        del stack[len(stack) - takes :]
        stack.append(place)
    return found


class Modules(nn.Module):
    """A module for each function, and the stack on which a layout of them is run."""

    def __init__(self, settings: SceneSettings, facts: Facts, place: int, apart: bool) -> None:
        super().__init__()
        word, width = settings.embedding, settings.width
        know = FindKG(place, word, width, apart)
        self.of = nn.ModuleDict(
            {
                "Find": Find(place, word, width),
                "Find Hypernym": Find(place, word, width),
                "Relate": Relate(place, word, width),
                "Relate Reverse": Relate(place, word, width),
                "And": And(width),
                "Find KG": know,
                "Recognition": Recognition(place, word, width, facts),
                "Verify": Verify(facts),
            }
        )

    def call(self, function: str, v: Tensor, t: Text, given: Sequence[Tensor]) -> Tensor:
        if function == "Find KG Reverse":  # the same networks, the other way round
            return self.of["Find KG"](v, t, *given, reverse=True)
        return self.of[function](v, t, *given)

    def run(
        self,
        layouts: Sequence[Sequence[int]],
        seen: tuple[Tensor, Tensor],
        text: Callable[[list[int], int], Text],
        true: Tensor | None = None,
    ) -> Ran:
        """Step by step, all questions that have the same function there at once. `text(rows, step)` gives their words.

        With `true`, questions × steps × regions, each step is given what the steps before it should have found, and not what
        they did find.
        """
        v, there = seen
        taken = [sources(layout) for layout in layouts]
        answers, last = v.new_zeros(len(v), len(self.of["Verify"].which)), torch.zeros_like(there, dtype=v.dtype)
        gave, attended = list[Tensor](), list[Tensor]()  # of each step: questions × regions
        for place in range(max(len(layout) for layout in layouts)):
            gave.append(torch.zeros_like(last))
            before = torch.stack(attended) if attended else None
            for function, rows in self.groups(layouts, place):
                inputs = [[taken[row][place][n] for row in rows] for n in range(TAKES[function])]
                name, here = FUNCTIONS[function], torch.tensor(rows, device=v.device)
                given = [before[places, rows] for places in inputs] if before is not None else []
                if name == "Initial":
                    scores = torch.full_like(last[rows], SURE)
                else:
                    scores = self.call(name, v[rows], text(rows, place), given)
                if name in ENDS:
                    answers = answers.index_copy(0, here, scores)
                    last = last.index_copy(0, here, torch.stack(gave)[inputs[0], rows])
                else:
                    gave[place] = gave[place].index_copy(0, here, scores)
            attended.append(true[:, place] if true is not None else gave[place].sigmoid() * there)
        return Ran(answers, last, torch.stack(gave, 1))

    def groups(self, layouts: Sequence[Sequence[int]], place: int) -> list[tuple[int, list[int]]]:
        """The questions that have each function at a place."""
        rows_of: dict[int, list[int]] = defaultdict(list)
        for row, layout in enumerate(layouts):
            if place < len(layout):
                rows_of[layout[place]].append(row)
        return list(rows_of.items())
