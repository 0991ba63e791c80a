"""A network that adds up what each word of a question says; it needs the extra `train`."""

from torch import nn

from eyechart.models.learning.answers import SIDES
from eyechart.models.learning.inputs import SPECIAL
from eyechart.models.learning.network import Facts, Network, NetworkSettings, Said, Size, Tensor


class BagSettings(NetworkSettings, frozen=True, kw_only=True):
    """The defaults are what its paper would say."""

    width: Size = 64
    steps: int = 2000


class BagOfWords(nn.Module):
    def __init__(self, settings: BagSettings, facts: Facts) -> None:
        super().__init__()
        self.words = nn.EmbeddingBag(SPECIAL + len(facts.words), settings.width, mode="sum", padding_idx=0)
        self.say = nn.Linear(settings.width, SIDES["vocabulary"].size(facts))

    def forward(self, batch: dict[str, Tensor]) -> Said:
        return Said(self.say(self.words(batch["tokens"])))


network = Network(
    name="bag-of-words",
    title="The sum of a question's words",
    paper="no paper",
    inputs=("tokens",),
    answers="vocabulary",
    settings=BagSettings,
    presets={"mini": {"steps": 200}, "paper": {}},
    build=BagOfWords,
)
