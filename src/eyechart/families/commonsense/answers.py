"""All that counts as right: a thing's other names where nothing else in the scene goes by them, a colour in both languages."""

from __future__ import annotations

from collections.abc import Sequence

from eyechart.core import Step
from eyechart.families.commonsense.language.lexicon import LEXICONS
from eyechart.families.commonsense.language.wording import noun_of
from eyechart.families.commonsense.vocabulary import FACETS
from eyechart.families.commonsense.world import World
from eyechart.knowledge.naming import names_among

MOST = 12  # answers of a question


def accepted(answer: str, kind: str, language: str, world: World, steps: Sequence[Step]) -> tuple[str, ...]:
    """The words of the question's language first; the concept itself always counts."""
    if kind in FACETS:
        looks = {code: words.looks[kind][answer] for code, words in LEXICONS.items()}
        first, every = looks[language].answer or looks[language].said, looks.values()
        also = [word for look in every for word in look.also]
        return tuple(dict.fromkeys((first, answer, *[look.said for look in every], *also)))
    own = (noun_of(answer, True, world.knowledge).said(language), answer)
    told = _told(world, steps, language)
    others = names_among(answer, [thing.name for thing in world.objects], language)
    return tuple(dict.fromkeys((*own, *[name for name in others if name.lower() not in told])))[:MOST]


def _told(world: World, steps: Sequence[Step], language: str) -> frozenset[str]:
    """The kinds of thing that the question names itself: who is asked which bird it is has not said it with "a bird"."""
    knowledge = world.knowledge
    kinds = [knowledge.noun(step.arguments[0]) for step in steps if step.function == "Find Hypernym"]
    found = [world.query(*step.arguments) for step in steps if step.function in ("Find KG", "Find KG Reverse")]
    predicates = [knowledge.predicates[query.predicate] for query in found]
    types = [one.said(language) for one in predicates if one.relation == "IsA-Taxonomy"]
    return frozenset(word.lower() for word in (*[kind.said(language) for kind in kinds], *types))
