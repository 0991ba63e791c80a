"""What stands before every room: headers, same origin, how much and how often. Plain ASGI, so that bodies are streamed."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from fastapi import FastAPI
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eyechart.web.buckets import Buckets
from eyechart.web.site import Site

POLICY = "; ".join([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
])  # fmt: skip
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def guarded(app: FastAPI, site: Site) -> None:
    """Put the guards before an application; the last that is added sees a request first."""
    app.add_middleware(SizeGuard, most=site.upload)
    app.add_middleware(OriginGuard)
    app.add_middleware(RateGuard, rate=site.rate, burst=site.burst)
    app.add_middleware(HeaderGuard, secure=site.secure)


class HeaderGuard:
    """Every response says what a browser may do with it: no inline script, nothing from elsewhere."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = HEADERS | ({"Strict-Transport-Security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-store" if scope["method"] not in SAFE else "no-cache")
            await send(message)

        return await self.app(scope, receive, sent)


class OriginGuard:
    """What changes something comes from our own pages or from no page at all: browsers say where a request was made.

    `Sec-Fetch-Site` and `Origin` cannot be set by the script of another site, and programs send neither.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE and not _own(Headers(scope=scope)):
            return await refused(
                send, 403, "This request came from another site's page. Open the form here and send it again."
            )
        return await self.app(scope, receive, send)


def _own(headers: Headers) -> bool:
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None:
        return site in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


class SizeGuard:
    """So many bytes of a request and no more, whatever its Content-Length says."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app, self.most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        words = f"At most {self.most:,} bytes are taken in one request."
        said = Headers(scope=scope).get("content-length", "0")
        if not said.isdecimal() or int(said) > self.most:
            return await refused(send, 413, words)
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > self.most:
                raise HTTPException(413, words)  # whoever reads the body: the application answers with it
            return message

        return await self.app(scope, counted, send)


class RateGuard:
    """So many requests from one address and no more."""

    def __init__(self, app: ASGIApp, rate: float, burst: int) -> None:
        self.app, self.buckets = app, Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.buckets.take((scope.get("client") or ("",))[0]):
            return await refused(send, 429, "Too many requests. Wait a little.", {"Retry-After": "5"})
        return await self.app(scope, receive, send)


async def refused(send: Send, status: int, words: str, more: dict[str, str] | None = None) -> None:
    """Before any page is there: a line of JSON."""
    body = json.dumps({"detail": words}).encode()
    headers = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"} | (
        more or {}
    )
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
