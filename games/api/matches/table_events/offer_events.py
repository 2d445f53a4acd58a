"""Schemas of the events of offers: a pause, its early end, and an early end of the match."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from chkobba_api.rest.fields import Moment


class MatchPauseOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_offered"):
    """A player offers the others a pause."""

    type: Literal["pause_offered"]
    until: Moment
    """When the match would resume."""


class MatchPauseAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_accepted"):
    """A player accepts the offered pause."""

    type: Literal["pause_accepted"]


class MatchPauseDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_declined"):
    """A player declines the offered pause."""

    type: Literal["pause_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchPauseWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_withdrawn"):
    """A player withdraws their offer of a pause."""

    type: Literal["pause_withdrawn"]


class MatchPauseEndOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_offered"):
    """A player offers the others to end the pause at once."""

    type: Literal["pause_end_offered"]


class MatchPauseEndAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_accepted"):
    """A player agrees to end the pause at once."""

    type: Literal["pause_end_accepted"]


class MatchPauseEndDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_declined"):
    """A player declines to end the pause: it goes on."""

    type: Literal["pause_end_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchPauseEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_pause_end_withdrawn"):
    """A player withdraws their offer to end the pause."""

    type: Literal["pause_end_withdrawn"]


class MatchEndOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_offered"):
    """A player offers the others to end the match now."""

    type: Literal["end_offered"]
    how: Literal["as_it_stands", "no_result"]
    """`as_it_stands`: with the places that follow from the score so far. `no_result`: without a result."""


class MatchEndAcceptedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_accepted"):
    """A player accepts the early end of the match."""

    type: Literal["end_accepted"]


class MatchEndDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_declined"):
    """A player declines the early end of the match."""

    type: Literal["end_declined"]
    offered_by: int
    """The seat that made the offer."""


class MatchEndWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_end_withdrawn"):
    """A player withdraws their offer to end the match."""

    type: Literal["end_withdrawn"]
