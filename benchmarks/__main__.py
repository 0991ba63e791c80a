"""`python -m benchmarks [NAME …] [--quick]`: every figure that is claimed, measured here and now.

Exits with 1 if a claim is not met.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from importlib import import_module

from benchmarks.claim import Claim, console, print_claims

NAMES = (
    "families",
    "figures",
    "signs",
    "matrices",
    "commonsense",
    "scaling",
    "memory",
    "proof",
    "scoring",
    "rereading",
    "endpoint",
    "genome",
    "size",
    "relations",
    "patches",
    "lessons",
    "recovery",
    "explorer",
    "crowd",
)


def main() -> int:
    parser = ArgumentParser("python -m benchmarks", description="The speed of eyechart beside its rivals.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(NAMES)}; all if none")
    parser.add_argument("--quick", action="store_true", help="smaller runs, for a first look")
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in NAMES:
            parser.error(f"no benchmark '{name}'; there are {', '.join(NAMES)}")
    found: list[Claim] = []
    start = time.perf_counter()
    for name in chosen.names or NAMES:
        console.rule(name, align="left")
        claims: list[Claim] = import_module(f"benchmarks.{name}").claims(chosen.quick)
        print_claims(claims)
        found += claims
    console.rule(f"all claims, in {time.perf_counter() - start:,.0f} s", align="left")
    print_claims(found)
    return 0 if all(claim.met for claim in found) else 1


if __name__ == "__main__":
    sys.exit(main())
