"""The documentation tells the truth: what it shows runs, what it links exists, and the tree is as it says."""

from __future__ import annotations

import importlib.util
import re
from itertools import zip_longest
from pathlib import Path

import pytest

import eyechart
from eyechart import registry
from eyechart.cli import app
from eyechart.families.figures import family as figures
from eyechart.families.figures.templates import ROWS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "eyechart"


def _script(name: str):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


docs = _script("refresh_docs")
WRITTEN = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), SOURCE / "families" / "figures" / "CARD.md"])
OF_TRAIN = ("networks", "extractors")  # what is registered but cannot be loaded without the train extra
WHAT_TO_TYPE = "Type: python scripts/refresh_docs.py"


# ---- what is shown runs


@pytest.fixture
def with_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples"))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
def test_every_page_shows_what_its_blocks_give(tmp_path: Path, with_examples: None) -> None:
    """All pages in order, in one folder, as a reader would go through them."""
    folder = tmp_path.resolve() / "work"
    folder.mkdir()
    site = docs.install_examples(tmp_path.resolve() / "site")
    stale = []
    for name in docs.PAGES:
        page = (ROOT / name).read_text(encoding="utf-8")
        path = docs.path_for(name, site)
        now = docs.refreshed(page, folder, lambda body, path=path: _console(body, folder, path))
        pairs = zip_longest(map(_words, _blocks(page)), map(_words, _blocks(now)))
        stale += [f"{name}:\n{was}\n--- is now\n{is_now}" for was, is_now in pairs if was != is_now]
    assert not stale, f"{WHAT_TO_TYPE}\n" + "\n".join(stale)


@pytest.mark.parametrize("kind", registry.BUILT_IN)
def test_a_page_lists_all_that_is_registered(kind: str) -> None:
    if kind in OF_TRAIN:
        pytest.importorskip("torch", reason="networks need the train extra: pip install 'eyechart[train]'")
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert any(
        docs.listed(m) == m.group(0) for page in pages for m in docs.LIST.finditer(page.read_text()) if m[2] == kind
    )


def test_no_list_is_stale() -> None:
    found = [m for page in (ROOT / "docs").glob("*.md") for m in docs.LIST.finditer(page.read_text(encoding="utf-8"))]
    without_torch = importlib.util.find_spec("torch") is None
    lists = [m for m in found if not (without_torch and m[2] in OF_TRAIN)]
    assert [m[2] for m in lists if docs.listed(m) != m.group(0)] == [], WHAT_TO_TYPE


BELIEVED = ("$ eyechart audit data", '$ python -c "import eyechart', "$ make exam")


def _console(body: str, folder: Path, python_path: str) -> str:
    """Audits and contracts take long, and have tests of their own; so does the exam of the README, of which two tests below say
    whether it is of today. What a page says of these is believed."""
    return body if body.startswith(BELIEVED) else docs.run_console(body, folder, python_path)


def _exam_on(page: str, command: str) -> str:
    text = (ROOT / page).read_text(encoding="utf-8")
    [body] = [found.group(3) for found in docs.FENCE.finditer(text) if found.group(3).startswith(f"$ {command}\n")]
    return body


def test_the_exam_of_the_readme_is_of_today() -> None:
    """Whoever changes what a family draws or asks gives it a new version."""
    told = dict(re.findall(r"^(\w+): generated, version (\d+),", _exam_on("README.md", "make exam"), re.MULTILINE))
    assert told == {name: str(family.version) for name, family in registry.each("families")}, WHAT_TO_TYPE


def test_the_exam_of_the_readme_says_of_figures_what_the_page_of_exams_says() -> None:
    """The same exam of one family is run for that page: should what is learnt, scored or printed change, it does for all."""

    def rows(body: str) -> list[str]:
        lines = iter(body.splitlines())
        return [_words(line) + _words(next(lines)) for line in lines if re.match(r"│ \w+ +│ figures ", line)]

    whole, part = (
        _exam_on("README.md", "make exam"),
        _exam_on("docs/exam.md", "eyechart exam chance prior oracle --families figures"),
    )
    assert rows(whole) == rows(part) != [], WHAT_TO_TYPE


