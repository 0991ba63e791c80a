"""ConceptNet 5 assertions, streamed from its csv or csv.gz or from the folder of an npm package, and kept where they can be asked.

A row is five columns divided by tabs: URI, relation, start, end, JSON. What is dropped is counted by reason. ConceptNet says
what is so, and in its Not-relations what is not; what no row states stays unsure.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.knowledge.facts import TAIL_SIDE
from eyechart.knowledge.genome.words import word_for
from eyechart.knowledge.relmaps import is_relmaps, rows
from eyechart.knowledge.stream import opened
from eyechart.knowledge.words import OF_IDS

# ConceptNet's name -> CRIC's, and the value that a row gives. Desires, RelatedTo, Synonym … are not asked.
RELATIONS: dict[str, tuple[str, bool]] = {
    "IsA": ("IsA", True),
    "UsedFor": ("UsedFor", True),
    "NotUsedFor": ("UsedFor", False),
    "CapableOf": ("CapableOf", True),
    "NotCapableOf": ("CapableOf", False),
    "AtLocation": ("AtLocation", True),
    "HasProperty": ("HasProperty", True),
    "NotHasProperty": ("HasProperty", False),
    "HasA": ("HasA", True),
    "NotHasA": ("HasA", False),
    "NotIsA": ("IsA", False),
    "HasPrerequisite": ("HasPrerequisite", True),
    "ReceivesAction": ("ReceivesAction", True),
    "HasSubevent": ("HasSubevent", True),
    "MadeOf": ("MadeFrom", True),
    "NotMadeOf": ("MadeFrom", False),
}
COLUMNS = 5


class Assertion(Struct, frozen=True):
    """One row that was kept. Terms are plain words: `hard questions`."""

    start: str
    relation: str  # CRIC's name
    end: str
    value: bool
    surface: str = ""  # "You are likely to find [[wheat]] in [[a field]]"


class Sifted(Struct):
    """Rows read, kept, and dropped by reason."""

    rows: int = 0
    kept: Counter[str] = msgspec.field(default_factory=Counter)  # by relation
    dropped: Counter[str] = msgspec.field(default_factory=Counter)

    def rows_shown(self) -> list[tuple[str, int]]:
        """For printing."""
        kept = [(f"kept: {relation}", count) for relation, count in sorted(self.kept.items())]
        return [("rows", self.rows), *kept, *((f"dropped: {why}", n) for why, n in sorted(self.dropped.items()))]


class _About(Struct, frozen=True):
    weight: float
    surface: str | None = msgspec.field(default=None, name="surfaceText")


def assertions(path: Path, about: Container[str], weight: float, sifted: Sifted) -> Iterator[Assertion]:
    """The rows that say something of the things in `about`, in the order of the file; 1 is one source that is trusted."""
    wanted = {f"/r/{name}".encode(): relation for name, relation in RELATIONS.items()}
    language = f"/c/{OF_IDS}/".encode()
    decode = msgspec.json.Decoder(_About).decode
    seen: set[tuple[str, str, str, bool]] = set()
    for number, line in _lines(path):
        sifted.rows += 1
        cells = line.rstrip(b"\r\n").split(b"\t")
        if len(cells) != COLUMNS:
            raise EyechartError(f"{path}, line {number}: {len(cells)} columns, expected {COLUMNS} divided by tabs.")
        relation = wanted.get(cells[1])
        if relation is None:
            sifted.dropped[f"relation {cells[1].decode('utf-8', 'replace')[3:]}"] += 1
        elif not (cells[2].startswith(language) and cells[3].startswith(language)):
            sifted.dropped["other language"] += 1
        else:
            start, end = _term(cells[2], language), _term(cells[3], language)
            if relation[0] in TAIL_SIDE:
                thing = end = word_for(end).name if word_for(end).name in about else end
            else:
                thing = start = word_for(start).name
            if thing not in about and not (relation[0] == "HasSubevent" and _any(end, about)):
                sifted.dropped["about nothing in the scenes"] += 1
                continue
            try:
                more = decode(cells[4])
            except msgspec.MsgspecError as error:
                raise EyechartError(f"{path}, line {number}, column 5: {error}.") from error
            key = (start, relation[0], end, relation[1])
            if more.weight < weight:
                sifted.dropped[f"weight below {weight:g}"] += 1
            elif key in seen:
                sifted.dropped["said before"] += 1
            else:
                seen.add(key)
                sifted.kept[relation[0]] += 1
                yield Assertion(start, relation[0], end, relation[1], more.surface or "")


def check_there(path: Path) -> None:
    if not path.is_file() and not is_relmaps(path):
        raise EyechartError(
            f"No ConceptNet file {path}: expected conceptnet-assertions-5.x.csv or .csv.gz, or a folder of *-relmaps.ndjson."
        )


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    check_there(path)
    if path.is_dir():
        yield from enumerate(rows(path), 1)
        return
    with opened(path) as file:
        try:
            yield from enumerate(file, 1)
        except (EOFError, gzip.BadGzipFile) as error:
            raise EyechartError(f"{path} is not a whole gzip file: {error}.") from error


def _term(uri: bytes, language: bytes) -> str:
    """/c/en/parking_meter/n/wn -> parking meter."""
    return uri[len(language) :].split(b"/", 1)[0].decode("utf-8", "replace").replace("_", " ")


def _any(phrase: str, about: Container[str]) -> bool:
    """Whether the last words of a phrase name something: operating the washing machine."""
    words = phrase.split()
    return any(word_for(" ".join(words[at:])).name in about for at in range(1, len(words)))
