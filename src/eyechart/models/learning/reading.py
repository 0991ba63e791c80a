"""Questions -> batches, as a network takes them; and the facts that it is built on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from eyechart.core import Page, Question
from eyechart.errors import EyechartError
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.inputs import INPUTS, Batch, Reading, words_in
from eyechart.models.learning.knowledge import Shelf
from eyechart.models.learning.looking import NO_BOXES, evident, padded
from eyechart.models.learning.network import Facts, Network
from eyechart.models.learning.pixels import is_single
from eyechart.models.learning.side import collate, commonest
from eyechart.models.learning.tasks import task_of
from eyechart.seeding import Rng

Prepared = Mapping[str, Any]  # of one question: what is kept for each input, and for the answer


class Reader(Struct, frozen=True):
    """Reads questions for one network."""

    network: Network
    reading: Reading

    def prepare(self, questions: Sequence[Question]) -> list[Prepared]:
        """Of a page's questions: what all batches that they will be in are made of."""
        once: dict[tuple[Any, ...], Any] = {}  # what questions about the same pictures share
        made: list[Prepared] = []
        for q in questions:
            one: dict[str, Any] = {}
            for name in self.network.inputs:
                take = INPUTS[name]
                if not take.offered(q):
                    raise lacking(self.network, [q], q.id)
                if not take.of_pictures:
                    one[name] = take.prepare(q, self.reading)
                    continue
                key = (name, *map(id, q.pictures), *map(id, q.choice_pictures))
                if key not in once:
                    once[key] = take.prepare(q, self.reading)
                one[name] = once[key]
            one["answer"] = SIDES[self.network.answers].prepare(q, self.reading)
            sheet = any(INPUTS[name].as_sheet for name in self.network.inputs) and not is_single(q)
            one["evidence"] = NO_BOXES if sheet else evident(q)
            made.append(one)
        return made

    def batch(self, prepared: Sequence[Prepared], rng: Rng | None = None) -> Batch:
        """One batch; with an Rng it is varied as in training."""
        made = collate([one["answer"] for one in prepared]) | {
            "evidence": padded([one["evidence"] for one in prepared])
        }
        for name in self.network.inputs:
            made |= INPUTS[name].collate([one[name] for one in prepared], rng)
        return made


def lacking(network: Network, questions: Iterable[Question], place: str) -> EyechartError:
    """Which inputs are missing, in one line."""
    asked = list(questions)
    offers = [name for name, one in INPUTS.items() if all(map(one.offered, asked))]
    missing = [name for name in network.inputs if name not in offers]
    needs = "; ".join(f"{name} ({INPUTS[name].about})" for name in missing)
    if not missing:
        needs = SIDES[network.answers].about
    return EyechartError(f"Network {network.name} cannot sit {place}: it lacks {needs}. It offers {', '.join(offers)}.")


def facts_of(network: Network, pages: Iterable[Page], place: str, shelf: Shelf | None = None) -> Facts:
    """What the training data hold. Refuses data that do not offer what the network takes."""
    words, answers, right, blanks = (Counter[str]() for _ in range(4))
    labels, traits = set[tuple[str, str]](), set[tuple[str, str]]()
    pointed, silent, languages, asked = set[str](), set[str](), set[str](), set[int]()
    numbers, seen, count, offered = set[tuple[int, int]](), 0, 0, 0
    side = SIDES[network.answers]
    for page in pages:
        seen += 1
        for q in page.questions:
            if not side.offered(q) or not all(INPUTS[name].offered(q) for name in network.inputs):
                raise lacking(network, [q], place)
            count += 1
            languages.add(q.language)
            for text in (q.text, *(text for name in network.inputs for text in INPUTS[name].says(q, shelf))):
                words.update(words_in(text))
            answers.update((*q.answers[:1], *q.choices))
            right.update(q.answers[:1])
            blanks.update(() if q.choices else q.answers[:1])
            offered = max(offered, len(q.choices))
            asked.add(task_of(q))
            labels.update(q.evidence.labels.items() if q.evidence else ())
            if q.evidence is not None:
                (pointed if q.evidence.regions else silent).update(q.answers[:1])
            numbers.add((len(q.pictures), len(q.choice_pictures)))
            traits.update(trait for panel in side.traits(q) for trait in panel.items())
    if not count:
        raise EyechartError(f"{place} has no questions to learn from.")
    if "panels" in network.inputs and len(numbers) > 1:
        raise EyechartError(f"Network {network.name} cannot sit {place}: it lacks panels, as many in each question.")
    context, choices = numbers.pop() if len(numbers) == 1 else (0, 0)
    said = tuple(sorted(side.known(answers)))
    return Facts(
        words=tuple(sorted(words)),
        answers=said,
        often=tuple(right[answer] for answer in said),
        blanks=tuple(sorted(commonest(blanks))),
        tasks=tuple(sorted(asked)),
        offered=offered,
        languages=tuple(sorted(languages)),
        labels=tuple(sorted(labels)),
        traits=tuple(sorted(traits)),
        context=context,
        choices=choices,
        a_page=count / seen,
        nowhere=tuple(sorted(silent - pointed)) if pointed else (),
    )
