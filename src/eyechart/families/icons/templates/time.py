"""Clocks with hands and with digits, time words, mornings and evenings, earlier and later, hours that pass."""

from __future__ import annotations

from typing import Any

from eyechart.families.icons.answers import in_han
from eyechart.families.icons.make import NAMES, Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.families.icons.templates.stories import DONE, EVENTS, MORNING_EVENING, OUTINGS
from eyechart.numbers import ONES

FRAMES = ("red", "orange", "green", "blue", "purple", "pink")


def clock(
    make: Make, hour: int, minute: int, drawn: str = "clock", colour: str = "", prefix: str = "clock", **data: Any
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
    en=("Which clock shows {t}?", "The bus comes at {t}. Which clock shows that time?"),
    zh=("哪个钟表示{t}?", "公共汽车{t}到站。哪个钟表示这个时间?"),
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
    en=("Which clock shows {t}?", "{p} has to be home at {t}. Which clock shows that time?"),
    zh=("哪个钟表示{t}?", "{p}要在{t}到家。哪个钟表示这个时间?"),
)
def which_clock_in_words(make: Make) -> Problem:
    times, colour = rivals_of(make, make.how_many_choices(3)), make.rng.choice(FRAMES)
    clocks = [clock(make, *t, colour=colour) for t in times]
    hour, minute = times[0]
    steps = (S("all_of", (), ("clock",)), S("showing", (0,), (hour % 12 * 60 + minute,)))
    if make.language == "en":
        after = hour % 12 + 1
        said = {
            0: f"{ONES[hour]} o'clock",
            15: f"quarter past {ONES[hour]}",
            30: f"half past {ONES[hour]}",
            45: f"quarter to {ONES[after]}",
        }[minute]
    else:
        said = in_han(hour) + {0: "点整", 15: "点一刻", 30: "点半", 45: "点三刻"}[minute]
    return make.line_up([make.panel("plain", [c], size=130) for c in clocks], steps, (1,), t=said)


READ = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("clock_time", (1,)))


@kind(
    "what time is shown",
    "choose-text",
    "clocks",
    "time",
    "grade1 grade2",
    needs="picture",
    en=("What time does the clock show?", "What time is shown?"),
    zh=("钟面上是几点?",),
)
def what_time_is_shown(make: Make) -> Problem:
    times = rivals_of(make, make.rng.integer(3, 4))
    return make.choose_text(
        make.panel("plain", [clock(make, *times[0])], size=170), READ, (0,), [told(*t) for t in times]
    )


@kind(
    "read the clock",
    "fill-in",
    "clocks",
    "time",
    "grade1 grade2",
    needs="picture",
    en=("What time does the clock show? It is (_).", "What time is it on the clock?"),
    zh=("钟面上的时间是(_)。",),
)
def read_the_clock(make: Make) -> Problem:
    face = clock(make, *any_times(make, 1, 5)[0])
    return make.fill_in(make.panel("plain", [face], size=180), READ, (0,), "clock time")


@kind(
    "time word",
    "fill-in",
    "clocks and time words",
    "time",
    "grade2",
    needs="picture",
    en=("What time is shown? Answer by typing a time word, not a number. It is (_) {w} {h}.",),
    zh=("现在是几点?请填表示时间的字,不要填数字。现在是{h}点(_)。",),
    rivals=("minute",),  # else the hour, which is told, would hint at what the split has more of
)
def time_word(make: Make) -> Problem:
    hour, minute = make.rng.integer(1, 12), make.rng.choice((15, 30))
    words = make.table("o'clock", "quarter", "half")
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("time_word", (1,)), S("said", (2,), (words,)))
    face = make.panel("plain", [clock(make, hour, minute)], size=170)
    said = ONES[hour] if make.language == "en" else in_han(hour)
    return make.fill_in(face, steps, (0,), "time word", h=said, w=make.rng.choice(("after", "past")))


@kind(
    "hour word",
    "fill-in",
    "clocks and time words",
    "time",
    "grade2",
    needs="picture",
    en=("What time is shown? Answer by typing a time word, not a number. It is {t}.",),
    zh=("现在是几点?请填汉字,不要填数字。现在是{t}。",),
)
def hour_word(make: Make) -> Problem:
    hour, minute = make.rng.integer(1, 12), make.rng.choice((0, 45))
    said = {"en": {0: "(_) o'clock", 45: "quarter to (_)"}, "zh": {0: "(_)点整", 45: "差一刻(_)点"}}[make.language][
        minute
    ]
    words = {str(n): ONES[n] if make.language == "en" else in_han(n) for n in range(1, 13)}
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("hour_to_name", (1,)), S("said", (2,), (words,)))
    return make.fill_in(make.panel("plain", [clock(make, hour, minute)], size=170), steps, (0,), "time word", t=said)


