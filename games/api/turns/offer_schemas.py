"""Schemas of offers: a pause, its end, an early end, an undo."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chkobba_api.rest.fields import Moment


class Pause(Struct, kw_only=True):
    """A pause that a player has offered, or that is running by agreement (`paused_at`)."""

    until: Moment
    """When the match resumes by itself. An offer expires then."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class PauseEndOffer(Struct, kw_only=True):
    """An offer to end the pause early."""

    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class PauseRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A pause that you offer."""

    until: Moment
    """When the match resumes: ten minutes to fourteen days from now."""


class EndOffer(Struct, kw_only=True):
    """An offer to end the match early."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the offer."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class EndOfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your offer to end the match early."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class UndoOffer(Struct, kw_only=True):
    """A player's request to undo their last move."""

    version: int
    """The version of the match after the move."""
    number: int
    """The number of the offer. Answers name it."""
    offered_by: int
    """The seat that made the move and asks for the undo."""
    agreed: list[int]
    """The seats that have agreed, including `offered_by`."""


class _Answer(Struct, kw_only=True, forbid_unknown_fields=True):
    """An answer to an offer."""

    accept: bool
    """True: you accept. False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """The `number` of the offer that you have read."""


class AnswerUndo(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an undo offer."""


class AnswerEnd(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the match early."""


class AnswerPause(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offered pause."""


class AnswerPauseEnd(_Answer, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the pause."""
