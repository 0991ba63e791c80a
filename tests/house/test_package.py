"""The package from outside: what it offers, what importing it costs, how names are looked up."""

from __future__ import annotations

import doctest
import io
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from benchmarks.size import asked_for, come_with

import eyechart
from eyechart import registry
from eyechart.cli import app
from eyechart.errors import EyechartError


def test_public_names() -> None:
    assert eyechart.__all__ == [
        "Asking", "EyechartError", "assets", "audit", "calibrate", "check_family", "check_metric", "check_model",
        "check_release", "compare", "convert", "dataset", "describe", "exam", "export", "generate", "judgements", "load",
        "mine", "predict", "report", "reward", "score", "show", "status", "train", "verify",
    ]  # fmt: skip


def test_every_verb_of_the_command_line_is_a_function() -> None:
    verbs = {name for name in app if not name.startswith("-")}
    site = {
        "admit",
        "leaderboard",
        "people",
        "person",
        "recruit",
        "register",
        "serve",
        "study",
        "submit",
    }  # they act on a site: eyechart.web
    assert verbs - set(eyechart.__all__) - site == {"list"}  # which is the registry's business: eyechart.registry.names


def test_it_knows_its_version() -> None:
    assert eyechart.__version__ == version("eyechart")


@pytest.mark.parametrize("name", [name for name in eyechart.__all__ if name[0].islower()])
def test_the_examples_of_its_docstring_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = doctest.DocTestFinder(recurse=False).find(getattr(eyechart, name), name, globs={"eyechart": eyechart})
    assert found[0].examples, f"eyechart.{name} has no example in its docstring"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = io.StringIO()
    runner.run(found[0], out=said.write)
    assert not runner.failures, said.getvalue()


@pytest.mark.parametrize("name", eyechart.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert callable(getattr(eyechart, name))


def test_importing_loads_nothing_heavy() -> None:
    heavy = ("numpy", "pyarrow", "skia", "torch", "sklearn", "fastapi")
    code = f"import eyechart, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_drawing_loads_nothing_that_stores_or_learns() -> None:
    """Who draws pages as they are needed, in each process of a loader of data, would wait for it each time."""
    heavy = ("pyarrow", "pandas", "torch", "sklearn", "scipy", "asyncio")
    families = registry.names("families")
    code = (
        f"import eyechart, sys\nfor name in {families}: eyechart.dataset(name)\n"
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


HELP = """
import sys
sys.argv = ["eyechart", "exam", "--help"]
from eyechart.cli import main
try:
    main()
finally:
    print([name for name in sys.stdin.read().split() if name in sys.modules], file=sys.stderr)
"""


def test_help_loads_nothing_that_draws_computes_or_talks() -> None:
    """Each of these takes a tenth of a second or more, or would come with one that does."""
    heavy = "numpy pyarrow skia sklearn scipy PIL jinja2 httpx asyncio jieba rich.progress eyechart.talk.transport eyechart.exam"
    done = subprocess.run([sys.executable, "-c", HELP], input=heavy, capture_output=True, text=True, check=True)
    assert "eyechart exam" in done.stdout
    assert done.stderr.strip() == "[]"


def test_an_installation_brings_no_learners_and_no_data_frames() -> None:
    brought = come_with(asked_for())
    assert {"numpy", "pyarrow", "skia-python", "zhplot"} <= brought
    assert not brought & {"scikit-learn", "scipy", "pandas", "torch", "openai"}


def test_an_audit_without_its_extra_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(EyechartError, match=r"An audit needs the audit extra .*Type: pip install 'eyechart\[audit\]'"):
        eyechart.audit(["nowhere"])


def test_a_verb_stays_a_verb_after_its_module_was_imported() -> None:
    code = "import eyechart.generate, eyechart.dataset, eyechart; print(callable(eyechart.generate), callable(eyechart.dataset))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True True"


def test_an_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = eyechart.nonsense  # type: ignore[attr-defined]


def test_a_misspelt_family_gets_a_suggestion() -> None:
    with pytest.raises(EyechartError, match="No family 'figurs'. Did you mean 'figures'?"):
        registry.get("families", "figurs")


@pytest.mark.parametrize("kind", list(registry.BUILT_IN))
def test_everything_registered_can_be_loaded(kind: str) -> None:
    if kind in ("networks", "extractors"):
        pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
    assert [name for name, _ in registry.each(kind)] == registry.names(kind)


def test_a_network_without_torch_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "eyechart.models.figureqa.text_only", raising=False)
    registry._loaded.cache_clear()
    try:
        with pytest.raises(
            EyechartError, match=r"'text-only' needs the train extra \(.*\). Type: pip install 'eyechart\[train\]'"
        ):
            registry.get("networks", "text-only")
    finally:
        registry._loaded.cache_clear()


def test_third_parties_register_by_entry_point(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    theirs = EntryPoint(name="mine", value="eyechart.models.oracle:Oracle", group="eyechart.models")
    monkeypatch.setattr(registry, "entry_points", lambda group: [theirs] if group == "eyechart.models" else [])
    registry._places.cache_clear()
    try:
        assert registry.get("models", "mine").name == "oracle"
    finally:
        registry._places.cache_clear()
        registry._loaded.cache_clear()


def test_a_registered_object_that_cannot_be_loaded_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.BUILT_IN["models"], "gone", "eyechart.nowhere:Gone")
    registry._places.cache_clear()
    try:
        with pytest.raises(EyechartError, match="registered as eyechart.nowhere:Gone, which cannot be loaded"):
            registry.get("models", "gone")
    finally:
        registry._places.cache_clear()
