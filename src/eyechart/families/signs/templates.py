"""The templates: a role of a kind of sign, with what each language asks for it; `{it}` is the entry."""

from __future__ import annotations

from eyechart.core import Need, Template
from eyechart.families.signs.kind import Kind
from eyechart.families.signs.kinds import KINDS
from eyechart.phrasing import wordings

BOTH: tuple[Need, ...] = ("question", "picture")


def template_name(kind: str, role: str) -> str:
    return f"{kind}: {role}"


def _template(name: str, kind: Kind, role: str) -> Template:
    texts = wordings(**{language: words.heads[role] for language, words in kind.words.items()})
    return Template(template_name(name, role), texts, kind.needs.get(role, BOTH), form="fill-in")


TEMPLATES: dict[str, Template] = {
    template_name(name, role): _template(name, kind, role)
    for name, kind in KINDS.items()
    for role in (*(kind.asked or kind.roles), *kind.heading)
}
