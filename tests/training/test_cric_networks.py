"""CRIC's networks: their parameters by hand, what they are given, and what they say beside an answer."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Page
from eyechart.models import make
from eyechart.store.folder import Dataset
from tiny_networks import reader_of, same_weights, tiny

torch = pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
Pages = Callable[[str], list[Page]]

# ---- parameters, by hand: structure from CRIC's text, sizes from Bottom-Up's, which it takes the attention from

WORDS, ANSWERS = 1000, 300
E, H, D, V = 300, 512, 512, 2048 + 5  # a word, the GRU's state, a layer, a region with its geometry


def dense(*sizes: int) -> int:
    return sum((before + 1) * after for before, after in pairwise(sizes))


def gru(before: int, after: int) -> int:
    """Three gates of input and state, with a bias each, as torch and cuDNN have it."""
    return 3 * after * (before + after + 2)


def lstm(before: int, after: int) -> int:
    return 4 * after * (before + after + 2)


def gated(before: int, after: int) -> int:
    return 2 * dense(before, after)


def attend(place: int, asked: int) -> int:
    return gated(place + asked, D) + D


EMBEDDED = (WORDS + 4) * E
ANSWER = dense(D, ANSWERS)
FIND = dense(V, D) + dense(E, D) + dense(D, 1)
RELATE = 2 * dense(V, D) + dense(E, D) + dense(D, 1)
AND = 2 * dense(1, D) + dense(D, 1)
TABLE4 = (
    2 * FIND + 2 * RELATE + AND + dense(V, D) + dense(E, D) + dense(D, ANSWERS) + dense(2, 2)
)  # Recognition, Verify
FIND_KG = 2 * gru(E, D) + 2 * dense(V + 1 + D, D) + dense(E, D) + dense(2 * D, D, 1)
B = 768  # BERT-base
NORM = 2 * B
ATTENTION = 4 * dense(B, B) + NORM
LAYER = ATTENTION + dense(B, 4 * B, B) + NORM
CROSSING = ATTENTION + 2 * LAYER  # one attention both ways, then a layer for each stream
LXMERT = (
    (WORDS + 4 + 256) * B + NORM  # words and their places
    + dense(2048, B) + dense(5, B) + 2 * NORM  # regions and their boxes
    + (9 + 5) * LAYER + 5 * CROSSING + dense(B, B)
)  # fmt: skip
EXPECTED = {
    "q-only": EMBEDDED + lstm(E, H) + gated(H, D) + ANSWER,
    "i-only": gated(V, D) + ANSWER,
    "bottom-up": EMBEDDED + gru(E, H) + attend(V, H) + gated(H, D) + gated(V, D) + gated(D, D) + ANSWER,
    # its question, the kind of relation from a GRU of its own, items by another, and Equations 1 and 2
    "memory-vqa": EMBEDDED
    + 3 * gru(E, H)
    + dense(H, 12)
    + attend(H, H)
    + 2 * dense(H, D)
    + attend(V, D)
    + dense(V, D)
    + dense(D, D)
    + gated(D, D)
    + ANSWER,
    # both directions of an LSTM; words, question and regions brought to one width; a map of the question for each of four steps;
    # control, read and write; the first control and memory; the answer through one layer
    "mac": EMBEDDED
    + 2 * lstm(E, H)
    + 2 * dense(2 * H, D)
    + dense(V, D)
    + 4 * dense(D, D)
    + dense(2 * D, D)
    + D
    + 2 * dense(D, D)
    + dense(2 * D, D)
    + D
    + dense(2 * D, D)
    + 2 * D
    + dense(2 * D, D)
    + ANSWER,
    # two LSTMs, an embedding of eleven function names, attention to the words; then Table 4 and Fig. 9 b
    "nmn-cs": EMBEDDED
    + 2 * lstm(E, H)
    + 11 * E
    + H * H
    + dense(H, H)
    + H
    + dense(2 * H, 10)
    + TABLE4
    + FIND_KG
    + 3 * E,
    "nmn-cs-gt": EMBEDDED + TABLE4 + FIND_KG,
    "vilbert": LXMERT + attend(B, B) + 2 * dense(B, D) + gated(D, D) + ANSWER,
    "san": EMBEDDED + gru(E, H) + dense(V, H) + 2 * (H * D + dense(H, D) + D) + dense(H, ANSWERS),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_parameters_are_those_that_follow_from_the_text(name: str) -> None:
    from eyechart.models.learning.layers import parameters
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", name)
    words, answers = (tuple(f"{n}" for n in range(many)) for many in (WORDS, ANSWERS))
    facts = Facts(words=words, answers=answers, features=(2048, 7, 7))
    with torch.device("meta"):  # sizes without numbers
        module = network.build(network.settings_of("paper", {"words": "learned"}), facts)
    assert parameters(module) == EXPECTED[name]


# ---- regions


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return eyechart.generate("commonsense", tmp_path_factory.mktemp("scenes") / "commonsense", count=6, seed=2)


def batch_of(name: str, pages: list[Page], **changes: Any) -> tuple[Any, dict[str, Any], Any]:
    """A network, a batch of all questions, and the reader."""
    from eyechart.models.learning.judging import tensors

    network = registry.get("networks", name)
    settings = network.settings_of("mini", tiny(network, **changes))
    reader = reader_of(network, settings, pages)
    batch = tensors(reader.batch(reader.prepare([q for page in pages for q in page.questions])))
    torch.manual_seed(0)
    return network.build(settings, reader.reading.facts).eval(), batch, reader


def test_a_region_shows_what_is_in_its_box(learnt_from: Pages) -> None:
    from eyechart.models.learning.regions import AROUND, Crop

    picture = learnt_from("commonsense")[0].pictures[0]
    reach = round(100 * (0.5 + AROUND))
    shown = Crop(picture, (200.0, 150.0, 300.0, 220.0)).square(64).astype(float).mean((1, 2))
    inside = np.asarray(picture)[185 - reach : 185 + reach, 250 - reach : 250 + reach].astype(float).mean((0, 1))
    assert np.abs(shown - inside).max() < 4


def test_all_questions_of_a_page_share_its_regions(learnt_from: Pages) -> None:
    pages = learnt_from("commonsense")[:2]
    _, batch, _ = batch_of("bottom-up", pages)
    assert len(batch["regions"]) == 2
    assert batch["regions_of"].tolist() == [n for n, page in enumerate(pages) for _ in page.questions]


@pytest.mark.slow
def test_regions_that_are_not_there_change_nothing(learnt_from: Pages) -> None:
    """A page with fewer regions answers alike beside one with more."""
    pages = learnt_from("commonsense")
    for name in ("i-only", "bottom-up", "san", "mac", "nmn-cs", "nmn-cs-gt", "memory-vqa", "vilbert"):
        module, batch, reader = batch_of(name, pages)
        from eyechart.models.learning.judging import tensors

        fewest = min(range(len(pages)), key=lambda n: int((batch["boxes"][n].sum(1) > 0).sum()))
        alone = module(tensors(reader.batch(reader.prepare(pages[fewest].questions)))).scores
        first = sum(len(page.questions) for page in pages[:fewest])
        assert module(batch).scores[first : first + len(alone)].allclose(alone, atol=1e-5)


def test_it_points_at_the_true_box_that_it_attends_to(scenes: Dataset, tmp_path: Path) -> None:
    from eyechart.models.trained import Trained

    changes = tiny(registry.get("networks", "bottom-up"), steps=2, batch=8, every=1, validation=8, attention=0.5)
    folder = eyechart.train("bottom-up", scenes, tmp_path / "m", changes=changes)
    model = Trained(str(folder))
    assert model.name == "bottom-up@thumbnail+l_att"
    page = scenes[0]
    boxes = {tuple(map(float, thing.data["box"])) for thing in page.scene.things if "box" in thing.data}
    for prediction in model.answer(page.questions):
        pointed = [region.shape for region in prediction.evidence.regions]
        assert len(pointed) == (0 if prediction.answer == "no" else 1)
        assert {*pointed} <= boxes


# ---- knowledge


def test_items_that_share_the_questions_words_are_found(learnt_from: Pages) -> None:
    """What a question was made of is among the few that are found for it, where it says so in these words."""
    from eyechart.models.learning.knowledge import items_for

    plain = [
        (items_for(q, None), step.arguments[1:])
        for page in learnt_from("commonsense")
        for q in page.questions
        for step in q.program.steps
        if step.function == "Find KG" and "VISION" not in "".join(step.arguments) and step.arguments[2] in q.text
    ]
    assert len(plain) > 10
    for one, fact in plain:
        assert fact in {(one.shelf.items[n].relation, one.shelf.items[n].tail) for n in one.found}


def shelf_with(*items: str) -> Any:
    from eyechart.knowledge.facts import Item
    from eyechart.models.learning.knowledge import Shelf

    return Shelf(Item(*item.split("|"), True) for item in items)


def test_an_item_that_is_said_wholly_comes_before_one_that_shares_rarer_words() -> None:
    shelf = shelf_with(
        "zebra crossing|HasProperty|zebra paint", "mug|UsedFor|drinking", "cup|UsedFor|drinking", "jug|UsedFor|drinking"
    )
    assert shelf.find("What left of the zebra crossing is used for drinking?") == (1, 2, 3, 0)


def test_what_is_said_of_many_things_leaves_room_for_other_facts() -> None:
    from eyechart.models.learning.knowledge import MOST, OF_ONE

    shelf = shelf_with(*(f"thing{n}|HasProperty|red wool" for n in range(3 * MOST)), "sheep|HasA|wool")
    found = shelf.find("Which red animal has red wool?")
    assert len(found) == MOST
    assert found.index(3 * MOST) == OF_ONE


def test_memory_tells_what_it_read(scenes: Dataset, tmp_path: Path) -> None:
    import json

    from eyechart.models.trained import Trained

    changes = tiny(registry.get("networks", "memory-vqa"), steps=2, batch=8, every=1, validation=8)
    model = Trained(str(eyechart.train("memory-vqa", scenes, tmp_path / "m", changes=changes)))
    for prediction in model.answer(scenes[0].questions):
        read = json.loads(prediction.raw)["knowledge"]
        assert read == sorted(read, key=lambda one: -one["share"])
        assert all(len(one["item"]) == 3 and 0 <= one["share"] <= 1 for one in read)


def test_only_items_of_the_kind_asked_about_are_read(learnt_from: Pages) -> None:
    module, batch, _ = batch_of("memory-vqa", learnt_from("commonsense")[:3])
    kinds = torch.zeros(len(batch["kind"]), 12)
    kinds[torch.arange(len(kinds)), batch["kind"]] = 1.0
    chosen = module.chosen(batch, kinds)
    of_kind = batch["item_kinds"][batch["items_of"].clamp(min=0)] == batch["kind"][:, None]
    some = (of_kind & (batch["items_of"] >= 0)).any(1)
    assert some.any()
    assert of_kind[some][chosen[some]].all()


# ---- programs


def test_whatever_is_planned_can_be_run() -> None:
    from eyechart.models.cric.modules import sources
    from eyechart.models.cric.nmn_cs import LONGEST, likeliest
    from eyechart.models.learning.programs import END, ENDS, FUNCTIONS

    torch.manual_seed(0)
    last, depth, layouts = torch.full((200,), END), torch.zeros(200, dtype=torch.int64), []
    for step in range(LONGEST):
        last, depth = likeliest(torch.randn(200, len(FUNCTIONS)) * 3, last, depth, LONGEST - step)
        layouts.append(last)
    for row in torch.stack(layouts, 1).tolist():
        layout = [function for function in row if function != END]
        assert row == layout + [END] * (LONGEST - len(layout))
        assert [FUNCTIONS[f] in ENDS for f in layout] == [False] * (len(layout) - 1) + [True]
        taken = sources(layout)
        assert sorted(place for places in taken for place in places) == [*range(len(layout) - 1)]


def test_a_layout_gives_back_the_inputs_of_its_program(learnt_from: Pages) -> None:
    from eyechart.models.cric.modules import sources
    from eyechart.models.learning.programs import layout_of
    from eyechart.program import unfolded

    for page in learnt_from("commonsense"):
        for q in page.questions:
            order = unfolded(q.program)
            taken = sources(layout_of(q, lambda word: 0).functions.tolist())
            for place, number in enumerate(order):
                assert tuple(order[one] for one in taken[place]) == q.program.steps[number].inputs


def test_modules_on_true_inputs_are_those_of_the_true_program(learnt_from: Pages) -> None:
    """What NMN-CS-GT tells of has the program's own functions, in its order, with as many steps."""
    pages = learnt_from("commonsense")[:3]
    module, batch, _ = batch_of("nmn-cs-gt", pages)
    said = module(batch)
    for row, q in enumerate(q for page in pages for q in page.questions):
        raw = module.raw(said, row, q)
        assert raw["functions"] == [step.function for step in q.program.steps]
        assert len(raw["steps"]) == len(q.program.steps)
        assert raw["steps"][0] == q.program.steps[0].output


