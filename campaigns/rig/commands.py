"""Commands that write, small enough to be disturbed hundreds of times, and what an undisturbed one leaves behind."""

from __future__ import annotations

import hashlib
import json
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from campaigns.rig.span import Span
from eyechart import registry

FIGURES, SHARD = 60, 8
EYECHART = [sys.executable, "-m", "eyechart"]
Left = dict[str, str]  # file -> its digest, or what is to be the same of it
DATA, RELEASE, RUN, REPORT = "data", "release", "run", "report.html"


@dataclass(frozen=True)
class Command:
    """What is typed in a workshop; its `needs` are in `out` before, and nothing else is."""

    name: str
    words: tuple[str, ...]
    needs: tuple[str, ...] = ()
    grows: tuple[str, ...] = ()  # written line by line, to be gone on with
    left: Callable[[Path], Left] = lambda out: digests(out)

    @property
    def verb(self) -> str:
        return self.words[0]


def commands() -> list[Command]:
    """One or more of each verb, all writing below out/."""
    exports = [*registry.names("exports"), *registry.get("families", "figures").exporters]
    said, replies = "run/predictions.jsonl", "run/replies.jsonl"
    return [
        Command("generate", (*_drawing("out/data"), "--jobs", "2")),
        Command("convert", _words(f"convert figureqa {RELEASE} --split test2 --shard {SHARD} --out out/data")),
        Command("predict", _words(f"predict chance {DATA} --out out/run"), grows=(said,)),
        Command("predict mock", _words(f"predict mock {DATA} --frame pixels --out out/run"), (), (replies,), _talk),
        *(Command(f"export {name}", _words(f"export {DATA} --format {name} --out out/export")) for name in exports),
        Command("score", _words("score out/run"), (RUN,)),
        Command("report", _words(f"report out/run --out out/{REPORT}"), (RUN, REPORT)),
    ]


def turns(some: Sequence[Command], span: Span, rng: random.Random) -> Iterator[Command]:
    """Each verb in turn, its command by lot."""
    verbs = list(dict.fromkeys(command.verb for command in some))
    for _ in span.rounds():
        for verb in verbs:
            yield rng.choice([command for command in some if command.verb == verb])


def _words(line: str) -> tuple[str, ...]:
    return tuple(line.split())


def _drawing(out: str) -> tuple[str, ...]:
    return _words(f"generate figures --split test2 --count {FIGURES} --shard {SHARD} --seed 4 --out {out}")


def digests(folder: Path) -> Left:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(_undated(path)).hexdigest() for path in files}


def _undated(path: Path) -> bytes:
    """All of a file, but for the hour at which a run was begun."""
    content = path.read_bytes()
    return re.sub(rb'"started": *"[^"]*"', b"", content) if path.name == "run.json" else content


def _talk(out: Path) -> Left:
    """Replies come in any order and after any time, but each once. Who begins anew knocks anew, and files that too."""
    left = digests(out)
    left.pop("run/beforehand.jsonl", None)
    replies = out / "run" / "replies.jsonl"
    if left.pop("run/replies.jsonl", None):
        asked = [line.partition('"prompt"')[0] for line in replies.read_text(encoding="utf-8").splitlines()]
        left["run/replies.jsonl"] = json.dumps(sorted(asked))
    return left


class Workshop:
    """A folder with a dataset, a release, a run and an old report to work on, and `out` to work in, here or elsewhere."""

    def __init__(self, folder: Path, out: Path | None = None) -> None:
        self.folder, self.out, self.notes = folder, out or folder / "out", folder / "stderr.txt"
        folder.mkdir(parents=True)
        if out is not None:
            (folder / "out").symlink_to(out)
        self.run((*_drawing(DATA), "--jobs", "1"))
        self.run(_words(f"export {DATA} --format figureqa --out {RELEASE}"))
        self.run(_words(f"predict chance {DATA} --out {RUN}"))
        (folder / REPORT).write_text("an older report")

    def start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        """What it says goes to a file: a pipe would be held open by processes that outlive it."""
        with self.notes.open("wb") as notes:
            return subprocess.Popen(
                [*EYECHART, *words],
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=notes,
                start_new_session=True,
            )

    def said(self) -> str:
        """By the command that was started last, on standard error."""
        return self.notes.read_text(encoding="utf-8", errors="replace").strip()

    def run(self, words: Sequence[str]) -> None:
        if self.typed(words):
            raise RuntimeError(f"{' '.join(words)}: {self.said()}")

    def typed(self, words: Sequence[str]) -> int:
        """The exit code."""
        with self.start(words) as started:
            return started.wait()

    def clear(self, command: Command) -> None:
        """As it is before the command is typed for the first time."""
        self.out.mkdir(exist_ok=True)
        for path in self.out.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name in command.needs:
            needed = self.folder / name
            (shutil.copytree if needed.is_dir() else shutil.copyfile)(needed, self.out / name)

    def undisturbed(self, command: Command) -> tuple[Left, float]:
        """What it leaves, and the seconds that it takes."""
        self.clear(command)
        start = time.monotonic()
        self.run(command.words)
        return command.left(self.out), time.monotonic() - start

    def torn(self, command: Command, expected: Left) -> list[str]:
        """Files that have their name and are neither whole nor as they were before."""
        there = command.left(self.out)
        return [
            f"{name} is torn"
            for name, digest in expected.items()
            if there.get(name, digest) != digest and name not in command.grows and not self._is_old(name)
        ]

    def _is_old(self, name: str) -> bool:
        before = self.folder / name
        return before.is_file() and before.read_bytes() == (self.out / name).read_bytes()

    def gone_on(self, command: Command, expected: Left) -> list[str]:
        """Type it again, unless it had come to its end. What is lost, left over, or not the same?"""
        if command.left(self.out) != expected and self.typed(command.words):
            return [f"refused: {self.said()}"]
        left = command.left(self.out)
        wrong = {name for name in {*left, *expected} if left.get(name) != expected.get(name)}
        return [f"{name} {_verdict(name in left, name in expected)}" for name in sorted(wrong)]


def _verdict(there: bool, expected: bool) -> str:
    return "differs" if there and expected else "is left over" if there else "is lost"
