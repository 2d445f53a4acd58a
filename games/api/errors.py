"""Error codes of the rules and services, and their translation to problem documents."""

from __future__ import annotations

from typing import Final

from chkobba_api.rest.idempotency import keep_answers_in
from chkobba_api.rest.problems import TRANSLATIONS, Problem, kinds_of, register
from games.engine.messages import say
from games.engine.violations import RuleViolation
from games.log import NoRules, Stale
from games.services import idempotency
from games.services.errors import DomainError

RECORDS: Final = kinds_of(
    {
        "bad_record": 422,
        "bad_deck": 422,
        "bad_reshuffle": 422,
        "round_unfinished": 422,
    }
)
"""Error codes that only the replay of a record returns."""

RULES: Final = kinds_of(
    {
        "bad_seats": 400,
        "bad_option": 400,
        "match_over": 409,
        "round_over": 409,
        "not_your_turn": 409,
        "unknown_move": 422,
        "card_not_in_hand": 422,
        "exposed_first": 422,
        "must_capture": 422,
        "illegal_capture": 422,
        "cannot_pass": 422,
        "already_drawn": 422,
        "must_play": 422,
        "must_answer_draw": 422,
        "card_does_not_fit": 422,
        "cannot_stick": 422,
        "bet_too_late": 422,
        "already_bet": 422,
        "not_a_combination": 422,
        "must_beat": 422,
        "ambiguous_combination": 422,
    }
)
"""Error codes of the game rules (docs/records.md)."""

TABLES: Final = kinds_of(
    {
        "unknown_game": 400,
        "unknown_bot": 400,
        "bot_cannot_play": 400,
        "no_such_seat": 400,
        "no_such_step": 400,
        "not_seated": 403,
        "not_creator": 403,
        "rules_gone": 410,
        "not_in_lobby": 409,
        "not_running": 409,
        "not_finished": 409,
        "already_seated": 409,
        "seat_given_to_bot": 409,
        "paused": 409,
        "seats_sealed": 409,
        "not_sealed": 409,
        "wrong_seed": 422,
        "already_resigned": 409,
        "seat_taken": 409,
        "match_full": 409,
        "seats_open": 409,
        "terms_changed": 409,
        "terms_not_agreed": 409,
        "stale_version": 409,
        "turn_expired": 409,
        "version_required": 428,
        "seat_on_autopilot": 409,
        "pause_offered": 409,
        "no_pause_offered": 409,
        "not_paused": 409,
        "pause_end_offered": 409,
        "no_pause_end_offered": 409,
        "end_offered": 409,
        "no_end_offered": 409,
        "undo_offered": 409,
        "no_undo_offered": 409,
        "offer_changed": 409,
        "offered_recently": 409,
        "too_often_here": 409,
        "undo_not_allowed": 409,
        "nothing_to_undo": 409,
        "card_revealed": 409,
        "hints_not_allowed": 409,
        "no_one_to_agree": 409,
        "no_substitute_wanted": 409,
        "seat_lost": 409,
        "on_vacation": 409,
        "leaving": 409,
        "same_player": 409,
        "not_a_guest": 409,
        "both_at_a_match": 409,
        "already_played": 409,
        "bots_not_allowed": 409,
        "not_rated": 409,
        "not_reliable_enough": 409,
        "rated_without_bots": 409,
        "not_on_vacation": 409,
        "too_few_vacation_days": 409,
        "too_many_matches": 409,
        "too_many_bots": 409,
        "too_many_at_address": 409,
        "too_many_seeds": 409,
        "too_many_reports": 409,
        "too_many_analyses": 409,
        "too_many_seeks": 409,
        "already_seeking": 409,
        "swap_refused": 409,
        "already_invited": 409,
        "not_invitable": 409,
        "too_many_invitations": 409,
        "no_offer": 409,
        "too_many_offers": 409,
        "chat_closed": 409,
        "free_text_off": 409,
        "already_reacted": 409,
        "too_many_messages": 409,
        "too_many_mutes": 409,
        "join_refused": 409,
        "too_many_follows": 409,
        "too_many_blocks": 409,
        "not_a_member": 403,
        "not_organizer": 403,
        "not_a_founder": 403,
        "kid_mode": 403,
        "banned": 409,
        "club_full": 409,
        "muted_in_club": 409,
        "last_organizer": 409,
        "chosen_by_club": 409,
        "too_many_clubs": 409,
        "too_many_presets": 409,
        "too_many_club_matches": 409,
        "too_many_channels": 409,
        "channel_not_offered": 409,
        "already_confirmed": 409,
        "not_confirmed": 409,
        "limited": 403,
        "already_appealed": 409,
        "too_many_creations": 429,
    }
)
"""Error codes of the services and of the API itself."""

STAFF: Final = kinds_of(
    {
        "already_over": 409,
        "no_deadline": 409,
        "not_a_players_seat": 409,
        "seat_not_given_to_bot": 409,
        "on_autopilot": 409,
        "report_closed": 409,
        "sanction_over": 409,
        "no_appeal": 409,
    }
)
"""Error codes of actions that only the staff can do, in the admin."""


def translate(error: Exception) -> Problem | None:
    """Return the problem for a refusal or a rule violation, or None for any other error."""
    if isinstance(error, DomainError | RuleViolation):
        return Problem(error.code, error.message, **error.fields)
    if isinstance(error, NoRules):
        return Problem("rules_gone", say("refused.rules_gone", rules=str(error)))
    if isinstance(error, Stale):
        return Problem("stale_version", say("refused.at_once"))
    return None


register(RECORDS)
register(RULES)
register(TABLES)
register(STAFF)
TRANSLATIONS.append(translate)
keep_answers_in(idempotency)
