"""IconQA's networks: the pyramid is its crops one by one, sizes are the paper's, ablations take away what they say."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eyechart
from eyechart import registry
from eyechart.core import Page, Picture
from eyechart.drawing.png import png
from eyechart.models.extractors.extractor import Sight
from eyechart.models.learning.features import sight_of
from eyechart.models.learning.pyramid import LEVELS, Patch, boxes, count, patches
from eyechart.models.learning.reading import facts_of
from eyechart.store.folder import Dataset
from tiny_networks import different, reader_of, tiny

Pages = Callable[[str], list[Page]]
REAL = Path(__file__).parents[3] / "shared" / "fixtures" / "iconqa"


# ---- the pyramid


def test_a_pyramid_has_79_patches_where_its_boxes_say() -> None:
    assert count(LEVELS) == len(boxes()) == 79
    assert boxes()[0].tolist() == [0, 0, 1, 1]
    assert boxes()[-1].tolist() == pytest.approx([6 / 7, 6 / 7, 1, 1])


def test_the_pyramids_features_are_those_of_79_crops_one_by_one(learnt_from: Pages) -> None:
    """Each crop padded, cut and encoded as a picture of its own, and looked at alone."""
    sight = Sight("thumbnail:16", pooled=True)
    diagram = learnt_from("icons")[0].pictures[0]
    pixels = np.asarray(diagram)
    side = max(pixels.shape[:2])
    square = np.full((side, side, 4), 255, np.uint8)
    square[: pixels.shape[0], : pixels.shape[1], :3] = pixels
    found, number = sight(patches(diagram)), 0
    for level in LEVELS:
        edges = [round(n * side / level) for n in range(level + 1)]
        for top, bottom in pairwise(edges):
            for left, right in pairwise(edges):
                crop = np.ascontiguousarray(square[top:bottom, left:right])
                alone = Picture(png(crop), right - left, bottom - top)
                [expected] = Sight("thumbnail:16", pooled=True)([_filled(alone)])
                assert np.array_equal(found[number], expected)
                number += 1
    assert number == 79


def _filled(picture: Picture) -> Patch:
    """A crop fills the square: not each is one to the pixel."""
    pixels = np.full((picture.height, picture.width, 4), 255, np.uint8)
    pixels[:, :, :3] = np.asarray(picture)
    return Patch(pixels)


def test_blank_patches_are_looked_at_once(learnt_from: Pages) -> None:
    sight = Sight("thumbnail:8", pooled=True)
    white = Picture(png(np.full((84, 84, 4), 255, np.uint8)), 84, 84)
    sight(patches(white))
    assert len(sight.fresh) == len(LEVELS)  # one for each size


# ---- the sub-tasks


def test_choices_and_blanks_have_their_own_scores(learnt_from: Pages) -> None:
    network = registry.get("networks", "diagram-q-only")
    settings = network.settings_of("mini", tiny(network))
    reader = reader_of(network, settings, learnt_from("icons"))
    facts = reader.reading.facts
    asked = [q for page in learnt_from("icons") for q in page.questions]
    batch = reader.batch(reader.prepare(asked))
    for q, target, allowed in zip(asked, batch["target"], batch["allowed"], strict=True):
        assert allowed.sum() == (len(q.choices) or len(facts.blanks))
        assert allowed[target]
        said = q.choices[target] if q.choices else facts.blanks[target - facts.offered]
        assert said == q.answers[0]
    assert facts.tasks == (0, 1, 2)


def test_the_loss_is_binary_over_what_may_be_said() -> None:
    import torch

    from eyechart.models.iconqa.answering import binary_cross_entropy

    scores = torch.tensor([[2.0, -1.0, 9.0], [0.0, 1.0, 3.0]])
    batch = {"target": torch.tensor([0, -100]), "allowed": torch.tensor([[True, True, False]] * 2)}
    p = torch.sigmoid(scores[0])
    expected = -(p[0].log() + (1 - p[1]).log())
    assert float(binary_cross_entropy(scores, batch)) == pytest.approx(float(expected))


# ---- parameters, by hand from the paper's text


WORDS, OFFERED, BLANKS, SEEN = 2013, 5, 300, 2048
ICONQA = {
    "words": tuple(map(str, range(WORDS))), "blanks": tuple(map(str, range(BLANKS))), "offered": OFFERED,
    "tasks": (0, 1, 2), "features": (SEEN, 7, 7),
}  # fmt: skip


def dense(*sizes: int) -> int:
    return sum((before + 1) * after for before, after in pairwise(sizes))


def recurrent(gates: int, before: int, width: int) -> int:
    return gates * width * (before + width + 2)  # with two biases, as torch and cuDNN have it


def block(width: int) -> int:
    """A layer of a transformer: queries, keys, values and what they give; four times as wide within; two normalisations."""
    return 4 * dense(width, width) + dense(width, 4 * width, width) + 2 * 2 * width


def answering(joint: int, width: int) -> int:
    candidates = 2 * dense(joint + width, width, 1)
    texts = (WORDS + 4) * 300 + recurrent(4, 300, width)
    return candidates + texts + dense(SEEN, width) + dense(joint, BLANKS)


def bert(width: int, layers: int) -> int:
    """Words, 512 places and two kinds of sentence, normalised; then its layers."""
    return (WORDS + 4 + 512 + 2) * width + 2 * width + layers * block(width)


GRU = (WORDS + 4) * 300 + recurrent(3, 300, 1024)


def gated(before: int, after: int) -> int:
    return 2 * dense(before, after)


PATCHES = dense(SEEN, 768) + 768 + block(768)  # features come in; [CLS]; one layer
FUSED = 768 * 768 + 512 * 768  # W_p and W_q
ASKED = dense(512, 768)


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("patch-trm", {}, bert(512, 4) + PATCHES + 80 * 768 + FUSED + ASKED + answering(768, 768)),
        ("patch-trm", {"joined": "attention"}, bert(512, 4) + PATCHES + 80 * 768 + FUSED + answering(768, 768)),
        ("patch-trm", {"ablation": "no-positions"}, bert(512, 4) + PATCHES + FUSED + ASKED + answering(768, 768)),
        (
            "patch-trm",
            {"ablation": "no-attention"},
            bert(512, 4) + PATCHES + 80 * 768 + ASKED + answering(2 * 768, 768),
        ),
        ("patch-trm", {"ablation": "v-cls"}, bert(512, 4) + PATCHES + 80 * 768 + ASKED + answering(768, 768)),
        ("patch-trm", {"ablation": "14-patches"}, bert(512, 4) + PATCHES + 15 * 768 + FUSED + ASKED + answering(768, 768)),
        ("diagram-q-only", {}, GRU + gated(1024, 1024) + answering(1024, 1024)),
        ("diagram-i-only", {}, 2 * gated(SEEN, 1024) + 1024 + answering(1024, 1024)),
        (
            "diagram-top-down",
            {},
            GRU + gated(SEEN + 1024, 1024) + 1024 + gated(1024, 1024) + gated(SEEN, 1024) + answering(1024, 1024),
        ),
        (
            "diagram-ban",
            {},
            GRU
            + dense(1024, 1024)
            + dense(SEEN, 1024)
            + 8 * (1024 + 2 * dense(1024, 1024) + dense(SEEN, 1024))
            + answering(1024, 1024),
        ),
        (
            "diagram-dfaf",
            {},
            GRU + dense(SEEN, 1024) + 4 * 3 * dense(1024, 1024) + 2 * dense(2048, 1024) + 4 * dense(1024, 1024)
            + answering(1024, 1024),
        ),
        (
            "diagram-mcan",
            {},
            GRU
            + dense(SEEN, 1024)
            + 6 * (block(1024) + block(1024) + 4 * dense(1024, 1024) + 2 * 1024)
            + 2 * (2 * dense(1024, 1024) + 1024)
            + 2 * 1024
            + answering(1024, 1024),
        ),
        (
            "diagram-vit",
            {},
            bert(768, 12)
            + dense(3 * 32 * 32, 768)
            + (1 + 50) * 768
            + 12 * block(768)
            + 2 * 768
            + dense(768, 768)
            + answering(768, 768),
        ),
    ],
)  # fmt: skip
def test_parameters_at_the_papers_size(name: str, changes: dict[str, Any], expected: int) -> None:
    import torch

    from eyechart.models.learning.layers import parameters
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", name)
    with torch.device("meta"):
        made = network.build(network.settings_of("paper", changes), Facts(**ICONQA))
    assert parameters(made) == expected


def test_the_papers_preset_is_the_papers() -> None:
    for name, network in registry.each("networks"):
        if network.paper == "IconQA":
            s = network.settings_of("paper", {})
            assert (s.optimiser, s.learning_rate, s.batch, s.patience, s.steps / s.every) == (
                "adamax",
                7e-4,
                64,
                5,
                50,
            ), name


# ---- attention


def test_patch_trm_points_at_the_patch_that_it_attends_to(learnt_from: Pages, tmp_path: Path) -> None:
    import torch

    from eyechart.models.trained import Trained
    from eyechart.train import train

    pages = learnt_from("icons")[:12]
    source = eyechart.dataset("icons", seed=5, count=len(pages))
    source.make = pages.__getitem__
    network = registry.get("networks", "patch-trm")
    folder = train("patch-trm", source, tmp_path / "net", changes=tiny(network, steps=1, batch=4, attention=1.0))
    model = Trained(str(folder))
    assert model.name == "patch-trm@thumbnail+l_att+14-patches"

    def looks(patch: int) -> None:
        """All attention to one patch, whatever is asked."""

        def joint(batch: dict[str, Any]) -> Any:
            found, attention = type(model.module).joint(model.module, batch)
            scores = torch.full_like(attention.scores, -9.0)
            scores[:, patch] = 9.0
            return found, attention._replace(scores=scores)

        model.module.joint = joint

    q = pages[0].questions[0]
    longer = max(q.pictures[0].width, q.pictures[0].height)
    looks(1)  # the first quarter
    [region] = model.answer([q])[0].evidence.regions
    assert region.shape == pytest.approx(
        (0, 0, min(longer / 2, q.pictures[0].width), min(longer / 2, q.pictures[0].height)), abs=0.06
    )


# ---- tables


@pytest.mark.parametrize(
    ("model", "row"),
    [
        ("patch-trm@ours", "Full model"),
        ("patch-trm@efficientnet-lite0", "Patch-TRM w/o pre"),
        ("patch-trm@ours+no-attention", "Patch-TRM w/o att"),
        ("patch-trm@ours+l_att+14-patches", "Pyramid 1+4+9"),
        ("diagram-ban@ours", "diagram-ban@ours"),
    ],
)
def test_table7_knows_an_ablation_by_the_networks_name(model: str, row: str) -> None:
    from eyechart.reporting.layouts.iconqa import _ablated
    from eyechart.store.run import Run

    assert _ablated(Run(Path("run"), model, Path("data"), "")) == row


def test_the_order_of_table6_has_an_uncertainty() -> None:
    from eyechart.reporting.layouts.iconqa import Pair, _order

    sure, unsure = ([Pair(n / 10, 10.0 * n, spread) for n in range(5)] for spread in (0.001, 1.0))
    assert "over 5 models: 1.00. Drawn anew within our intervals, it lies between 1.00 and 1.00" in _order(sure)
    assert "between 1.00 and 1.00" not in _order(unsure)
    assert _order(sure[:2]) == ""


# ---- the official problems


@pytest.mark.skipif(not REAL.is_dir(), reason="the fixtures of the release are not here")
def test_a_trained_network_sits_the_official_problems_without_a_special_case(
    learnt_from: Pages, tmp_path: Path
) -> None:
    from eyechart.train import train

    official: Dataset = eyechart.convert("iconqa", REAL, "test", tmp_path / "official")
    pages = learnt_from("icons")
    source = eyechart.dataset("icons", seed=5, count=len(pages))
    source.make = pages.__getitem__
    network = registry.get("networks", "patch-trm")
    folder = train("patch-trm", source, tmp_path / "net", changes=tiny(network, steps=1, batch=8))
    run = eyechart.predict(f"trained:{folder}", official, tmp_path / "run")
    scores = eyechart.score(run)
    assert {s.value for s in scores.by("form", "answer")} == {"choose-picture", "choose-text", "fill-in"}
    assert scores.questions == 15


def test_a_network_of_diagrams_does_not_sit_matrices(learnt_from: Pages) -> None:
    from eyechart.errors import EyechartError

    with pytest.raises(EyechartError, match=r"Network patch-trm cannot sit matrices: it lacks patches \(one picture"):
        facts_of(registry.get("networks", "patch-trm"), learnt_from("matrices"), "matrices")


def test_a_bert_from_a_folder_reads_our_words_by_its_pieces(tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="it comes with the train extra")
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    from eyechart.models.learning.network import Facts

    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "how", "app", "##le"]
    (tmp_path / "vocab.txt").write_text("\n".join(pieces))
    BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    config = BertConfig(
        vocab_size=len(pieces), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32
    )
    theirs = BertModel(config, add_pooling_layer=False)
    theirs.save_pretrained(tmp_path)
    network = registry.get("networks", "patch-trm")
    facts = Facts(words=("apple", "how"), blanks=("1", "2"), tasks=(2,), features=(8, 1, 1))
    module = network.build(network.settings_of("mini", tiny(network, bert=str(tmp_path))), facts)
    table, of = module.question.bert.embeddings.word_embeddings.weight, theirs.embeddings.word_embeddings.weight
    assert torch.allclose(table[4], of[[6, 7]].mean(0))
    assert torch.allclose(table[5], of[5])


def test_nothing_is_looked_at_of_a_dataset_without_pictures_to_choose_from(learnt_from: Pages) -> None:
    network = registry.get("networks", "diagram-q-only")
    sight = sight_of(network, network.settings_of("mini", tiny(network)))
    assert sight is not None
    texts = [page for page in learnt_from("icons") if not page.questions[0].choice_pictures]
    assert [seen for page in texts for seen in sight.of_page(page)] == []
    assert different(network, texts, 1)


# ---- how they begin


def test_features_come_in_around_zero() -> None:
    """Of most patches, which are blank, an extractor gives the same, far from zero."""
    import torch

    from eyechart.models.iconqa.answering import Standard

    torch.manual_seed(0)
    seen = Standard(3)(100 + 5 * torch.randn(8, 79, 3))
    assert seen.shape == (8, 79, 3)
    assert seen.mean((0, 1)).abs().max() < 1e-3
    assert (seen.std((0, 1)) - 1).abs().max() < 0.01


def test_a_narrow_bert_tells_questions_apart_from_the_beginning() -> None:
    import torch

    from eyechart.models.iconqa.language import QuestionBert
    from eyechart.models.learning.network import Facts

    torch.manual_seed(0)
    network = registry.get("networks", "patch-trm")
    bert = QuestionBert(network.settings_of("mini", {}), Facts(words=tuple(map(str, range(40))))).eval()
    questions = torch.tensor([[2, 10, 11, 12, 3], [2, 20, 21, 22, 3]])
    with torch.inference_mode():
        one, other = bert({"tokens": questions})
    assert (one - other).norm() > 0.03 * one.norm()  # 0.003 with the 0.02 that is made for 768 units


def test_q_only_does_not_see_the_pictures_to_choose_from(learnt_from: Pages) -> None:
    import torch

    network = registry.get("networks", "diagram-q-only")
    reader = reader_of(network, network.settings_of("mini", tiny(network)), learnt_from("icons"))
    module = network.build(network.settings_of("mini", tiny(network)), reader.reading.facts).eval()
    asked = [q for page in learnt_from("icons") for q in page.questions]
    batch = {name: torch.from_numpy(array) for name, array in reader.batch(reader.prepare(asked)).items()}
    with torch.inference_mode():
        before = module(batch).scores
        after = module(batch | {"choice_features": torch.randn_like(batch["choice_features"])}).scores
    assert len(batch["choice_features"])
    assert torch.equal(before, after)


def test_who_only_fills_blanks_is_shown_no_choices() -> None:
    """As when it sits real problems of all sub-tasks."""
    from eyechart.models.learning import tasks

    made = tasks.collate([{"task": tasks.PICTURES, "seen": [], "texts": [], "most": 0}])
    assert made["choice_features"].shape == (1, 0, 0)
