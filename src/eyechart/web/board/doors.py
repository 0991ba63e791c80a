"""Who comes in: a program by its token, a browser by its session; and how often one may try."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException

from eyechart.web.board.people import Person, holder, in_session
from eyechart.web.buckets import Buckets
from eyechart.web.database import Database
from eyechart.web.site import Site

COOKIE = "session"
TRIES = Buckets(rate=1 / 30, burst=10)  # wrong tokens from one address: ten, then two a minute
NOT_YOU = "That is no token of this site. Organisers give them out: eyechart admit NAME"


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def database_of(request: Request) -> Database:
    database: Database = request.app.state.database
    return database


AtSite = Annotated[Site, Depends(site_of)]
Data = Annotated[Database, Depends(database_of)]
_bearer = HTTPBearer(auto_error=False, description="a token that `eyechart admit` printed")


def checked(request: Request, database: Database, token: str) -> Person:
    """Whose token it is; who guesses is slowed down."""
    address = request.client.host if request.client else ""
    if TRIES.empty(address):
        raise HTTPException(429, "Too many wrong tokens. Wait a minute.", {"Retry-After": "60"})
    found = holder(database, token)
    if found is None:
        TRIES.take(address)
        raise HTTPException(401, NOT_YOU, {"WWW-Authenticate": "Bearer"})
    return found


def bearer(
    request: Request, database: Data, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> Person:
    """Of the API: cookies do not count there, so that no page can act for who looks at it."""
    if given is None:
        raise HTTPException(401, "Send a token: Authorization: Bearer TOKEN", {"WWW-Authenticate": "Bearer"})
    return checked(request, database, given.credentials)


def visitor(request: Request, database: Data) -> Person | None:
    """Who is signed in in this browser; templates know it as `person`."""
    secret = request.cookies.get(COOKIE, "")
    request.state.person = in_session(database, secret) if secret else None
    found: Person | None = request.state.person
    return found


def signed_in(person: Annotated[Person | None, Depends(visitor)]) -> Person:
    if person is None:
        raise HTTPException(401, "Sign in first.")
    return person


def organiser(person: Annotated[Person, Depends(signed_in)]) -> Person:
    if not person.organiser:
        raise HTTPException(403, "This page is the organisers'.")
    return person


class KnownFirst(APIRoute):
    """For uploads: who it is, is asked before any of the body is read, so that nobody else fills our disk."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def known_first(request: Request) -> Response:
            await run_in_threadpool(_known, request)
            return await handle(request)

        return known_first


def _known(request: Request) -> None:
    database = database_of(request)
    if not request.url.path.startswith("/api/"):
        signed_in(visitor(request, database))
        return
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    given = HTTPAuthorizationCredentials(scheme=kind, credentials=token) if kind.lower() == "bearer" else None
    bearer(request, database, given)


Caller = Annotated[Person, Depends(bearer)]
Visitor = Annotated[Person | None, Depends(visitor)]
SignedIn = Annotated[Person, Depends(signed_in)]
Organiser = Annotated[Person, Depends(organiser)]
