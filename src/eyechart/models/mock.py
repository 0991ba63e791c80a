"""A rehearsal without a key: an oracle or a guesser behind a real protocol and transport on this machine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from eyechart.core import Evidence, Model, Prediction, Question, Shape
from eyechart.errors import EyechartError, unknown
from eyechart.models.chance import Chance
from eyechart.models.oracle import Oracle
from eyechart.seeding import rng_for
from eyechart.settings import parse_changes
from eyechart.talk.asking import Asking, Purse, Reply
from eyechart.talk.mock.server import Faults, Server, running
from eyechart.talk.prompts import Prompt, sheet_of
from eyechart.talk.protocols import PROTOCOLS
from eyechart.talk.replies import answered
from eyechart.talk.transport import Transport

MINDS: Mapping[str, Callable[[], Model]] = {"oracle": Oracle, "chance": Chance}
KEY = "rehearsal"  # nobody's


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may stand behind the mind, besides the shares of faults."""

    protocol: str = "openai"
    delay: float = 0.0  # seconds before each reply
    seed: int = 0  # of the faults
    temperature: Annotated[float, Meta(ge=0, le=1)] = (
        0.0  # share of replies that are guesses, others each time that one asks
    )


class Mock:
    """Rehearse without a key: `mock:oracle`, `mock:chance,busy=0.1,errors=0.05,protocol=anthropic`."""

    def __init__(self, options: str = "oracle", asking: Asking | None = None) -> None:
        mind, _, rest = options.partition(",")
        if mind not in MINDS:
            raise unknown("mind of mock", mind, MINDS)
        self.name, self.mind, self.asking = f"mock-{mind}", MINDS[mind](), asking or Asking()
        self.purse = Purse(self.asking)
        self.options, self.faults = _read(rest)
        self.asked = Counter[str]()  # how often each question was

    def answer(self, questions: Sequence[Question]) -> list[Prediction]:
        return answered(self, questions)

    def converse(self, prompts: Iterator[Prompt], keep: Callable[[Reply], None]) -> None:
        """The server gets to know a reply when its prompt goes out, and knows it again by words and pictures."""
        known: dict[bytes, str] = {}

        def noted() -> Iterator[Prompt]:
            for one in prompts:
                known.setdefault(_sent(one), self._say(one.question))
                yield one

        def reply(words: str, pictures: tuple[bytes, ...]) -> str:
            return known[_mark(words, pictures)]

        with running(Server(reply, self.faults, self.options.delay, self.options.seed)) as server:
            protocol = PROTOCOLS[self.options.protocol]
            Transport(protocol, "mock", server.url(protocol.name), KEY, self.asking).converse(noted(), keep)

    def _say(self, q: Question) -> str:
        self.asked[q.id] += 1
        rng = rng_for("mock", q.id, self.asked[q.id])
        if rng.coin(self.options.temperature):
            said = Chance().guess(q, rng)
        else:
            [said] = self.mind.answer([q])
        sheet = self.asking.pictures == "sheet"
        return json.dumps(
            {"answer": said.answer, "evidence": _told(q, said.evidence, sheet), "confidence": said.confidence},
            ensure_ascii=False,
        )


def _read(written: str) -> tuple[Options, Faults]:
    said = parse_changes(written.split(",") if written else ())
    shares = [field.name for field in structs.fields(Faults)]
    names = [field.name for field in structs.fields(Options)]
    for name in said:
        if name not in (*names, *shares):
            raise unknown("option of mock", name, (*names, *shares))
    try:
        options = msgspec.convert({name: said[name] for name in names if name in said}, Options)
        faults = msgspec.convert({name: said[name] for name in shares if name in said}, Faults)
    except msgspec.ValidationError as error:
        raise EyechartError(f"mock cannot be set so: {error}. Type, say, mock:oracle,errors=0.2,delay=0.1") from error
    if options.protocol not in PROTOCOLS:
        raise unknown("protocol", options.protocol, PROTOCOLS)
    return options, faults


def _sent(one: Prompt) -> bytes:
    words = "\n".join(part for part in one.parts if isinstance(part, str))
    return _mark(words, tuple(part.data for part in one.parts if not isinstance(part, str)))


def _mark(words: str, pictures: Sequence[bytes]) -> bytes:
    mark = blake2b(words.encode(), digest_size=16)
    for picture in pictures:
        mark.update(blake2b(picture, digest_size=16).digest())
    return mark.digest()


def _told(q: Question, evidence: Evidence, sheet: bool) -> Any:
    """Labels, or shapes in pixels: of the one picture, of the sheet, or each with the number of its picture."""
    if not evidence.regions:
        return evidence.labels or []
    if sheet and len(q.pictures) + len(q.choice_pictures) > 1:
        places = sheet_of(q)[1]
        return [_on_sheet(region.shape, places[region.picture]) for region in evidence.regions]
    if len(q.pictures) > 1:
        return [{"picture": region.picture + 1, "box": region.shape} for region in evidence.regions]
    return [region.shape for region in evidence.regions]


def _on_sheet(shape: Shape, place: Any) -> list[float]:
    points = [place.mapXY(shape[i], shape[i + 1]) for i in range(0, len(shape), 2)]
    return [v for point in points for v in (point.x(), point.y())]
