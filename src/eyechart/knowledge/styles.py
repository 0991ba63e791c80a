"""Phrases of one relation in one style, so that no wording is a hint (CRIC, section 3).

ConceptNet says "make music", "making music" and "to make music"; after `is used for` we say "making music". What cannot be
brought into its relation's style is not asked.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from eyechart.errors import unknown
from eyechart.knowledge.phrases import PhraseGraph, parse
from eyechart.knowledge.tagging import tagged
from eyechart.text.inflection import article

_NOUN_ENDINGS = ("tion", "ment", "ness", "ship", "sport", "music", "food")
_PLACES = ("in", "on", "at", "under", "near")
_DOUBLES = re.compile(r"^[^aeiou]*[aeiou][bdgmnprt]$")  # cut, sit, run, chop, but not eat, cook, help


@cache
def _mass() -> frozenset[str]:
    lines = (Path(__file__).parent / "mass_nouns.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def styled(relation: str, phrase: str, surface: str = "") -> str | None:
    """A phrase as its relation wants it; None if it cannot be said so."""
    styles = {
        "UsedFor": gerund_phrase,
        "HasPrerequisite": gerund_phrase,
        "HasSubevent": gerund_phrase,
        "CapableOf": verb_phrase,
        "ReceivesAction": participle_phrase,
        "HasProperty": property_phrase,
        "HasA": thing_phrase,
        "MadeFrom": bare_noun,
        "IsA": bare_noun,
    }
    if relation == "AtLocation":
        return place(phrase, surface)
    if relation not in styles:
        raise unknown("relation that can be asked", relation, [*styles, "AtLocation"])
    return styles[relation](phrase.removeprefix("to ").strip())


def gerund_phrase(phrase: str) -> str | None:
    """cut food -> cutting food. A noun may stand there too: transportation."""
    first, _, rest = phrase.partition(" ")
    if first.endswith("ing") and len(first) > 5:
        return phrase if parse(phrase, "gerund") else None
    if not rest and not tagged(phrase)[0][1].startswith("VB"):
        return phrase if first.endswith(_NOUN_ENDINGS) else None
    if tagged(phrase, "verb")[0][1] != "VB" or not parse(phrase, "verb"):
        return None
    return f"{gerund(first)} {rest}".strip()


def gerund(verb: str) -> str:
    """cut -> cutting, ride -> riding, see -> seeing, lie -> lying."""
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return verb[:-1] + "ing"
    return verb + verb[-1] + "ing" if _DOUBLES.match(verb) else verb + "ing"


def verb_phrase(phrase: str) -> str | None:
    """climb hills; a phrase that begins with a gerund or a thing is not one."""
    first = phrase.partition(" ")[0]
    tags = [tag for _, tag in tagged(phrase, "verb")]
    if not tags or first.endswith(("ing", "ed", "s")) or tags[0] not in ("VB", "VBP") or not parse(phrase, "verb"):
        return None
    return phrase


def participle_phrase(phrase: str) -> str | None:
    plain = phrase.removeprefix("be ")
    tags = [tag for _, tag in tagged(plain, "participle")]
    return plain if tags and tags[0] == "VBN" and parse(plain, "participle") else None


def property_phrase(phrase: str) -> str | None:
    """sour, bad for your health; not a thing."""
    found = parse(phrase)
    tags = [tag for _, tag in tagged(phrase)]
    return phrase if found and tags and tags[0].startswith(("JJ", "RB")) and not _only_nodes(found) else None


def _only_nodes(found: PhraseGraph) -> bool:
    return bool(found.nodes) and not found.edges


def thing_phrase(phrase: str) -> str | None:
    """a handle, four legs, calcium: a noun phrase with the article that it needs."""
    found = parse(phrase, "noun")
    if found is None or len(found.nodes) != 1 or found.edges:
        return None
    tags = tagged(phrase, "noun")
    if tags[0][1] in ("DT", "CD", "PRP$") or tags[-1][1] == "NNS" or tags[-1][0] in _mass():
        return phrase
    return f"{article(phrase)} {phrase}"


def bare_noun(phrase: str) -> str | None:
    """wood, flour behind "made from", citrus fruit behind "a type of": without an article."""
    found = parse(phrase, "noun")
    return _bare(phrase) if found and len(found.nodes) == 1 and not found.edges else None


def _bare(phrase: str) -> str:
    for start in ("a ", "an ", "the "):
        phrase = phrase.removeprefix(start)
    return phrase


def place(phrase: str, surface: str) -> str | None:
    """in a field: the preposition and article that the sentence behind the row has."""
    match = re.search(r"(\w+) \[\[((?:a|an|the|your|my) )?([^\]]+)\]\]\.?$", surface.strip("* "))
    if match is None or match[1] not in _PLACES or match[3].lower() != phrase:
        return None
    return f"{match[1]} {match[2] or ''}{phrase}".replace(" my ", " your ")
