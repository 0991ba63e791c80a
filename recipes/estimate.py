"""How large and how long recipes/figureqa-corpus.sh is, from 300 images of it made, proved and exported on one core.

python recipes/estimate.py
"""

import tempfile
import time
from pathlib import Path

import eyechart
from eyechart import registry
from eyechart.export import export

IMAGES = 300


def size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def timed(what, *arguments, **named):
    start = time.perf_counter()
    result = what(*arguments, **named)
    return result, (time.perf_counter() - start) / IMAGES


def main() -> None:
    total = sum(split.images for split in registry.get("families", "figures").splits.values())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        eyechart.generate("figures", folder / "warm", count=20, preset="paper")  # imports, fonts and colours
        dataset, drawing = timed(eyechart.generate, "figures", folder / "data", count=IMAGES, preset="paper")
        _, proving = timed(eyechart.verify, folder / "data")
        _, exporting = timed(export, dataset, "figureqa", folder / "official")
        stored, official = size(folder / "data") / IMAGES, size(folder / "official") / IMAGES
    print(f"{IMAGES} images with {dataset.manifest.questions:,} questions, one core")
    for name, seconds in (("generate", drawing), ("verify", proving), ("export", exporting)):
        print(f"{name:9}{1000 * seconds:5.1f} ms an image, {total * seconds / 60:5.1f} minutes for {total:,}")
    for name, some in (("dataset", stored), ("official", official)):
        print(f"{name:9}{some / 1000:5.1f} kB an image, {total * some / 1e9:5.1f} GB for {total:,}")


if __name__ == "__main__":
    main()
