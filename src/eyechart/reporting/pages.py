"""HTML pages: the one Jinja environment, its filters, and how a page gets to disk whole."""

from __future__ import annotations

import gzip
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from eyechart.reporting.lettering import chinese_font
from eyechart.reporting.numerals import interval, percent, points, thousands
from eyechart.store.atomic import write_atomic

TEMPLATES = Path(__file__).parent / "templates"


def write_page(template: str, out: str | Path, **data: Any) -> Path:
    """Fill a template and put the page there in one go: who has the old one open keeps it."""
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(path, environment().get_template(template).render(data).encode())
    return path


@cache
def environment() -> Environment:
    """Whatever a template shows is escaped, and a name that it misspells is an error."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "percent": percent,
        "points": points,
        "thousands": thousands,
        "interval": interval,
        "as_json": as_json,
        "link": link,
        "chinese_font": chinese_font,
    }
    made.globals |= {"source": source, "policy": policy}
    return made


def link(where: Mapping[str, str]) -> str:
    """To what a page's search finds: #family=figures&outcome=unparsed"""
    return "#" + urlencode(where, safe="/", quote_via=quote)


def as_json(data: object) -> Markup:
    """For a script element, in which nothing is unescaped: no tag may begin inside it."""
    return Markup(msgspec.json.encode(data).decode().replace("<", "\\u003c"))


def packed(data: object) -> str:
    """Data for a page's script, a fifth as long as they are: JSON through gzip, in letters that no page takes for its own."""
    return b64encode(gzip.compress(msgspec.json.encode(data), mtime=0)).decode()


def source(name: str) -> Markup:
    """A file beside the templates, as it is: our own style or script."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def policy(style: str, script: str = "") -> str:
    """What a page may do: show what is inside it, by these very styles and this very script, and fetch nothing."""
    allowed = {
        "default-src": "'none'",
        "img-src": "data:",
        "font-src": "data:",
        "style-src": _hashed(style),
        "script-src": _hashed(script) if script else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{what} {whence}" for what, whence in allowed.items())


def _hashed(block: str) -> str:
    return f"'sha256-{b64encode(sha256(block.encode()).digest()).decode()}'"
