"""What a network is trained on: a processor or a graphics card, alone or as one of several that torch's launcher started."""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import torch
from msgspec import Struct
from torch import distributed


class Machine(Struct, frozen=True):
    device: Any
    rank: int = 0
    world: int = 1

    @property
    def is_first(self) -> bool:
        """The one that writes."""
        return self.rank == 0

    def precision(self) -> Any:
        """Half precision where a card is made for it."""
        card = self.device.type == "cuda"
        return torch.autocast("cuda", torch.bfloat16) if card and torch.cuda.is_bf16_supported() else nullcontext()

    def ready(self, module: Any) -> Any:
        """On the device; compiled for a card, where that is worth its minute."""
        module.to(self.device)
        if self.device.type == "cuda":
            module.compile()
        return module

    def average(self, module: Any) -> None:
        """Of the gradients of all processes, in one message."""
        if self.world == 1:
            return
        gradients = [p.grad for p in module.parameters() if p.grad is not None]
        flat = torch.cat([gradient.reshape(-1) for gradient in gradients])
        distributed.all_reduce(flat)
        flat /= self.world
        for gradient, part in zip(gradients, flat.split([g.numel() for g in gradients]), strict=True):
            gradient.copy_(part.view_as(gradient))

    def mean(self, value: float) -> float:
        """Of what each process says, so that all decide alike."""
        if self.world == 1:
            return value
        said = torch.tensor(value, dtype=torch.float64, device=self.device)
        distributed.all_reduce(said)
        return float(said) / self.world

    def agreed(self, stop: bool) -> bool:
        """Does anybody want to stop? Nobody goes on alone."""
        return self.mean(float(stop)) > 0

    def wait(self) -> None:
        """Until all processes are here."""
        if self.world > 1:
            distributed.barrier()

    @contextmanager
    def first(self) -> Iterator[None]:
        """The first process goes in alone; the others follow when it is done, and find what it wrote."""
        if self.world > 1 and not self.is_first:
            distributed.barrier()
        yield
        if self.world > 1 and self.is_first:
            distributed.barrier()


@contextmanager
def machine() -> Iterator[Machine]:
    """This process's; one of several if `torchrun` started it."""
    world, rank = int(os.environ.get("WORLD_SIZE", "1")), int(os.environ.get("RANK", "0"))
    card = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0"))) if card else torch.device("cpu")
    if world == 1:
        yield Machine(device)
        return
    if not distributed.is_initialized():
        # Once for all trainings of this process: the launcher's store still holds the addresses of a group that has ended, and
        # who joins a second one by them waits for ever.
        distributed.init_process_group("nccl" if card else "gloo")
        atexit.register(distributed.destroy_process_group)
    yield Machine(device, rank, world)
