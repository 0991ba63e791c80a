"""How a command ends: with one line on standard error if anything went wrong, and the exit code that says what."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType

from eyechart.errors import EyechartError, fault
from eyechart.reporting.terminal import notes

OURS = 3  # the code of a fault of eyechart itself


def ended(run: Callable[[], object]) -> int:
    """Run a command. A user's error has its code, Ctrl-C is 130, SIGTERM 143, a fault of ours 3. What was finished stays."""
    told = list[int]()  # SIGTERM, what a scheduler sends before it kills

    def terminate(number: int, frame: FrameType | None) -> None:
        told.append(number)
        _terminate()

    signal.signal(signal.SIGTERM, terminate)
    try:
        code = run()
    except BaseException as error:
        # An import that is broken off by a signal may say that it failed instead.
        return _stopped(signal.SIGTERM) if told else _failed(error)
    return code if isinstance(code, int) else 0


def _failed(error: BaseException) -> int:
    if isinstance(error, EyechartError | OSError):
        _say(str(error))
        return error.exit_code if isinstance(error, EyechartError) else EyechartError.exit_code
    if isinstance(error, Exception):
        _say(fault(error))
        return OURS
    if isinstance(error, KeyboardInterrupt) or _is_cancelled(error):
        return _stopped(signal.SIGINT)
    raise error


def _stopped(by: signal.Signals) -> int:
    _say("stopped. What is finished stays; run the same command again to go on.")
    return 128 + by


def _terminate() -> None:
    """Leave at once; but a conversation is cancelled, so that a reply that is being written down is not lost."""
    if "asyncio" not in sys.modules:  # which takes a while to import: only who converses needs it
        raise KeyboardInterrupt
    import asyncio

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise KeyboardInterrupt from None
    for task in asyncio.all_tasks(loop):
        loop.call_soon_threadsafe(task.cancel)


def _is_cancelled(stopped: BaseException) -> bool:
    import asyncio

    return isinstance(stopped, asyncio.CancelledError)


def _say(what: str) -> None:
    notes.print(f"eyechart: {what}", style="red", highlight=False, soft_wrap=True)