def _blocks(page: str) -> list[str]:
    return [found.group(3) for found in docs.FENCE.finditer(page) if found.group(1) != "sql"]


def _words(block: str) -> str:
    """A block without the lines of its tables, which another version of what draws them may draw otherwise."""
    return " ".join(re.findall(r"[^\s│┃┏┡└┌├━─┳╇┴┬┼┓┩┘┐┤]+", block))


def test_every_example_is_shown_whole_on_a_page() -> None:
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("add-a-*.md"))
    for example in (ROOT / "examples").glob("*.py"):
        assert example.read_text(encoding="utf-8") in pages, f"{example.name} is not shown as it is. {WHAT_TO_TYPE}"


def test_examples_keep_their_contracts(with_examples: None) -> None:
    import dots
    import eager
    import grounded
    import twice

    pages = [eyechart.dataset("figures", split="test2")[i] for i in range(5)]
    eyechart.check_family(dots.family)
    eyechart.check_family(twice.family)
    eyechart.check_model(eager.Eager(), pages[0].questions)
    eyechart.check_metric(grounded.metric, pages)


def test_the_picture_of_the_readme_is_small() -> None:
    assert (ROOT / "docs" / "pictures" / "exam.jpg").stat().st_size < 400_000


def test_the_readme_tells_the_questions_of_its_picture() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert docs.PICTURE in readme
    for family in ("commonsense", "signs", "figures"):
        question = eyechart.dataset(family)[3].questions[0]
        assert f"| {question.text} | {question.answers[0]} |" in readme


# ---- what is named exists


def test_every_verb_has_a_page() -> None:
    verbs = {name for name in app if not name.startswith("-")}
    assert verbs == set(docs.VERBS)
    assert all((ROOT / "docs" / f"{verb}.md").exists() for verb in verbs)


def test_every_page_is_refreshed_or_has_nothing_to_run() -> None:
    for path in WRITTEN:
        name = path.relative_to(ROOT).as_posix()
        runs = [f for f in docs.FENCE.finditer(path.read_text(encoding="utf-8")) if f.group(1) == "console"]
        assert name in docs.PAGES or not runs, name


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(path: Path) -> None:
    text = docs.FENCE.sub("", path.read_text(encoding="utf-8"))
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", text)
    missing = [link for link in links if "://" not in link and not (path.parent / link).exists()]
    assert not missing


def test_every_option_of_a_verb_is_on_its_page() -> None:
    for verb in docs.VERBS:
        page = (ROOT / "docs" / f"{verb}.md").read_text(encoding="utf-8")
        parameters = app[verb].assemble_argument_collection()
        for argument in parameters:
            name = argument.name
            if name == "*":  # a group; its options come by themselves
                continue
            assert name.lstrip("-").upper() in page or name in page or argument.index is not None, f"{verb} {name}"


def test_the_card_names_every_setting() -> None:
    card = figures.card.read_text(encoding="utf-8")
    assert [f for f in figures.settings.__struct_fields__ if f"`{f}`" not in card] == []


def test_the_card_names_every_question_with_its_numbers() -> None:
    card = figures.card.read_text(encoding="utf-8")
    for asked in ROWS:
        paper = asked.template.wordings.texts["en"]["paper"][0].format(x="X", y="Y")
        row = f"| {asked.number} | {asked.id} | {asked.template.name} |"
        assert any(line.startswith(row) and paper in line for line in card.splitlines()), row


def test_the_card_tells_the_sizes_of_the_splits() -> None:
    card = figures.card.read_text(encoding="utf-8")
    assert all(f"| `{name}` | {split.images:,} |" in card for name, split in figures.splits.items())


def test_documents_name_the_version() -> None:
    from importlib.metadata import version

    assert f"## {version('eyechart')}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
