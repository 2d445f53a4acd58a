"""Schemas of the events of invitations and of their counter-offers."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import Struct


class MatchInvitedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invited"):
    """The creator invited a player, and the seat is reserved for them."""

    type: Literal["invited"]
    to: UUID
    """The id of the invited player."""


class MatchInvitationDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_declined"):
    """A player declined the invitation: the seat is no longer reserved."""

    type: Literal["invitation_declined"]
    to: UUID
    """The player who made the declined invitation."""


class MatchInvitationWithdrawnEvent(Struct, kw_only=True, tag_field="shape", tag="match_invitation_withdrawn"):
    """The creator withdrew an invitation: the seat is no longer reserved."""

    type: Literal["invitation_withdrawn"]
    to: UUID
    """The id of the invited player."""


class MatchTermsOfferedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_offered"):
    """The invited player or the creator made a counter-offer. Only these two see it, in `listInvitations`."""

    type: Literal["terms_offered"]
    to: UUID
    """The player who receives the counter-offer."""


class MatchTermsDeclinedEvent(Struct, kw_only=True, tag_field="shape", tag="match_terms_declined"):
    """A counter-offer was declined or withdrawn. The invitation stays open."""

    type: Literal["terms_declined"]
    to: UUID
    """The other player of the invitation."""
