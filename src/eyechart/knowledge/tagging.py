"""Part-of-speech tags of short phrases: TextBlob's pattern tagger, which brings its lexicon in the wheel.

A phrase of a knowledge graph is no sentence, so a tagger that expects one errs at its start: it takes "cleaning the
house" for a noun. The relation that the phrase belongs to says what must stand there, and names that we know (washing
machine, parking meter) are one noun.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal

from eyechart.errors import EyechartError
from eyechart.knowledge.concepts import concepts
from eyechart.knowledge.genome.words import objects, singular

Start = Literal["gerund", "verb", "participle", "noun", "any"]
"""What a phrase is: cutting food, cut food, eaten raw, a sharp blade, or anything."""

STARTS: dict[str, Start] = {
    "UsedFor": "gerund",
    "HasPrerequisite": "gerund",
    "HasSubevent": "gerund",
    "CapableOf": "verb",
    "ReceivesAction": "participle",
    "HasA": "noun",
    "MadeFrom": "noun",
    "IsA": "noun",
    "IsA-Taxonomy": "noun",
}
# Words that the lexicon tags by their commoner sense, and what they are in phrases about everyday things.
_KNOWN = {
    "to": "TO",
    "your": "PRP$",
    "own": "JJ",
    "up": "RP",
    "off": "RP",
    "away": "RP",
    "down": "RP",
    "out": "RP",
    "together": "RB",
    "like": "IN",
    "clean": "JJ",
    "open": "JJ",
    "warm": "JJ",
    "cold": "JJ",
    "dry": "JJ",
    "wet": "JJ",
    "sweet": "JJ",
    "round": "JJ",
    "light": "NN",
    "hot": "JJ",
}
_VERB_TAGS = {"gerund": "VBG", "verb": "VB", "participle": "VBN"}
# Before these a word is a verb where a verb may begin the phrase; before others (another noun) the lexicon decides.
_AFTER_VERB = ("DT", "PRP$", "PRP", "IN", "TO", "RP", "NN", "NNS", "JJ", "CD", "RB", "CC", "VBG")


@cache
def _tagger() -> Any:
    try:
        from textblob.en.taggers import PatternTagger
    except ImportError as error:
        raise EyechartError("Tagging phrases needs textblob: pip install 'eyechart[genome]'.") from error
    tagger = PatternTagger()
    with warnings.catch_warnings():  # it reads its lexicon at the first call and leaves the file open
        warnings.simplefilter("ignore", ResourceWarning)
        tagger.tag("chair")
    return tagger


@cache
def _compounds() -> dict[str, tuple[tuple[str, ...], ...]]:
    """First word -> the names of several words that begin with it, the longest first."""
    names = {name.lower() for name in concepts()} | set(objects()) | {"washing machine", "living room", "dining room"}
    split = sorted((tuple(name.split()) for name in names if " " in name), key=lambda words: (-len(words), words))
    found: dict[str, list[tuple[str, ...]]] = {}
    for words in split:
        if not {"of", "a", "the"} & set(words):
            found.setdefault(words[0], []).append(words)
    return {first: tuple(options) for first, options in found.items()}


def joined(words: Sequence[str]) -> list[str]:
    """Words with the names that we know put together."""
    made: list[str] = []
    at = 0
    while at < len(words):
        match = next((c for c in _compounds().get(words[at], ()) if _matches(words, at, c)), None)
        size = len(match) if match else 1
        made.append(" ".join(words[at : at + size]))
        at += size
    return made


def _matches(words: Sequence[str], at: int, name: tuple[str, ...]) -> bool:
    there = words[at : at + len(name)]
    return len(there) == len(name) and (*there[:-1], singular(there[-1])) == name


@lru_cache(50_000)
def tagged(phrase: str, start: Start = "any") -> tuple[tuple[str, str], ...]:
    """The words of a phrase with their Penn tags."""
    words = joined(phrase.lower().replace(",", " ").replace("'s", " 's").strip(" .!?").split())
    if not words:
        return ()
    simple = [word for word in words if " " not in word]
    said = dict(_tagger().tag(" ".join(simple), tokenize=True)) if simple else {}
    tags = [("NN" if " " in word else _KNOWN.get(word) or said.get(word, "NN")) for word in words]
    return tuple(zip(words, _mended(words, tags, start), strict=True))


def _mended(words: list[str], tags: list[str], start: Start) -> list[str]:
    """Tags with what the place in the phrase says of them."""
    if tags[0] == "RP" and _noun_follows(tags, 0):
        tags[0] = "IN"
    elif tags[0] in ("JJR", "RBR") and tags[1:2] == ["JJ"]:
        tags[0] = "RB"  # more expensive
    if start == "noun":
        if not tags[-1].startswith("NN"):
            tags[-1] = "NNS" if singular(words[-1]) != words[-1] else "NN"  # a handle, a feline
    elif start != "any" and " " not in words[0] and _may_begin(words[0], start):
        follows = tags[1] if len(tags) > 1 else ""
        if not follows or follows in _AFTER_VERB:
            tags[0] = _VERB_TAGS[start]
    for i in range(1, len(tags)):
        tags[i] = _by_neighbours(words, tags, i)
    return tags


def _by_neighbours(words: list[str], tags: list[str], i: int) -> str:
    """The tag of a word, given those before it."""
    before, tag = tags[i - 1], tags[i]
    verb = tag.startswith(("VB", "MD"))
    if before in ("DT", "PRP$") and verb and tag != "VBN":
        return "NN"  # a can, your drink, a rocking chair
    if before in ("JJ", "CD") and tag == "VBZ":
        return "NNS"  # green leaves
    if before == "TO" and tag in ("NN", "VBP") and i > 1 and tags[i + 1 : i + 2] in (["DT"], ["PRP$"]):
        return "VB"  # to guard the house
    if before == "CC" and i > 1:
        if tags[i - 2].startswith("NN") and tag == "VBZ":
            return "NNS"  # grass and leaves
        if tags[i - 2].startswith("VB") and words[i - 2].endswith("ing") == words[i].endswith("ing"):
            return tags[i - 2]  # cutting and peeling
    return tag


def _may_begin(word: str, start: Start) -> bool:
    if start == "gerund":
        return word.endswith("ing") and len(word) > 4
    if start == "participle":
        return word.endswith(("ed", "en", "t", "n", "d"))
    return True


def _noun_follows(tags: list[str], at: int) -> bool:
    return at + 1 < len(tags) and tags[at + 1] in ("DT", "PRP$", "NN", "NNS", "JJ")
