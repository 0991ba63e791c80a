"""A text for a role, made up on the spot; and which texts training and test may share.

Every string has a side, by its hash: shared, training's own or the test's own. Training draws from the vocabulary that is
shared (a fixed number of words a role) and from its own side, the test from the same vocabulary and from its own: so how much
of the test's answers occurs in training is a setting, and at 0 not one does.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from eyechart.errors import EyechartError
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.language import LANGUAGES, Written
from eyechart.families.signs.measure import Measure
from eyechart.families.signs.pattern import Maker, makers
from eyechart.families.signs.scene import Text
from eyechart.families.signs.settings import SignSettings
from eyechart.seeding import Rng, rng_for

Side = Literal["shared", "train", "test"]


def side(words: str) -> Side:
    """Four strings in ten are shared, three are training's own, three the test's own."""
    mark = blake2b(words.encode(), digest_size=2).digest()
    part = (mark[0] * 256 + mark[1]) % 10
    return "shared" if part < 4 else "train" if part < 7 else "test"


# ---- roles: a role means one thing, whichever kinds of signs have it


def _texts(language: str) -> dict[str, Written]:
    """What may be written: the language's own texts with those of all kinds."""
    texts = dict(LANGUAGES[language].texts)
    for name, kind in KINDS.items():
        for role, written in kind.words[language].texts.items():
            if texts.setdefault(role, written) is not written:
                raise EyechartError(
                    f"Kind of sign '{name}' says what a text of role '{role}' is, which is said already. Take another name "
                    f"for the role, or leave it out of the kind's texts in '{language}'."
                )
    for name, kind in KINDS.items():
        if unwritten := [role for role in (*kind.roles, *kind.heading) if role not in texts]:
            raise EyechartError(
                f"Kind of sign '{name}' does not say what a text of role '{unwritten[0]}' is in '{language}': add it to its texts."
            )
    return texts


def _measures() -> dict[str, Measure]:
    measures: dict[str, Measure] = {}
    for name, kind in KINDS.items():
        for role, measure in kind.measures.items():
            if measures.setdefault(role, measure) is not measure:
                raise EyechartError(f"Kind of sign '{name}' measures role '{role}' as no other kind does.")
    return measures


TEXTS = {language: _texts(language) for language in LANGUAGES}
MAKERS: dict[str, dict[str, Maker]] = {
    language: makers(TEXTS[language], LANGUAGES[language].lexicon) for language in LANGUAGES
}
MEASURES = _measures()


def amount(role: str, words: str) -> float | None:
    """The number that a text states, so that texts of one role can be put in order; None for names."""
    return MEASURES[role].read(words) if role in MEASURES else None


def meaning(role: str, concept: str, language: str) -> str:
    """What a question in that language calls what a text of that role means, in whatever language it is written."""
    table = TEXTS[language][role]
    if not isinstance(table, dict) or concept not in table:
        raise EyechartError(f"Language '{language}' has no word for the {role} '{concept}'.")
    return table[concept].said


@lru_cache(maxsize=1 << 12)
def plain(words: str) -> str:
    """Letters and digits alone, so that a text is found in a question however both are written."""
    return "".join([c for c in unicodedata.normalize("NFKC", words).casefold() if c.isalnum()])


# ---- vocabulary


@lru_cache(maxsize=512)
def vocabulary(role: str, language: str, size: int) -> tuple[tuple[str, str | None], ...]:
    """The first `size` shared words of a role, each once, with what they mean: the same for everyone."""
    rng, found = rng_for("signs", "vocabulary", role, language), dict[str, str | None]()
    make = MAKERS[language][role]
    for _ in range(60 * size):
        words, concept = make(rng)
        if side(words) == "shared":
            found.setdefault(words, concept)
            if len(found) == size:
                break
    return tuple(found.items())


def text(role: str, language: str, taken: list[Text], rng: Rng, settings: SignSettings, split: str) -> Text:
    """A text that no other of its role equals, in words or in amount."""
    own: Side = "test" if split == "test" else "train"
    share = settings.common if own == "train" else settings.overlap.get(language, 0.0)
    shared = rng.coin(share)
    make = MAKERS[language][role]
    for _ in range(400):
        if shared:
            words, concept = rng.choice(vocabulary(role, language, settings.vocabulary))
        else:
            words, concept = make(rng)
            if side(words) != own:
                continue
        if all(_differ(other, role, words, concept) for other in taken):
            return Text(role, words, language, concept)
        shared = shared and rng.coin(0.9)  # a small vocabulary may be used up
    raise EyechartError(f"Vocabulary of {role} ({language}) is too small: raise vocabulary={settings.vocabulary}.")


def _differ(other: Text, role: str, words: str, concept: str | None) -> bool:
    if other.words == words:
        return False
    if other.role != role:
        return True
    if not re.search(r"\d", words) and (words in other.words or other.words in words):
        return False  # one name inside another would make "the train to …" fit both
    mine, its = amount(role, words), amount(role, other.words)
    return (concept is None or concept != other.concept) and (mine is None or mine != its)
