"""Who somebody is, without knowing who: ids are kept as keyed hashes; links, codes and invitations come of the same key.

SITE/secrets/studies.key   32 random bytes; without them no hash can be tried against a list of ids
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from hmac import compare_digest, digest
from pathlib import Path
from secrets import token_bytes, token_hex

from msgspec import Struct

from eyechart.errors import EyechartError

LINK, MTURK, PROLIFIC = "link", "mturk", "prolific"
PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"  # what Mechanical Turk sends before somebody has accepted
TOKEN = re.compile(r"([0-9a-f]{16})([0-9a-f]{32})")
INVITATION = re.compile(r"([0-9a-f]{16})([0-9a-f]{16})")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another


class Arrival(Struct, frozen=True):
    """Somebody at the door: who sent them, the id they came with, and the assignment or session that they came by."""

    source: str
    id: str
    session: str = ""


class Keys:
    """What only this site can make."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of(cls, home: Path) -> Keys:
        path = home / "secrets" / "studies.key"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.parent.chmod(0o700)
            part = path.with_name(f".{path.name}.{token_hex(4)}")
            part.touch(0o600)
            part.write_bytes(token_bytes(32))
            try:
                os.link(part, path)  # of two that make it at once, one stands
            except FileExistsError:
                pass
            finally:
                part.unlink()
        return cls(path.read_bytes())

    def made(self, *parts: str) -> bytes:
        return digest(self._secret, "\0".join(parts).encode(), sha256)

    def person(self, study: str, source: str, id: str) -> bytes:
        return self.made("person", study, source, id)

    def session(self, study: str, arrival: Arrival) -> bytes:
        return self.made("session", study, arrival.source, arrival.id, arrival.session)

    def token(self, sitting: str) -> str:
        """The secret part of a sitting's link follows from the open one: nobody has to store it."""
        return sitting + self.made("sitting", sitting).hex()[:32]

    def sitting(self, token: str) -> str | None:
        """Which sitting a link is of; None if it was not made here."""
        read = TOKEN.fullmatch(token)
        good = compare_digest(self.token(read[1] if read else "0" * 16), token if read else "0" * 48)
        return read[1] if read and good else None

    def code(self, sitting: str) -> str:
        """What somebody hands in who is through."""
        return "".join(LETTERS[byte % len(LETTERS)] for byte in self.made("code", sitting)[:8])

    def invitation(self, study: str, pilot: bool = False) -> str:
        own = token_hex(8)
        return own + self._signed(study, own, pilot)

    def invited(self, study: str, invitation: str, pilot: bool) -> Arrival:
        read = INVITATION.fullmatch(invitation)
        if read is None or not compare_digest(self._signed(study, read[1], pilot), read[2]):
            raise EyechartError("This invitation is not of this study. Open the link that you were sent, all of it.")
        return Arrival(LINK, read[1])

    def door(self, study: str, source: str, pilot: bool = False) -> str:
        """What the link has that a recruiter is given: who only guesses the address has it not."""
        return self.made("door", study, source, str(pilot)).hex()[:16]

    def opens(self, key: str, study: str, source: str, pilot: bool) -> bool:
        return compare_digest(self.door(study, source, pilot), key if key.isascii() else "")

    def _signed(self, study: str, own: str, pilot: bool) -> str:
        return self.made("invitation", study, own, str(pilot)).hex()[:16]