def test_a_step_is_given_what_those_before_it_should_have_found(learnt_from: Pages) -> None:
    """With the true sets of another question, all but the first steps give something else."""
    module, batch, _ = batch_of("nmn-cs-gt", learnt_from("commonsense")[:2])
    one = module(batch).aside[1].steps
    other = module(batch | {"step_objects": 1 - batch["step_objects"]}).aside[1].steps
    assert one[:, 0].equal(other[:, 0])
    assert not one[:, 2].allclose(other[:, 2])


def test_a_question_that_nobody_tells_the_program_of_can_be_asked(scenes: Dataset, tmp_path: Path) -> None:
    import json

    import msgspec

    from eyechart.models.trained import Trained

    changes = tiny(
        registry.get("networks", "nmn-cs"), steps=4, batch=8, every=2, validation=8, program_steps=2, planner=16
    )
    model = Trained(str(eyechart.train("nmn-cs", scenes, tmp_path / "m", changes=changes)))
    asked = scenes[0].questions
    hidden = [msgspec.structs.replace(q, program=None, answers=(), evidence=None) for q in asked]
    assert model.answer(hidden) == model.answer(asked)
    for prediction in model.answer(asked):
        raw = json.loads(prediction.raw)
        assert len(raw["functions"]) == len(raw["steps"])


