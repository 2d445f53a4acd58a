"""Requests that happen once, however often they arrive: by their ``Idempotency-Key``.

What was done and its answer are written in one transaction, and the same request gets that answer again. A key belongs
to who sent it: a player, or nobody in particular. A refusal has changed nothing, so it is not kept.

Answers that hold a secret, which is shown once, are kept without it: the same request is told that all is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import wraps
from hashlib import sha256
from typing import Any, Final, Protocol

import msgspec
from django.db import transaction
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.json import to_json
from chkobba_api.rest.language import spoken
from chkobba_api.rest.problems import Problem
from chkobba_api.rest.views import invalid
from games.engine.messages import say

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
"""A header of answers that are given again."""
LONGEST: Final = 100
_KEPT_HEADERS: Final = ("ETag", "Location")


class Keeps(Enum):
    """What is kept of the answer to a request with a key."""

    ANSWER = "all of it"
    SECRET = "that it was given; it holds a secret"  # noqa: S105  (which it is not)
    BY_SERVICE = "all of it, by the service that does what is asked"


Given = tuple[int, Mapping[str, str], str]
"""An answer that was given: its status, headers, and body as JSON, empty where it held a secret."""


class Answers(Protocol):
    """Where answers are kept. ``player`` is None for requests of nobody in particular."""

    def earlier(self, player: Any, key: str, request: str) -> Given | None:
        """Return the first answer to a request.

        Raises Refusal ``idempotency_key_reused`` when its key stands for another one, ``told_once`` when the answer
        held a secret.
        """

    def keep(self, player: Any, key: str, request: str, given: Given) -> None:
        """Keep an answer. Raises IntegrityError when the key stands for another one."""


_answers: list[Answers] = []


def keep_answers_in(answers: Answers) -> None:
    """Keep answers there; said once, by the app that has a place for them."""
    _answers[:] = [answers]


def key_of(request: Request) -> str | None:
    """Return the key of a request, if it has one. Raises Problem ``invalid``."""
    key = request.headers.get(HEADER)
    if key is not None and not (1 <= len(key) <= LONGEST and key.isascii() and key.isprintable()):
        raise invalid(HEADER, say("invalid.idempotency_key"))
    return key


def digest_of(*asked: Any) -> str:
    """Return a digest of what was asked, to tell a repetition from another request."""
    return sha256(msgspec.json.encode(asked, order="sorted", enc_hook=str)).hexdigest()


def once(
    operation_id: str, keeps: Keeps, method: Callable[..., Response], *, reads_body: bool
) -> Callable[..., Response]:
    """Return a method of a view that does what it is asked once for each key."""

    @wraps(method)
    def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if key is None:
            return method(view, request, *args, **kwargs)
        (answers,) = _answers
        player = request.user or None
        if keeps is Keeps.BY_SERVICE:
            try:
                return method(view, request, *args, **kwargs)
            except Problem:  # so the service was not asked, which looks for the key itself
                answers.earlier(player, key, "")
                raise
        try:
            digest = digest_of(operation_id, kwargs, request.data if reads_body else None)
        except (APIException, Problem):  # it cannot be read, so it is no repetition
            answers.earlier(player, key, "")
            raise
        if earlier := answers.earlier(player, key, digest):
            return again(earlier)
        try:
            with transaction.atomic():
                answer = method(view, request, *args, **kwargs)
                answers.keep(player, key, digest, _given(answer, keeps))
            return answer
        except Exception:  # the same request may have been faster, whatever this one failed at then
            if earlier := answers.earlier(player, key, digest):
                return again(earlier)
            raise

    return post


def again(given: Given) -> Response:
    """Return an answer that was given before."""
    status, headers, body = given
    return Response(body, status, headers={**headers, REPLAYED: "true"})


def _given(answer: Response, keeps: Keeps) -> Given:
    """Return an answer as it is kept, which is to the byte what is sent now."""
    if keeps is Keeps.SECRET:
        return answer.status_code, {}, ""
    answer.data = to_json(answer.data).decode()
    headers = {name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers}
    return answer.status_code, {**headers, "Content-Language": spoken()}, answer.data
