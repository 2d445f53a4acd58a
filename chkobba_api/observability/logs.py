"""Logging: one line for each event, as ``key=value`` to read, or as JSON to collect.

Lines contain ids, names of operations, numbers and fixed sentences. They do not contain bodies, queries and headers of
requests, local variables of tracebacks, or texts of unexpected errors. These could contain cards, seeds, tokens and
room codes (``redaction``).
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
import structlog

from chkobba_api.observability.redaction import Redaction, format_exception, redact, write_traceback

# No line names its place in the code, so logging need not look for it ("Optimization" in Python's Logging HOWTO).
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def to_json(line: Any, **options: Any) -> str:
    """Return a line as JSON; values without a JSON type become text."""
    return msgspec.json.encode(line, enc_hook=str).decode()


_COMMON: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
]
"""The processors of every line, from this project and from libraries."""


class Formatter(structlog.stdlib.ProcessorFormatter):
    """A formatter of lines. It does not prepare the project's own lines again, since each request has one."""

    def __init__(self, shown: list[Any], before: list[Any]) -> None:
        meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        super().__init__(foreign_pre_chain=before, processors=[meta, *shown])
        self.shown = shown

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        if not isinstance(record.msg, dict):
            return super().format(record)
        line: Any = record.msg.copy()  # other handlers may need the original
        for step in self.shown:
            line = step(None, record.levelname, line)
        return str(line)


def configure(*, level: str, as_json: bool, colours: bool) -> dict[str, Any]:
    """Set structlog up; return Django's LOGGING, which sends all lines the same way."""
    if as_json:
        time = structlog.processors.TimeStamper(fmt="iso", utc=True)
        shown: list[Any] = [format_exception, structlog.processors.JSONRenderer(to_json)]
    else:
        time = structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False)
        shown = [structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=write_traceback, pad_event_to=0)]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.stdlib.PositionalArgumentsFormatter(),
            *_COMMON,
            time,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    of_libraries = [*_COMMON, structlog.stdlib.ExtraAdder(), time]
    formatter = {"()": Formatter, "shown": [redact, *shown], "before": of_libraries}
    as_all_do: dict[str, Any] = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"redaction": {"()": Redaction}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["redaction"]}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": as_all_do,
            "django.request": {"level": "ERROR"},  # request_log has logged a refused request already
            "uvicorn": as_all_do,
            "uvicorn.error": {"level": "WARNING"},
            "uvicorn.access": {**as_all_do, "level": "WARNING"},  # contains the query of each request
            "gunicorn.error": as_all_do,
            "gunicorn.access": as_all_do,
            "celery": {"level": "WARNING"},
            "celery.apps.worker": {"level": "INFO"},  # says when the worker is ready
            "kombu": {"level": "ERROR"},
            "django.db.backends": {"level": "INFO"},  # contains statements with their values
            "httpcore": {"level": "WARNING"},  # contains headers
            "httpx": {"level": "WARNING"},  # contains the webhook's address in each line, which may be a secret
            "oauthlib": {"level": "WARNING"},  # contains codes
            "django_structlog": {"level": "WARNING"},  # a line at the start and the end of each task
        },
    }
