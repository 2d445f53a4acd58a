"""Requests that happen once, however often they arrive: by their ``Idempotency-Key``.

What was done and its answer are written in one transaction, and the same request gets that answer again. A key belongs
to who sent it: a player, or the address of a client that is nobody. A refusal has changed nothing, so it is not kept.

Answers that hold a secret, which is shown once, are kept without it: the same request is told that all is done. An
operation that takes a password, or a code that lets somebody in, has no keys: the digest of its request would be a
quick way to try others, and the key would tell a right one from a wrong one without being counted.

Keys are counted by player and by address, also by how long the answers are that are kept for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import wraps
from hashlib import sha256
from typing import Any, Final, Protocol

import msgspec
from django.db import transaction
from rest_framework.exceptions import APIException, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.json import to_json
from chkobba_api.rest.language import spoken
from chkobba_api.rest.problems import Problem
from chkobba_api.rest.throttling import Budget
from chkobba_api.rest.views import invalid
from games.engine.messages import say

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
"""A header of answers that are given again."""
LONGEST: Final = 100
PART: Final = 2_000
"""Letters of an answer that are counted as one more key."""
_KEPT_HEADERS: Final = ("ETag", "Location")


class ResponseStorage(Enum):
    """What is kept of the answer to a request with a key."""

    ANSWER = "all of it"
    SECRET = "that it was given; it holds a secret"  # noqa: S105  (which it is not)
    BY_SERVICE = "all of it, by the service that does what is asked"
    NOTHING = "nothing: it has no keys"


StoredResponse = tuple[int, Mapping[str, str], str]
"""An answer that was given: its status, headers, and body as JSON, empty where it held a secret."""


class Answers(Protocol):
    """The store of answers. Without a token, ``player`` is None and ``key`` holds a digest of the address."""

    def earlier(self, player: Any, key: str, request: str) -> StoredResponse | None:
        """Return the first answer to a request.

        Raises Refusal ``idempotency_key_reused`` when its key stands for another one, ``secret_already_shown`` when the
        answer held a secret.
        """

    def keep(self, player: Any, key: str, request: str, given: StoredResponse) -> None:
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


def space_of(request: Request, key: str) -> str:
    """Return a key as it is kept: of a client that is nobody, a digest of it and the address."""
    return key if request.user else digest_of(address_of(request), key)


def charge(request: Request, *, parts: int = 1, refuse: bool = True) -> None:
    """Count what is kept for a key by player and address. Raises Throttled, if it may, where there is too much."""
    if not parts:
        return
    counted = {"keys_address": address_of(request)} | ({"keys": str(request.user.pk)} if request.user else {})
    for scope, name in counted.items():
        left, wait = Budget(scope).spend(name, parts)
        if left < 0 and refuse:
            raise Throttled(wait)


def digest_of(*asked: Any) -> str:
    """Return a digest of what was asked, to tell a repetition from another request."""
    return sha256(msgspec.json.encode(asked, order="sorted", enc_hook=str)).hexdigest()


def once(
    operation_id: str, keeps: ResponseStorage, method: Callable[..., Response], *, reads_body: bool
) -> Callable[..., Response]:
    """Return a method of a view that does what it is asked once for each key."""

    @wraps(method)
    def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if key is None:
            return method(view, request, *args, **kwargs)
        charge(request)
        (answers,) = _answers
        player, key = request.user or None, space_of(request, key)
        if keeps is ResponseStorage.BY_SERVICE:
            try:
                answer = method(view, request, *args, **kwargs)
                charge(request, parts=len(answer.data) // PART, refuse=False)
                return answer
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
                given = _given(answer, keeps)
                answers.keep(player, key, digest, given)
            charge(request, parts=len(given[2]) // PART, refuse=False)
            return answer
        except Exception:  # the same request may have been faster, whatever this one failed at then
            if earlier := answers.earlier(player, key, digest):
                return again(earlier)
            raise

    return post


def again(given: StoredResponse) -> Response:
    """Return an answer that was given before."""
    status, headers, body = given
    return Response(body, status, headers={**headers, REPLAYED: "true"})


def _given(answer: Response, keeps: ResponseStorage) -> StoredResponse:
    """Return an answer as it is kept, which is to the byte what is sent now."""
    if keeps is ResponseStorage.SECRET:
        return answer.status_code, {}, ""
    answer.data = to_json(answer.data).decode()
    headers = {name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers}
    return answer.status_code, {**headers, "Content-Language": spoken()}, answer.data
