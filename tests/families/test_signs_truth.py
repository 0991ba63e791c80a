"""Programs of the signs family on places written by hand: every function, and every template of every kind of place."""

from __future__ import annotations

import pytest

from eyechart.core import Graph, Relation, Step, Thing
from eyechart.errors import EyechartError
from eyechart.families.signs.kinds import KINDS
from eyechart.families.signs.templates import TEMPLATES
from eyechart.families.signs.words import amount
from eyechart.families.signs.world import FUNCTIONS, World
from eyechart.program import answer_of, program, run

# Three entries of each kind, role by role in the order of the kind's roles; then the texts of the whole place.
PLACES: dict[str, tuple[list[list[str]], dict[str, str]]] = {
    "street": ([["Copper Fox", "Fresh Fish", "555-1111", "12"], ["福满楼", "茶叶茶具", "22223333", "7号"],
                ["Zanris", "Books & Maps", "555-4444", "31"]], {"street": "Mill Lane"}),
    "road": ([["Ashford", "12 km"], ["青溪", "140公里"], ["Elmham", "7 km"]], {"road": "A27"}),
    "houses": ([["24", "Carver"], ["8号", "王丽"], ["312", "Zoe Finch"]], {"street": "和平路"}),
    "posters": ([["Jazz Night", "4 May", "Elmham Hall", "£12"], ["Book Fair", "30 April", "Ashley Club", "£7"],
                 ["Kite Show", "1 June", "Linton Arena", "£31"]], {}),
    "menu": ([["Roast Duck", "£12.50"], ["Lemon Rice", "£4.75"], ["Herb Soup", "£6.00"]],
             {"name": "The Old Kettle", "phone": "555-9090"}),
    "books": ([["Winter Wolf", "Ben Crane", "Maple Press"], ["山谷的回声", "李明", "青禾书局"],
               ["Quiet Storm", "Ella Vance", "Fox Books"]], {}),
    "products": ([["Velora", "Honey", "250 g", "£3.20"], ["Kora", "Sea Salt", "900 g", "£1.95"],
                  ["Noria", "Ketchup", "480 g", "£2.40"]], {}),
    "buses": ([["Elmham", "42", "KT52 RLP"], ["白河站", "8路", "京B6K27M"], ["Linton Park", "X7", "AB12 CDE"]], {}),
    "notices": ([["Lost Cat", "Sam Hobbs", "555-0001", "3 July"], ["Yoga Class", "Mr Quinn", "555-0002", "28 June"],
                 ["钢琴课", "周老师", "60010002", "12月1日"]], {}),
    "departures": ([["Elmham", "14:05", "R482", "B4"], ["Ashford", "09:30", "X117", "A12"], ["石桥站", "23:59", "G12", "F1"]], {}),
    "market": ([["Apples", "£2.40", "Elmham"], ["Leeks", "£1.95", "Ashley"], ["Figs", "£9.50", "Linton"]], {"name": "Kirby's"}),
    "directory": ([["Fenzo", "204", "555-1234"], ["Kirby Legal", "118", "555-5678"], ["云朵科技公司", "933室", "70001234"]],
                  {"street": "Castle Row"}),
}  # fmt: skip
COLOURS = ("red", "blue", "white")


def graph_of(kind: str) -> Graph:
    rows, heading = PLACES[kind]
    things = [Thing("place", kind, {"script": "mixed", "asked in": "en"})]
    relations = [Relation("entry:0", "left of", "entry:1"), Relation("entry:1", "left of", "entry:2")]
    for i, row in enumerate(rows):
        things.append(Thing(f"entry:{i}", "entry", {"colour": COLOURS[i]}))
        for role, words in zip(KINDS[kind].roles, row, strict=True):
            concept = {"Lost Cat": "cat", "Fresh Fish": "fish", "茶叶茶具": "tea"}.get(words)
            things.append(Thing(f"entry:{i}/{role}", words, {"role": role} | ({"concept": concept} if concept else {})))
            relations.append(Relation(f"entry:{i}/{role}", "on", f"entry:{i}"))
    for role, words in heading.items():
        things.append(Thing(f"place/{role}", words, {"role": role}))
        relations.append(Relation(f"place/{role}", "on", "place"))
    return Graph(tuple(things), tuple(relations))


def call(kind: str, function: str, *arguments: object) -> object:
    return FUNCTIONS[function](World(graph_of(kind)), *arguments)


ALL = ["entry:0", "entry:1", "entry:2"]


def test_entries_come_in_the_order_of_their_relations() -> None:
    scene = graph_of("menu")
    turned = Graph(
        scene.things,
        tuple(Relation(r.object, r.name, r.subject) if r.name == "left of" else r for r in scene.relations),
    )
    assert FUNCTIONS["entries"](World(turned)) == ["entry:2", "entry:1", "entry:0"]


def test_a_row_that_forks_is_refused() -> None:
    scene = graph_of("menu")
    with pytest.raises(EyechartError, match="not in one row"):
        World(Graph(scene.things, tuple(r for r in scene.relations if r.subject != "entry:1")))


