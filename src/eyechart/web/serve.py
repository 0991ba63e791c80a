"""Open the site: tables brought up to date, rooms opened, requests answered until it is told to stop."""

from __future__ import annotations

import uvicorn

from eyechart.web.app import create_app
from eyechart.web.site import Site


def serve(site: Site, host: str = "127.0.0.1", port: int = 8000, proxy: str = "") -> None:
    """Answer requests until stopped. `proxy` is the address of one whose word on where people come from is taken."""
    uvicorn.run(
        create_app(site),
        host=host,
        port=port,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        timeout_graceful_shutdown=5,
    )
