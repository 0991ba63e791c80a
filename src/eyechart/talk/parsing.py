"""Reply -> answer, evidence, confidence, by rules: what they cannot read is unparsed, and nothing is guessed.

1. Thinking (`<think>…</think>` and its kin) is taken out; an unfinished thought takes the rest of the reply with it.
2. JSON: the last object with an "answer" that can be read counts, fenced or not, also with single quotes, trailing
   commas, or its end cut off, as long as the answer itself is whole.
3. `\\boxed{…}`, then `<answer>…</answer>`, "the answer is …", "Answer: …", 答案是…: the last one that can be read counts,
   since models correct themselves.
4. The whole reply, its first line, or its last line is an answer and nothing else ("B", "(b) cat", "Yes.", "三").
5. A refusal ("I cannot", 无法) ends it here.
6. A sentence that holds one answer and no other: yes or no at its start or end, one choice named and not denied, one letter
   after "option", one number where a number is asked for, one quoted text.

See docs/parsing.md; tests/talk/test_parsing.py holds the table of replies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from eyechart.core import Question
from eyechart.limits import READ
from eyechart.talk.readings import ARTICLE, LETTER, REFUSAL, Wanted, both, mentions, own_words, peeled, read
from eyechart.talk.replyjson import Said, boxes_in_text, objects, said_in
from eyechart.text.numbers import numbers_in

MOST_STATED = 100  # places that may state an answer, looked at from the last on


class Parsed(Struct, frozen=True):
    answer: str | None
    boxes: tuple[tuple[int, tuple[float, ...]], ...] = ()  # number of the picture, numbers as said
    labels: dict[str, str] = {}
    confidence: float | None = None
    rule: str | None = None  # which rule read it
    problem: str | None = None  # the kind of exception that reading it ended in, which is a fault of ours


def wanted(q: Question) -> Wanted:
    """A blank for a number is told from one for a text that happens to be of digits: 007 is read letter by letter. What goes by
    several names is a thing, and may be said with an article; a text that is to be read may not."""
    first = q.answers[0].strip() if q.answers else ""
    number = q.form == "fill-in" and re.fullmatch(r"-?(?:0|[1-9]\d{0,5})", first) is not None
    thing = q.form == "fill-in" and not number and len(q.answers) > 1 and not any(map(ARTICLE.match, q.answers))
    return Wanted(q.form, q.choices, number, thing)


def parse(reply: str | None, want: Wanted) -> Parsed:
    """Read a reply by the rules above. It has been paid for: whatever it holds, it is read or unparsed, and no run ends here."""
    if not reply:
        return Parsed(None)
    try:
        return _parse(reply[-int(READ.most) :].encode("utf-8", "replace").decode(), want)
    except Exception as error:
        return Parsed(None, problem=type(error).__name__)


def _parse(reply: str, want: Wanted) -> Parsed:
    text = _without_thoughts(reply)
    found = list(objects(text))
    for said in reversed([said_in(o) for o in found]):
        answer = read(said.answer, want) if said.answer is not None else None
        if answer is not None:
            return _parsed(answer, said, "json")
    said = next((s for s in map(said_in, reversed(found)) if s.boxes or s.labels), Said())
    boxes = said.boxes or tuple(boxes_in_text(text))
    rest = Said(None, boxes, said.labels, said.confidence)
    if any(said_in(o).answer is not None for o in found) or _CUT_OFF.search(text):
        return _parsed(None, rest, None)  # it answered in JSON, and that cannot be read
    for rule, rule_reads in RULES:
        answer = rule_reads(text, want)
        if answer is not None:
            return _parsed(answer, rest, rule)
        if rule == "alone" and REFUSAL.search(text):
            break
    return _parsed(None, rest, None)


_CUT_OFF = re.compile(r"\{[^{}]{0,400}[\"'](?:answer|答案)[\"']\s*[::]")


def _parsed(answer: str | None, said: Said, rule: str | None) -> Parsed:
    return Parsed(answer, said.boxes, said.labels, said.confidence, rule)


_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)|◁think▷.*?(?:◁/think▷|\Z)"
    r"|<\|begin_of_thought\|>.*?(?:<\|end_of_thought\|>|\Z)",
    re.DOTALL | re.IGNORECASE,
)


def _without_thoughts(text: str) -> str:
    # Some servers swallow the opening tag: then all before the closing one was thought.
    for end in ("</think>", "</thinking>", "◁/think▷"):
        head, tag, tail = text.rpartition(end)
        if tag and f"{end[0]}{end[2:]}" not in head:
            text = tail
    return _THOUGHT.sub("", text).strip()


# ---- rules for replies that are not JSON


_STATED = re.compile(
    r"""(?:(?:final|correct|right|my|best)\s+)?(?:answer|choice|option)(?:\s+(?:to\ the\ question|here))?\s*+(?:\*\*|__)?+\s*+
        (?:is|would\ be|should\ be|must\ be|=|[::])\s*+(?:\*\*|__)?+\s*+(?:[::]\s*+)?
    |(?:最终|正确)?答案\s*+(?:\*\*)?+\s*+(?:应该|应)?(?:[是为]\s*+[::]?|[::])\s*+(?:\*\*)?+\s*+
    |(?:我|应该|应|所以|因此|故)选择?\s*+""",
    re.IGNORECASE | re.VERBOSE,
)
_TAG = re.compile(r"<(/?)(answer|ans|final_answer)>", re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_DENIED = re.compile(r"\bnot\b|n't\b|\bneither\b|\bnor\b|\bexcept\b|\brather than\b|\bno\b|不|没|非", re.IGNORECASE)


def _last_readable(values: Sequence[str], want: Wanted) -> str | None:
    answers = (read(value, want) for value in reversed(values[-MOST_STATED:]))
    return next((answer for answer in answers if answer is not None), None)


def _boxed(text: str, want: Wanted) -> str | None:
    return _last_readable([m[1] for m in _BOXED.finditer(text)], want)


def _tagged(text: str, want: Wanted) -> str | None:
    return _last_readable([text[start:end] for start, end in _tags(text)], want)


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Where `<answer>…</answer>` encloses something, in order; a tag that is never closed encloses nothing."""
    closings: dict[str, list[re.Match[str]]] = {}
    tags = list(_TAG.finditer(text))
    for tag in reversed(tags):
        if tag[1]:
            closings.setdefault(tag[2].lower(), []).append(tag)
    done = 0
    for tag in tags:
        later = closings.get(tag[2].lower(), [])
        while later and later[-1].start() < tag.end():
            later.pop()
        if not tag[1] and later and tag.start() >= done:
            yield tag.end(), later[-1].start()
            done = later[-1].end()


