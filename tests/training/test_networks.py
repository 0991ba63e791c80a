"""Every registered network keeps its contract: it learns, all of it; it answers validly; it says what it lacks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

import eyechart
from eyechart import registry
from eyechart.core import Page
from eyechart.errors import EyechartError
from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.reading import facts_of
from tiny_networks import different, home_of, reader_of, sits, tiny

NAMES = registry.names("networks")
FAMILIES = registry.names("families")
Pages = Callable[[str], list[Page]]
CELLS = "thumbnail:16x2"  # who attends to cells learns to do so only where there are several
# What takes hundreds of updates takes seconds; one paper's are enough for a quick look.
MARKED = [
    n if ".figureqa." in registry.BUILT_IN["networks"].get(n, "") else pytest.param(n, marks=pytest.mark.slow)
    for n in NAMES
]


@pytest.mark.parametrize("name", MARKED)
def test_it_learns_32_questions_by_heart(name: str, learnt_from: Pages) -> None:
    import torch

    from eyechart.models.learning.judging import loss_of, tensors

    network = registry.get("networks", name)
    settings = network.settings_of(
        "mini", tiny(network, attention=0.0)
    )  # several cells share it: that never gets to zero
    pages = learnt_from(home_of(network))
    reader = reader_of(network, settings, pages)
    many = 32 if SAYS[network.answers] else 2  # of which each has sixteen panels, and more to be told of each
    batch = tensors(reader.batch(reader.prepare(different(network, pages, many))))
    torch.manual_seed(0)
    module = network.build(settings, reader.reading.facts).train()
    optimiser = torch.optim.Adam(module.parameters(), lr=0.003)
    for _ in range(500):
        optimiser.zero_grad()
        loss = loss_of(module(batch), batch)
        if loss.item() < 0.05:
            break
        loss.backward()
        optimiser.step()
    assert loss.item() < 0.05


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_gets_a_gradient(name: str, learnt_from: Pages) -> None:
    import torch

    from eyechart.models.learning.judging import loss_of, tensors

    network = registry.get("networks", name)
    settings = network.settings_of("mini", tiny(network, auxiliary=True, extractor=CELLS))
    pages = learnt_from(home_of(network))
    reader = reader_of(network, settings, pages)
    batch = tensors(reader.batch(reader.prepare(different(network, pages, 32))))
    torch.manual_seed(0)
    module = network.build(settings, reader.reading.facts).train()
    loss_of(module(batch), batch).backward()
    learnt = {n: p for n, p in module.named_parameters() if p.requires_grad}
    assert [n for n, p in learnt.items() if p.grad is None or not p.grad.abs().sum() > 0] == []


@pytest.mark.parametrize("name", NAMES)
def test_both_presets_can_be_built(name: str) -> None:
    network = registry.get("networks", name)
    assert set(network.presets) == {"mini", "paper"}
    for preset in network.presets:
        network.settings_of(preset, {})


@pytest.mark.parametrize("family", FAMILIES)
def test_it_is_refused_what_it_lacks_in_one_line_and_takes_the_rest(family: str, learnt_from: Pages) -> None:
    pages = learnt_from(family)
    for name in NAMES:
        network = registry.get("networks", name)
        if sits(network, pages):
            facts_of(network, pages, family)
            continue
        with pytest.raises(EyechartError, match=f"Network {name} cannot sit {family}: it lacks ") as refused:
            facts_of(network, pages, family)
        assert "\n" not in str(refused.value)


def test_a_network_of_panels_does_not_sit_signs(learnt_from: Pages) -> None:
    message = (
        r"Network panel-gru cannot sit signs: it lacks panels "
        r"\(pictures, and pictures to choose from, as many in each question\)\. "
        r"It offers tokens, pixels, grid, knowledge, icon, diagram pixels, diagram, patches, choices, OCR tokens\."
    )
    with pytest.raises(EyechartError, match=message):
        facts_of(registry.get("networks", "panel-gru"), learnt_from("signs"), "signs")


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_its_predictions_are_valid_on_every_family_that_it_takes(
    family: str, learnt_from: Pages, tmp_path_factory: pytest.TempPathFactory
) -> None:
    from eyechart.models.trained import Trained
    from eyechart.train import train

    pages = learnt_from(family)
    source = eyechart.dataset(family, seed=5, count=len(pages))
    source.make = pages.__getitem__  # those that are made already
    folder = tmp_path_factory.mktemp(family)
    for name in NAMES:
        network = registry.get("networks", name)
        if sits(network, pages) and SAYS[network.answers]:
            train(name, source, folder / name, changes=tiny(network, steps=1, batch=8, auxiliary=True, validation=8))
            eyechart.check_model(Trained(str(folder / name)), [q for page in pages[:4] for q in page.questions])


# What is taught traits, or where things are, sees, and says nothing.
SAYS = {name: name not in ("traits", "region traits", "middles") for name in SIDES}


# ---- parameters, by hand from the papers' text


def counted(name: str, **facts: object) -> int:
    from eyechart.models.learning.layers import parameters
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", name)
    return parameters(network.build(network.settings_of("paper", {}), Facts(**facts)))


FIGUREQA = {"words": tuple(f"w{n}" for n in range(85)), "answers": ("no", "yes")}
# An embedding of 32 for 85 words and four marks; an LSTM of 256 units: four gates, each of input, state and one bias.
QUESTION = (85 + 4) * 32 + 4 * 256 * (32 + 256 + 1)


def dense(*sizes: int) -> int:
    return sum((before + 1) * after for before, after in pairwise(sizes))


def test_parameters_of_text_only() -> None:
    assert counted("text-only", **FIGUREQA) == QUESTION + dense(256, 512, 512, 2)


CONVOLUTIONS = (
    3 * 64 * 9 + 4 * 64 * 64 * 9 + 5 * 2 * 64
)  # with the scale and shift of each normalisation, which is their bias


def test_parameters_of_cnn_lstm() -> None:
    picture = CONVOLUTIONS + dense(8 * 8 * 64, 512)
    assert counted("cnn-lstm", **FIGUREQA) == QUESTION + picture + dense(512 + 256, 512, 512, 2)


def test_parameters_of_cnn_lstm_on_vgg_features() -> None:
    channels = (512, 128, 128, 64, 64)
    convolutions = sum(9 * before * after + 2 * after for before, after in pairwise(channels))
    found = counted("cnn-lstm-frozen", **FIGUREQA, features=(512, 10, 15))
    assert found == QUESTION + convolutions + dense(64 * 10 * 15, 512) + dense(512 + 256, 512, 512, 2)


def test_parameters_of_the_relation_network() -> None:
    g = dense(2 * (64 + 2) + 256, 256, 256, 256, 256)
    assert counted("relation-network", **FIGUREQA) == QUESTION + CONVOLUTIONS + g + dense(256, 256, 256, 2)


def test_the_papers_preset_is_the_papers() -> None:
    for name in ("text-only", "cnn-lstm", "cnn-lstm-frozen", "relation-network"):
        s = registry.get("networks", name).settings_of("paper", {})
        assert (s.optimiser, s.learning_rate, s.average, s.first_stop, s.every, s.dropout) == (
            "adam",
            0.00025,
            0.9,
            100,
            1,
            0.5,
        )
        assert (s.batch, s.parallel) == ((160, 4) if name in ("cnn-lstm", "relation-network") else (64, 1))


VPROM = {"context": 8, "choices": 8, "features": (2048, 7, 7), "labels": tuple(("type", str(n)) for n in range(7))}
X, W = 2048 + 16, 512  # features with the one-hot index, and the width that the text leaves open


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("panel-mlp-cat-2", dense(X, W) + dense(9 * W, W) + W),
        ("panel-mlp-cat-4", dense(X, W, W) + dense(9 * W, W, W) + W),
        ("panel-mlp-cat-6", dense(X, W, W, W) + dense(9 * W, W, W, W) + W),
        ("panel-mlp-sum-2", dense(X, W) + dense(W, W) + W),
        ("panel-mlp-sum-4", dense(X, W, W) + dense(W, W, W) + W),
        ("panel-mlp-sum-6", dense(X, W, W, W) + dense(W, W, W, W) + W),
        # three gates of input and state with a bias each, as torch and cuDNN have it
        ("panel-gru", 3 * W * (X + W + 2) + dense(W, 8)),
        ("panel-gru-shared", 3 * W * (X + W + 2) + W),
        ("panel-vqa-like", 3 * 2 * dense(X, W)),  # a gated tanh has two linear maps
        ("panel-relation-network", dense(2 * X, W) + dense(W, W) + W),
        ("panel-relation-network-without-ids", dense(2 * 2048, W) + dense(W, W) + W),
    ],
)
def test_parameters_of_vproms_networks(name: str, expected: int) -> None:
    assert counted(name, **VPROM) == expected


# ---- what is computed cleverly equals what is written in the paper


def panel_batch(module: object, questions: int = 3) -> dict[str, object]:
    import torch

    torch.manual_seed(1)
    return {"panels": torch.randn(questions, 16, 12)}


PANELS = {"context": 8, "choices": 8, "features": (12, 1, 1), "labels": (("a", "b"), ("a", "c"))}


def built(name: str, **changes: object) -> object:
    import torch

    from eyechart.models.learning.network import Facts

    network = registry.get("networks", name)
    torch.manual_seed(0)
    return network.build(network.settings_of("mini", {"width": 16, **changes}), Facts(**PANELS)).eval()


@pytest.mark.parametrize("layers", [1, 3])
def test_the_relation_network_of_panels_equals_its_textbook_form(layers: int) -> None:
    import torch

    module = built("panel-relation-network", layers=layers)
    batch = panel_batch(module)
    context, candidates = module.panels(batch)
    weight = torch.cat([module.first.weight, module.second.weight], 1)
    for i in range(8):
        nine = torch.cat([context, candidates[:, i : i + 1]], 1)
        pairs = torch.cat([nine[:, :, None].expand(-1, 9, 9, -1), nine[:, None].expand(-1, 9, 9, -1)], 3)
        h = module.deeper(torch.relu(pairs @ weight.T + module.first.bias)).sum((1, 2))
        expected = module.head.score(module.pooled(h)).squeeze(1)
        assert torch.allclose(module(batch).scores[:, i], expected, atol=1e-5)


def test_the_shared_gru_equals_eight_sequences() -> None:
    import torch

    module = built("panel-gru-shared")
    batch = panel_batch(module)
    context, candidates = module.panels(batch)
    for i in range(8):
        _, [state] = module.gru(torch.cat([context, candidates[:, i : i + 1]], 1))
        assert torch.allclose(module(batch).scores[:, i], module.head.score(state).squeeze(1), atol=1e-5)


def test_the_concatenating_mlp_equals_one_matrix_over_nine_panels() -> None:
    import torch

    module = built("panel-mlp-cat-4")
    batch = panel_batch(module)
    context, candidates = (module.each(x) for x in module.panels(batch))
    weight = torch.cat([module.of_context.weight, module.of_candidate.weight], 1)
    for i in range(8):
        nine = torch.cat([context, candidates[:, i : i + 1]], 1).flatten(1)
        expected = module.head.score(module.rest(torch.relu(nine @ weight.T + module.of_context.bias)))
        assert torch.allclose(module(batch).scores[:, i], expected.squeeze(1), atol=1e-5)


def test_figureqas_relation_network_equals_its_textbook_form(learnt_from: Pages) -> None:
    import torch

    from eyechart.models.learning.judging import tensors
    from eyechart.models.learning.layers import brightness

    network = registry.get("networks", "relation-network")
    settings = network.settings_of("mini", tiny(network, relations=4))
    pages = learnt_from("figures")[:3]
    reader = reader_of(network, settings, pages)
    batch = tensors(reader.batch(reader.prepare([q for page in pages for q in page.questions])))
    torch.manual_seed(0)
    module = network.build(settings, reader.reading.facts).eval()
    objects, question = module.objects(module.picture(brightness(batch)))[batch["pixels_of"]], module.question(batch)
    many = objects.shape[1]
    weight = torch.cat([module.pairs.first.weight, module.pairs.second.weight, module.pairs.asked.weight], 1)
    total = torch.zeros(len(objects), settings.width)
    for i in range(many):
        for j in range(many):
            pair = torch.cat([objects[:, i], objects[:, j], question], 1)
            total += module.relate(torch.relu(pair @ weight.T + module.pairs.asked.bias))
    assert torch.allclose(module(batch).scores, module.classify(total / many**2), atol=1e-5)


@pytest.mark.parametrize("name", ["relation-network", "prefil"])
def test_heat_follows_what_decides(name: str, learnt_from: Pages) -> None:
    """A network that answers by one cell alone looks there."""
    import torch

    from eyechart.models.learning.judging import tensors

    network = registry.get("networks", name)
    settings = network.settings_of("mini", tiny(network))
    pages = learnt_from("figures")[:2]
    reader = reader_of(network, settings, pages)
    batch = tensors(reader.batch(reader.prepare([q for page in pages for q in page.questions])))
    torch.manual_seed(0)
    module = network.build(settings, reader.reading.facts).eval()
    heat = module.look(batch)
    assert heat.shape[0] == len(batch["target"])
    assert heat.min() >= 0
    assert heat.isfinite().all()
    made = "relations" if name == "relation-network" else "fused"
    real = getattr(module, made)

    def silenced(*given: object) -> object:
        """All cells but the first say nothing."""
        said = real(*given)
        kept = torch.zeros_like(said)
        if made == "relations":
            kept[:, 0, 0] = 1
        else:
            kept[:, :, 0, 0] = 1
        return said * kept

    setattr(module, made, silenced)
    silent = module.look(batch).flatten(1)
    assert (silent[:, 1:] == 0).all()


def test_the_control_takes_the_context_of_another_question_in_training_only() -> None:
    module = built("panel-relation-network", shuffled=True)
    batch = panel_batch(module)
    real = module(batch).scores
    assert not real.allclose(module.train()(batch).scores)
    assert real.equal(built("panel-relation-network")(batch).scores)