def test_a_layout_has_the_places_of_each_steps_words(learnt_from: Pages) -> None:
    """Those of a name or of a query's tail, around what another step found; none for a relation that is put otherwise."""
    from eyechart.models.learning.inputs import words_in
    from eyechart.models.learning.programs import layout_of
    from eyechart.program import unfolded

    met = set[str]()
    for q in (q for page in learnt_from("commonsense") for q in page.questions):
        said = ["", *words_in(q.text), ""]
        for row, number in zip(layout_of(q, lambda word: 0).places, unfolded(q.program), strict=True):
            step = q.program.steps[number]
            own = [word for word, there in zip(said, row, strict=True) if there]
            if step.function in ("Find", "Find Hypernym"):
                assert own[: len(words_in(step.arguments[0]))] == words_in(step.arguments[0])
                met.add(step.function)
            elif step.function == "Find KG" and "VISION" in step.arguments[2]:
                assert set(own) == {*words_in(step.arguments[2])} - {"vision"}
                met.add("VISION")
            elif not step.arguments:
                assert not own
    assert met == {"Find", "Find Hypernym", "VISION"}


def test_program_prediction_is_taught_which_words_are_a_steps(learnt_from: Pages) -> None:
    """After as many updates more of its attention lies on them than where function names alone are taught."""
    from eyechart.models.learning.judging import loss_of

    shares = []
    for weight in (0.0, 1.0):
        few = {"program_steps": 99, "planner": 16, "own_words": weight}
        module, batch, _ = batch_of("nmn-cs", learnt_from("commonsense")[:2], **few)
        optimiser = torch.optim.Adam(module.train().parameters(), lr=0.02)
        for _ in range(20):
            optimiser.zero_grad()
            loss_of(module(batch), batch).backward()
            optimiser.step()
        attention, own = module.plan(batch, batch["layout"])[1], batch["step_places"]
        shares.append(float((attention * own).sum(2)[own.any(2)].mean().detach()))
    assert shares[1] > shares[0] + 0.2


