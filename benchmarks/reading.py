"""How many of the texts that are asked for does an OCR engine read exactly, by preset and language? (Extra `ocr`.)

    python benchmarks/reading.py --count 200

A text is read exactly if one of the engine's lines is that text: as it stands, or but for its spaces.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from itertools import count as counting

from eyechart import registry
from eyechart.core import Family, Question
from eyechart.models.ocr import rapidocr
from eyechart.page import page
from eyechart.settings import settings_for


def measure(preset: str, count: int) -> None:
    """`count` pictures asked about in each language; texts by the language that they are in."""
    family: Family = registry.get("families", "signs")
    settings = settings_for(family, preset)
    left = dict.fromkeys(family.languages, count)
    exact, spaced = defaultdict[str, list[bool]](list), defaultdict[str, list[bool]](list)
    for index in counting():
        if not any(left.values()):
            break
        made = page(family, settings, "test", 5, index)
        if not left[made.questions[0].language]:
            continue
        left[made.questions[0].language] -= 1
        lines = [token.words for token in rapidocr(made.questions[0])]
        for language, words in dict.fromkeys(map(_asked, made.questions)):
            exact[language].append(words in lines)
            spaced[language].append(_close(words) in map(_close, lines))
    for language in family.languages:
        marks, loose = exact[language], spaced[language]
        print(
            f"{preset}, {language}: {100 * sum(marks) / len(marks):.1f} % of {len(marks)} texts exactly, "
            f"{100 * sum(loose) / len(loose):.1f} % but for spaces",
            flush=True,
        )


def _asked(q: Question) -> tuple[str, str]:
    """Language and words of the text that answers."""
    assert q.evidence is not None
    assert q.scene is not None
    [region] = q.evidence.regions
    thing = next(thing for thing in q.scene.things if thing.id == region.things[0])
    return thing.attributes["language"], thing.name


def _close(words: str) -> str:
    return words.replace(" ", "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", default=["easy", "default", "hard"])
    parser.add_argument("--count", type=int, default=200, help="pictures of each language")
    chosen = parser.parse_args()
    for name in chosen.presets:
        measure(name, chosen.count)
