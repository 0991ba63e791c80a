"""An S3 server of this machine to test against, in a process of its own: `with s3() as bucket: … f"s3://{bucket}/name"`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SERVE = """
import sys, time
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print("listens", *server.get_host_and_port(), flush=True)
sys.stdin.read()
"""
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}


@contextmanager
def s3(bucket: str = "exams") -> Iterator[str]:
    """A bucket on it, and the environment by which everybody finds it. It ends when its standard input does."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        before = dict(os.environ)
        try:
            said = next(line for line in server.stdout if line.startswith("listens")).split()
            os.environ.update(KEYS, AWS_ENDPOINT_URL=f"http://{said[1]}:{said[2]}")
            from pyarrow.fs import FileSystem

            FileSystem.from_uri(f"s3://{bucket}?allow_bucket_creation=true")[0].create_dir(bucket)
            yield bucket
        finally:
            os.environ.clear()
            os.environ.update(before)
            server.stdin.close()