SEEING = ("i-only", "san", "bottom-up", "mac", "nmn-cs", "memory-vqa", "vilbert")


@pytest.mark.parametrize("name", SEEING)
def test_the_scale_of_the_regions_changes_nothing(name: str, learnt_from: Pages) -> None:
    """Features that are large would satiate a gated tanh, and all questions be told the same."""
    module, batch, _ = batch_of(name, learnt_from("commonsense")[:3])
    first = module.eval()(batch).scores
    batch["regions"] = 20 * batch["regions"] + 20
    assert module(batch).scores.allclose(first, atol=1e-3)


def test_words_that_are_not_attended_to_leave_what_was_read_alone() -> None:
    from eyechart.models.cric.modules import read_by

    torch.manual_seed(0)
    read, words = torch.nn.GRU(4, 8, batch_first=True), torch.randn(1, 12, 4)
    shares = torch.zeros(1, 12)
    shares[0, :3] = 1 / 3
    assert read_by(read, words, shares).allclose(read(words[:, :3])[0][:, -1], atol=1e-6)


def test_and_starts_as_what_both_attend_to() -> None:
    from eyechart.models.cric.modules import And

    a, b = torch.tensor([[1.0, 1.0, 0.0, 0.0]]), torch.tensor([[1.0, 0.0, 1.0, 0.0]])
    assert And(16)(None, None, a, b).gt(0).tolist() == [[True, False, False, False]]


