"""NMN-CS (CRIC, section 4.1, Fig. 9): predicts a layout of functions with the words of each, and runs modules in it.

Trained in two stages: for `program_steps` updates the program prediction alone, by the cross entropy of function names; after
that the modules too, by their answers. The paper puts modules together by predicted layouts then, 99.25 % of which are right; here
they learn in the true layout, with the words that the prediction attends to, and the predicted one is run when it is examined.
Of where the prediction learns which words are a step's, the paper says nothing: function names alone do not teach it. With
`own_words` it is taught too, by the words of each step that our programs store.

NMN-CS-GT gets the true layout and words, and each module learns by itself, from true inputs to true outputs (section 4.2.6).
"""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn import functional

from eyechart import core
from eyechart.errors import EyechartError
from eyechart.models.cric.modules import Modules, Ran, Text
from eyechart.models.cric.scenes import SceneSettings, Seen, Words, looked, record
from eyechart.models.learning.inputs import PAD
from eyechart.models.learning.network import NEVER, Facts, Said, Size, Tensor, Times, Weight
from eyechart.models.learning.programs import END, ENDS, FUNCTIONS, TAKES
from eyechart.phrasing import YES_NO

LONGEST = 16  # steps of a layout
UNTAUGHT = tuple(FUNCTIONS.index(name) for name in ("Initial", *ENDS))  # steps that find no objects by themselves


class NMNSettings(SceneSettings, frozen=True, kw_only=True):
    planner: Size = 512  # units of the program prediction, reading and saying
    program_steps: Times = 10_000  # updates of the first stage
    own_words: Weight = 0.0  # in the loss, of attention to a step's own words; 0: function names alone, as printed


def on_true_boxes(settings: SceneSettings) -> None:
    if settings.boxes:
        raise EyechartError("NMN-CS's steps find objects of the scene: it takes their true boxes. Leave out boxes=…")


class Planner(nn.Module):
    """Sequence to sequence, as in N2NMN [18]: an LSTM reads the words, another says functions, attending to the words at each."""

    def __init__(self, settings: NMNSettings, facts: Facts) -> None:
        super().__init__()
        hidden = settings.planner
        self.words = Words(settings, facts)
        self.read = nn.LSTM(settings.embedding, hidden, batch_first=True)
        self.functions = nn.Embedding(len(FUNCTIONS) + 1, settings.embedding)  # END comes before the first
        self.write = nn.LSTMCell(settings.embedding, hidden)
        self.of_word, self.of_state = nn.Linear(hidden, hidden, bias=False), nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 1, bias=False)
        self.say = nn.Linear(2 * hidden, len(FUNCTIONS))

    def forward(self, batch: dict[str, Tensor], layout: Tensor | None) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of the functions and attention to the words at each step, and the layout: that given, or the likeliest."""
        tokens, lengths = batch["tokens"], batch["lengths"]
        words = nn.utils.rnn.pack_padded_sequence(self.words(tokens), lengths.cpu(), True, enforce_sorted=False)
        packed, (h, c) = self.read(words)
        states, _ = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True, total_length=tokens.shape[1])
        h, c, last = h[0], c[0], torch.full_like(lengths, END)
        keys, padding = self.of_word(states), tokens == PAD
        scores, attention, said = [], [], []
        depth = torch.zeros_like(lengths)
        for step in range(LONGEST if layout is None else layout.shape[1]):
            h, c = self.write(self.functions(last), (h, c))
            match = self.score(torch.tanh(keys + self.of_state(h)[:, None])).squeeze(2).masked_fill(padding, NEVER)
            weights = match.softmax(1)
            scores.append(self.say(torch.cat([h, (weights[:, :, None] * states).sum(1)], 1)))
            attention.append(weights)
            if layout is not None:
                last = layout[:, step]
            else:
                last, depth = likeliest(scores[-1], last, depth, LONGEST - step)
            said.append(last)
        return torch.stack(scores, 1), torch.stack(attention, 1), torch.stack(said, 1)


def likeliest(scores: Tensor, last: Tensor, depth: Tensor, left: int) -> tuple[Tensor, Tensor]:
    """The best function that makes sense on a stack so deep with so many steps left; END after an ending."""
    takes = torch.tensor(TAKES, device=scores.device)
    ends = torch.tensor([name in ENDS for name in FUNCTIONS], device=scores.device)
    deep = depth[:, None]
    after = torch.where(ends, 0, deep - takes + 1)
    fits = (
        (takes <= deep) & (~ends | (deep == 1)) & (ends | (after < left))
    )  # every set but one needs an And, and all an ending
    best = scores.masked_fill(~fits, NEVER).argmax(1)
    over = ((last != END) & ends[last.clamp(max=END - 1)]) | ((last == END) & (depth < 0))
    return torch.where(over, END, best), torch.where(over, -1, after.gather(1, best[:, None]).squeeze(1))


def layouts_of(layout: Tensor) -> list[list[int]]:
    return [[f for f in row if f != END] for row in layout.tolist()]


class NMNCS(nn.Module):
    def __init__(self, settings: NMNSettings, facts: Facts) -> None:
        super().__init__()
        on_true_boxes(settings)
        self.settings, self.facts = settings, facts
        self.plan, self.seen = Planner(settings, facts), Seen(facts)
        self.modules_of = Modules(settings, facts, self.seen.size, apart=False)
        # Kept with the weights, since it says in which stage they are.
        self.register_buffer("updates", torch.zeros((), dtype=torch.int64))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        learning = self.training
        functions, attention, layout = self.plan(batch, batch["layout"] if learning else None)
        planned = planning_loss(functions, layout) if learning else None
        if planned is not None and self.settings.own_words:
            planned = planned + self.settings.own_words * pointing_loss(attention, batch["step_places"])
        regions, boxes, there = self.seen(batch)
        if learning:
            self.updates += 1
            if self.updates <= self.settings.program_steps:
                return Said(functions.new_zeros(len(layout), len(self.facts.answers)), more=planned)
        words, lengths = self.plan.words(batch["tokens"]), batch["lengths"]

        def text(rows: list[int], step: int) -> Text:
            return Text(words[rows], attention[rows, step], lengths[rows])

        layouts = layouts_of(layout)
        ran = self.modules_of.run(layouts, (regions, there), text)
        if planned is not None:
            # Several processes average all gradients, also of modules that one of them did not need.
            planned = planned + 0.0 * sum(p.sum() for p in self.parameters())
        last = ran.last.masked_fill(~there, NEVER)
        return Said(ran.scores, attention=looked(last, boxes, self.settings), more=planned, aside=(layouts, ran))

    def raw(self, said: Said, row: int, q: core.Question) -> dict[str, Any]:
        """The functions that it ran, and what each gave."""
        layouts, ran = said.aside
        return told(layouts[row], ran, row, q, self.facts)


def planning_loss(functions: Tensor, layout: Tensor) -> Tensor:
    """Cross entropy of the function names; layouts that nobody told count for nothing."""
    wrong = functional.cross_entropy(
        functions.float().flatten(0, 1), layout.flatten(), ignore_index=END, reduction="sum"
    )
    return wrong / (layout != END).sum().clamp(min=1)


def pointing_loss(attention: Tensor, own: Tensor) -> Tensor:
    """How far the attention is from equal shares of a step's own words, by Kullback and Leibler; over all steps that have some."""
    shares = own / own.sum(2, keepdim=True).clamp(min=1)
    far = functional.kl_div(attention.float().clamp(min=1e-9).log(), shares, reduction="sum")
    return far / own.any(2).sum().clamp(min=1)


