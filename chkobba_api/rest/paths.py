"""What stands in addresses of the API."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import UUIDConverter


class AnyCaseUUID(UUIDConverter):
    """An id in either case (RFC 9562, section 4): Swift writes it in capitals."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")


register_converter(AnyCaseUUID, "id")
