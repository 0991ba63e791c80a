"""Which tool, which is alive, where it is found."""

from __future__ import annotations

from eyechart.families.icons.make import Make, S, kind
from eyechart.families.icons.scene import Problem
from eyechart.knowledge.concepts import concept, of_kind

# What one wants to know or do, the tool for it, and what the tool is for.
TOOLS = (
    ("find out how long your hand is", "量你的手有多长", "ruler"), ("measure how wide a book is",
    "量一本书有多宽", "ruler"),
    ("find out how much time you have before dinner", "知道离吃晚饭还有多久", "alarm clock"),
    ("wake up at the right time", "在正确的时间起床", "alarm clock"),
    ("time a race", "给赛跑计时", "stopwatch"), ("find out how fast you can run around the park",
    "知道你绕公园跑一圈用多久", "stopwatch"),
    ("find out how hot it is outside", "知道外面有多热", "thermometer"), ("check if someone has a fever",
    "看看有没有人发烧", "thermometer"),
    ("find out which of two apples is heavier", "比较两个苹果哪个更重", "balance scale"),
    ("compare how heavy two rocks are", "比较两块石头的轻重", "balance scale"),
    ("find out what day of the week it is", "知道今天星期几", "calendar"),
    ("see how many days are left until your birthday", "知道离生日还有几天", "calendar"),
    ("put the correct amount of cornmeal in a recipe for cornbread", "做玉米面包时量取玉米粉", "spoon"),
    ("put the correct amount of brown sugar in a batch of cookies", "做饼干时量取红糖", "spoon"),
    ("look at a tiny bug up close", "近看一只小虫", "magnifying glass"), ("look at the moon and the stars",
    "观看月亮和星星", "telescope"),
    ("find your way north", "找到北方", "compass"), ("drive a nail into a board", "把钉子钉进木板", "hammer"),
    ("cut a piece of paper", "剪纸", "pair of scissors"), ("cut a board in two", "锯断木板", "saw"),
    ("turn a screw", "拧螺丝", "screwdriver"), ("reach a high shelf", "够到高处的架子", "ladder"),
    ("sweep the floor", "扫地", "broom"), ("see in the dark", "在黑暗中照明", "flashlight"),
    ("carry water to the garden", "提水去花园", "bucket"),
    ("stay dry in the rain", "下雨时不被淋湿", "umbrella"), ("open a locked door", "打开锁着的门", "key"),
)  # fmt: skip
ALL_TOOLS = tuple(dict.fromkeys(tool for _, _, tool in TOOLS))
# Tools that might do the same: never against one another.
ALIKE = (
    {"alarm clock", "stopwatch", "calendar"},
    {"balance scale", "spoon"},
    {"magnifying glass", "telescope"},
    {"saw", "pair of scissors"},
    {"bucket", "spoon"},
)


def rivals(make: Make, tool: str, count: int) -> list[str]:
    fits = [t for t in ALL_TOOLS if t != tool and not any({t, tool} <= group for group in ALIKE)]
    return make.rng.sample(fits, count)


@kind(
    "which tool",
    "choose-picture",
    "tool",
    "commonsense",
    "kindergarten grade1 grade2",
    needs="question picture",
    en=("Which tool would you use to {w}?", "You want to {w}. Which tool would help you?"),
    zh=("要{w},应该用哪个工具?",),
    weight=1.3,
)
def which_tool(make: Make) -> Problem:
    english, chinese, tool = make.rng.choice(TOOLS)
    icons = [make.icon(concept(t)) for t in (tool, *rivals(make, tool, make.how_many_choices(4) - 1))]
    steps = (S("all_of", (), ("icon",)), S("named", (0,), (tool,)))
    return make.line_up(
        [make.panel("plain", [i], size=84) for i in icons], steps, (1,), w=english if make.language == "en" else chinese
    )


@kind(
    "tool for the job",
    "choose-text",
    "tool",
    "commonsense",
    "grade1 grade2",
    needs="picture",
    en=("{p} has this tool. What would {p} use it for?", "{p} found this tool. What is it good for?"),
    zh=("{p}有这个工具。它用来做什么?",),
)
def tool_for_the_job(make: Make) -> Problem:
    entry = make.rng.choice(TOOLS)
    others = rivals(make, entry[2], 2)
    jobs = [entry, *[make.rng.choice([t for t in TOOLS if t[2] == other]) for other in others]]
    words = {tool: (english if make.language == "en" else chinese) for english, chinese, tool in jobs}
    icon = make.icon(concept(entry[2]))
    steps = (S("all_of", (), ("icon",)), S("fact", (0,), ("name",)), S("said", (1,), (words,)))
    return make.choose_text(
        make.panel("plain", [icon], size=make.rng.choice((90, 100, 110))), steps, (0,), list(words.values())
    )


ALIVE, NOT_ALIVE = ("animal", "plant"), ("clothing", "home", "school", "tool", "vehicle")
STILL = ("dragon", "unicorn", "dinosaur", "mammoth", "log", "bouquet", "maple leaf")  # no longer alive, or never


@kind(
    "which is alive",
    "choose-picture",
    "living things and other objects",
    "scene",
    "prek kindergarten",
    needs="question picture",
    en=("Which of these is {w}?", "Which object is {w}?"),
    zh=("哪个{w}?",),
)
def which_is_alive(make: Make) -> Problem:
    alive, count = make.rng.coin(), make.how_many_choices(4)
    living = [c for c in of_kind(*ALIVE) if c.name not in STILL]
    others = of_kind(*NOT_ALIVE)
    things = [make.rng.choice(living if alive else others), *make.rng.sample(others if alive else living, count - 1)]
    icons = [make.icon(c, alive=c.kind in ALIVE) for c in things]
    words = {"en": ("alive", "not alive"), "zh": ("是有生命的", "是没有生命的")}[make.language]
    steps = (S("all_of", (), ("icon",)), S("having", (0,), ("alive", alive)))
    return make.line_up([make.panel("plain", [i], size=80) for i in icons], steps, (1,), w=words[0 if alive else 1])


# Not the kitchen: a shrimp is of the sea, and a tool of the workshop, and both may be found there.
PLACES = {
    "farm": "农场里",
    "sea": "海里",
    "sky": "天空中",
    "school": "学校里",
    "forest": "森林里",
    "workshop": "工具间里",
    "wardrobe": "衣柜里",
}


@kind(
    "where it is found",
    "choose-picture",
    "objects and where they are found",
    "scene",
    "kindergarten grade1",
    needs="question picture",
    en=("Which would you find {w}?",),
    zh=("在{w},你会找到哪个?",),
)
def where_it_is_found(make: Make) -> Problem:
    places = make.rng.sample(tuple(PLACES), make.how_many_choices(4))
    things = []
    for place in places:
        rest = [p for p in places if p != place]
        fits = [
            c
            for c in of_kind("animal", "food", "tool", "school", "clothing", "place")
            if c.places == (place,) and not set(rest) & set(c.places)
        ]
        things.append(make.rng.choice(fits))
    icons = [make.icon(c) for c in things]
    english = {
        "farm": "on a farm",
        "sea": "in the sea",
        "sky": "in the sky",
        "school": "at school",
        "workshop": "in a workshop",
    }
    steps = (S("all_of", (), ("icon",)), S("found_at", (0,), (places[0],)))
    words = english.get(places[0], f"in a {places[0]}") if make.language == "en" else PLACES[places[0]]
    return make.line_up([make.panel("plain", [i], size=80) for i in icons], steps, (1,), w=words)