def _stated(text: str, want: Wanted) -> str | None:
    """What follows "the answer is", to the end of its sentence; in longer sentences up to the first comma."""
    for found in reversed(list(_STATED.finditer(text))[-MOST_STATED:]):
        line = text[found.end() : found.end() + 400].split("\n", 1)[0]
        sentence = re.split(r"(?<=[^\d])[.。!!??](?:\s|$|\*)|[。!]", line, maxsplit=1)[0]
        for said in (
            line,
            sentence,
            re.split(r"[,,;;((]|\s+(?:because|since|as|which)\s|因为", sentence, maxsplit=1)[0],
        ):
            given = read(said, want) if _short(said, want) else None
            if given is not None and not (want.form != "fill-in" and _other_choice(sentence, given, want)):
                return given
    return None


def _short(said: str, want: Wanted) -> bool:
    """Free text is taken for an answer only if it is a few words; of other forms we know what is possible."""
    return want.form != "fill-in" or want.number or len(said.split()) <= 8


def _other_choice(sentence: str, given: str, want: Wanted) -> bool:
    """`A or B`: another answer is named in the same breath."""
    if want.form == "yes/no":
        return both(sentence, want)
    if want.form == "choose-picture":
        letters = {m.upper() for m in re.findall(r"(?<![A-Za-z])[A-Z](?![A-Za-z])", sentence)} - {"I"}
        return bool(re.search(r"\bor\b|或", sentence)) and len(letters & {c.upper() for c in want.choices}) > 1
    return bool(re.search(r"\bor\b|或", sentence)) and any(c != given and mentions(sentence, c) for c in want.choices)


