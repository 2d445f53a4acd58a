"""Refusals of the rules and of the services, as problems."""

from __future__ import annotations

from typing import Final

from chkobba_api.rest.problems import TRANSLATIONS, Kind, Problem, register
from games.engine.violations import RuleViolation
from games.log import NoRules, Stale
from games.services.refusals import Refusal

RECORDS: Final = {
    "bad_record": Kind(422, "This is no match record"),
    "bad_deck": Kind(422, "A deck is not the game's cards, or there are too few or too many"),
    "bad_reshuffle": Kind(422, "A reshuffle does not hold the cards to be shuffled, or there are too few or too many"),
    "round_unfinished": Kind(422, "A round begins before the one before it has ended"),
}
"""Codes that only the replay of a record gives."""

RULES: Final = {
    "bad_seats": Kind(400, "The game is not for so many seats"),
    "bad_option": Kind(400, "The game lacks this option, or it cannot take this value"),
    "match_over": Kind(409, "The match is over"),
    "round_over": Kind(409, "The round is over"),
    "not_your_turn": Kind(409, "Another seat is to act"),
    "unknown_move": Kind(422, "The game has no such move, or not now"),
    "card_not_in_hand": Kind(422, "The card is not in your hand"),
    "exposed_first": Kind(422, "Cards that you announced must be played first"),
    "must_capture": Kind(422, "This card can capture, so it must; `captures` lists how: 20 at the most, of `count`"),
    "illegal_capture": Kind(
        422, "The card cannot capture these cards; `captures` lists what it can: 20 at the most, of `count`"
    ),
    "cannot_pass": Kind(422, "There is nothing to pass on now"),
    "already_drawn": Kind(422, "After a draw, only the card just drawn may be played"),
    "must_play": Kind(422, "A card can be discarded, so it must be"),
    "must_answer_draw": Kind(422, "Only a sekunda or a transparent sexta answers a pending draw"),
    "card_does_not_fit": Kind(422, "The card, or this call, may not be discarded now"),
    "cannot_stick": Kind(422, "No other card can be discarded on this prima"),
    "bet_too_late": Kind(422, "A bet comes before your first card, and before anybody is out"),
    "already_bet": Kind(422, "One bet a round"),
    "not_a_combination": Kind(422, "The cards are no such combination"),
    "must_beat": Kind(422, "The cards do not beat the highest combination of the trick"),
    "ambiguous_combination": Kind(422, "The cards can be read in several ways; `readings` lists them, `as` chooses"),
}
"""The codes of the rules (docs/records.md)."""

TABLES: Final = {
    "unknown_game": Kind(400, "The catalogue has no such game"),
    "unknown_bot": Kind(400, "There is no such level of bots"),
    "no_such_seat": Kind(400, "The table has no such seat"),
    "wrong_code": Kind(404, "No match has this room code"),
    "not_seated": Kind(403, "You do not sit at this table"),
    "not_creator": Kind(403, "Only who made the match may do this"),
    "rules_gone": Kind(410, "The server no longer has the rules of this match"),
    "not_in_lobby": Kind(409, "The match has started, or was cancelled"),
    "not_running": Kind(409, "The match is not being played"),
    "not_finished": Kind(409, "The match is not over"),
    "already_seated": Kind(409, "You sit at this table already"),
    "given_to_bot": Kind(409, "The staff of the server has given your seat to a bot"),
    "paused": Kind(409, "The staff of the server has paused the match; `view` is how it is now"),
    "seats_sealed": Kind(409, "The seats are sealed until all seeds are told and the cards are dealt"),
    "not_sealed": Kind(409, "A seed that you committed to is told when the seats are sealed, and not before"),
    "wrong_seed": Kind(422, "This is not the seed that you have committed to"),
    "already_resigned": Kind(409, "You have resigned"),
    "seat_taken": Kind(409, "The seat is taken"),
    "match_full": Kind(409, "Every seat is taken"),
    "seats_open": Kind(409, "The match cannot start while seats are free"),
    "stale_version": Kind(409, "The match has gone on; `view` is how it is now"),
    "turn_expired": Kind(409, "Your time is up and the clock plays for you; `view` is how it is now"),
    "idempotency_key_reused": Kind(422, "This idempotency key was used for another request"),
    "version_required": Kind(428, "A move names the version that it answers, by `expected_version` or `If-Match`"),
    "too_many_matches": Kind(409, "You sit at as many open matches, or lobbies, as anybody may: `limit`"),
    "too_many_bots": Kind(409, "At the open matches that you made there are as many bots as there may be: `limit`"),
    "too_many_creations": Kind(429, "Too many new matches of one player or address; see `Retry-After`"),
    "too_many_wrong_codes": Kind(429, "Too many wrong room codes; `Retry-After` says when to try again"),
}
"""The codes of the services and of the API itself."""

STAFF: Final = {
    "already_over": Kind(409, "The match is over"),
    "no_deadline": Kind(409, "No time runs that could be extended"),
    "not_paused": Kind(409, "The match is not paused"),
    "not_a_players_seat": Kind(409, "No player plays at this seat"),
    "not_given_to_bot": Kind(409, "The seat was not given to a bot"),
    "on_autopilot": Kind(409, "The seat is on autopilot"),
}
"""The codes of what the staff alone can do, in the admin."""


def translate(error: Exception) -> Problem | None:
    """Return a refusal as a problem, or None for another error."""
    if isinstance(error, Refusal | RuleViolation):
        return Problem(error.code, error.message, **error.fields)
    if isinstance(error, NoRules):
        return Problem("rules_gone", f"This server no longer has the rules: {error}.")
    if isinstance(error, Stale):
        return Problem("stale_version", "Something else happened at the same moment; please look again.")
    return None


register(RECORDS)
register(RULES)
register(TABLES)
register(STAFF)
TRANSLATIONS.append(translate)