def test_in_the_first_stage_only_the_program_is_learnt(learnt_from: Pages) -> None:
    from eyechart.models.learning.judging import loss_of

    module, batch, _ = batch_of("nmn-cs", learnt_from("commonsense")[:2], program_steps=1, planner=16)
    for stage in (False, True):
        module.train().zero_grad()
        loss_of(module(batch), batch).backward()
        assert any(p.grad is not None for p in module.modules_of.parameters()) == stage
        assert all(p.grad is not None for p in module.plan.parameters())


def test_killed_in_either_stage_it_ends_with_the_same_weights(
    scenes: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from eyechart.train import loop, state

    class Killed(BaseException):
        pass

    def killed_at(moment: int) -> Callable[..., None]:
        def progress(done: int, note: str = "") -> None:
            if done == moment:
                raise Killed

        return progress

    sizes = {"steps": 4, "batch": 8, "every": 4, "validation": 8, "program_steps": 2, "planner": 16, "dropout": 0.5}
    changes = tiny(registry.get("networks", "nmn-cs"), **sizes)
    whole = eyechart.train("nmn-cs", scenes, tmp_path / "whole", changes=changes)
    monkeypatch.setattr(state, "SECONDS", 0.0)
    monkeypatch.setattr(loop, "TELLING", 0.0)
    for moment in (1, 3):
        with pytest.raises(Killed):
            eyechart.train("nmn-cs", scenes, tmp_path / "killed", changes=changes, progress=killed_at(moment))
    assert same_weights(eyechart.train("nmn-cs", scenes, tmp_path / "killed", changes=changes), whole)


def test_features_of_regions_lie_beside_the_data(scenes: Dataset) -> None:
    from eyechart.models.extractors.extractor import Sight
    from eyechart.models.learning.features import Together, known

    stored, fresh = (Sight("thumbnail:4", True, Together(("regions",))) for _ in range(2))
    known(stored, scenes)
    crops = stored.of_page(scenes[3])
    assert all(np.array_equal(a, b) for a, b in zip(stored(crops), fresh(crops), strict=True))
    assert not stored.fresh


def test_words_start_from_glove_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    from eyechart.models.cric import scenes
    from eyechart.models.learning.network import Facts

    monkeypatch.setattr(scenes, "glove", lambda words: {1: np.full(50, 7.0, np.float32)})
    facts = Facts(words=("blicket", "knife"))
    settings = registry.get("networks", "q-only").settings_of("paper", {})
    weight = scenes.Words(settings, facts).weight
    assert (weight[4 + 1, :50] == 7).all()
    assert not (weight[4 + 1, 50:] == 7).any()
    assert not (weight[4 + 0] == 7).any()


# ---- regions that are seen by an extractor of ours, and found by a detector of ours


def test_a_region_is_taught_its_name_and_its_looks(learnt_from: Pages) -> None:
    from eyechart.models.learning.answers import SIDES

    page = learnt_from("commonsense")[0]
    told = SIDES["region traits"].traits(page.questions[0])
    things = [thing for thing in page.scene.things if "box" in thing.data]
    assert [one["what"] for one in told] == [thing.name for thing in things]
    assert all(one.items() >= thing.attributes.items() for one, thing in zip(told, things, strict=True))


def finding(boxes: list[tuple[float, ...]]) -> Any:
    """A detector that is sure of these boxes, by the side of the square."""
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", "region-finder")
    module = network.build(network.settings_of("mini", {"side": 64, "channels": 4, "most": 3}), Facts())
    scores, found = torch.full((64,), -5.0), torch.zeros(64, 4)
    for place, box in enumerate(boxes):
        scores[place], found[place] = 5.0 - place, torch.tensor(box)
    return module.told(scores, found)


def test_what_is_found_twice_is_told_once() -> None:
    told = finding([(0.1, 0.1, 0.4, 0.4), (0.1, 0.1, 0.41, 0.4), (0.5, 0.5, 0.9, 0.9)])
    assert np.allclose(told[:2], [(0.1, 0.1, 0.4, 0.4), (0.5, 0.5, 0.9, 0.9)])
    assert len(told) == 3


def test_a_detector_learns_where_things_are(learnt_from: Pages) -> None:
    from eyechart.models.learning.judging import loss_of
    from eyechart.models.learning.looking import longer
    from eyechart.models.learning.pixels import picture_square
    from eyechart.models.learning.regions import boxes_in, recall

    pages = learnt_from("commonsense")[:1]
    module, batch, _ = batch_of("region-finder", pages, side=128, channels=16, together=1)
    optimiser = torch.optim.Adam(module.train().parameters(), lr=0.01)
    for _ in range(60):
        optimiser.zero_grad()
        loss_of(module(batch), batch).backward()
        optimiser.step()
    true, size = boxes_in(pages[0].scene), longer(pages[0].pictures[0])
    # As in training: what it knows of so few updates is not yet in the averages of the normalisation.
    found = module.find(picture_square(pages[0].pictures[0], 128)[None])[0] * size
    assert recall([tuple(box) for box in found], true) >= 0.7 * len(true)


def test_recall_counts_true_boxes_that_are_overlapped_by_half() -> None:
    from eyechart.models.learning.regions import recall

    true = [(0.0, 0.0, 10.0, 10.0), (20.0, 20.0, 30.0, 30.0)]
    assert recall([(0.0, 0.0, 10.0, 6.0), (20.0, 20.0, 30.0, 24.0)], true) == 1
    assert recall([], true) == 0


def test_regions_are_those_that_were_found(scenes: Dataset, tmp_path: Path) -> None:
    """With the folder of a detector the graph's boxes are not looked at, in training and after it."""
    few = {"steps": 1, "every": 1, "validation": 4, "batch": 4, "together": 1}
    finder = eyechart.train(
        "region-finder", scenes, tmp_path / "finder", changes={**few, "side": 64, "channels": 4, "most": 5}
    )
    changes = {**few, "extractor": "thumbnail:4", "boxes": str(finder), "attention": 1.0}
    folder = eyechart.train("bottom-up", scenes, tmp_path / "found", changes=changes)
    model = make(f"trained:{folder}")
    batch = model.reader.batch(model.reader.prepare(scenes[0].questions))
    assert model.name == "bottom-up@thumbnail+l_att+found"
    assert batch["boxes"].shape[1] == 5
    assert (scenes.folder / "features").is_dir()
    assert len(model.answer(scenes[0].questions)) == len(scenes[0].questions)


def test_nmn_cs_takes_true_boxes_alone() -> None:
    from eyechart.errors import EyechartError
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", "nmn-cs")
    with pytest.raises(EyechartError, match="true boxes"):
        network.build(network.settings_of("mini", {"boxes": "models/finder"}), Facts(features=(4, 1, 1)))


# ---- knowledge by ConceptNet

ROWS = """/a/1\t/r/UsedFor\t/c/en/chair\t/c/en/sitting_at_a_table\t{"weight": 1.0}
/a/2\t/r/NotUsedFor\t/c/en/chair\t/c/en/sitting_in_the_sea\t{"weight": 1.0}
/a/3\t/r/AtLocation\t/c/en/unicorn\t/c/en/table_mountain\t{"weight": 1.0}
/a/4\t/r/Synonym\t/c/en/chair\t/c/en/table_seat\t{"weight": 1.0}
"""


def test_items_are_found_in_all_that_conceptnet_says(tmp_path: Path, learnt_from: Pages) -> None:
    """About whatever it is, of the relations that are asked; not what it denies."""
    from eyechart.models.learning.knowledge import items_for, shelf_at

    path = tmp_path / "assertions.csv"
    path.write_text(ROWS)
    shelf = shelf_at(str(path))
    assert shelf is not None
    assert [(item.head, item.relation) for item in shelf.items] == [("chair", "UsedFor"), ("unicorn", "AtLocation")]
    q = learnt_from("commonsense")[0].questions[0]
    asked = type(q)(id="q", text="Which object is used for sitting at the table?", form="fill-in", answers=())
    assert items_for(asked, shelf).found == (0, 1)
    assert shelf_at("") is None
