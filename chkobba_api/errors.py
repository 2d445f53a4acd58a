"""The error of all services and views, and the table of all error codes.

A line of the table is all that a new code needs (docs/adding-an-error-code.md). The problem documents of the API, the
schema, docs/problems.md and the catalogues of sentences follow from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from games.engine.messages import Message, Text, say

Refusing = TypeVar("Refusing", bound=Callable[..., Any])


class Code:
    """An error code: its HTTP status, its title in English without a final period, and its fields."""

    def __init__(self, name: str, status: int, english: str, *fields: str) -> None:
        self.name = name
        self.status = status
        self.english = english
        self.fields = fields

    @property
    def title(self) -> Message:
        """The title, in the language of the reader."""
        return say(f"problem.{self.name}")


class DomainError(Exception):
    """Raised when an action is refused, with a stable ``code``, a message for people, and the ``fields`` of the code.

    The message is the title of the code unless the place where it is raised knows more.
    """

    def __init__(self, code: str, message: Text | None = None, **fields: Any) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = say("refused", title=CODES[code].title) if message is None else message
        self.fields = fields


def invalid(field: str, message: Text) -> DomainError:
    """Return the error for a value that is wrong, with the field of the request that holds it."""
    return DomainError("invalid", say("invalid", field=field, message=message), errors={field: [message]})


def never_raises(*errors: str | type[Exception]) -> Callable[[Refusing], Refusing]:
    """Declare that these codes, or classes of errors, do not leave a function, though the code in it names them.

    The schema has the codes that ``chkobba_api.rest.openapi.refusals`` finds in the code. It cannot see that a caller
    has excluded a case.
    """

    def declared(function: Refusing) -> Refusing:
        function.never_raises = errors  # type: ignore[attr-defined]
        return function

    return declared


CODES: Final[dict[str, Code]] = {
    code.name: code
    for code in (
        # every operation
        Code("invalid", 400, "Some fields are missing or wrong; `errors` names them", "errors"),
        Code("malformed_json", 400, "The request is not a JSON object"),
        Code("unauthenticated", 401, "You need a valid token"),
        Code("forbidden", 403, "You may not do this"),
        Code("https_needed", 403, "Use `https://` here, and replace a token that you sent without it"),
        Code("insufficient_scope", 403, "This token does not have the needed permission: `scope`", "scope"),
        Code("suspended", 403, "You are banned: `until`", "reason", "sanction", "until"),
        Code("not_found", 404, "It does not exist, or you may not see it"),
        Code("wrong_code", 404, "This code does not exist"),
        Code("method_not_allowed", 405, "This method is not allowed here"),
        Code("not_acceptable", 406, "Answers are available only as JSON"),
        Code("secret_already_shown", 409, "This was done before; its answer had a secret that is shown only once"),
        Code("too_large", 413, "The request is too large"),
        Code("unsupported_media_type", 415, "Requests must be JSON"),
        Code("idempotency_key_reused", 422, "This idempotency key was used for another request"),
        Code("throttled", 429, "Too many requests; `Retry-After` says when to try again", "retry_after"),
        Code("too_many_wrong_codes", 429, "Too many wrong codes; `Retry-After` says when to try again", "retry_after"),
        Code("internal", 500, "The server made a mistake; it was logged"),
        Code("unavailable", 503, "The server is not available at the moment", "checks"),
        # accounts
        Code("recent_login_needed", 403, "Log in again first: your last login on this device was too long ago"),
        Code("too_many_devices", 409, "You cannot sign in on more devices than `limit`", "limit"),
        Code("too_many_programs", 409, "You cannot have more program keys than `limit`", "limit"),
        Code("player_merged", 409, "This guest account was merged into another account"),
        Code("name_taken", 409, "Another player or club has this name, or one that looks like it"),
        Code("name_reserved", 409, "You cannot have this name: it looks like that of a bot or of the staff"),
        Code("staff_account", 403, "Staff log in, and change their name and password, in the admin"),
        Code("bad_authorization", 400, "A program asks for access in an invalid or unsafe way", "error"),
        Code("second_factor_needed", 403, "A second factor is needed, too"),
        Code("wrong_second_factor", 403, "The second factor is wrong, or was used already"),
        Code("wrong_login", 403, "The name or the password is wrong"),
        Code("wrong_password", 403, "This is not your current password"),
        Code(
            "current_password_needed",
            403,
            "Enter your current password, or log in again: the last login must be within fifteen minutes",
        ),
        Code("no_name", 409, "A password needs a name: claim one first"),
        Code("login_method_unavailable", 409, "This server does not offer this way to log in"),
        Code(
            "too_many_wrong_logins",
            429,
            "Too many wrong passwords; `Retry-After` says when to try again",
            "retry_after",
        ),
        Code("too_many_login_addresses", 409, "You cannot have more login addresses than `limit`", "limit"),
        Code(
            "wrong_passkey",
            403,
            "The passkey was not accepted: it is unknown, was added before, or the request has expired or was used",
        ),
        Code("too_many_passkeys", 409, "You cannot have more passkeys than `limit`", "limit"),
        Code("no_second_factor", 409, "You have not set up a second factor"),
        # the rules of games, and match records
        Code("bad_record", 422, "This is not a match record"),
        Code("bad_deck", 422, "A deck is not the game's cards, or there are too few or too many"),
        Code(
            "bad_reshuffle", 422, "A reshuffle does not hold the cards to be shuffled, or there are too few or too many"
        ),
        Code("round_unfinished", 422, "A round begins before the one before it has ended"),
        Code("bad_seats", 400, "The game does not allow this number of seats", "dealer", "seats"),
        Code("bad_option", 400, "The game does not have this option, or the value is not allowed", "most", "option"),
        Code("match_over", 409, "The match is over"),
        Code("round_over", 409, "The round is over"),
        Code("not_your_turn", 409, "It is not your turn", "seat"),
        Code("unknown_move", 422, "This move does not exist, or is not possible now"),
        Code("card_not_in_hand", 422, "The card is not in your hand"),
        Code("exposed_first", 422, "You must play the cards that you announced first", "cards"),
        Code(
            "must_capture",
            422,
            "This card can capture, so it must; `captures` lists how: 20 at the most, of `count`",
            "captures",
            "card",
            "count",
        ),
        Code(
            "illegal_capture",
            422,
            "The card cannot capture these cards; `captures` lists what it can: 20 at the most, of `count`",
            "captures",
            "card",
            "count",
        ),
        Code("cannot_pass", 422, "You cannot pass now"),
        Code("already_drawn", 422, "After a draw, only the card just drawn may be played", "card"),
        Code("must_play", 422, "A card can be discarded, so it must be"),
        Code("must_answer_draw", 422, "Only a sekunda or a transparent sexta answers a pending draw", "cards"),
        Code("card_does_not_fit", 422, "The card, or this call, may not be discarded now", "card"),
        Code("cannot_stick", 422, "No other card can be discarded on this prima"),
        Code("bet_too_late", 422, "You can bet only before your first card, and before a player is out"),
        Code("already_bet", 422, "One bet a round"),
        Code("not_a_combination", 422, "The cards are no such combination"),
        Code("must_beat", 422, "The cards do not beat the highest combination of the trick", "to_beat"),
        Code(
            "ambiguous_combination",
            422,
            "The cards can be read in several ways; `readings` lists them, `as` chooses",
            "readings",
        ),
        # matches, players and clubs
        Code("unknown_game", 400, "This game does not exist", "games"),
        Code("unknown_bot", 400, "This level of bots does not exist", "levels"),
        Code("bot_cannot_play", 400, "This level of bots does not play the game", "levels"),
        Code("no_such_seat", 400, "This seat does not exist", "seats"),
        Code("no_such_step", 400, "The match has no such version: `version` is its last", "version"),
        Code("not_seated", 403, "You do not play in this match"),
        Code("not_creator", 403, "Only the creator of the match may do this"),
        Code("rules_gone", 410, "The server no longer has the rules of this match"),
        Code("not_in_lobby", 409, "The match has started, or was cancelled", "match_status"),
        Code("not_running", 409, "The match is not being played", "match_status"),
        Code("not_finished", 409, "The match is not over"),
        Code("already_seated", 409, "You have already joined this match", "match"),
        Code("seat_given_to_bot", 409, "The staff has given your seat to a bot"),
        Code("paused", 409, "The match is paused; `view` has the current match", "version", "view"),
        Code("seats_sealed", 409, "The seats are sealed until all seeds are revealed and the cards are dealt"),
        Code("not_sealed", 409, "Wait to reveal your seed until the seats are sealed"),
        Code("wrong_seed", 422, "This is not the seed that you have committed to"),
        Code("already_resigned", 409, "You have resigned"),
        Code("seat_taken", 409, "The seat is taken", "seat"),
        Code("match_full", 409, "All seats are taken"),
        Code("seats_open", 409, "The match cannot start while seats are free", "seats"),
        Code(
            "terms_changed",
            409,
            "The creator has changed the terms; `view` has the current match, if you can see it",
            "terms_version",
            "version",
            "view",
        ),
        Code("terms_not_agreed", 409, "Players at `seats` have not agreed to the changed terms", "seats"),
        Code("stale_version", 409, "The match has changed; `view` has the current match", "version", "view"),
        Code(
            "turn_expired",
            409,
            "Your time is up and the server moves for you; `view` has the current match",
            "version",
            "view",
        ),
        Code("version_required", 428, "Send the version that the move answers, by `expected_version` or `If-Match`"),
        Code("seat_on_autopilot", 409, "A bot plays for you"),
        Code("pause_offered", 409, "A player already offers a pause"),
        Code("no_pause_offered", 409, "There is no offer of a pause that you can answer or withdraw"),
        Code("not_paused", 409, "The match is not paused"),
        Code("pause_end_offered", 409, "A player already offers to end the pause"),
        Code("no_pause_end_offered", 409, "No player offers to end the pause"),
        Code("end_offered", 409, "A player already offers to end the match"),
        Code("no_end_offered", 409, "There is no offer to end the match that you can answer or withdraw"),
        Code("undo_offered", 409, "A player already asks for a takeback"),
        Code("no_undo_offered", 409, "There is no takeback request that you can answer or withdraw"),
        Code(
            "offer_changed", 409, "Another offer has replaced this one; `view` has the current match", "version", "view"
        ),
        Code(
            "offered_recently",
            409,
            "You offered this a moment ago, or in this turn; "
            "you can again at `next_at`, or after the next move where `after_move` says so",
            "after_move",
            "next_at",
        ),
        Code("too_often_here", 409, "You cannot do this more often in this match than `limit`", "limit"),
        Code("undo_not_allowed", 409, "This match does not allow takebacks"),
        Code("nothing_to_undo", 409, "You cannot take back the last move"),
        Code("card_revealed", 409, "A card has been seen since: the move stands"),
        Code("hints_not_allowed", 409, "This match does not allow hints"),
        Code("no_one_to_agree", 409, "You play only against bots, which cannot agree to the end"),
        Code("no_substitute_wanted", 409, "This seat is not open to you"),
        Code("seat_lost", 409, "You had a seat in this match, and a substitute has taken it"),
        Code("on_vacation", 409, "You are on vacation", "until"),
        Code("deletion_scheduled", 409, "Your account will be deleted soon: `leaves_at`", "leaves_at"),
        Code("same_player", 409, "This is your own account"),
        Code("not_a_guest", 409, "The other account is not a guest account"),
        Code("both_at_a_match", 409, "Both accounts play in the same running match", "match"),
        Code("already_played", 409, "You have already joined a match: it is too late to become a bot account"),
        Code("bots_not_allowed", 409, "Bot accounts cannot join this match"),
        Code("not_rated", 409, "You do not play rated matches: turn them on in your profile"),
        Code("not_reliable_enough", 409, "Your reliability is too low for this match", "least", "percent"),
        Code("rated_without_bots", 409, "No bots play in a rated match"),
        Code("not_on_vacation", 409, "You are not on vacation"),
        Code("too_few_vacation_days", 409, "You do not have enough vacation days left", "days_left"),
        Code("too_many_matches", 409, "You cannot join more open matches or lobbies than `limit`", "limit"),
        Code("too_many_bots", 409, "You cannot have more bots in your open matches than `limit`", "limit"),
        Code(
            "too_many_at_address",
            409,
            "Your internet address cannot have more open matches, or bots in them, than `limit`",
            "limit",
        ),
        Code("too_many_seeds", 409, "You cannot add more seeds in this match than `limit`", "limit"),
        Code("too_many_reports", 409, "You cannot have more unanswered reports than `limit`", "limit"),
        Code("too_many_analyses", 409, "You have analysed too many matches today", "limit"),
        Code("too_many_seeks", 409, "You cannot have more open searches than `limit`", "limit"),
        Code("already_seeking", 409, "You already search for the same: `seek`", "seek"),
        Code("swap_refused", 409, "Your request for this seat was declined"),
        Code("already_invited", 409, "The player was invited to this match before"),
        Code("not_invitable", 409, "You cannot invite this player to this match"),
        Code("too_many_invitations", 409, "There cannot be more open invitations than `limit`", "limit"),
        Code("no_offer", 409, "There is no offer that you can answer"),
        Code("too_many_offers", 409, "This invitation cannot have more offers than `limit`", "limit"),
        Code("chat_closed", 409, "The chat of this match is closed, and its messages are deleted"),
        Code("free_text_off", 409, "You cannot write free text here now: `free_text` says why", "free_text"),
        Code("already_reacted", 409, "You have reacted like that to this step already"),
        Code("too_many_messages", 409, "You cannot write more messages in this match than `limit`", "limit"),
        Code("too_many_mutes", 409, "You cannot mute more players than `limit`", "limit"),
        Code("join_refused", 409, "You cannot join this match"),
        Code("too_many_follows", 409, "You cannot follow more players than `limit`", "limit"),
        Code("too_many_blocks", 409, "You cannot block more players than `limit`", "limit"),
        Code("not_a_member", 403, "You or the other player are not a member of the club"),
        Code("not_organizer", 403, "Only organizers of the club may do this"),
        Code("not_a_founder", 403, "Only the staff of this server can create clubs"),
        Code("kid_mode", 403, "A player in kid mode cannot send free text"),
        Code("banned", 409, "The organizers have banned you from this club", "reason"),
        Code("club_full", 409, "The club has no room for more members", "limit"),
        Code("muted_in_club", 409, "An organizer has muted you in this club", "until"),
        Code("last_organizer", 409, "A club needs an organizer: appoint another one first"),
        Code("chosen_by_club", 409, "The club decides this; you cannot change it"),
        Code("too_many_clubs", 409, "You cannot join or organize more clubs", "limit"),
        Code("too_many_presets", 409, "The club cannot have more presets", "limit"),
        Code("too_many_club_matches", 409, "The club cannot have more open matches", "limit"),
        Code("too_many_channels", 409, "You cannot have more channels than `limit`", "limit"),
        Code("channel_not_offered", 409, "This server does not offer this kind of channel"),
        Code("already_confirmed", 409, "The address is confirmed already"),
        Code("not_confirmed", 409, "The address is not confirmed yet; open the link in the email"),
        Code("limited", 403, "A limit from the staff forbids this: `until`", "reason", "sanction", "until"),
        Code("already_appealed", 409, "You have appealed already"),
        Code(
            "too_many_creations",
            429,
            "Too many new matches from one player or address; see `Retry-After`",
            "retry_after",
        ),
        # actions of the staff, in the admin
        Code("already_over", 409, "The match is over", "match_status"),
        Code("no_deadline", 409, "No clock is running that you could extend"),
        Code("not_a_players_seat", 409, "No player plays at this seat", "seat"),
        Code("seat_not_given_to_bot", 409, "The seat was not given to a bot"),
        Code("on_autopilot", 409, "The seat is on autopilot"),
        Code("report_closed", 409, "The report is closed already"),
        Code("sanction_over", 409, "It is over already"),
        Code("no_appeal", 409, "No appeal waits for an answer"),
    )
}
"""All error codes, by name."""

OUTSIDE_THE_SCHEMA: Final = {"https_needed"}
"""Codes of requests that reach no operation. The schema describes what operations answer; docs/problems.md has all."""


def by_status() -> list[Code]:
    """Return all error codes, sorted by status and name."""
    return sorted(CODES.values(), key=lambda code: (code.status, code.name))
