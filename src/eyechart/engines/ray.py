"""Processes of a Ray cluster: each works on a piece at a time; what one had when it or its node died, another takes over."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

from eyechart.engines.engine import Engine, Wanted
from eyechart.engines.pool import Progress, Work
from eyechart.engines.ray_train import together
from eyechart.errors import EyechartError, shown
from eyechart.store.folder import versions

T = TypeVar("T")
R = TypeVar("R")
TRIES = 4  # of a piece, if each time the process that has it dies; and of starting a process before any has worked
LOOK = 0.5  # seconds between two looks at how far they are
REACH = 10  # seconds until a cluster counts as out of reach
ENDING = 10  # seconds that they are given to be gone


def ray(wanted: Wanted) -> Engine:
    """The processes of a Ray cluster: a running one, or one that is started here."""
    try:
        import ray
    except ImportError as error:
        raise EyechartError(f"--engine ray needs the ray extra ({error}). Type: pip install 'eyechart[ray]'") from error
    if not ray.is_initialized():
        _connect(ray, wanted.address)
    room = _room(ray, wanted)
    if not room:
        needs = f"{wanted.cores} free cores" + (f" and {wanted.gpus} GPUs" if wanted.gpus else "")
        raise EyechartError(f"No node of the Ray cluster has {needs}. Found: {_found(ray)}. Lower --cores or --gpus.")
    each = partial(_each, ray, wanted, min(room, wanted.jobs or room), [])
    return Engine("ray", each, apart=True, together=partial(together, wanted, room))


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_worker_niceness", "0")  # unless told, its processes give way to all others
    before = signal.getsignal(signal.SIGTERM)  # Ray takes it for itself
    try:
        _listens(address)
        ray.init(address or None, log_to_driver=False, logging_level="ERROR")
    except (RuntimeError, ValueError, OSError) as error:
        where = f"at {address}" if address else "on this machine"
        raise EyechartError(
            f"No Ray cluster can be reached {where} ({_last_line(error)}). Start one with `ray start --head`, or leave "
            "--address out; if it asks for a token: export RAY_AUTH_MODE=token (docs/cluster.md)."
        ) from error
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():  # only there can it be set
            signal.signal(signal.SIGTERM, before)


def _listens(address: str) -> None:
    """Raise if nobody listens at HOST:PORT: Ray itself would go on trying for many minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host, int(port)), timeout=REACH).close()


