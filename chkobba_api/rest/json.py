"""JSON as the only format of requests and answers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.conf import settings
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from chkobba_api.errors import DomainError
from chkobba_api.rest.language import as_text
from games.engine.malformed import malformed
from games.engine.messages import say

_ANYTHING: Final = ("", "*/*", "application/json")


class JSONOrNothing(DefaultContentNegotiation):
    """Content negotiation that answers in JSON at once if the client accepts anything, as almost all clients do."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and the type that it writes. Raises NotAcceptable."""
        if request.META.get("HTTP_ACCEPT", "") in _ANYTHING and not request.META.get("QUERY_STRING"):  # ?format=xml
            return renderers[0], str(renderers[0].media_type)
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen


def _number(text: str) -> int | float:
    """Return a number that has a point or an exponent. In JSON Schema ``3.0`` is an integer like ``3``."""
    number = float(text)
    if math.isinf(number):
        raise ValueError("Number out of range")
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


_DECODER: Final = msgspec.json.Decoder(float_hook=_number)


class JSONParser(BaseParser):
    """A parser of JSON objects.

    It is stricter than the usual parser: the text must be UTF-8 without lone surrogates, NaN is no number, depth and
    length are bounded. Each fault is a problem of the client, never a crash later on.
    """

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the object of a body.

        Raises DomainError ``unsupported_media_type``, ``too_large``, ``malformed_json``.
        """
        encoding = parser_context["request"].headers.get("Content-Encoding", "") if parser_context else ""
        if encoding.lower() not in ("", "identity"):
            raise DomainError("unsupported_media_type", say("refused.content_encoding"))
        body = stream.read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise DomainError("too_large", say("refused.bytes", bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
        try:
            data = _DECODER.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise DomainError("malformed_json", say("refused.no_json", error=malformed(str(error)))) from None
        if not isinstance(data, dict):
            raise DomainError("malformed_json", say("refused.no_object"))
        return data


class JSONRenderer(BaseRenderer):
    """A renderer of JSON: UTF-8, times as RFC 3339 in UTC, structs by their fields. A text is JSON already."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the bytes of an answer; none for None."""
        if data is None:
            return b""
        return data.encode() if isinstance(data, str) else to_json(data)


def to_json(data: Any) -> bytes:
    """Return data as JSON; messages in it are translated for the reader of the answer."""
    return msgspec.json.encode(data, enc_hook=as_text)
