"""Idempotent requests: a request with an ``Idempotency-Key`` takes effect once, however often it arrives.

One transaction stores the effect and the answer, and a repeated request gets that answer again. A key belongs to its
sender: a player, or the address of a client without a token. A refusal has no effect, so it is not stored.

An answer with a secret that is shown only once is stored without it: a repeated request gets an error that says so. An
operation that takes a password or a login code has no keys. The stored digest of its request would be a fast way to
test guesses, and a key would distinguish a right guess from a wrong one without being counted.

Keys are counted by player and by address. Long answers that are stored for them count more.
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

from chkobba_api.errors import DomainError, invalid
from chkobba_api.rest.addresses import address_of
from chkobba_api.rest.json import to_json
from chkobba_api.rest.language import spoken
from chkobba_api.rest.limits.throttling import Budget
from games.engine.messages import say

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
"""The header of answers that are sent again."""
LONGEST: Final = 100
PART: Final = 2_000
"""Characters of a stored answer that are charged like one more key."""
_KEPT_HEADERS: Final = ("ETag", "Location")


class ResponseStorage(Enum):
    """The part of an answer that is stored for a request with a key."""

    ANSWER = "the whole answer"
    SECRET = "only the fact that it was sent; it holds a secret"  # noqa: S105  (it is no secret)
    BY_SERVICE = "the whole answer, by the service that handles the request"
    NOTHING = "nothing: the operation accepts no keys"


StoredResponse = tuple[int, Mapping[str, str], str]
"""A stored answer: its status, its headers, and its body as JSON; the body is empty if it had a secret."""


class Answers(Protocol):
    """The store of answers. Without a token, ``player`` is None and ``key`` holds a digest of the address."""

    def earlier(self, player: Any, key: str, request: str) -> StoredResponse | None:
        """Return the first answer to a request.

        Raises DomainError ``idempotency_key_reused`` if another request used the key, ``secret_already_shown`` if the
        answer had a secret.
        """

    def keep(self, player: Any, key: str, request: str, given: StoredResponse) -> None:
        """Store an answer. Raises IntegrityError if another request used the key."""


_answers: list[Answers] = []


def keep_answers_in(answers: Answers) -> None:
    """Set the store of answers. The app that has the table calls this once."""
    _answers[:] = [answers]


def key_of(request: Request) -> str | None:
    """Return the key of a request, or None without one. Raises DomainError ``invalid``."""
    key = request.headers.get(HEADER)
    if key is not None and not (1 <= len(key) <= LONGEST and key.isascii() and key.isprintable()):
        raise invalid(HEADER, say("invalid.idempotency_key"))
    return key


def charge(request: Request, *, parts: int = 1, refuse: bool = True) -> None:
    """Charge the storage for a key to player and address. Raises Throttled if it is too much and ``refuse`` is true."""
    if not parts:
        return
    counted = {"keys_address": address_of(request)} | ({"keys": str(request.user.pk)} if request.user else {})
    for scope, name in counted.items():
        left, wait = Budget(scope).spend(name, parts)
        if left < 0 and refuse:
            raise Throttled(wait)


def digest_of(*asked: Any) -> str:
    """Return a digest of a request, which distinguishes a repeated request from another one."""
    return sha256(msgspec.json.encode(asked, order="sorted", enc_hook=str)).hexdigest()


def once(
    operation_id: str, keeps: ResponseStorage, method: Callable[..., Response], *, reads_body: bool
) -> Callable[..., Response]:
    """Return a method of a view that takes effect once for each key."""

    @wraps(method)
    def post(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = key_of(request)
        if key is None:
            return method(view, request, *args, **kwargs)
        charge(request)
        (answers,) = _answers
        player, key = request.user or None, key if request.user else digest_of(address_of(request), key)
        if keeps is ResponseStorage.BY_SERVICE:
            try:
                answer = method(view, request, *args, **kwargs)
                charge(request, parts=len(answer.data) // PART, refuse=False)
                return answer
            except DomainError:  # the service, which looks for the key itself, was not called
                answers.earlier(player, key, "")
                raise
        try:
            digest = digest_of(operation_id, kwargs, request.data if reads_body else None)
        except (APIException, DomainError):  # the request is unreadable, so it repeats none
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
        except Exception:  # the same request may have been faster, whatever error this one got
            if earlier := answers.earlier(player, key, digest):
                return again(earlier)
            raise

    return post


def again(given: StoredResponse) -> Response:
    """Return a stored answer as a response."""
    status, headers, body = given
    return Response(body, status, headers={**headers, REPLAYED: "true"})


def _given(answer: Response, keeps: ResponseStorage) -> StoredResponse:
    """Return an answer as it is stored: the same bytes that are sent now."""
    if keeps is ResponseStorage.SECRET:
        return answer.status_code, {}, ""
    answer.data = to_json(answer.data).decode()
    headers = {name: answer.headers[name] for name in _KEPT_HEADERS if name in answer.headers}
    return answer.status_code, {**headers, "Content-Language": spoken()}, answer.data
