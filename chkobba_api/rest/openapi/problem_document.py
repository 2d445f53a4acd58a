"""The published form of a problem document."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from chkobba_api.rest.fields import Moment
from chkobba_api.rest.openapi.components import REFERENCE


class ProblemDocument(msgspec.Struct, kw_only=True):
    """An error (RFC 9457). Clients decide by `code`; the fields after `detail` belong to some of the codes."""

    type: str
    """The link to the explanation of the code."""
    title: str
    """The meaning of the code, for people."""
    status: int
    """The HTTP status of the answer."""
    code: Annotated[str, msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="ProblemCode")})]
    """The code of the problem, for programs."""
    detail: str
    """The reason in this case, for people."""
    errors: dict[str, list[str]] | UnsetType = UNSET
    """With `invalid`: the faults of each field, for people. The key is the path of the field, as `control.seconds`."""
    retry_after: int | UnsetType = UNSET
    """With rate limits: the seconds after which to try again, as in the header `Retry-After`."""
    view: (
        Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": REFERENCE.format(name="MatchView")})]
        | UnsetType
    ) = UNSET
    """With `stale_version`, `turn_expired`, `paused`, `offer_changed`, and `terms_changed` unless you joined by room
    code: the match as you see it now."""
    version: int | UnsetType = UNSET
    """With `view`: the version of the match in `view`."""
    card: str | UnsetType = UNSET
    """With refused moves: the card that the problem is about."""
    cards: Any | UnsetType = UNSET
    """With `exposed_first`: the cards that you must play first. With `must_answer_draw`: the number of cards to
    draw."""
    captures: list[list[str]] | UnsetType = UNSET
    """With `must_capture` and `illegal_capture`: the captures that the card can make."""
    count: int | UnsetType = UNSET
    """With `captures`: the number of captures, if the list is not complete."""
    to_beat: str | UnsetType = UNSET
    """With `must_beat`: the reading of the highest combination."""
    readings: list[str] | UnsetType = UNSET
    """With `ambiguous_combination`: the possible readings of the cards."""
    scope: str | UnsetType = UNSET
    """With `insufficient_scope`: the scope that the token needs."""
    error: str | UnsetType = UNSET
    """With `bad_authorization`: the error code of OAuth."""
    option: str | UnsetType = UNSET
    """With `bad_option`: the option that is wrong."""
    most: int | UnsetType = UNSET
    """With `bad_option`: the highest value that this match allows."""
    seat: int | UnsetType = UNSET
    """With `not_your_turn` and `seat_taken`: the seat in question."""
    seats: Any | UnsetType = UNSET
    """With `bad_seats`: the numbers of players that the game allows. With `seats_open`: the free seats. With
    `terms_not_agreed`: the seats of players who have not agreed. With `no_such_seat`: the number of seats."""
    dealer: int | UnsetType = UNSET
    """With `bad_seats`: the dealer that is not one of the seats."""
    games: list[str] | UnsetType = UNSET
    """With `unknown_game`: the games that exist."""
    days_left: int | UnsetType = UNSET
    """With `too_few_vacation_days`: the number of days that you have left."""
    next_at: Moment | UnsetType = UNSET
    """With `offered_recently`: the time when you can make the same offer again."""
    after_move: bool | UnsetType = UNSET
    """With `offered_recently`: true if you can repeat the offer also after the next move of a player and a rest."""
    until: Moment | UnsetType = UNSET
    """With `on_vacation`: the end of the vacation. With `limited` and `suspended`: the end of the sanction."""
    reason: str | UnsetType = UNSET
    """With `limited` and `suspended`: the reason that the staff gives."""
    sanction: UUID | UnsetType = UNSET
    """With `limited` and `suspended`: the id of the sanction, for an appeal (`appealSanction`)."""
    levels: list[str] | UnsetType = UNSET
    """With `unknown_bot`: the levels that exist."""
    limit: int | UnsetType = UNSET
    """With too many of something (such as `too_many_matches`): the number that is allowed."""
    terms_version: int | UnsetType = UNSET
    """With `terms_changed`: the version of the present terms."""
    leaves_at: Moment | UnsetType = UNSET
    """With `deletion_scheduled`: the time when the server deletes your account."""
    seek: UUID | UnsetType = UNSET
    """With `already_seeking`: the id of your seek that wants the same."""
    match: UUID | UnsetType = UNSET
    """With `already_seated` by room code: the id of the match."""
    match_status: str | UnsetType = UNSET
    """With `not_in_lobby` and `not_running`: `status` of the match."""
    free_text: str | UnsetType = UNSET
    """The reason why free text is off: `not_agreed`, `off_for_you` or `off_for_others`, as in `listChatMessages`."""
    least: int | UnsetType = UNSET
    """The reliability that the match requires, in percent."""
    percent: int | UnsetType = UNSET
    """Your reliability, in percent."""
    substitute_wanted: bool | UnsetType = UNSET
    """With `not_in_lobby` by room code: true if the match offers a seat to a substitute."""
