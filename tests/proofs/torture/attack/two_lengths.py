"""Hide a request in the body of another: Content-Length and Transfer-Encoding disagree about the end of the first."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tests.helpers.eventually import attempts, until
from tests.proofs.live.server import BIN, ROOT, UVICORN, free_port
from tests.proofs.torture.attack import Finding
from tests.proofs.torture.stack import Stack

HIDDEN: Final = b"GET /api/v1/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BOTH: Final = (
    b"POST /api/v1/players/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n%s" % (len(HIDDEN) + 5, HIDDEN)
)


def attack(stack: Stack) -> Iterator[Finding]:
    """Send both to gunicorn, and to a uvicorn like the one for long polls."""
    with uvicorn(stack) as port:
        for name, place in {"gunicorn": stack.port_of("web-0"), "uvicorn": port}.items():
            statuses = statuses_of(place)
            yield Finding(statuses == ["400"], f"{name}: two lengths are answered with {', '.join(statuses)} (one 400)")


@contextmanager
def uvicorn(stack: Stack) -> Iterator[int]:
    """Start a uvicorn beside the stack; yield its port."""
    port = free_port()
    program, *arguments = UVICORN.format(port=port).split()
    with (stack.folder / "uvicorn.log").open("ab") as log:
        process = subprocess.Popen(
            [str(BIN / program), *arguments], cwd=ROOT, env=stack.env, stdout=log, stderr=log, start_new_session=True
        )
    try:
        for _ in until(60, "uvicorn listens"):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except ConnectionRefusedError:
                if process.poll() is not None:
                    raise RuntimeError("uvicorn exited; see uvicorn.log") from None
                time.sleep(0.1)
        yield port
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def statuses_of(port: int) -> list[str]:
    """Return the statuses of all answers to the one request."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(BOTH)
        try:
            for _ in attempts(1_000, "the answers end"):
                if not (piece := line.recv(65_536)):
                    break
                said += piece
        except TimeoutError:
            pass  # the connection stays open, as after an accepted request
    return [answer[1:4].decode() for answer in said.split(b"HTTP/1.1")[1:]]
