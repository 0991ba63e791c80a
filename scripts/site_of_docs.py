"""The documentation as a site: docs/*.md as they are, with a menu, a search, and nothing that is fetched from elsewhere.

    python scripts/site_of_docs.py OUT

The menu is the table of docs/README.md, so that a forge and the site show the same one. Pages are copied before they are
built: there a fence keeps its language alone, a card becomes a page, and what a link leads to beyond the pages is named
instead of linked. Broken links and pages that the menu leaves out end it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
ROW = re.compile(r"^\| ([^|]+) \| (.*\]\(.*) \|$", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
# Files beside docs/ that are pages too, and the part of the menu they stand in.
BESIDE = {
    **{f"src/eyechart/families/{path.parent.name}/{path.name}": "Cards"
       for path in sorted(ROOT.glob("src/eyechart/families/*/[A-Z]*.md"))},
    "ARCHITECTURE.md": "The project",
    "CHANGELOG.md": "The project",
}  # fmt: skip
Menu = dict[str, dict[str, str]]


def copied(path: str) -> str:
    """Under which name a file is copied: README.md of docs is the first page, a card carries its family's name."""
    if path == "docs/README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return Path(path).name.lower() if "/" not in path else f"{Path(path).parent.name}-{Path(path).name.lower()}"


def pages() -> dict[str, str]:
    """Every page by its path in the repository, with the name of its copy."""
    paths = [path.relative_to(ROOT).as_posix() for path in sorted(DOCS.glob("*.md"))]
    return {path: copied(path) for path in (*paths, *BESIDE)}


def menu() -> Menu:
    """The parts and pages of the table of docs/README.md, and the pages beside docs/."""
    text = (DOCS / "README.md").read_text(encoding="utf-8")
    parts: Menu = {"": {"Pages": "index.md"}}
    for part, links in ROW.findall(text):
        parts[part[0].upper() + part[1:]] = {name: page for name, page in LINK.findall(links) if "#" not in page}
    for path, part in BESIDE.items():
        name = Path(path).stem.capitalize() if "/" not in path else copied(path).removesuffix(".md").replace("-", ", ")
        parts.setdefault(part, {})[name] = copied(path)
    return parts


def left_out(parts: Menu) -> list[str]:
    """Pages that the menu does not name."""
    named = {page for links in parts.values() for page in links.values()}
    return sorted(set(pages().values()) - named)


def staged(path: str) -> str:
    """A page as it is built: links to pages by their new names, other links as words, fences with their language alone."""
    known, here = pages(), (ROOT / path).parent

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        file, hash_, anchor = target.partition("#")
        if not file:
            return found.group(0)
        at = (here / file).resolve()
        inside = at.relative_to(ROOT).as_posix() if at.is_relative_to(ROOT) else file
        if inside in known:
            return f"[{words}]({known[inside]}{hash_}{anchor})"
        if not at.exists():
            raise SystemExit(f"{path} links to {target}, which is not there.")
        return f"`{inside}`" if inside == words.strip("`") else f"{words} (`{inside}`)"

    text, parts, last = (ROOT / path).read_text(encoding="utf-8"), [], 0
    for fence in FENCED.finditer(text):
        parts += [LINK.sub(link, text[last : fence.start()]), re.sub(r"^```(\w+)[^\n]*", r"```\1", fence.group(0))]
        last = fence.end()
    return "".join([*parts, LINK.sub(link, text[last:])])


def settings(parts: Menu) -> str:
    """What the builder is told, in its TOML: strings of JSON are strings of TOML."""
    quoted = json.dumps
    sections = []
    for part, links in parts.items():
        inside = ", ".join(f"{{{quoted(name)} = {quoted(page)}}}" for name, page in links.items())
        sections.append(inside if not part else f"{{{quoted(part)} = [{inside}]}}")
    return f"""[project]
site_name = "eyechart"
site_description = "The eye test for vision-language models"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
nav = [{", ".join(sections)}]

[project.theme]
variant = "classic"
font = false
features = ["navigation.sections", "search.highlight", "content.code.copy", "toc.follow"]
palette = [
    {{ media = "(prefers-color-scheme: light)", scheme = "default", toggle.icon = "lucide/moon", toggle.name = "Dark" }},
    {{ media = "(prefers-color-scheme: dark)", scheme = "slate", toggle.icon = "lucide/sun", toggle.name = "Light" }},
]

[project.extra]
generator = false

[project.plugins.search]

[project.markdown_extensions]
tables = {{}}
admonition = {{}}
toc = {{ permalink = true }}
pymdownx = {{ highlight = {{}}, superfences = {{}} }}
"""


def build(out: Path) -> str:
    """Write the site to a folder. Returns what the builder said."""
    parts = menu()
    if missing := left_out(parts):
        raise SystemExit(f"Not in the table of docs/README.md: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as temporary:
        stage = Path(temporary) / "docs"
        shutil.copytree(DOCS / "pictures", stage / "pictures")
        for path, name in pages().items():
            (stage / name).write_text(staged(path), encoding="utf-8")
        told = Path(temporary) / "zensical.toml"
        told.write_text(settings(parts), encoding="utf-8")
        line = [sys.executable, "-m", "zensical", "build", "--strict", "--config-file", str(told)]
        done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=temporary)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(Path(temporary) / "site", out)
    return done.stdout


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    print(build(folder))
    print(f"{len(pages())} pages: {(folder / 'index.html').resolve()}")
