"""Types of fields that the structs of all topics share."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its offset, as RFC 3339."""
