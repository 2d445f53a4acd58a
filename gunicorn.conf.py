"""gunicorn's settings for the API; it reads this file by itself. Every one can be given in the environment."""

import gc
import multiprocessing
import os
from itertools import count
from typing import Any

from gunicorn.util import close_graceful

os.environ.setdefault("DATABASE_POOL", "0")
os.environ.setdefault("DATABASE_MAX_AGE", "3600")
"""A worker keeps one connection, since it has one thread: that is cheaper than a pool."""

wsgi_app = "chkobba_api.wsgi"
bind = os.environ.get("BIND", "127.0.0.1:8000")
workers = int(os.environ.get("WEB_CONCURRENCY", 2 * multiprocessing.cpu_count()))
worker_class = "sync"
"""A request takes milliseconds of work: threads would only take turns."""
preload_app = True
"""Workers share the memory of the code."""
timeout = 30
graceful_timeout = 20
"""Seconds in which requests that are under way are answered before a worker ends; none takes that long."""
max_requests = 20_000
max_requests_jitter = 2_000
forwarded_allow_ips = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108  (heartbeats: never on a slow disk)


def pre_fork(server: Any, worker: Any) -> None:
    """Give a new worker the lowest free place."""
    taken = {other.place for other in server.WORKERS.values()}
    worker.place = next(place for place in count() if place not in taken)


def post_fork(server: Any, worker: Any) -> None:
    """Store the metrics of a worker in the files of the worker that it replaces."""
    from chkobba_api.observability import metrics  # noqa: PLC0415  (after Django)

    metrics.count_on(worker.place)


def post_request(worker: Any, request: Any, environ: dict[str, Any], response: Any) -> None:
    """Close the line when the client has done so, sent 4 MB more or taken 5 s: by itself gunicorn waits for 64 KB.

    A line that is closed with something unread is reset, and whoever is still sending never sees the answer.
    """
    if line := environ.get("gunicorn.socket"):
        close_graceful(line, timeout=5, max_drain=4 * 1024 * 1024)


def when_ready(server: Any) -> None:
    """Read the schema once for all workers.

    Keep the collector away from what was loaded: it would copy, page by page, the memory that workers share.
    """
    from chkobba_api.rest.openapi.document import read_documents  # noqa: PLC0415  (after Django)

    read_documents()
    gc.collect()
    gc.freeze()
