"""The types of the reasons that the staff give in an event."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, UnsetType

Reason = Annotated[str, Meta(description="The reason of the staff, in plain words; empty if the players agreed on it.")]
ReasonOfStaff = Annotated[
    str | UnsetType, Meta(description="The reason of the staff, in plain words; left out if the staff did not do it.")
]
