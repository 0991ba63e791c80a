"""What else a thing may be called where others are seen: other names of concepts, as far as nothing else goes by them.

`concepts/also/CODE.txt` holds them. A wider name is one that several concepts have: where a cap is the only hat, it may be
called a hat; beside a sun hat it may not.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from eyechart.knowledge.concepts import HERE, concepts
from eyechart.knowledge.facts import facts
from eyechart.knowledge.words import OF_IDS, words_in

ALSO = HERE / "also"
LOOSELY = "~"  # before a name that some say for the thing and that is not accepted for it


@cache
def _also() -> dict[str, dict[str, tuple[str, ...]]]:
    """Language code -> concept -> its other names as they are written."""
    every = words_in(ALSO, concepts())
    return {
        language: {id: tuple([name.strip() for name in names.split(",")]) for id, names in words.items()}
        for language, words in every.items()
    }


@cache
def other_names(name: str, language: str) -> tuple[str, ...]:
    """All names of a concept but the one by which its language knows it: glasses for a pair of glasses, specs, eyewear."""
    known = concepts().get(name)
    if known is None:
        return ()
    short = name.rpartition(" of ")[2]  # a pair of glasses is glasses, a slice of pizza pizza
    own = (short, known.noun.said(OF_IDS, "many")) if language == OF_IDS else ()
    written = [other for other in _also().get(language, {}).get(name, ()) if not other.startswith(LOOSELY)]
    return tuple([other for other in dict.fromkeys((*own, *written)) if other != known.noun.said(language)])


@cache
def goes_by(name: str, language: str) -> frozenset[str]:
    """Every name that a concept has in a language, or that some give it, and those of the kinds that it belongs to; without
    case."""
    known = concepts().get(name)
    own = name if known is None else known.noun.said(language)
    loosely = [other.removeprefix(LOOSELY) for other in _also().get(language, {}).get(name, ())]
    kinds = [facts().noun(kind).said(language) for kind in facts().categories(name)]
    return frozenset(one.lower() for one in (own, *other_names(name, language), *loosely, *kinds))


def names_among(name: str, seen: Iterable[str], language: str) -> tuple[str, ...]:
    """The other names of a concept that no other concept seen goes by."""
    taken = {one for other in set(seen) if other != name for one in goes_by(other, language)}
    return tuple([one for one in other_names(name, language) if one.lower() not in taken])
