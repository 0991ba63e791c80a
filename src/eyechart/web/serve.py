"""Open the site: tables brought up to date, rooms opened, requests answered until it is told to stop."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from eyechart.errors import EyechartError
from eyechart.web.app import create_app
from eyechart.web.site import Site

# Seconds that a silent connection is kept: longer than proxies do (60), or a request may come just as we hang up.
PATIENCE = 75
ENOUGH = 2048  # people who wait to be let in


def serve(
    site: Site,
    host: str = "127.0.0.1",
    port: int = 8000,
    proxy: str = "",
    tell: Callable[[str], None] = lambda address: None,
) -> None:
    """Answer requests until stopped. `proxy` is the address of one whose word on where people come from is taken.

    With port 0 the system chooses one; `tell` is told the address once requests are answered there.
    """
    try:
        door = socket.create_server((host, port), backlog=ENOUGH)
    except OSError as error:
        raise EyechartError(f"{host}:{port} cannot be listened at: {error.strerror}. Choose another --port.") from error
    with door:
        app = create_app(site)
        tell(f"http://{host}:{door.getsockname()[1]}")
        config = uvicorn.Config(
            app,
            log_level="warning",
            server_header=False,
            proxy_headers=bool(proxy),
            forwarded_allow_ips=proxy or None,
            timeout_graceful_shutdown=5,
            timeout_keep_alive=PATIENCE,
            backlog=ENOUGH,
        )
        uvicorn.Server(config).run(sockets=[door])
