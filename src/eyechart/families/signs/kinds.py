# ruff: noqa: E501  (a question and its translation belong on one line)
"""What is written where: for each kind of place its entries' roles, and how the two languages speak of them.

A question is a head (what is wanted: "How much is {it}?") with a reference (of which entry: "the dish below “Roast Duck”").
Heads belong to a role, references to the kind of place; templates.py puts them together.
"""

from __future__ import annotations

from msgspec import Struct

from eyechart.families.signs.scene import Kind

Both = tuple[str, str]  # English, Chinese


class Spec(Struct, frozen=True, kw_only=True):
    """One kind of place."""

    noun: Both
    measure: str  # 一家店铺
    roles: tuple[str, ...]  # of each entry; the first is what it is known by
    heads: dict[str, tuple[Both, ...]]  # role -> questions for it, {it} being the entry
    by: dict[str, Both]  # role -> the entry of which it reads {v}
    upright: bool = False  # entries stand one below the other
    colour: Both | None = None  # the entry that is {c}
    extremes: dict[tuple[str, str], Both] = {}  # (role, least or most) -> the entry that has it
    heading: dict[str, tuple[Both, ...]] = {}  # role of a text of the whole place -> questions for it


SPECS: dict[Kind, Spec] = {
    "street": Spec(
        noun=("shop", "店铺"),
        measure="家",
        roles=("name", "goods", "phone", "number"),
        heads={
            "name": (("What is the name of {it}?", "{it}叫什么名字？"), ("What is {it} called?", "{it}的店名是什么？")),
            "phone": (("What is the phone number of {it}?", "{it}的电话号码是多少？"), ("Which number would you call to reach {it}?", "要联系{it}应该打哪个电话？")),
            "number": (("What is the house number of {it}?", "{it}的门牌号是多少？"), ("What number is on the door plate of {it}?", "{it}的门牌上写着什么？")),
            "goods": (("What does it say below the name of {it}?", "{it}的店名下面写着什么？"),),
        },
        by={"name": ("“{v}”", "“{v}”"), "goods": ("the shop that sells {v}", "卖{v}的店铺"), "number": ("the shop with house number {v}", "门牌为{v}的店铺"),
            "phone": ("the shop whose phone number is {v}", "电话是{v}的店铺")},
        colour=("the shop with the {c} sign", "招牌是{c}的店铺"),
        heading={"street": (("Which street is this?", "这是哪条街？"), ("What does the street sign on the wall say?", "墙上的路牌写着什么？"))},
    ),
    "road": Spec(
        noun=("place", "地名"),
        measure="个",
        roles=("town", "distance"),
        upright=True,
        heads={
            "town": (("What is the name of {it}?", "路牌上{it}是什么？"), ("On the road sign, what is {it}?", "路牌上{it}写的是哪里？")),
            "distance": (("How far is it to {it}?", "到{it}还有多远？"), ("What distance does the sign give for {it}?", "路牌上写着到{it}有多少距离？")),
        },
        by={"town": ("“{v}”", "“{v}”"), "distance": ("the place that is {v} away", "距离为{v}的地名")},
        extremes={("distance", "least"): ("the nearest place", "最近的地名"), ("distance", "most"): ("the farthest place", "最远的地名")},
        heading={"road": (("What is the number of this road?", "这条公路的编号是什么？"), ("Which road number does the small plate show?", "小牌子上的公路编号是什么？"))},
    ),
    "houses": Spec(
        noun=("house", "房子"),
        measure="栋",
        roles=("number", "resident"),
        heads={
            "number": (("What is the number of {it}?", "{it}的门牌号是多少？"), ("Which number is on {it}?", "{it}上写着什么门牌号？")),
            "resident": (("Who lives in {it}?", "{it}住着谁？"), ("Whose name is on the letter box of {it}?", "{it}的名牌上写着谁的名字？")),
        },
        by={"number": ("the house numbered {v}", "门牌为{v}的房子"), "resident": ("the house of “{v}”", "“{v}”家的房子")},
        colour=("the house with the {c} door", "有{c}门的房子"),
        extremes={("number", "least"): ("the house with the lowest number", "门牌号最小的房子"), ("number", "most"): ("the house with the highest number", "门牌号最大的房子")},
        heading={"street": (("In which street are these houses?", "这些房子在哪条街上？"), ("What does the street sign say?", "路牌上写着什么？"))},
    ),
    "posters": Spec(
        noun=("poster", "海报"),
        measure="张",
        roles=("event", "date", "venue", "ticket"),
        heads={
            "event": (("What event does {it} announce?", "{it}宣传的是什么活动？"), ("What is the title of {it}?", "{it}的标题是什么？")),
            "date": (("On what date is the event of {it}?", "{it}上的活动是哪一天？"), ("What date is given on {it}?", "{it}上写的日期是什么？")),
            "venue": (("Where does the event of {it} take place?", "{it}上的活动在哪里举行？"), ("What venue is named on {it}?", "{it}上写的地点是哪里？")),
            "ticket": (("How much is a ticket according to {it}?", "{it}上的票价是多少？"), ("What is the ticket price on {it}?", "{it}写着门票多少钱？")),
        },
        by={"event": ("the poster for “{v}”", "“{v}”的海报"), "date": ("the poster dated {v}", "日期为{v}的海报"), "venue": ("the poster for an event at “{v}”", "在“{v}”举办的活动的海报"),
            "ticket": ("the poster with tickets at {v}", "票价{v}的海报")},
        colour=("the {c} poster", "{c}的海报"),
        extremes={("ticket", "least"): ("the poster with the cheapest ticket", "票价最低的海报"), ("ticket", "most"): ("the poster with the most expensive ticket", "票价最高的海报"),
                  ("date", "least"): ("the poster with the date earliest in the year", "日期在一年中最早的海报"), ("date", "most"): ("the poster with the date latest in the year", "日期在一年中最晚的海报")},
    ),
    "menu": Spec(
        noun=("dish", "菜"),
        measure="道",
        roles=("dish", "price"),
        upright=True,
        heads={
            "dish": (("What is {it}?", "{it}是什么？"), ("What is the name of {it} on the menu?", "菜单上{it}叫什么？")),
            "price": (("How much is {it}?", "{it}多少钱？"), ("What is the price of {it}?", "{it}的价格是多少？")),
        },
        by={"dish": ("“{v}”", "“{v}”"), "price": ("the dish that costs {v}", "价格为{v}的菜")},
        extremes={("price", "least"): ("the cheapest dish", "最便宜的菜"), ("price", "most"): ("the most expensive dish", "最贵的菜")},
        heading={"name": (("Which restaurant does this menu belong to?", "这是哪家餐馆的菜单？"), ("What is the name of the restaurant?", "这家餐馆叫什么名字？")),
                 "phone": (("Which phone number takes orders?", "订餐电话是多少？"), ("What is the phone number on the menu board?", "菜单牌上的电话号码是多少？"))},
    ),
    "books": Spec(
        noun=("book", "书"),
        measure="本",
        roles=("book", "author", "press"),
        heads={
            "book": (("What is the title of {it}?", "{it}的书名是什么？"), ("What is {it} called?", "{it}叫什么？")),
            "author": (("Who wrote {it}?", "{it}的作者是谁？"), ("Who is the author of {it}?", "{it}是谁写的？")),
            "press": (("Who published {it}?", "{it}由哪家出版？"), ("What publisher is named on {it}?", "{it}上写着哪个出版方？")),
        },
        by={"book": ("“{v}”", "《{v}》"), "author": ("the book by “{v}”", "“{v}”写的书"), "press": ("the book published by “{v}”", "“{v}”出版的书")},
        colour=("the book with the {c} cover", "{c}封面的书"),
    ),
    "products": Spec(
        noun=("product", "商品"),
        measure="件",
        roles=("brand", "food", "weight", "price"),
        heads={
            "brand": (("What is the brand of {it}?", "{it}是什么牌子的？"), ("Which company makes {it}?", "{it}的品牌是什么？")),
            "food": (("What is {it}?", "{it}是什么？"), ("What is in the package of {it}?", "{it}的包装里是什么？")),
            "weight": (("How much does {it} weigh?", "{it}有多重？"), ("What weight is printed on {it}?", "{it}上印的重量是多少？")),
            "price": (("How much does {it} cost?", "{it}卖多少钱？"), ("What is the price of {it}?", "{it}的价格是多少？")),
        },
        by={"brand": ("the product by “{v}”", "“{v}”牌的商品"), "food": ("the {v}", "那包{v}"), "price": ("the product that costs {v}", "价格为{v}的商品"), "weight": ("the product that weighs {v}", "重{v}的商品")},
        colour=("the product in the {c} package", "{c}包装的商品"),
        extremes={("price", "least"): ("the cheapest product", "最便宜的商品"), ("price", "most"): ("the most expensive product", "最贵的商品"),
                  ("weight", "least"): ("the lightest product", "最轻的商品"), ("weight", "most"): ("the heaviest product", "最重的商品")},
    ),
    "buses": Spec(
        noun=("bus", "公交车"),
        measure="辆",
        roles=("stop", "route", "plate"),
        heads={
            "stop": (("Where is {it} going?", "{it}开往哪里？"), ("What is the destination of {it}?", "{it}的终点是哪里？")),
            "route": (("What is the route number of {it}?", "{it}是几路车？"), ("Which line is {it} running on?", "{it}的线路号是什么？")),
            "plate": (("What is the number plate of {it}?", "{it}的车牌号是什么？"), ("What does the licence plate of {it} say?", "{it}的车牌上写着什么？")),
        },
        by={"stop": ("the bus to “{v}”", "开往“{v}”的公交车"), "route": ("the bus on route {v}", "线路为{v}的公交车"), "plate": ("the bus with number plate “{v}”", "车牌为“{v}”的公交车")},
        colour=("the {c} bus", "{c}的公交车"),
    ),
    "notices": Spec(
        noun=("notice", "启事"),
        measure="则",
        roles=("subject", "contact", "phone", "date"),
        heads={
            "subject": (("What is {it} about?", "{it}说的是什么？"), ("What is the heading of {it}?", "{it}的标题是什么？")),
            "contact": (("Who is the contact person of {it}?", "{it}的联系人是谁？"), ("Whose name is on {it}?", "{it}上写着谁的名字？")),
            "phone": (("What is the phone number on {it}?", "{it}上的电话是多少？"), ("Which number should be called about {it}?", "{it}应该打哪个电话联系？")),
            "date": (("What date is on {it}?", "{it}上的日期是什么？"), ("When is the date of {it}?", "{it}写的是哪一天？")),
        },
        by={"subject": ("the notice about {v}", "关于{v}的启事"), "contact": ("the notice by “{v}”", "“{v}”的启事"), "phone": ("the notice with the number {v}", "电话为{v}的启事"), "date": ("the notice dated {v}", "日期为{v}的启事")},
        colour=("the {c} notice", "{c}的启事"),
        extremes={("date", "least"): ("the notice with the date earliest in the year", "日期在一年中最早的启事"), ("date", "most"): ("the notice with the date latest in the year", "日期在一年中最晚的启事")},
    ),
    "departures": Spec(
        noun=("departure", "车次"),
        measure="趟",
        roles=("stop", "time", "train", "gate"),
        upright=True,
        heads={
            "stop": (("What is the destination of {it}?", "{it}开往哪里？"), ("Where does {it} go?", "{it}的终点站是哪里？")),
            "time": (("At what time does {it} leave?", "{it}几点发车？"), ("What is the departure time of {it}?", "{it}的发车时间是什么？")),
            "train": (("What is the train number of {it}?", "{it}的车次号是什么？"), ("Which train number is shown for {it}?", "{it}显示的车次编号是什么？")),
            "gate": (("From which gate does {it} leave?", "{it}在哪个检票口？"), ("What is the gate of {it}?", "{it}的检票口是什么？")),
        },
        by={"stop": ("the train to “{v}”", "开往“{v}”的车次"), "time": ("the train at {v}", "{v}发车的车次"), "train": ("train {v}", "编号{v}的车次"), "gate": ("the train from gate {v}", "检票口为{v}的车次")},
        extremes={("time", "least"): ("the earliest departure", "发车最早的车次"), ("time", "most"): ("the latest departure", "发车最晚的车次")},
    ),
    "market": Spec(
        noun=("crate", "货箱"),
        measure="个",
        roles=("fruit", "price", "origin"),
        heads={
            "fruit": (("What is sold in {it}?", "{it}里卖的是什么？"), ("What does the card say is in {it}?", "卡片上写着{it}里是什么？")),
            "price": (("What is the price on {it}?", "{it}的价格是多少？"), ("How much does a kilo from {it} cost?", "{it}里的东西一公斤多少钱？")),
            "origin": (("Where does what is in {it} come from?", "{it}里的东西产自哪里？"), ("Which place of origin is on the card of {it}?", "{it}的卡片上写的产地是哪里？")),
        },
        by={"fruit": ("the crate of {v}", "装{v}的货箱"), "price": ("the crate priced at {v}", "标价{v}的货箱"), "origin": ("the crate from “{v}”", "产自“{v}”的货箱")},
        extremes={("price", "least"): ("the cheapest crate", "价格最低的货箱"), ("price", "most"): ("the most expensive crate", "价格最高的货箱")},
        heading={"name": (("Whose market stall is this?", "这是哪家的摊位？"), ("What is written on the awning?", "遮阳棚上写着什么？"))},
    ),
    "directory": Spec(
        noun=("company", "公司"),
        measure="家",
        roles=("company", "room", "phone"),
        upright=True,
        heads={
            "company": (("What is the name of {it}?", "{it}叫什么名字？"), ("What is {it} on the board called?", "牌子上{it}的名称是什么？")),
            "room": (("In which room is {it}?", "{it}在哪个房间？"), ("What is the room number of {it}?", "{it}的房间号是多少？")),
            "phone": (("What is the phone number of {it}?", "{it}的电话是多少？"), ("Which number reaches {it}?", "联系{it}要打哪个号码？")),
        },
        by={"company": ("“{v}”", "“{v}”"), "room": ("the company in room {v}", "在{v}的公司"), "phone": ("the company with phone number {v}", "电话为{v}的公司")},
        extremes={("room", "least"): ("the company with the lowest room number", "房间号最小的公司"), ("room", "most"): ("the company with the highest room number", "房间号最大的公司")},
        heading={"street": (("What is the address at the top of the board?", "牌子顶部的地址是什么？"), ("In which street is this building?", "这栋楼在哪条街上？"))},
    ),
}  # fmt: skip
