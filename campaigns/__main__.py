"""`python -m campaigns NAME [--minutes N] [--tries T] [--seed S]`: attack, print the totals. Exits with 1 if anything got through.

Each module of this folder is a campaign: `run(span, seed, totals)`. What campaigns share is in `rig`.
"""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

from campaigns.rig.span import Span
from campaigns.rig.totals import Totals

NAMES = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))


def main() -> int:
    parser = ArgumentParser("python -m campaigns", description="Attack eyechart, and count what gets through.")
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--minutes", type=float, default=0.0, help="go on for at least so long")
    parser.add_argument("--tries", type=int, default=1, help="and until each verb, reader or mode was tried so often")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    totals = Totals()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        import_module(f"campaigns.{chosen.name}").run(Span(chosen.minutes, chosen.tries), chosen.seed, totals)
    except KeyboardInterrupt:
        print("stopped before its end; so far:")
    print(totals)
    return 0 if totals.holds else 1


if __name__ == "__main__":
    sys.exit(main())
