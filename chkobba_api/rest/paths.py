"""Converters of path parameters of the API."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter
from django.urls.converters import UUIDConverter


class AnyCaseUUID(UUIDConverter):
    """A path parameter for an id, in either case (RFC 9562, section 4): Swift writes it in upper case."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")


class DayConverter:
    """A path parameter for a day, in ISO 8601."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the day. Raises ValueError for 30 February, so the address is not found."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Return the day as text for an address."""
        return value.isoformat()


register_converter(AnyCaseUUID, "id")
register_converter(DayConverter, "day")
