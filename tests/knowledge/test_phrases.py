"""Phrases to graphs (CRIC, Fig. 5): a table made by hand, the tagger's mends, degrees before and after."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("textblob")

from eyechart.knowledge.phrases import Edge, Node, degrees, parse
from eyechart.knowledge.styles import gerund, styled
from eyechart.knowledge.tagging import Start, tagged

# phrase => nodes (with attributes in brackets) | edges, "-" for nobody | attributes of whatever it is said of
GERUNDS = """
moving food from plate to mouth => food, plate, mouth | - moving food; food from plate; food to mouth |
cutting food => food | - cutting food |
cleaning the house => house | - cleaning house |
operating the washing machine => washing machine | - operating washing machine |
sitting on => | - sitting_on - |
sitting on a chair => chair | - sitting_on chair |
ordering food => food | - ordering food |
making music => music | - making music |
cooking => | - cooking - |
frying an egg => egg | - frying egg |
drinking water from a glass => water, glass | - drinking water; water from glass |
listening to music => music | - listening_to music |
washing the dishes => dish | - washing dish |
storing books and papers => book, paper | - storing book; - storing paper |
holding hot drinks => drink (hot) | - holding drink (hot) |
heating food in the oven => food, oven | - heating food; food in oven |
protecting your head from injury => head, injury | - protecting head; head from injury |
keeping your feet warm => foot | - keeping foot; foot warm - |
telling the time => time | - telling time |
driving a car on => car | - driving car; car on - |
cutting and peeling fruit => fruit | - cutting fruit; - peeling fruit |
cleaning up the kitchen => kitchen | - cleaning_up kitchen |
brushing your teeth => tooth | - brushing tooth |
looking at stars => star | - looking_at star |
turning off the light => light | - turning_off light |
giving flowers to a friend => flower, friend | - giving flower; flower to friend |
taking a picture of a friend => picture, friend | - taking picture; picture of friend |
writing on paper => paper | - writing_on paper |
helping people to see => person | - helping person; person to_see - |
watching television in the living room => television, living room | - watching television; television in living room |
drying wet clothes => clothes (wet) | - drying clothes (wet) |
cooking and cleaning => | - cooking -; - cleaning - |
""".strip().splitlines()
VERBS = """
climb hills => hill | - climb hill |
guard your house => house | - guard house |
fly => | - fly - |
swim in water => water | - swim_in water |
pull a cart => cart | - pull cart |
catch mice => mouse | - catch mouse |
run fast => | - run - |
lay eggs => egg | - lay egg |
chase a cat => cat | - chase cat |
help you see => you | - help you; you see - |
open a can => can | - open can |
stand on one leg => leg (one) | - stand_on leg (one) |
carry people across the sea => person, sea | - carry person; person across sea |
jump over a fence => fence | - jump_over fence |
sleep in a bed => bed | - sleep_in bed |
light up a room => room | - light_up room |
eat grass and leaves => grass, leaf | - eat grass; - eat leaf |
live in water => water | - live_in water |
climb a tall tree => tree (tall) | - climb tree (tall) |
bark at strangers => stranger | - bark_at stranger |
pick up food with its trunk => food, trunk | - pick_up food; food with trunk |
""".strip().splitlines()
PARTICIPLES = """
eaten => | - eaten - |
cooked => | - cooked - |
eaten raw => | - eaten_raw - |
made of wood => wood | - made_of wood |
ridden by a person => person | - ridden_by person |
found in a kitchen => kitchen | - found_in kitchen |
used as a weapon => weapon | - used_as weapon |
thrown => | - thrown - |
filled with water => water | - filled_with water |
worn on the head => head | - worn_on head |
cooked in a frying pan => frying pan | - cooked_in frying pan |
cut with a knife => knife | - cut_with knife |
""".strip().splitlines()
OTHERS = """
sour => | | sour
very hot => | | hot
soft and warm => | | soft, warm
bad for your health => health | - bad_for health |
good for your teeth => tooth | - good_for tooth |
dangerous for children => child | - dangerous_for child |
easy to break => | - easy_to_break - |
more expensive than a bicycle => bicycle | - expensive_than bicycle |
in a kitchen => kitchen | - in kitchen |
on the wall of a house => wall, house | - on wall; wall of house |
in your desk drawer => desk drawer | - in desk drawer |
a cup of coffee => cup, coffee | cup of coffee |
people in a park => person, park | person in park |
dogs eat bones => dog, bone | dog eat bone |
a handle and a blade => handle, blade | |
""".strip().splitlines()
NOUNS = """
a long neck => neck (long) | |
calcium => calcium | |
four legs => leg (four) | |
handle => handle | |
green leaves => leaf (green) | |
two wheels => wheel (two) | |
black and white stripes => stripe (black, white) | |
sharp teeth => tooth (sharp) | |
a feline => feline | |
citrus fruit => fruit (citrus) | |
a long thin tail => tail (long, thin) | |
an electric motor => motor (electric) | |
""".strip().splitlines()
TABLE: list[tuple[str, Start]] = [
    *((line, "gerund") for line in GERUNDS),
    *((line, "verb") for line in VERBS),
    *((line, "participle") for line in PARTICIPLES),
    *((line, "any") for line in OTHERS),
    *((line, "noun") for line in NOUNS),
]


def shown(node: Node | None) -> str:
    if node is None:
        return "-"
    return f"{node.name} ({', '.join(node.attributes)})" if node.attributes else node.name


def written(phrase: str, start: Start) -> str:
    """A graph in the table's notation."""
    found = parse(phrase, start)
    if found is None:
        return "no template"
    nodes = ", ".join(shown(node) for node in found.nodes)
    edges = "; ".join(
        f"{shown(e.subject)} {e.predicate.replace(' ', '_')} {shown(e.object)}" for e in found.edges
    )  # fmt: skip
    return " | ".join((nodes, edges, ", ".join(found.attributes)))


