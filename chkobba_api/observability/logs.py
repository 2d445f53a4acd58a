"""How the server logs: a line for each happening, as ``key=value`` to read, or as JSON to collect.

What is logged are ids, names of operations, numbers and sentences of ours. Bodies, queries and headers of requests are
not, and neither are local variables of a traceback, nor the words of errors that nobody foresaw: cards, seeds, tokens
and room codes are in those (``redaction``).
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec
import structlog

from chkobba_api.observability.redaction import Redaction, format_exception, redact, write_traceback

# No line says where in the code it comes from, so nobody has to look ("Optimization" in Python's Logging HOWTO).
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def to_json(line: Any, **options: Any) -> str:
    """Return a line as JSON; what is no JSON type becomes its text."""
    return msgspec.json.encode(line, enc_hook=str).decode()


_COMMON: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
]
"""What every line gets, whether it comes from us or from a library."""


class Formatter(structlog.stdlib.ProcessorFormatter):
    """Writes lines; one of ours without preparing it once more, since each request has one."""

    def __init__(self, shown: list[Any], before: list[Any]) -> None:
        meta = structlog.stdlib.ProcessorFormatter.remove_processors_meta
        super().__init__(foreign_pre_chain=before, processors=[meta, *shown])
        self.shown = shown

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        if not isinstance(record.msg, dict):
            return super().format(record)
        line: Any = record.msg.copy()  # which others may want, too
        for step in self.shown:
            line = step(None, record.levelname, line)
        return str(line)


def configure(*, level: str, as_json: bool, colours: bool) -> dict[str, Any]:
    """Set structlog up, and return Django's LOGGING that sends everything the same way."""
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
            "django.request": {"level": "ERROR"},  # a refused request has its line already
            "uvicorn": as_all_do,
            "uvicorn.error": {"level": "WARNING"},
            "uvicorn.access": {**as_all_do, "level": "WARNING"},  # has the query of each request in it
            "gunicorn.error": as_all_do,
            "gunicorn.access": as_all_do,
            "celery": {"level": "WARNING"},
            "celery.apps.worker": {"level": "INFO"},  # says when it is ready
            "kombu": {"level": "ERROR"},
            "django.db.backends": {"level": "INFO"},  # has statements with their values
            "httpcore": {"level": "WARNING"},  # has headers
            "httpx": {"level": "WARNING"},  # has the address of the webhook in each line, which may be a secret
            "oauthlib": {"level": "WARNING"},  # has codes
            "django_structlog": {"level": "WARNING"},  # a line for each task that comes and goes
        },
    }
