"""How a command ends: with one line on standard error if anything went wrong, and the exit code that says what."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType

from eyechart.errors import EyechartError, fault
from eyechart.reporting.terminal import notes

OURS = 3  # the code of a fault of eyechart itself


class Terminated(KeyboardInterrupt):
    """SIGTERM: what a scheduler sends before it kills."""


def ended(run: Callable[[], object]) -> int:
    """Run a command. A user's error has its code, Ctrl-C is 130, SIGTERM 143, a fault of ours 3. What was finished stays."""
    signal.signal(signal.SIGTERM, _terminate)
    try:
        code = run()
    except EyechartError as error:
        _say(str(error))
        return error.exit_code
    except OSError as error:
        _say(str(error))
        return EyechartError.exit_code
    except Exception as error:
        _say(fault(error))
        return OURS
    except BaseException as stopped:
        if not isinstance(stopped, KeyboardInterrupt) and not _is_cancelled(stopped):
            raise
        _say("stopped. What is finished stays; run the same command again to go on.")
        interrupted = isinstance(stopped, KeyboardInterrupt) and not isinstance(stopped, Terminated)
        return 128 + (signal.SIGINT if interrupted else signal.SIGTERM)
    return code if isinstance(code, int) else 0


def _terminate(number: int, frame: FrameType | None) -> None:
    """Leave at once; but a conversation is cancelled, so that a reply that is being written down is not lost."""
    if "asyncio" not in sys.modules:  # which takes a while to import: only who converses needs it
        raise Terminated
    import asyncio

    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        raise Terminated from None
    for task in asyncio.all_tasks(loop):
        loop.call_soon_threadsafe(task.cancel)


def _is_cancelled(stopped: BaseException) -> bool:
    import asyncio

    return isinstance(stopped, asyncio.CancelledError)


def _say(what: str) -> None:
    notes.print(f"eyechart: {what}", style="red", highlight=False, soft_wrap=True)
