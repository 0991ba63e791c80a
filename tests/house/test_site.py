"""The documentation as a site: it builds strictly, holds every page, and refers to nobody else's host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import site_of_docs as site
from reference import reference


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "site"
    site.build(out)
    return out


def test_every_page_is_built(built: Path) -> None:
    names = {name.replace(".md", ".html") for name in site.pages().values()}
    assert names - {path.name for path in built.glob("*.html")} == set()


def test_no_page_refers_to_another_host(built: Path) -> None:
    for path in [*built.glob("*.html"), *built.rglob("*.css")]:
        found = re.findall(r"""(?:src|href|action)=["'](?:https?:)?//[^"']+|url\(["']?(?:https?:)?//[^)]+|@import[^;]+""",
                           path.read_text(encoding="utf-8"))  # fmt: skip
        assert found == [], path.name


def test_fences_are_code_and_not_words(built: Path) -> None:
    """A fence with more than its language beside it is none to the builder: `python run` would stand in the text."""
    assert "```" not in (built / "generate.html").read_text(encoding="utf-8")


def test_the_search_finds_what_a_page_says(built: Path) -> None:
    assert "Holm" in (built / "search.json").read_text(encoding="utf-8")


def test_the_menu_names_every_page() -> None:
    assert site.left_out(site.menu()) == []


def test_a_page_that_the_menu_leaves_out_is_seen() -> None:
    parts = {part: {name: page for name, page in links.items() if page != "score.md"}
             for part, links in site.menu().items()}  # fmt: skip
    assert site.left_out(parts) == ["score.md"]


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, "docs/show.md", "see [this](score.md#no-such-place)")
    with pytest.raises(SystemExit, match="anchor does not exist"):
        site.build(tmp_path / "site")


def test_a_link_to_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("see [that](gone.py)")
    with pytest.raises(SystemExit, match="links to gone.py, which is not there"):
        site.staged(str(tmp_path / "a.md"))


def test_a_link_beyond_the_pages_is_named(tmp_path: Path) -> None:
    assert "protocol.py (`src/eyechart/talk/protocol.py`)" in site.staged("docs/endpoint.md")


def test_the_reference_is_what_the_docstrings_say() -> None:
    page = (site.DOCS / "api.md").read_text(encoding="utf-8")
    assert reference() in page, "Type: python scripts/refresh_docs.py"


def plant(monkeypatch: pytest.MonkeyPatch, path: str, words: str) -> None:
    """Let one page end with these words."""
    as_it_is = site.staged
    monkeypatch.setattr(site, "staged", lambda one: as_it_is(one) + (f"\n\n{words}\n" if one == path else ""))