@pytest.mark.parametrize(
    ("kind", "function", "arguments", "truth"),
    [
        ("menu", "entries", (), ALL),
        ("menu", "reading", (ALL, "dish", "Lemon Rice"), ["entry:1"]),
        ("menu", "reading", (ALL, "dish", "Lemon"), []),
        ("notices", "about", (ALL, "subject", "cat"), ["entry:0"]),
        ("street", "about", (ALL, "goods", "tea"), ["entry:1"]),
        ("buses", "coloured", (ALL, "white"), ["entry:2"]),
        ("menu", "nth", (ALL, 1), ["entry:0"]),
        ("menu", "nth", (ALL, 3), ["entry:2"]),
        ("menu", "nth", (ALL, -1), ["entry:2"]),
        ("menu", "nth", (ALL, -3), ["entry:0"]),
        ("menu", "neighbour", (["entry:1"], 1), ["entry:2"]),
        ("menu", "neighbour", (["entry:1"], -1), ["entry:0"]),
        ("menu", "neighbour", (["entry:2"], 1), []),
        ("menu", "opposite", (["entry:0"],), ["entry:2"]),
        ("menu", "opposite", (["entry:2"],), ["entry:0"]),
        ("menu", "opposite", (["entry:1"],), []),
        ("menu", "least", (ALL, "price"), ["entry:1"]),  # 12.50, 4.75, 6.00
        ("menu", "most", (ALL, "price"), ["entry:0"]),
        ("road", "least", (ALL, "distance"), ["entry:2"]),  # 12, 140, 7
        ("road", "most", (ALL, "distance"), ["entry:1"]),
        ("houses", "least", (ALL, "number"), ["entry:1"]),  # 24, 8, 312
        ("posters", "least", (ALL, "date"), ["entry:1"]),  # 4 May, 30 April, 1 June
        ("posters", "most", (ALL, "date"), ["entry:2"]),
        ("posters", "most", (ALL, "ticket"), ["entry:2"]),
        ("notices", "most", (ALL, "date"), ["entry:2"]),  # 3 July, 28 June, 12月1日
        ("departures", "least", (ALL, "time"), ["entry:1"]),
        ("products", "most", (ALL, "weight"), ["entry:1"]),
        ("directory", "least", (ALL, "room"), ["entry:1"]),  # 204, 118, 933
        ("menu", "text", (["entry:2"], "price"), ["entry:2/price"]),
        ("menu", "heading", ("phone",), ["place/phone"]),
        ("menu", "read", (["entry:0/dish"],), "Roast Duck"),
    ],
)  # fmt: skip
def test_a_function_gives_what_the_place_says(
    kind: str, function: str, arguments: tuple[object, ...], truth: object
) -> None:
    assert call(kind, function, *arguments) == truth


def test_names_cannot_be_compared() -> None:
    with pytest.raises(EyechartError, match="state no amount"):
        call("menu", "least", ALL, "dish")


@pytest.mark.parametrize("ids", [[], ALL])
def test_a_question_about_none_or_several_is_refused(ids: list[str]) -> None:
    with pytest.raises(EyechartError, match="about one thing"):
        call("menu", "text", ids, "price")


# Of the kinds in the table; one that joins later is held to its words by the family's contract.
WRITTEN = [name for name in TEMPLATES if name.partition(": ")[0] in PLACES]


def test_every_template_is_in_the_table_of_truths() -> None:
    roles = {f"{k}: {r}" for k, (_, heading) in PLACES.items() for r in (*KINDS[k].roles, *heading)}
    assert roles == set(WRITTEN)
    assert len(WRITTEN) == 45


@pytest.mark.parametrize("name", WRITTEN)
def test_a_template_reads_its_role_on_the_entry_meant(name: str) -> None:
    kind, role = name.split(": ")
    rows, heading = PLACES[kind]
    if role in heading:
        done = run(
            program(Step("heading", (), (role,)), Step("read", (0,)), evidence=(0,)), World(graph_of(kind)), FUNCTIONS
        )
        assert answer_of(done) == heading[role]
        assert done.steps[0].output == [f"place/{role}"]
        return
    roles = KINDS[kind].roles
    known_by, column = roles[0], roles.index(role)
    steps = (
        Step("entries"),
        Step("reading", (0,), (known_by, rows[2][0])),
        Step("neighbour", (1,), (-1,)),
        Step("text", (2,), (role,)),
        Step("read", (3,)),
    )
    done = run(program(*steps, evidence=(3,)), World(graph_of(kind)), FUNCTIONS)
    assert answer_of(done) == rows[1][column]  # the entry before the third is the second
    assert done.steps[3].output == [f"entry:1/{role}"]


@pytest.mark.parametrize(
    ("role", "words", "truth"),
    [
        ("price", "£12.50", 12.5),
        ("price", "145元", 145),
        ("distance", "12 km", 12),
        ("distance", "140公里", 140),
        ("time", "14:05", 845),
        ("date", "3 July", 7 * 31 + 3),
        ("date", "12月1日", 12 * 31 + 1),
        ("number", "8号", 8),
        ("weight", "250 g", 250),
        ("room", "933室", 933),
        ("ticket", "£7", 7),
        ("phone", "555-1234", None),
        ("dish", "Roast Duck", None),
    ],
)
def test_what_a_text_amounts_to(role: str, words: str, truth: float | None) -> None:
    assert amount(role, words) == truth