def _alone(text: str, want: Wanted) -> str | None:
    """The whole reply; or its first or last line, if these do not contradict each other."""
    bare = re.sub(r"^```\w*\n?|\n?```$", "", text).strip()
    if want.form == "fill-in" and (len(bare) > 60 or "\n" in bare or len(bare.split()) > 6):
        lines = [line.strip() for line in bare.splitlines() if line.strip()]
        if len(lines) < 2 or len(lines[-1].split()) > 3 or lines[-1][:1] in "{[<" or len(lines[-1]) > 30:
            return None
        return read(lines[-1], want) if want.number else None
    lines = [line for line in bare.splitlines() if line.strip()]
    if len(lines) == 1 or want.form == "fill-in":
        return None if REFUSAL.search(bare) or _part_quoted(bare, want) else read(bare, want)
    ends = {answer for answer in (read(line, want) for line in (lines[:1] + lines[-1:])) if answer is not None}
    return ends.pop() if len(ends) == 1 else None


def _part_quoted(text: str, want: Wanted) -> bool:
    """`The sign says "EXIT"`: what is quoted is the answer, not all of it."""
    inner = peeled(text)
    return want.form == "fill-in" and not want.number and _QUOTED.search(inner) is not None


def _in_sentence(text: str, want: Wanted) -> str | None:
    if want.form == "yes/no":
        return _yes_no_in_sentence(text, want)
    if want.form == "fill-in":
        return _filled_in(text, want)
    if LETTER.fullmatch(text):
        return None  # a letter against its words: see `_choice`
    letters = {m[1].upper() for m in _NAMED_LETTER.finditer(text)}
    if letters:
        return read(letters.pop(), want) if len(letters) == 1 and not _DENIED.search(text) else None
    if want.form == "choose-picture" or _DENIED.search(text):
        return None
    named = [c for c in want.choices if mentions(text, c)]
    # "light blue" names "blue" too: the longer one is meant.
    named = [c for c in named if not any(c != d and c.lower() in d.lower() for d in named)]
    return named[0] if len(named) == 1 else None


_QUOTED = re.compile(r'"([^"\n]{1,60})"|“([^”\n]{1,60})”|「([^」\n]{1,60})」')
_NAMED_LETTER = re.compile(
    r"(?:\b(?:[Oo]ption|[Cc]hoice|[Pp]icture|[Ii]mage|[Pp]anel|[Cc]andidate)|选项|选择?|图片?|(?=[((]))[\s((\[*]{0,40}+([A-Z])(?![A-Za-z])"
)
_SAID = r"(?<!\w)(?:{})(?=\s*(?:[.!,;。\n]|$))"


def _yes_no_in_sentence(text: str, want: Wanted) -> str | None:
    if both(text, want):
        return None
    pairs = zip(own_words(want), ("yes", "no"), strict=True)
    said = [own for own, ours in pairs if re.search(_SAID.format(f"{re.escape(own)}|{ours}"), text, re.IGNORECASE)]
    return said[0] if len(said) == 1 else None


def _filled_in(text: str, want: Wanted) -> str | None:
    if want.number:
        found = numbers_in(text)
        return found[0] if len(set(found)) == 1 else None
    quoted = {m[1] or m[2] or m[3] for m in _QUOTED.finditer(text)}
    return read(quoted.pop(), want) if len(quoted) == 1 else None


RULES: tuple[tuple[str, Callable[[str, Wanted], str | None]], ...] = (
    ("boxed", _boxed),
    ("tagged", _tagged),
    ("stated", _stated),
    ("alone", _alone),
    ("sentence", _in_sentence),
)