def _room(ray: Any, wanted: Wanted) -> int:
    """How many pieces the nodes have room for at once."""
    needs = {"CPU": wanted.cores, "GPU": wanted.gpus}
    return sum(min(int(has.get(what, 0)) // n for what, n in needs.items() if n) for has in _nodes(ray))


def _nodes(ray: Any) -> list[dict[str, float]]:
    return [node["Resources"] for node in ray.nodes() if node["Alive"]]


def _found(ray: Any) -> str:
    return "; ".join(f"{has.get('CPU', 0):g} cores, {has.get('GPU', 0):g} GPUs" for has in _nodes(ray)) or "no nodes"


def _each(
    ray: Any, wanted: Wanted, most: int, idle: list[Any], work: Work[T, R], pieces: Sequence[T], progress: Progress
) -> Iterator[tuple[T, R]]:
    """`idle` are those who worked for this engine before; they end with it."""
    crew = _Crew(ray, wanted, idle, work, pieces)
    try:
        for _ in range(min(most, len(pieces))):
            crew.hire()
        while crew.unfinished:  # who is still starting then, on a node that is gone perhaps, is not waited for
            for place, result in crew.finished():
                yield pieces[place], result
            progress(crew.pages())
    finally:
        crew.dismiss()


class _Crew:
    """The processes at work, which piece each of them has, and which nobody has yet."""

    def __init__(self, ray: Any, wanted: Wanted, idle: list[Any], work: Work[T, R], pieces: Sequence[T]) -> None:
        self.ray, self.idle, self.work, self.pieces = ray, idle, work, pieces
        # Two threads: one works, one tells how far it is. Who dies is replaced here, not by Ray: the piece goes to who is free.
        self.kind = ray.remote(Worker).options(num_cpus=wanted.cores, num_gpus=wanted.gpus, max_concurrency=2)
        self.here = versions()
        self.left, self.unfinished = deque(range(len(pieces))), len(pieces)
        self.tries = [0] * len(pieces)
        self.done = [0] * len(pieces)  # pages of each piece
        # What is waited for -> who gives it, and of which piece; None: that it has started.
        self.busy: dict[Any, tuple[Any, int | None]] = {}
        self.asked: dict[Any, int] = {}  # how far it is, of which piece
        self.failures, self.worked, self.looked = 0, False, time.monotonic()

    def hire(self) -> None:
        worker = self.idle.pop() if self.idle else self.kind.remote()
        self.busy[worker.ready.remote(self.here, str(Path.cwd()))] = worker, None

    def finished(self) -> Iterator[tuple[int, Any]]:
        """What has been finished, after a moment's wait; who is free gets the next piece."""
        ready, _ = self.ray.wait(list(self.busy), timeout=LOOK)
        for one in ready:
            worker, place = self.busy.pop(one)
            try:
                result = self.ray.get(one)
            except self.ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except self.ray.exceptions.RayError as error:
                self._lost(place, error)
                continue
            if place is None:
                self._fits(result)
            else:
                self.worked, self.unfinished = True, self.unfinished - 1
                self.done[place], came = result
                yield place, came
            self._give(worker)

    def _give(self, worker: Any) -> None:
        if not self.left:
            self.idle.append(worker)
            return
        place = self.left.popleft()
        self.done[place] = 0
        self.busy[worker.work.remote(self.work, self.pieces[place])] = worker, place

    def _lost(self, place: int | None, error: Exception) -> None:
        """Who had this piece is dead: it is the next to be given, and somebody new is hired."""
        if place is None:
            self.failures += 1
            if self.failures >= TRIES and not self.worked:
                raise EyechartError(
                    f"No process could be started on the Ray cluster: {_last_line(error)}. Is this eyechart installed on each node?"
                ) from error
        else:
            self.tries[place] += 1
            self.done[place] = 0
            if self.tries[place] >= TRIES:
                raise EyechartError(
                    f"The process at work on one piece was killed {TRIES} times, perhaps for want of memory. What is finished "
                    "stays; run the same command again, with more --cores for each piece if it happens again."
                ) from error
            self.left.appendleft(place)
        if self.left:
            self.hire()

    def _fits(self, there: tuple[str, dict[str, str]]) -> None:
        """Bytes depend on versions: all nodes have those that we have."""
        host, found = there
        for name, ours in self.here.items():
            if found.get(name) != ours:
                raise EyechartError(
                    f"Node {host} has {name} {found.get(name, 'not at all')}, this machine {ours}: bytes would differ. "
                    f"Type there: pip install {name}=={ours}"
                )

    def pages(self) -> int:
        """How many pages are done, as far as is known."""
        told, _ = self.ray.wait(list(self.asked), num_returns=len(self.asked), timeout=0) if self.asked else ((), ())
        for one in told:
            place = self.asked.pop(one)
            try:
                pages = self.ray.get(one)
            except self.ray.exceptions.RayError:  # it is dead; who waits for its work is told
                continue
            if any(at == place for _, at in self.busy.values()):
                self.done[place] = max(self.done[place], pages)
        if time.monotonic() - self.looked >= LOOK:
            self.looked = time.monotonic()
            waited = set(self.asked.values())
            for worker, at in self.busy.values():
                if at is not None and at not in waited:
                    self.asked[worker.pages.remote()] = at
        return sum(self.done)

    def dismiss(self) -> None:
        """End all that are still at work, and wait until they are gone: nobody writes when we are done."""
        workers = [worker for worker, _ in self.busy.values()]
        for worker in workers:
            self.ray.kill(worker)
        if workers:
            self.ray.wait(list(self.busy), num_returns=len(self.busy), timeout=ENDING)


def _last_line(error: Exception) -> str:
    lines = shown(str(error)).strip().splitlines()
    return (lines[-1] if lines else type(error).__name__).strip().rstrip(".")


# ---- in the cluster's processes


class Worker:
    """One process of the cluster."""

    def __init__(self) -> None:
        self.done = 0

    def ready(self, wanted: dict[str, str], folder: str) -> tuple[str, dict[str, str]]:
        """On which node it is, and which versions it has of what bytes depend on.

        From now on it is in the folder that the command was typed in, where there is such a one: names of files may say no more.
        """
        with suppress(OSError):
            os.chdir(folder)
        found = dict[str, str]()
        for name in wanted:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                continue
        return socket.gethostname(), found

    def work(self, work: Work[T, R], piece: T) -> tuple[int, R]:
        """What comes of the piece, after how many pages it was."""
        self.done = 0

        def count(pages: int) -> None:
            self.done = pages

        result = work(piece, count)
        return self.done, result

    def pages(self) -> int:
        return self.done
