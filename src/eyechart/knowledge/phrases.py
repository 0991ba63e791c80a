"""A phrase as a graph (CRIC, Fig. 5): "moving food from plate to mouth" is three edges.

<fork, UsedFor, moving food from plate to mouth> is moving food, food from plate, food to mouth.

Tags are grouped into chunks, verbs (V), noun phrases (N), prepositions (P), adjectives (A), conjunctions (C); templates say
for each order of chunks which nodes and edges they make. An end of an edge that no word fills is None, as the paper's NULL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from eyechart.knowledge.genome.words import singular
from eyechart.knowledge.tagging import Start, tagged


class Node(Struct, frozen=True):
    """An object that a phrase speaks of, in the singular, with what is said of it."""

    name: str
    attributes: tuple[str, ...] = ()


class Edge(Struct, frozen=True):
    """subject, predicate, object; None is nobody in particular."""

    subject: Node | None
    predicate: str
    object: Node | None


class PhraseGraph(Struct, frozen=True):
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    attributes: tuple[str, ...] = ()  # of whatever the phrase is said of: "sour", "very hot"


# Order of chunks -> edges. "-" is NULL; V1 P1 puts both words into one predicate.
TEMPLATES: dict[str, tuple[str, ...]] = {
    "N": (),
    "A": (),
    "V": ("- V1 -",),
    "V N": ("- V1 N1",),
    "V P N": ("- V1+P1 N1",),
    "V P": ("- V1+P1 -",),
    "V A": ("- V1+A1 -",),
    "V A P N": ("- V1+A1+P1 N1",),
    "V N A": ("- V1 N1", "N1 A1 -"),
    "V N P N": ("- V1 N1", "N1 P1 N2"),
    "V N P N P N": ("- V1 N1", "N1 P1 N2", "N1 P2 N3"),
    "V N N": ("- V1 N2", "N2 to N1"),
    "V P N P N": ("- V1+P1 N1", "N1 P2 N2"),
    "V P P N": ("- V1+P1+P2 N1",),
    "V N P": ("- V1 N1", "N1 P1 -"),
    "V N P P N": ("- V1 N1", "N1 P1+P2 N2"),
    "P N": ("- P1 N1",),
    "P N P N": ("- P1 N1", "N1 P2 N2"),
    "A P N": ("- A1+P1 N1",),
    "A V N": ("- A1+V1 N1",),
    "A P V": ("- A1+P1+V1 -",),
    "A V": ("- A1+V1 -",),
    "N P N": ("N1 P1 N2",),
    "N P N P N": ("N1 P1 N2", "N2 P2 N3"),
    "N P": ("N1 P1 -",),
    "N C N": (),
    "N V": ("N1 V1 -",),
    "N V N": ("N1 V1 N2",),
    "N V P N": ("N1 V1+P1 N2",),
    "N P V": ("- P1+V1 N1",),
    "V C V": ("- V1 -", "- V2 -"),
    "V N C N": ("- V1 N1", "- V1 N2"),
    "V C V N": ("- V1 N1", "- V2 N1"),
    "V N C V N": ("- V1 N1", "- V2 N2"),
    "V N C V": ("- V1 N1", "- V2 -"),
    "V P N C N": ("- V1+P1 N1", "- V1+P1 N2"),
    "V N P V N": ("- V1 N1", "- V2 N2", "N1 P1+V2 N2"),
    "V N P V": ("- V1 N1", "N1 P1+V2 -"),
    "V V N": ("- V1+V2 N1",),
    "V V": ("- V1+V2 -",),
    "V V P N": ("- V1+V2+P1 N1",),
    "V N V": ("- V1 N1", "N1 V2 -"),
    "V N V N": ("- V1 N1", "- V2 N2"),
    "V N V P N": ("- V1 N1", "- V2+P1 N2"),
    "A C A": (),
}


class Chunk(Struct, frozen=True):
    kind: str  # V, N, P, A or C
    text: str
    attributes: tuple[str, ...] = ()


def parse(phrase: str, start: Start = "any") -> PhraseGraph | None:
    """The graph of a phrase; None where no template fits."""
    chunks = chunked(tagged(phrase, start))
    rules = TEMPLATES.get(" ".join(chunk.kind for chunk in chunks))
    if rules is None:
        return None
    named: dict[str, Chunk] = {}
    counts: Counter[str] = Counter()
    for chunk in chunks:
        counts[chunk.kind] += 1
        named[f"{chunk.kind}{counts[chunk.kind]}"] = chunk
    nodes = {key: Node(chunk.text, chunk.attributes) for key, chunk in named.items() if chunk.kind == "N"}
    said = [chunk.text for chunk in chunks if chunk.kind == "A"] if not rules and not nodes else []
    return PhraseGraph(tuple(nodes.values()), tuple(_edge(rule, named, nodes) for rule in rules), tuple(said))


def _edge(rule: str, named: dict[str, Chunk], nodes: dict[str, Node]) -> Edge:
    subject, predicate, object_ = rule.split()
    words = [named[key].text if key in named else key for key in predicate.split("+")]
    return Edge(nodes.get(subject), " ".join(words), nodes.get(object_))


def chunked(tags: Sequence[tuple[str, str]]) -> list[Chunk]:
    """Tags grouped into chunks; articles, possessives and adverbs of degree go nowhere, as the paper's NONE."""
    chunks: list[Chunk] = []
    at = 0
    while at < len(tags):
        size, chunk = _chunk(tags, at)
        if chunk is not None:
            chunks.append(chunk)
        at += size
    return chunks


