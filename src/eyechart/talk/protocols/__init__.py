"""The protocols that endpoints speak, one file each; each is a record of `talk/protocol.py`."""

from __future__ import annotations

from collections.abc import Mapping

from eyechart.talk.protocol import Protocol
from eyechart.talk.protocols.anthropic import ANTHROPIC
from eyechart.talk.protocols.google import GOOGLE
from eyechart.talk.protocols.openai import OPENAI

PROTOCOLS: Mapping[str, Protocol] = {protocol.name: protocol for protocol in (OPENAI, ANTHROPIC, GOOGLE)}
