"""Logging: one line for each event, as ``key=value`` to read, or as JSON to collect.

Lines contain ids, names of operations, numbers and fixed sentences. They do not contain bodies, queries and headers of
requests, local variables of tracebacks, or texts of unexpected errors. These could contain cards, seeds, tokens and
room codes. Room codes are searched for in queries. The text of an error may contain tokens, seeds and cards
(``KeyError: '7D'``; PostgreSQL shows the whole row that breaks a constraint). So a line names only the type of an error
and its places in the code. It shows only the texts of errors that are known to contain no values.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from smtplib import SMTPException
from traceback import format_tb
from types import TracebackType
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

# No line names its place in the code, so logging need not look for it ("Optimization" in Python's Logging HOWTO).
logging._srcfile = None
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False

# --- redaction --------------------------------------------------------------------------------------------------------

HARMLESS: Final = (
    AttributeError,
    ImportError,
    IndexError,
    InterfaceError,
    MemoryError,
    NameError,
    OperationalError,
    OSError,
    RecursionError,
    TypeError,
)
"""Errors whose texts are about code, files and connections, never about values."""

_PLAIN: Final = (int, float, UUID, type(None))
_QUERY: Final = re.compile(r"(?<=\S)\?[^\s\"'<>]+")
_BEFORE_CODES: Final = ("/join/", "/calendars/", "/mail/confirm/", "/mail/unsubscribe/")
_CODE: Final = re.compile(f"(?:{'|'.join(f'(?<={place})' for place in _BEFORE_CODES)})[^\\s\"'<>/]+")
_WITH_WORDS_OF_ERRORS: Final = {
    "asyncio": re.compile(r"\n.*", re.DOTALL),
    "celery.app.trace": re.compile(r"(?<=\]) ([^:]*):.*", re.DOTALL),
    "gunicorn.error": re.compile(r"(?<=Invalid request from) ip=([^ ]*): .*", re.DOTALL),
}
"""Loggers of libraries that write errors into their lines, with a pattern for the text of the error."""

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def error_text(error: BaseException) -> str:
    """Return the text of an error for the log."""
    name = type(error).__qualname__
    if isinstance(error, SMTPException):  # it is an OSError, and its text contains the receiver
        code = getattr(error, "smtp_code", None)
        return f"{name} {code}" if isinstance(code, int) else name
    if isinstance(error, HARMLESS):
        return f"{name}: {str(error).partition(chr(10))[0]}"
    if isinstance(error, DatabaseError):
        cause = error.__cause__
        state = getattr(cause, "sqlstate", None)
        constraint = getattr(getattr(cause, "diag", None), "constraint_name", None)
        return " ".join(part for part in (name, state, constraint) if part)
    return name


def traceback_of(error: BaseException) -> str:
    """Return the traceback of an error and of the errors that caused it."""
    parts = [
        "".join(
            [
                *format_tb(one.__traceback__),
                error_text(one),
                *(f"\n  {error_text(each)}" for each in getattr(one, "exceptions", ())),
            ]
        )
        for one in _chain(error)
    ]
    return "\n\n".join(reversed(parts))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def write_traceback(stream: Any, exc_info: ExcInfo) -> None:
    """Write a traceback; a formatter for structlog's console."""
    stream.write(traceback_of(exc_info[1]))


format_exception: Final = structlog.processors.ExceptionRenderer(lambda exc_info: traceback_of(exc_info[1]))
"""A processor that adds the same traceback to JSON."""


class Redaction(logging.Filter):
    """A filter that redacts errors used as the message or as an argument of a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the record, and let it pass."""
        if isinstance(record.msg, BaseException):
            record.msg = error_text(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(error_text(one) if isinstance(one, BaseException) else one for one in record.args)
        return True


def redact(logger: Any, method: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Remove queries, secrets in addresses, and all values that are not plain; a processor of structlog."""
    for name, value in list(line.items()):
        if name[0] == "_" or name == "exc_info":
            continue
        if isinstance(value, str):
            if "?" in value or any(place in value for place in _BEFORE_CODES):  # almost no line has them
                line[name] = _CODE.sub("…", _QUERY.sub("?…", value))
        elif not isinstance(value, _PLAIN):
            del line[name]
    if (words := _WITH_WORDS_OF_ERRORS.get(line.get("logger", ""))) and isinstance(line.get("event"), str):
        line["event"] = words.sub(lambda found: f" {found[1]}" if found.lastindex else "", line["event"]).strip()
    return line


# --- lines ------------------------------------------------------------------------------------------------------------


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
