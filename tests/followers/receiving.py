"""A receiver of the host's webhook that really listens."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from typing import Any

SECRET = "whsec_" + "Y2hrb2JiYS1jaGtvYmJhLWNoa29iYmE="


@contextmanager
def told_by(settings: Any, server: ThreadingHTTPServer) -> Iterator[None]:
    """Let the server under test tell everything to another one, which listens meanwhile."""
    settings.WEBHOOK_URL, settings.WEBHOOK_SECRET = f"http://127.0.0.1:{server.server_port}/", SECRET
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield
    server.shutdown()
    server.server_close()
    thread.join()