def test_the_table_has_at_least_eighty_phrases() -> None:
    assert len({line for line, _ in TABLE}) >= 80


@pytest.mark.parametrize(("line", "start"), TABLE)
def test_a_phrase_becomes_its_graph(line: str, start: Start) -> None:
    phrase, _, expected = line.partition(" => ")
    cells = [cell.strip() for cell in f" {expected} ".split("|")]
    assert [cell.strip() for cell in written(phrase, start).split(" | ")] == cells


def test_the_figures_own_phrase() -> None:
    food, plate, mouth = Node("food"), Node("plate"), Node("mouth")
    found = parse("moving food from plate to mouth", "gerund")
    assert found is not None
    assert found.edges == (Edge(None, "moving", food), Edge(food, "from", plate), Edge(food, "to", mouth))


def test_what_no_template_fits_is_none() -> None:
    assert parse("because why of from under", "any") is None


def test_the_relation_says_that_a_phrase_begins_with_a_verb() -> None:
    assert tagged("cleaning the house", "any")[0][1] == "NN"  # the tagger alone
    assert tagged("cleaning the house", "gerund")[0][1] == "VBG"


def test_a_known_name_of_two_words_is_one_noun() -> None:
    assert tagged("using the washing machine", "gerund")[-1] == ("washing machine", "NN")


def test_degrees_grow_when_phrases_share_objects() -> None:
    # As phrases only the two "knife" are equal. As graphs food joins three, and knife two.
    mentions = ["cutting food", "eating food", "cooking food in a pan", "knife", "knife"]
    before, after = degrees([(phrase, "gerund") for phrase in mentions])
    assert before == Counter({0: 3, 1: 2})
    assert after == Counter({2: 3, 1: 2})


def test_a_phrase_without_objects_keeps_its_equals() -> None:
    before, after = degrees([("sitting on", "gerund"), ("sitting on", "gerund")])
    assert before == after == Counter({1: 2})


@pytest.mark.parametrize(
    ("verb", "said"),
    [("cut", "cutting"), ("ride", "riding"), ("see", "seeing"), ("lie", "lying"), ("eat", "eating"), ("fix", "fixing")],
)
def test_gerunds(verb: str, said: str) -> None:
    assert gerund(verb) == said


@pytest.mark.parametrize(
    ("relation", "phrase", "said"),
    [
        ("UsedFor", "make music", "making music"),
        ("UsedFor", "making music", "making music"),
        ("UsedFor", "to cut food", "cutting food"),
        ("UsedFor", "transportation", "transportation"),
        ("UsedFor", "fun", None),
        ("CapableOf", "climb hills", "climb hills"),
        ("CapableOf", "flying", None),
        ("ReceivesAction", "be eaten", "eaten"),
        ("HasProperty", "bad for your health", "bad for your health"),
        ("HasProperty", "a fruit", None),
        ("HasA", "handle", "a handle"),
        ("HasA", "four legs", "four legs"),
        ("HasA", "calcium", "calcium"),
        ("MadeFrom", "a metal", "metal"),
        ("IsA", "a feline", "feline"),
    ],
)
def test_phrases_of_a_relation_have_one_style(relation: str, phrase: str, said: str | None) -> None:
    assert styled(relation, phrase) == said


def test_a_place_is_said_as_its_sentence_says_it() -> None:
    assert styled("AtLocation", "field", "You are likely to find [[wheat]] in [[a field]]") == "in a field"
    assert styled("AtLocation", "test", "*Something you find on [[a test]] is [[hard questions]]") is None
