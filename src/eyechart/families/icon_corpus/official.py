"""Icon645 as it was released: `colored_icons_final/<class>/<class>_<id>.png`, a folder for each of 377 classes.

The release has no splits ("the user can decide"): a tenth of the icons is validated on and a tenth examined, by lot of their
names. It is read in an order by lot, so that any stretch of it holds all classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from eyechart.core import Graph, Page, Question, Release, Thing
from eyechart.errors import EyechartError
from eyechart.families.icon_corpus.scene import TEXT, WHAT
from eyechart.store.foreign import inside, picture_at

HOME = "colored_icons_final"
TENTHS = {"val": range(8, 9), "test": range(9, 10), "train": range(8)}
HEAD, MEDIUM = 1000, 300  # icons of a class: section 6.4


def read(root: Path, split: str) -> Iterator[Page]:
    home = root / HOME if (root / HOME).is_dir() else root
    files = sorted(home.glob("*/*.png"), key=lambda path: _lot(path.name))
    if not files:
        raise EyechartError(f"{root} is not Icon645: expected {HOME}/ with a folder of PNG files for each class.")
    often = Counter(path.parent.name for path in files)
    for index, path in enumerate(files):
        if int(_lot(path.name), 16) % 10 in TENTHS[split]:
            yield _page(split, index, inside(home, path.parent.name, path.name), often[path.parent.name])


def _lot(name: str) -> str:
    return blake2b(name.encode(), digest_size=8).hexdigest()


def cluster(icons: int) -> str:
    return "head" if icons >= HEAD else "medium" if icons >= MEDIUM else "tail"


def _page(split: str, index: int, path: Path, icons: int) -> Page:
    picture, name = picture_at(path), path.parent.name.replace("_", " ")
    scene = Graph((Thing("icon", name, {"drawing": path.name}),))
    question = Question(
        id=f"icon645/{split}/official/{index}/{path.stem}",
        text=TEXT,
        form="fill-in",
        answers=(name,),
        template=WHAT.name,
        facets={"cluster": cluster(icons)},
        scene=scene,
        pictures=(picture,),
    )
    return Page(
        family="icon-corpus", split=split, seed=0, index=index, pictures=(picture,),
        scene=scene, where={}, questions=(question,),
    )  # fmt: skip


release = Release("icon645", "icon-corpus", tuple(TENTHS), read, "CC-BY-NC-SA-4.0")