@kind(
    "match the clock",
    "choose-picture",
    "match analog and digital clocks",
    "comparing time",
    "grade1 grade2",
    needs="picture",
    en=("Which clock shows the same time?", "Which clock shows the same time as this one?"),
    zh=("哪个钟的时间和这个一样?",),
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
    needs="question picture",
    en=("{story} The clock shows the time. What time is it?", "{story} What time is it?"),
    zh=("{story}钟面表示的是时间。现在几点?",),
)
def morning_or_evening(make: Make) -> Problem:
    part, hours, english, chinese = make.rng.choice(MORNING_EVENING)
    name, minute = make.rng.choice(NAMES), make.rng.choice((0, 15, 30, 45))
    face = clock(make, make.rng.choice(hours), minute, make.rng.choice(("clock", "clock", "digital")))
    story = english.format(name[0]) if make.language == "en" else chinese.format(name[1])
    forms = {h: ("{} " + h if make.language == "en" else make.word(h) + "{}") for h in ("A.M.", "P.M.")}
    steps = (*READ, S("about_time", (2,), (forms[part],)))
    hour = make.things[-1].data["hour"]
    choices = [form.replace("{}", told(hour, minute)) for form in forms.values()]
    return make.choose_text(make.panel("plain", [face], size=150), steps, (0,), choices, story=story)


@kind(
    "who was later",
    "choose-text",
    "compare clocks",
    "comparing time",
    "grade1 grade2",
    needs="question picture",
    en=("The clocks show when some friends {did}. Who {done} {w}?",),
    zh=("钟面表示几个朋友{did}的时间。谁{w}?",),
)
def who_was_later(make: Make) -> Problem:
    hours, did, done, chinese = make.rng.choice(OUTINGS)
    people = make.rng.sample(NAMES, make.rng.integer(2, 4))
    times = make.rng.sample([(h, m) for h in hours for m in (0, 15, 30, 45)], len(people))
    clocks = [clock(make, *t, caption=p[0], called=p[0]) for p, t in zip(people, times, strict=True)]
    late = make.rng.coin()
    steps = (S("all_of", (), ("clock",)), S("latest" if late else "earliest", (0,)), S("called", (1,)))
    words = {
        ("en", True): ("later", "earlier"),
        ("en", False): ("latest", "earliest"),
        ("zh", True): ("更晚", "更早"),
        ("zh", False): ("最晚", "最早"),
    }[make.language, len(people) == 2]
    slots: dict[str, Any] = {"did": did, "done": done} if make.language == "en" else {"did": chinese, "done": chinese}
    return make.choose_text(
        make.panel("captioned", clocks), steps, (0,), [p[0] for p in people], w=words[0 if late else 1], **slots
    )


@kind(
    "which was later",
    "choose-text",
    "compare clocks",
    "comparing time",
    "grade2",
    needs="question picture",
    en=("The clocks show two things {p} did {day} evening. Which did {p} do {w}?",),
    zh=("钟面表示{p}{day}晚上做的两件事。哪件事{w}?",),
)
def which_was_later(make: Make) -> Problem:
    deeds, person = make.rng.sample(DONE, 2), make.rng.choice(NAMES)
    times = make.rng.sample([(h, m) for h in range(5, 10) for m in (0, 15, 30, 45)], 2)
    clocks = [
        clock(make, *t, caption=f"twemoji:{d[0]}", called=d[1] if make.language == "en" else d[2])
        for d, t in zip(deeds, times, strict=True)
    ]
    late = make.rng.coin()
    steps = (S("all_of", (), ("clock",)), S("latest" if late else "earliest", (0,)), S("called", (1,)))
    day = make.rng.integer(0, 6)
    names = {
        "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        "zh": ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
    }
    words = {"en": ("later", "earlier"), "zh": ("更晚做", "更早做")}[make.language]
    choices = [d[1] if make.language == "en" else d[2] for d in deeds]
    slots: dict[str, Any] = {
        "p": person[0 if make.language == "en" else 1],
        "day": names[make.language][day],
        "w": words[0 if late else 1],
    }
    return make.choose_text(make.panel("captioned", clocks), steps, (0,), choices, **slots)


