"""Clocks with hands and with digits, time words, mornings and evenings, earlier and later, hours that pass."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.templates.stories import DEEDS, EVENTS, OUTINGS
from eyechart.families.icons.words import BOOKS
from eyechart.knowledge.concepts import concept

CAPTIONS = BOOKS["en"].names  # a picture is the same in every language, and so are the names written on it
FRAMES = ("red", "orange", "green", "blue", "purple", "pink")


def clock(
    make: Make,
    hour: int,
    minute: int,
    drawn: str = "clock",
    colour: str | None = None,
    prefix: str = "clock",
    **data: Any,
) -> str:
    tone = colour or make.rng.choice(FRAMES)
    return make.add(prefix, drawn, drawn, colour=tone, hour=hour, minute=minute, look=make.look, **data)


def told(hour: int, minute: int) -> str:
    return f"{hour}:{minute:02}"


def any_times(make: Make, count: int, step: int = 15) -> list[tuple[int, int]]:
    times = make.rng.sample(range(0, 720, step), count)
    return [(t // 60 or 12, t % 60) for t in times]


def rivals_of(make: Make, count: int) -> list[tuple[int, int]]:
    """Times that are mistaken for one another: hands exchanged, an hour off, half an hour off."""
    hour, minute = any_times(make, 1)[0]
    near = [
        (hour, (minute + 30) % 60),
        (hour % 12 + 1, minute),
        ((hour - 2) % 12 + 1, minute),
        (minute // 5 or 12, hour * 5 % 60 // 15 * 15),
    ]
    options = list(dict.fromkeys([(hour, minute), *make.rng.shuffled(near)]))[:count]
    return make.rng.shuffled(options)


@kind(
    "which clock shows",
    "choose-picture",
    "clocks",
    "time",
    "kindergarten grade1 grade2",
    needs="question picture",
    by="hour, minute",
)
def which_clock_shows(make: Make) -> Problem:
    times, colour = rivals_of(make, make.how_many_choices(4)), make.rng.choice(FRAMES)
    clocks = [clock(make, *t, colour=colour) for t in times]
    hour, minute = times[0]
    steps = (S("all_of", (), ("clock",)), S("showing", (0,), (hour % 12 * 60 + minute,)))
    return make.line_up([make.panel("plain", [c], size=130) for c in clocks], steps, (1,), t=told(hour, minute))


@kind(
    "which clock, in words",
    "choose-picture",
    "clocks and time words",
    "time",
    "grade1 grade2",
    needs="question picture",
    by="hour, minute",
)
def which_clock_in_words(make: Make) -> Problem:
    times, colour = rivals_of(make, make.how_many_choices(3)), make.rng.choice(FRAMES)
    clocks = [clock(make, *t, colour=colour) for t in times]
    hour, minute = times[0]
    steps = (S("all_of", (), ("clock",)), S("showing", (0,), (hour % 12 * 60 + minute,)))
    spelled = make.spelling.cardinal
    said = make.form(f"time {minute}").format(hour=spelled(hour), next=spelled(hour % 12 + 1))
    return make.line_up([make.panel("plain", [c], size=130) for c in clocks], steps, (1,), t=said)


READ = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("clock_time", (1,)))


@kind("what time is shown", "choose-text", "clocks", "time", "grade1 grade2", needs="picture", by="choices")
def what_time_is_shown(make: Make) -> Problem:
    times = rivals_of(make, make.rng.integer(3, 4))
    return make.choose_text(
        make.panel("plain", [clock(make, *times[0])], size=170), READ, (0,), [told(*t) for t in times]
    )


@kind("read the clock", "fill-in", "clocks", "time", "grade1 grade2", needs="picture", by="hour, minute")
def read_the_clock(make: Make) -> Problem:
    face = clock(make, *any_times(make, 1, 5)[0])
    return make.fill_in(make.panel("plain", [face], size=180), READ, (0,), "clock time")


@kind("time word", "fill-in", "clocks and time words", "time", "grade2", needs="picture", by="looks")
def time_word(make: Make) -> Problem:
    hour, minute = make.rng.integer(1, 12), make.rng.choice((15, 30))
    words = make.table("o'clock", "quarter", "half")
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("time_word", (1,)), S("said", (2,), (words,)))
    face = make.panel("plain", [clock(make, hour, minute)], size=170)
    said = make.spelling.cardinal(hour)
    return make.fill_in(face, steps, (0,), "time word", h=said, w=make.rng.choice(make.series("past")))


@kind("hour word", "fill-in", "clocks and time words", "time", "grade2", needs="picture", by="looks")
def hour_word(make: Make) -> Problem:
    hour, minute = make.rng.integer(1, 12), make.rng.choice((0, 45))
    said = make.form(f"hour {minute}")
    words = {str(n): make.spelling.cardinal(n) for n in range(1, 13)}
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("hour_to_name", (1,)), S("said", (2,), (words,)))
    return make.fill_in(make.panel("plain", [clock(make, hour, minute)], size=170), steps, (0,), "time word", t=said)


@kind(
    "match the clock",
    "choose-picture",
    "match analog and digital clocks",
    "comparing time",
    "grade1 grade2",
    needs="picture",
    by="hour, minute",
)
def match_the_clock(make: Make) -> Problem:
    times, drawn = (
        rivals_of(make, make.how_many_choices(4)),
        make.rng.choice((("clock", "digital"), ("digital", "clock"))),
    )
    first, colour = clock(make, *times[0], drawn[0]), make.rng.choice(FRAMES)
    options = [clock(make, h, m, drawn[1], colour, prefix="option") for h, m in times]
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("all_of", (), ("option",)), S("showing_as", (2, 1)))
    return make.choose_picture(
        make.panel("plain", [first], size=150), [make.panel("plain", [o], size=116) for o in options], steps, (0,)
    )


@kind(
    "morning or evening",
    "choose-text",
    "am or pm",
    "time commonsense",
    "grade1 grade2",
    needs="picture",
    by="hour, minute",
    listed=True,
)
def morning_or_evening(make: Make) -> Problem:
    """The sun or the moon tells: hours at which only one of them is in the sky, whatever the season."""
    hour, minute = make.rng.choice((1, 2, 3, 9, 10, 11)), make.rng.integer(0, 59)
    sky = make.icon(concept(make.rng.choice(("sun", "moon"))))
    face = clock(make, hour, minute, make.rng.choice(("clock", "clock", "digital")))
    times = ("small hours", "afternoon") if hour < 6 else ("morning", "night")
    words = {key: make.form(key).format(told(hour, minute)) for key in times}
    steps = (
        S("all_of", (), ("clock",)), S("minutes", (0,)), S("all_of", (), ("icon",)), S("time_of_day", (1, 2)),
        S("said", (3,), (words,)),
    )  # fmt: skip
    story = make.book.outlooks[make.rng.choice(sorted(make.book.outlooks))].format(make.somebody())
    panel = make.panel("row", make.rng.shuffled((sky, face)), size=130, gap=40)
    return make.choose_text(panel, steps, (0, 2), list(words.values()), story=story)


@kind(
    "who was later",
    "choose-text",
    "compare clocks",
    "comparing time",
    "grade1 grade2",
    needs="question picture",
    by="hour, minute",
)
def who_was_later(make: Make) -> Problem:
    outing = make.rng.choice(tuple(OUTINGS))
    people = make.rng.sample(CAPTIONS, make.rng.integer(2, 4))
    times = make.rng.sample([(h, m) for h in OUTINGS[outing] for m in (0, 15, 30, 45)], len(people))
    clocks = [clock(make, *t, caption=p, called=p) for p, t in zip(people, times, strict=True)]
    place, word = make.rank("by time", len(people))
    steps = (S("all_of", (), ("clock",)), S("in_time", (0,), (place,)), S("called", (1,)))
    did, done = make.book.outings[outing]
    return make.choose_text(make.panel("captioned", clocks), steps, (0,), people, w=word, did=did, done=done)


@kind(
    "which was later",
    "choose-text",
    "compare clocks",
    "comparing time",
    "grade2",
    needs="question picture",
    by="caption, hour, minute",
    listed=True,
)
def which_was_later(make: Make) -> Problem:
    deeds, person = make.rng.sample(tuple(DEEDS), 2), make.somebody()
    times = make.rng.sample([(h, m) for h in range(5, 10) for m in (0, 15, 30, 45)], 2)
    clocks = [
        clock(make, *t, caption=f"twemoji:{DEEDS[d]}", called=make.book.deeds[d])
        for d, t in zip(deeds, times, strict=True)
    ]
    late = make.rng.coin()
    steps = (S("all_of", (), ("clock",)), S("latest" if late else "earliest", (0,)), S("called", (1,)))
    day = make.series("weekdays")[make.rng.integer(0, 6)]
    choices = [make.book.deeds[d] for d in deeds]
    word = make.either("time of deeds", late)
    return make.choose_text(make.panel("captioned", clocks), steps, (0,), choices, p=person, day=day, w=word)


@kind(
    "more likely time",
    "choose-picture",
    "times of everyday events",
    "time commonsense",
    "kindergarten grade1",
    needs="question picture",
)
def more_likely_time(make: Make) -> Problem:
    # Two stories, five hours apart or more: each time is right for one of them.
    while True:
        stories = make.rng.sample(tuple(EVENTS), 2)
        right, wrong = (EVENTS[story] for story in stories)
        if abs(right - wrong) >= 5:
            break
    panels = []
    for hour in (right, wrong):
        minute = make.rng.choice((0, 5, 10, 15, 20, 25, 30))
        words = f"{(hour - 1) % 12 + 1}:{minute:02} {'A.M.' if hour < 12 else 'P.M.'}"
        panels.append(make.panel("plain", [make.add("card", words, "number", shown=words, hour=hour)], size=70))
    steps = (S("all_of", (), ("card",)), S("nearest_to", (0,), ("hour", right)))
    return make.line_up(panels, steps, (1,), story=make.book.events[stories[0]].format(make.somebody()))


@kind(
    "hours that passed", "fill-in", "elapsed time", "time algebra", "grade2 grade3", needs="picture", by="hour, minute"
)
def hours_that_passed(make: Make) -> Problem:
    hour, minute, hours, colour = (
        make.rng.integer(1, 12),
        make.rng.choice(range(0, 60, 5)),
        make.rng.integer(1, 11),
        make.rng.choice(FRAMES),
    )
    clocks = [clock(make, hour, minute, colour=colour), clock(make, (hour + hours - 1) % 12 + 1, minute, colour=colour)]
    steps = (
        S("all_of", (), ("clock",)), S("at", (0,), (1,)), S("minutes", (1,)), S("at", (0,), (2,)), S("minutes", (3,)),
        S("apart", (2, 4)), S("number", (), (60,)), S("divided", (5, 6)),
    )  # fmt: skip
    return make.fill_in(make.panel("row", clocks, size=140, gap=40), steps, (0,))


def later_clock(make: Make, count: int) -> tuple[tuple[int, int], int, list[tuple[int, int]], tuple[S, ...]]:
    """A time, some hours, the times that might be the answer, and the steps that find it."""
    # The times that are offered say nothing of when it is now, nor that of how many hours: any may be the right one.
    minute, hours = make.rng.choice((0, 15, 30, 45)), make.rng.integer(1, 12)
    times = [(hour, minute) for hour in make.rng.sample(range(1, 13), count)]
    now = ((times[0][0] - hours - 1) % 12 + 1, minute)
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("number", (), (60 * hours,)), S("later", (1, 2)))
    return now, hours, times, steps


@kind(
    "clock hours later",
    "choose-picture",
    "elapsed time",
    "time algebra",
    "grade2 grade3",
    needs="question picture",
    by="hour, minute",
)
def clock_hours_later(make: Make) -> Problem:
    now, hours, times, steps = later_clock(make, make.how_many_choices(3))
    colour = make.rng.choice(FRAMES)
    face = clock(make, *now, colour=colour)
    options = [clock(make, h, m, colour=colour, prefix="option") for h, m in times]
    done = (*steps, S("all_of", (), ("option",)), S("showing_as", (4, 3)))
    panels = [make.panel("plain", [o], size=120) for o in options]
    return make.choose_picture(make.panel("plain", [face], size=150), panels, done, (0,), n=hours, u=make.noun("hour"))


@kind(
    "time hours later",
    "choose-text",
    "elapsed time",
    "time algebra",
    "grade2 grade3",
    needs="question picture",
    by="choices",
)
def time_hours_later(make: Make) -> Problem:
    now, hours, times, steps = later_clock(make, make.rng.integer(3, 4))
    face = clock(make, *now)
    done = (*steps, S("clock_time", (3,)))
    choices = [told(*t) for t in times]
    return make.choose_text(make.panel("plain", [face], size=160), done, (0,), choices, n=hours, u=make.noun("hour"))
