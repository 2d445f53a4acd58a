"""Schemas of requests about offers: a pause, its end, an early end, an undo."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from chkobba_api.rest.fields import Moment


class PauseRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """A pause that you offer."""

    until: Moment
    """When the match resumes: ten minutes to fourteen days from now."""


class EndOfferRequest(Struct, kw_only=True, forbid_unknown_fields=True):
    """Your offer to end the match early."""

    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class _Answer(Struct, kw_only=True, forbid_unknown_fields=True):
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