@kind(
    "more likely time",
    "choose-picture",
    "times of everyday events",
    "time commonsense",
    "kindergarten grade1",
    needs="question picture",
    en=("{story} What time is it? Choose the more likely time.",),
    zh=("{story}现在几点?选更合适的时间。",),
)
def more_likely_time(make: Make) -> Problem:
    right, english, chinese = make.rng.choice(EVENTS)
    wrong = make.rng.choice([hour for hour, _, _ in EVENTS if 5 <= abs(hour - right) <= 19])
    name, minute = make.rng.choice(NAMES), make.rng.choice((0, 10, 15, 20, 30))
    story = english.format(name[0]) if make.language == "en" else chinese.format(name[1])
    panels = []
    for hour in (right, wrong):
        words = f"{(hour - 1) % 12 + 1}:{minute:02} {'A.M.' if hour < 12 else 'P.M.'}"
        panels.append(make.panel("plain", [make.add("card", words, "number", shown=words, hour=hour)], size=70))
    steps = (S("all_of", (), ("card",)), S("nearest_to", (0,), ("hour", right)))
    return make.line_up(panels, steps, (1,), story=story)


@kind(
    "hours that passed",
    "fill-in",
    "elapsed time",
    "time algebra",
    "grade2 grade3",
    needs="picture",
    en=(
        "{p} started at the first time and stopped at the second. How many hours passed?",
        "How many hours are there from the first clock to the second?",
    ),
    zh=("从第一个钟面到第二个钟面,过了几个小时?",),
)
def hours_that_passed(make: Make) -> Problem:
    hour, minute, hours, colour = (
        make.rng.integer(1, 12),
        make.rng.choice((0, 15, 30, 45)),
        make.rng.integer(1, 8),
        make.rng.choice(FRAMES),
    )
    clocks = [clock(make, hour, minute, colour=colour), clock(make, (hour + hours - 1) % 12 + 1, minute, colour=colour)]
    steps = (
        S("all_of", (), ("clock",)), S("at", (0,), (1,)), S("minutes", (1,)), S("at", (0,), (2,)), S("minutes",
        (3,)), S("apart", (2, 4)),
        S("number", (), (60,)), S("divided", (5, 6)),
    )  # fmt: skip
    return make.fill_in(make.panel("row", clocks, size=140, gap=40), steps, (0,))


def later_clock(make: Make, count: int) -> tuple[tuple[int, int], int, list[tuple[int, int]], tuple[S, ...]]:
    """A time, some hours, the times that might be the answer, and the steps that find it."""
    hour, minute = any_times(make, 1)[0]
    options = make.rng.sample(range(1, 7), count)
    hours = options[0]
    times = [((hour + h - 1) % 12 + 1, minute) for h in options]
    steps = (S("all_of", (), ("clock",)), S("minutes", (0,)), S("number", (), (60 * hours,)), S("later", (1, 2)))
    return (hour, minute), hours, times, steps


@kind(
    "clock hours later",
    "choose-picture",
    "elapsed time",
    "time algebra",
    "grade2 grade3",
    needs="question picture",
    en=("Which clock shows the time {n} {u} later?", "Look at the clock. Which clock shows {n} {u} later?"),
    zh=("哪个钟表示{n}小时以后的时间?",),
)
def clock_hours_later(make: Make) -> Problem:
    now, hours, times, steps = later_clock(make, make.how_many_choices(3))
    colour = make.rng.choice(FRAMES)
    face = clock(make, *now, colour=colour)
    options = [clock(make, h, m, colour=colour, prefix="option") for h, m in times]
    done = (*steps, S("all_of", (), ("option",)), S("showing_as", (4, 3)))
    panels = [make.panel("plain", [o], size=120) for o in options]
    return make.choose_picture(
        make.panel("plain", [face], size=150), panels, done, (0,), n=hours, u="hour" if hours == 1 else "hours"
    )


@kind(
    "time hours later",
    "choose-text",
    "elapsed time",
    "time algebra",
    "grade2 grade3",
    needs="question picture",
    en=("What time will it be {n} {u} from now?", "The clock shows the time now. What time will it be in {n} {u}?"),
    zh=("{n}小时以后是几点?",),
)
def time_hours_later(make: Make) -> Problem:
    now, hours, times, steps = later_clock(make, make.rng.integer(3, 4))
    face = clock(make, *now)
    done = (*steps, S("clock_time", (3,)))
    choices = [told(*t) for t in times]
    return make.choose_text(
        make.panel("plain", [face], size=160), done, (0,), choices, n=hours, u="hour" if hours == 1 else "hours"
    )
