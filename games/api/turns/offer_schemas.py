"""Schemas of offers: a pause, its end, an early end, an undo."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chkobba_api.rest.schema import Moment


class Pause(Struct, kw_only=True):
    """A pause that is offered, or goes on by agreement (`paused_at`)."""

    until: Moment
    """When the match goes on by itself; an offer lapses then."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class PauseEndOffer(Struct, kw_only=True):
    """An early end of the pause that a player has offered."""

    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class PauseRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A pause that you offer."""

    until: Moment
    """When the match shall go on: from ten minutes to fourteen days ahead."""


class EndOffer(Struct, kw_only=True):
    """An end of the match that is offered."""

    how: Literal["as_it_stands", "no_result"]
    """With the places that follow from the score so far, or without a result."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has offered it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class EndOfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """An end of the match that you offer."""

    how: Literal["as_it_stands", "no_result"]
    """With the places that follow from the score so far, or without a result."""


class UndoOffer(Struct, kw_only=True):
    """A move that its player asks to take back."""

    version: int
    """The version of the match that the move led to."""
    number: int
    """The number of the offer, which answers name."""
    offered_by: int
    """The seat that has moved, and asks for it."""
    agreed: list[int]
    """The seats that have agreed to it."""


class AnswerUndo(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an undo offer."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerEnd(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you say to an end that is offered."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerPause(Struct, kw_only=True, forbid_unknown_fields=True):
    """What you say to a pause that is offered."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""


class AnswerPauseEnd(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your answer to an offer to end the pause."""

    accept: bool
    """False: you decline."""
    offer: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    """`number` of the offer that you have read."""
