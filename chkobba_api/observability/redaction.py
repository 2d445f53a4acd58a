"""Redaction of log lines: no queries, no secrets in addresses, no texts of unexpected errors.

Room codes are searched for in queries. The text of an error may contain tokens, seeds and cards (``KeyError: '7D'``;
PostgreSQL shows the whole row that breaks a constraint). So the log names only the type of an error and its places in
the code. It shows only the texts of errors that are known to contain no values.
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

import structlog
from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

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