def _chunk(tags: Sequence[tuple[str, str]], at: int) -> tuple[int, Chunk | None]:
    """How many words belong together from here, and what they are."""
    word, tag = tags[at]
    if (size := _noun_phrase(tags, at)) > 0:
        return size, _noun(tags[at : at + size])
    if tag.startswith(("VB", "MD")):
        return _verb(tags, at)
    if tag == "TO" and at + 1 < len(tags) and tags[at + 1][1].startswith("VB"):
        size, verb = _verb(tags, at + 1)
        return size + 1, Chunk("V", f"to {verb.text}")
    if tag in ("IN", "TO", "RP"):
        return 1, Chunk("P", word)
    if tag == "CC":
        return 1, Chunk("C", word)
    if tag.startswith("JJ"):
        return 1, Chunk("A", word)
    return 1, None


def _verb(tags: Sequence[tuple[str, str]], at: int) -> tuple[int, Chunk]:
    """A verb with its particle: clean up."""
    word = tags[at][0]
    if at + 1 < len(tags) and tags[at + 1][1] == "RP":
        return 2, Chunk("V", f"{word} {tags[at + 1][0]}")
    return 1, Chunk("V", word)


def _noun_phrase(tags: Sequence[tuple[str, str]], at: int) -> int:
    """The number of words of a noun phrase that begins here; 0 if none does."""
    end = at
    while end < len(tags) and _before_noun(tags, at, end):
        end += 1
    last = end
    while last < len(tags) and tags[last][1].startswith(("NN", "PRP")) and tags[last][1] != "PRP$":
        last += 1
    return last - at if last > end else 0


def _before_noun(tags: Sequence[tuple[str, str]], start: int, at: int) -> bool:
    """Whether a word may stand before a noun within its phrase."""
    tag = tags[at][1]
    if tag in ("DT", "PRP$", "CD", "PDT", "POS") or tag.startswith("JJ"):
        return True
    if tag == "CC":  # black and white stripes
        return at > start and tags[at - 1][1] == "JJ" and [t for _, t in tags[at + 1 : at + 2]] == ["JJ"]
    if tag.startswith("NN"):  # "the dog 's bowl"
        return at + 1 < len(tags) and tags[at + 1][1] == "POS"
    # A participle is an adjective where an article or adjective stands before it: "a broken leg", not "broken legs".
    return tag in ("VBN", "VBG") and at > start and tags[at - 1][1] in ("DT", "PRP$", "JJ")


def _noun(tags: Sequence[tuple[str, str]]) -> Chunk:
    words = [(word, tag) for word, tag in tags if tag not in ("DT", "PRP$", "PDT", "POS", "CC")]
    head = [word for word, tag in words if tag.startswith(("NN", "PRP"))]
    looks = tuple(word for word, tag in words if not tag.startswith(("NN", "PRP")))
    return Chunk("N", singular(" ".join(head)), looks)


def degrees(entities: Iterable[tuple[str, Start]]) -> tuple[Counter[int], Counter[int]]:
    """How many entities have how many connections, as phrases and as graphs (Fig. 4 d and e).

    As phrases, two are connected when they are equal; as graphs, when they share an object node.
    """
    mentions = list(entities)
    same = Counter(phrase for phrase, _ in mentions)
    before = Counter(same[phrase] - 1 for phrase, _ in mentions)
    holders: dict[str, set[int]] = {}
    for number, (phrase, start) in enumerate(mentions):
        for name in nodes_of(phrase, start):
            holders.setdefault(name, set()).add(number)
    after: Counter[int] = Counter()
    for number, (phrase, start) in enumerate(mentions):
        near = set().union(*(holders[name] for name in nodes_of(phrase, start)))
        after[len(near - {number}) if near else same[phrase] - 1] += 1
    return before, after


@lru_cache(50_000)
def nodes_of(phrase: str, start: Start = "any") -> frozenset[str]:
    """The names of the objects in a phrase."""
    found = parse(phrase, start)
    return frozenset(node.name for node in found.nodes) if found else frozenset()
