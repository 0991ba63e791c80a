"""l_att: which places are evidence, what it costs to look elsewhere, and what attention points at."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from eyechart import registry
from eyechart.core import Evidence, Page, Question, Region
from eyechart.models.learning.looking import evident, padded
from eyechart.models.learning.network import NEVER, Attention, Said
from eyechart.models.learning.reading import facts_of
from tiny_networks import reader_of, tiny

torch = pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")


def taught(*boxes: tuple[float, float, float, float]) -> dict[str, object]:
    return {"evidence": torch.tensor([boxes])} if boxes else {"evidence": torch.zeros(1, 1, 4)}


def wanted(places: object, batch: dict[str, object]) -> list[float]:
    from eyechart.models.learning.attending import wanted_of

    return wanted_of(Attention(torch.zeros(1, 4), places), batch)[0].tolist()


GIRL, SKIRT, SHIRT = (0.1, 0.3, 0.2, 0.5), (0.12, 0.42, 0.19, 0.46), (0.12, 0.35, 0.19, 0.42)
NO_PLACE = (0.0, 0.0, 0.0, 0.0)


def test_of_true_boxes_the_regions_own_is_wanted_and_not_what_lies_within_it() -> None:
    assert wanted(torch.tensor([[GIRL, SKIRT, SHIRT, NO_PLACE]]), taught(GIRL)) == [1, 0, 0, 0]
    assert wanted(torch.tensor([[GIRL, SKIRT, SHIRT, NO_PLACE]]), taught(SKIRT)) == [0, 1, 0, 0]


def test_two_regions_share_equally() -> None:
    assert wanted(torch.tensor([[GIRL, SKIRT, SHIRT, NO_PLACE]]), taught(SKIRT, SHIRT)) == [0, 0.5, 0.5, 0]


def test_of_cells_those_that_are_covered_by_half_are_wanted() -> None:
    assert wanted((2, 2), taught((0.0, 0.0, 0.9, 0.2))) == [0.5, 0.5, 0, 0]
    assert wanted((2, 2), taught((0.0, 0.0, 0.6, 0.2))) == [1, 0, 0, 0]


def test_of_cells_larger_than_a_region_the_one_that_holds_it_is_wanted() -> None:
    assert wanted((2, 2), taught((0.7, 0.6, 0.72, 0.62))) == [0, 0, 0, 1]


def test_a_question_without_evidence_costs_nothing() -> None:
    from eyechart.models.learning.attending import l_att

    scores = torch.tensor([[3.0, 0.0, 0.0, NEVER], [0.0, 1.0, 2.0, NEVER]], requires_grad=True)
    places = torch.tensor([[GIRL, SKIRT, SHIRT, NO_PLACE]] * 2)
    both = {"evidence": torch.tensor([[SKIRT], [NO_PLACE]])}
    cost = l_att(Attention(scores, places), both)
    alone = l_att(Attention(scores[:1], places[:1]), taught(SKIRT))
    assert cost.item() == pytest.approx(alone.item())
    cost.backward()
    assert scores.grad[1].abs().sum() == 0


def test_it_counts_by_its_weight_in_the_loss() -> None:
    from eyechart.models.learning.attending import l_att
    from eyechart.models.learning.judging import loss_of

    batch = {"target": torch.tensor([0]), "allowed": torch.ones(1, 2, dtype=torch.bool)} | taught(SKIRT)
    looks = Attention(torch.tensor([[3.0, 0.0, 0.0, NEVER]]), torch.tensor([[GIRL, SKIRT, SHIRT, NO_PLACE]]))
    plain = loss_of(Said(torch.zeros(1, 2)), batch)
    assert loss_of(Said(torch.zeros(1, 2), attention=looks), batch) == plain
    weighed = loss_of(Said(torch.zeros(1, 2), attention=looks._replace(weight=0.5)), batch)
    assert weighed.item() == pytest.approx(plain.item() + 0.5 * l_att(looks, batch).item())


# ---- what is found on the map of a network that attends to nothing


@pytest.mark.parametrize("name", ["cnn-lstm", "cnn-lstm-frozen", "relation-network", "prefil"])
def test_finding_costs_while_it_is_learnt_and_no_answer_depends_on_it(
    name: str, learnt_from: Callable[[str], list[Page]]
) -> None:
    from eyechart.models.learning.judging import loss_of, tensors

    network, pages = registry.get("networks", name), learnt_from("figures")[:2]
    settings = network.settings_of("mini", tiny(network))
    reader = reader_of(network, settings, pages)
    batch = tensors(reader.batch(reader.prepare([q for page in pages for q in page.questions])))
    module = network.build(settings, reader.reading.facts).train()
    said = module(batch)
    assert loss_of(said, batch).item() == pytest.approx((loss_of(said._replace(more=None), batch) + said.more).item())
    assert said.more > 0
    before = module.eval()(batch)
    torch.nn.init.ones_(module.finding.cell.weight)
    assert before.more is None
    assert before.scores.equal(module(batch).scores)


def test_finding_is_taught_the_cells_that_hold_the_evidence() -> None:
    from eyechart.models.learning.attending import Finding

    finding = Finding(1.0, 1, 1, 1).train()
    for layer in (finding.cell, finding.asked):
        torch.nn.init.ones_(layer.weight)
        torch.nn.init.zeros_(layer.bias)
    maps, question = torch.tensor([[[[9.0, 0.0], [0.0, 0.0]]]]), torch.ones(1, 1)  # all on the first of four cells
    there, elsewhere = (0.1, 0.1, 0.4, 0.4), (0.6, 0.6, 0.9, 0.9)
    costs = [finding(maps, torch.tensor([0]), question, taught(box)).item() for box in (there, elsewhere)]
    assert costs == pytest.approx([0.0004, 9.0004], abs=1e-4)


# ---- what is asked and said


@pytest.fixture
def asked(learnt_from: Callable[[str], list[Page]]) -> Question:
    return next(q for q in learnt_from("commonsense")[0].questions if q.evidence.regions)


def test_evidence_is_told_by_the_pictures_longer_side(asked: Question) -> None:
    import msgspec

    told = msgspec.structs.replace(asked, evidence=Evidence((Region((64.0, 128.0, 320.0, 480.0)),)))
    assert evident(told).tolist() == [pytest.approx([0.1, 0.2, 0.5, 0.75])]
    assert evident(msgspec.structs.replace(asked, evidence=None)).shape == (0, 4)
    other = Evidence((Region((64.0, 128.0, 320.0, 480.0), picture=1),))
    assert evident(msgspec.structs.replace(asked, evidence=other)).shape == (0, 4)
    assert padded([evident(told), evident(told)[:0]]).shape == (2, 1, 4)


def test_attention_points_at_the_best_place_or_around_the_hottest_cells(asked: Question) -> None:
    from eyechart.models.trained import pointed

    boxes = torch.tensor([[[0.0, 0.0, 0.1, 0.1], [0.1, 0.2, 0.5, 0.75]]])
    of_boxes = pointed(Attention(torch.tensor([[0.0, 1.0]]), boxes), 0, asked)
    assert [r.shape for r in of_boxes] == [pytest.approx((64.0, 128.0, 320.0, 480.0))]
    of_cells = pointed(Attention(torch.tensor([[0.0, 9.0, 0.0, 0.0]]), (2, 2)), 0, asked)
    assert [r.shape for r in of_cells] == [pytest.approx((320.0, 0.0, 640.0, 320.0))]


def test_who_says_no_to_cric_points_at_nothing(learnt_from: Callable[[str], list[Page]]) -> None:
    network = registry.get("networks", "text-only")
    assert facts_of(network, learnt_from("commonsense"), "these pages").nowhere == ("no",)
    assert facts_of(network, learnt_from("figures"), "these pages").nowhere == ()
    assert np.all([q.evidence.labels for page in learnt_from("matrices") for q in page.questions])
    assert facts_of(network, learnt_from("matrices"), "these pages").nowhere == ()
