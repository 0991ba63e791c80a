"""Which questions of a dataset have a facet's value, a template, a word: columns on disk, made once, read where they are asked.

CACHE/explorer/FINGERPRINT/index.json    the columns with their values, and how many questions have each
CACHE/explorer/FINGERPRINT/pages         the page of each question, as 32-bit numbers
CACHE/explorer/FINGERPRINT/0, 1, …       of each column, the number of each question's value; -1 where it has none
CACHE/explorer/FINGERPRINT/text.arrow    the words of each question, in small letters

They are mapped into memory and never read whole: what is resident is what the system lends, and it takes it back.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from msgspec import Struct
from numpy.typing import NDArray

from eyechart.metrics.facets import JOIN, OVERALL, groups, natural
from eyechart.store.folder import Dataset
from eyechart.web.explorer.keeping import Told, append, mapped

Rows = NDArray[np.int32]
Mask = NDArray[np.bool_]
ABOUT, PAGES, TEXT = "index.json", "pages", "text.arrow"
COLUMNS = ("text", "form", "language", "template", "facets", "difficulty")
FORMAT = 2


class Column(Struct, frozen=True):
    """A facet, template, form, language or band of difficulty."""

    name: str
    values: tuple[str, ...]
    counts: tuple[int, ...]

    def shown(self) -> list[tuple[str, int]]:
        """What can be asked for, numbers in their order and words in theirs; a part of counting + geometry too."""
        counts = dict(zip(self.values, self.counts, strict=True))
        made: dict[str, int] = {}
        for value, count in counts.items():
            for one in {value, *value.split(JOIN)}:
                made[one] = made.get(one, 0) + count
        return sorted(made.items(), key=lambda item: natural(item[0]))


class _About(Struct, frozen=True):
    questions: int
    columns: tuple[Column, ...]
    format: int = FORMAT


class Index:
    """Opened; several may read it at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=_About)
        self.pages = mapped(folder / PAGES)
        self.codes = {c.name: mapped(folder / str(n)) for n, c in enumerate(self.about.columns)}
        self.columns = {c.name: c for c in self.about.columns}
        # Pieces that lie in the file, and are read by nobody yet: unlike a reader, several may look at them at once.
        self.texts = pa.ipc.open_file(pa.memory_map(str(folder / TEXT))).read_all().column(0).chunks

    def __len__(self) -> int:
        return self.about.questions

    def having(self, column: str, value: str) -> Mask:
        """Which questions have a value, alone or as a part of a combination; none, where there is no such column."""
        if column not in self.columns:
            return np.zeros(len(self), bool)
        values = self.columns[column].values
        wanted = np.array([*(value == one or value in one.split(JOIN) for one in values), False])  # the last is for -1
        return np.asarray(wanted[self.codes[column]], bool)

    def saying(self, words: str) -> Mask:
        """Which questions have these words in theirs, in capitals or not."""
        # In small letters as the index has them: Python has others for a few.
        small = pc.utf8_lower(pa.scalar(words)).as_py()

        def look(some: pa.Array) -> Mask:
            return np.asarray(pc.match_substring(some, small).to_numpy(zero_copy_only=False), bool)

        with ThreadPoolExecutor(os.cpu_count()) as hands:
            return np.concatenate([np.zeros(0, bool), *hands.map(look, self.texts)])

    def place(self, row: int) -> tuple[int, int]:
        """Page and number on it of a question by its row."""
        page = int(self.pages[row])
        return page, row - self.first(page)

    def first(self, page: int) -> int:
        """The row of a page's first question."""
        return int(np.searchsorted(self.pages, page))


def make(dataset: Dataset, folder: Path, tell: Told = lambda share: None) -> None:
    """Write an index into an empty folder, a shard at a time."""
    numbers: dict[str, dict[str, int]] = {}
    counts: dict[str, list[int]] = {}
    names: list[str] = []
    questions = 0
    schema = pa.schema([("text", pa.string())])
    with pa.OSFile(str(folder / TEXT), "wb") as file, pa.ipc.new_file(file, schema) as texts:
        for done in range(len(dataset.manifest.shards)):
            tell(done / len(dataset.manifest.shards))
            table = dataset.part(done, done + 1).columns(COLUMNS).combine_chunks()
            questions += table.num_rows
            texts.write_table(pa.table([pc.utf8_lower(table.column("text"))], schema))
            append(folder / PAGES, table.column("image").to_numpy())
            for name, values, codes in (one for one in groups(table) if one[0] != OVERALL):
                if name not in numbers:
                    names.append(name)
                known = numbers.setdefault(name, {})
                for value in values:
                    known.setdefault(value, len(known))
                own = np.array([*(known[value] for value in values), -1], np.int32)[codes]
                append(folder / str(names.index(name)), own)
                held = counts.setdefault(name, [])
                held += [0] * (len(known) - len(held))
                for number, count in enumerate(np.bincount(own[own >= 0], minlength=len(held)).tolist()):
                    held[number] += count
    columns = tuple(Column(name, tuple(numbers[name]), tuple(counts[name])) for name in names)
    (folder / ABOUT).write_bytes(msgspec.json.encode(_About(questions, columns)))
