"""What stands in addresses of the API."""

from __future__ import annotations

from datetime import date

from django.urls import register_converter
from django.urls.converters import UUIDConverter


class AnyCaseUUID(UUIDConverter):
    """An id in either case (RFC 9562, section 4): Swift writes it in capitals."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")


class DayConverter:
    """A day of the calendar, as ISO 8601 writes it."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Return the day. Raises ValueError for 30 February, so that the address leads nowhere."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """Write a day as it stands in an address."""
        return value.isoformat()


register_converter(AnyCaseUUID, "id")
register_converter(DayConverter, "day")
