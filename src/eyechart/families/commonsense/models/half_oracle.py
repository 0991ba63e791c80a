"""Half an oracle: `without:knowledge` sees all and knows nothing, `without:image` knows all and sees nothing.

The first has the whole scene graph and no fact; the second every fact and the answers that such questions had in training. How
little they score above the prior says that neither the picture nor knowledge alone gives the answer.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from eyechart.core import Page, Prediction, Question
from eyechart.errors import unknown
from eyechart.families.commonsense.models.reasoner import pointing
from eyechart.families.commonsense.question.soundness import unknowing
from eyechart.families.commonsense.world import World, recognised
from eyechart.phrasing import YES_NO
from eyechart.seeding import rng_for

LACKS = ("knowledge", "image")


class HalfOracle:
    name = "without"

    def __init__(self, lack: str) -> None:
        if lack not in LACKS:
            raise unknown("thing to do without", lack, LACKS)
        self.lack, self.name = lack, f"without:{lack}"
        self.best: dict[tuple[str, str], str] = {}

    def fit(self, pages: Iterable[Page]) -> None:
        """The commonest answer of each type and knowledge, and of each type."""
        counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for page in pages:
            for q in page.questions:
                for known in (q.facets.get("knowledge", ""), ""):
                    counts[q.template, known].update(q.answers[:1])
        self.best = {key: min(c, key=lambda a: (-c[a], a)) for key, c in counts.items()}

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return [self._seeing(q) if self.lack == "knowledge" else self._knowing(q) for q in questions]

    def _knowing(self, q: Question) -> Prediction:
        said = self.best.get((q.template, q.facets.get("knowledge", "")), self.best.get((q.template, "")))
        return Prediction(question=q.id, answer=q.choices[0] if q.choices and said not in q.choices else said)

    def _seeing(self, q: Question) -> Prediction:
        """Every step that needs knowledge lets all pass; of what is left, the commonest answer."""
        if q.program is None or q.scene is None:
            return Prediction(question=q.id, answer=None)
        world, rng = World(q.scene), rng_for(self.name, q.id)
        found = world.numbers(unknowing(world, q.program.steps))
        last = q.program.steps[-1]
        if last.function == "Verify":
            one = [world.ids[rng.choice(found)]] if found else []
            return Prediction(question=q.id, answer=YES_NO[q.language][not found], evidence=pointing(world, one))
        said: dict[str, list[str]] = {}
        for i in found:
            said.setdefault(recognised(world, i, last.arguments[0]), []).append(world.ids[i])
        said.pop("", None)
        if not said:
            return Prediction(question=q.id, answer=None)
        most = max(len(ids) for ids in said.values())
        answer = rng.choice([value for value, ids in said.items() if len(ids) == most])
        return Prediction(question=q.id, answer=answer, evidence=pointing(world, [rng.choice(said[answer])]))
