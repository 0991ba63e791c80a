"""The server of a rehearsal alone: `python -m eyechart.talk.mock --port 8001`."""

from __future__ import annotations

import argparse
import asyncio

from msgspec import structs

from eyechart.talk.mock.server import COUNTERPARTS, Faults, Server


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m eyechart.talk.mock",
        description="A server to rehearse against: a model without eyes that answers by lot, in every protocol.",
    )
    parser.add_argument("--port", type=int, default=0, help="of 127.0.0.1; a free one unless given")
    parser.add_argument("--protocol", choices=COUNTERPARTS, help="speak only this one")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before each reply")
    for field in structs.fields(Faults):
        parser.add_argument(f"--{field.name}", type=float, default=0.0, metavar="SHARE", help="of the requests")
    said = vars(parser.parse_args())
    faults = Faults(**{field.name: said[field.name] for field in structs.fields(Faults)})
    spoken = {name: one for name, one in COUNTERPARTS.items() if said["protocol"] in (None, name)}
    asyncio.run(_serve(Server(faults=faults, delay=said["delay"], protocols=spoken), said["port"]))


async def _serve(server: Server, port: int) -> None:
    listening = await server.start(port)
    for name in server.protocols:
        print(f"{name}:mock --base-url {server.url(name)}", flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    main()