def told(layout: list[int], ran: Ran, row: int, q: core.Question, facts: Facts) -> dict[str, Any]:
    """A layout with the objects that each step found; Initial, which all share, once."""
    ids = [thing.id for thing in q.scene.things if "box" in thing.data] if q.scene is not None else []
    functions, steps = list[str](), list[Any]()
    for function, scores in zip(layout[:-1], ran.steps[row], strict=False):
        if FUNCTIONS[function] != "Initial" or "Initial" not in functions:
            functions.append(FUNCTIONS[function])
            steps.append([id for id, score in zip(ids, scores.tolist(), strict=False) if score > 0])
    best = facts.answers[int(ran.scores[row].argmax())]
    yes = {word for word, _ in YES_NO.values()}
    ending = FUNCTIONS[layout[-1]] if layout else ""
    return {"functions": [*functions, ending], "steps": [*steps, best in yes if ending == "Verify" else best]}


class NMNCSGT(nn.Module):
    """Its steps in `raw` are what modules give on true inputs (Table 3); its answer comes of its own steps, one after the other."""

    def __init__(self, settings: SceneSettings, facts: Facts) -> None:
        super().__init__()
        on_true_boxes(settings)
        self.settings, self.facts = settings, facts
        self.words, self.seen = Words(settings, facts), Seen(facts)
        self.modules_of = Modules(settings, facts, self.seen.size, apart=True)

    def forward(self, batch: dict[str, Tensor]) -> Said:
        regions, boxes, there = self.seen(batch)
        tokens = batch["step_words"]  # questions × steps × parts × words
        words = self.words(tokens)  # those that are not there are zero

        def text(rows: list[int], step: int) -> Text:
            known = tokens[rows, step] != PAD
            lengths, said = known.sum(2), words[rows, step]
            total = lengths.sum(1).clamp(min=1)
            weights = known.flatten(1) / total[:, None]
            return Text(said.flatten(1, 2), weights, total, (said, lengths.clamp(min=1)))

        layouts = layouts_of(batch["layout"])
        alone = self.modules_of.run(layouts, (regions, there), text, true=batch["step_objects"])
        ran = alone if self.training else self.modules_of.run(layouts, (regions, there), text)
        more = grounding_loss(alone, layouts, batch["step_objects"], there) if self.training else None
        if more is not None:
            more = more + 0.0 * sum(p.sum() for p in self.parameters())
        last = ran.last.masked_fill(~there, NEVER)
        return Said(ran.scores, attention=looked(last, boxes, self.settings), more=more, aside=(layouts, alone))

    def raw(self, said: Said, row: int, q: core.Question) -> dict[str, Any]:
        layouts, alone = said.aside
        return told(layouts[row], alone, row, q, self.facts)


def grounding_loss(ran: Ran, layouts: list[list[int]], true: Tensor, there: Tensor) -> Tensor:
    """Binary cross entropy of each step's objects, those that are to be found weighing as much as all others together."""
    learnt = [[f not in UNTAUGHT for f in layout] + [False] * (true.shape[1] - len(layout)) for layout in layouts]
    which = torch.tensor(learnt, device=true.device)[:, :, None] & there[:, None]
    scores, wanted = ran.steps[which], true[which]
    rest = (1 - wanted).sum() / wanted.sum().clamp(min=1)
    return functional.binary_cross_entropy_with_logits(scores, wanted, pos_weight=rest)


nmn_cs = record(
    "nmn-cs",
    "NMN-CS: predicts a program and runs its modules",
    NMNCS,
    inputs=("tokens", "regions", "program"),
    settings=NMNSettings,
    mini={"planner": 128, "program_steps": 500, "own_words": 1.0, "steps": 2100},
)
nmn_cs_gt = record(
    "nmn-cs-gt",
    "NMN-CS-GT: the modules in true programs, each taught by itself",
    NMNCSGT,
    inputs=("tokens", "regions", "true program"),
)
