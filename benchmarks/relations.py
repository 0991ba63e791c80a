"""A step of the relation network: as in the textbook, each question with its own picture and every pair written out; and ours."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from benchmarks.claim import Claim, at_least, print_rows

# side, objects by convolutions, channels, units of the LSTM, units of g, questions, pictures
SIZES = {
    "128 px, 16 objects, width 128": ({"side": 128, "layers": 5, "channels": 24, "hidden": 64, "width": 128}, 48, 4),
    "the paper's: 256 px, 64 objects, width 256": ({}, 12, 1),
}
ROUNDS = {False: 5, True: 2}
WORDS = 9


def claims(quick: bool) -> list[Claim]:
    import torch

    torch.set_num_threads(1)
    rows, ratios = [], []
    for name, (changes, questions, pictures) in SIZES.items():
        module, batch = _made(changes, questions, pictures)
        apart = {**batch, "pixels": batch["pixels"][batch["pixels_of"]], "pixels_of": torch.arange(questions)}
        ways: dict[str, Callable[[], Any]] = {
            "ours": lambda module=module, batch=batch: module(batch).scores,
            "pairs written out": lambda module=module, batch=batch: _textbook(module, batch),
            "and a picture for each question": lambda module=module, apart=apart: _textbook(module, apart),
        }
        spent = {way: min(_step(module, say) for _ in range(ROUNDS[quick])) for way, say in ways.items()}
        for way, seconds in spent.items():
            rows.append((f"{name}, {way}", f"{1000 * seconds:,.0f}", f"{seconds / spent['ours']:.2f}"))
        ratios.append(spent["and a picture for each question"] / spent["ours"])
    print_rows("a step of the relation network, one core", ("", "ms of the processor, least", "times ours"), rows)
    return [at_least(f"a textbook step takes times ours ({next(iter(SIZES))})", ratios[0], 2, "×")]


def _made(changes: dict[str, int], questions: int, pictures: int) -> tuple[Any, dict[str, Any]]:
    import torch

    from eyechart import registry
    from eyechart.models.learning.network import Facts

    network = registry.get("networks", "relation-network")
    settings = network.settings_of("paper", changes)
    module = network.build(settings, Facts(words=tuple(map(str, range(85))), answers=("no", "yes"))).train()
    return module, {
        "pixels": torch.randint(0, 256, (pictures, 3, settings.side, settings.side), dtype=torch.uint8),
        "pixels_of": torch.arange(questions) % pictures,
        "tokens": torch.randint(4, 89, (questions, WORDS)),
        "lengths": torch.full((questions,), WORDS),
    }


def _textbook(module: Any, batch: dict[str, Any]) -> Any:
    import torch

    from eyechart.models.learning.layers import brightness

    objects, question = module.objects(module.picture(brightness(batch)))[batch["pixels_of"]], module.question(batch)
    n = objects.shape[1]
    first, second = objects[:, :, None].expand(-1, n, n, -1), objects[:, None].expand(-1, n, n, -1)
    pairs = torch.cat([first, second, question[:, None, None].expand(-1, n, n, -1)], 3)
    layer = module.pairs
    weight = torch.cat([layer.first.weight, layer.second.weight, layer.asked.weight], 1)
    return module.classify(module.relate(torch.relu(pairs @ weight.T + layer.asked.bias)).mean((1, 2)))


def _step(module: Any, say: Callable[[], Any]) -> float:
    module.zero_grad()
    begin = time.process_time()
    say().sum().backward()
    return time.process_time() - begin
