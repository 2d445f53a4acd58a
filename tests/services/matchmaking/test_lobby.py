"""Lobbies: making matches, joining, leaving, starting and rematches."""

from __future__ import annotations

import json
from datetime import timedelta
from functools import partial

import pytest

from games.clock.controls.move import MoveControl
from games.engine.catalogue import GAMES
from games.engine.violations import RuleViolation
from games.models import Match, Seat, TableEvent
from games.services import due_matches
from games.services.matchmaking import rematch
from games.services.matchmaking.lobby import (
    joining,
    lobby_bots,
    match_cancellation,
    match_changes,
    match_creation,
    match_start,
)
from games.services.turns import playing
from games.texts import reader
from tests.helpers.refusals import refused, violates


def feed(table):
    """Return the types of table events in order."""
    return list(TableEvent.objects.filter(match=table.match).order_by("version").values_list("type", flat=True))


def test_the_creator_sits_where_he_likes_and_bots_where_he_says(make_match, amel):
    """Seats, bots and options are as requested; other options have their defaults."""
    table = make_match(amel, seats=4, seat=2, bots={0: "easy", 3: "medium"}, options={"target": 31})

    assert [(seat.player, seat.bot) for seat in table.seats] == [
        (None, "easy"),
        (None, ""),
        (amel, ""),
        (None, "medium"),
    ]
    assert table.match.options["target"] == 31
    assert table.match.options["cut"] is True
    assert table.match.status == "lobby"
    assert feed(table) == ["created", "bot_joined", "bot_joined"]


def test_what_cannot_be_made_is_refused(make_match):
    """Each impossible setting has its code, and leaves no match."""
    refused("unknown_game", make_match, game="bridge")
    violates("bad_seats", make_match, seats=3)
    violates("bad_option", make_match, options={"house_rule": True})
    for value, shown in ((True, "true"), (None, "null"), ("21", '"21"'), ([1.5], "[1.5]")):
        error = violates("bad_option", make_match, options={"target": value})
        assert reader().text(error.message) == f"target cannot be {shown}."
    refused("no_such_seat", make_match, seat=2)
    refused("no_such_seat", make_match, bots={2: "easy"})
    refused("seat_taken", make_match, bots={0: "easy"})
    refused("unknown_bot", make_match, bots={1: "genius"})
    assert not Match.objects.exists()


def test_room_codes_have_no_look_alikes(make_match):
    """A room code has eight characters without look-alikes."""
    codes = {make_match().match.code for _ in range(8)}

    assert len(codes) == 8
    assert all(len(code) == 8 for code in codes)
    assert not set("0O1IL2Z5S8BV") & set("".join(codes))


def test_a_room_code_is_typed_in_any_case(make_match, player, now):
    """A room code works in lower case, with spaces and dashes."""
    table = make_match(visibility="private")
    code = table.match.code.lower()

    joined = joining.join_by_code(f" {code[:4]}-{code[4:]} ", player("Sami"), now)

    assert joined.match.pk == table.match.pk
    assert joined.seats[1].player.nickname == "Sami"


def test_a_room_code_opens_nothing_once_the_match_has_started(player, make_match, now):
    """A room code stays with its match, even a cancelled one, and is never reused."""
    started, cancelled = make_match(bots={1: "easy"}), make_match()
    match_start.start(started.match.pk, started.match.creator, now)
    match_cancellation.cancel(cancelled.match.pk, cancelled.match.creator, now)

    for table in (started, cancelled):
        code = Match.objects.get(pk=table.match.pk).code
        refused("not_in_lobby", joining.join_by_code, code, player(), now)
        told = refused("already_seated", joining.join_by_code, code, table.match.creator, now)
        assert told.fields == {"match": str(table.match.pk)}


def test_sitting_down(make_match, player, now):
    """A player gets the first free seat or a chosen one, but neither a second seat nor a taken one."""
    table = make_match(seats=4)
    first, second, third, late = (player(name) for name in ("First", "Second", "Third", "Late"))

    joining.join(table.match.pk, first, now, seat=3)
    refused("already_seated", joining.join, table.match.pk, first, now)
    refused("seat_taken", joining.join, table.match.pk, second, now, seat=3)
    refused("no_such_seat", joining.join, table.match.pk, second, now, seat=4)
    joining.join(table.match.pk, second, now)
    after = joining.join(table.match.pk, third, now)
    refused("match_full", joining.join, table.match.pk, late, now)

    assert [seat.player.nickname for seat in after.seats] == ["Creator", "Second", "Third", "First"]


def test_a_private_match_does_not_exist_for_strangers(make_match, player, now):
    """A private match does not exist for strangers, who can join only by its code."""
    table = make_match(visibility="private")

    refused("not_found", joining.join, table.match.pk, player("Stranger"), now)
    refused("not_found", match_start.start, table.match.pk, player("Stranger"), now)
    refused("not_found", joining.leave, table.match.pk, player("Stranger"), now)


def test_a_seat_left_is_free_again(make_match, player, now):
    """A seat that a player left may be taken by another."""
    table = make_match()
    joining.join(table.match.pk, leaver := player("Leaver"), now, seed="salt")

    after = joining.leave(table.match.pk, leaver, now)

    assert after.seats[1].is_free
    assert Seat.objects.get(match=table.match, number=1).seed == ""
    assert joining.join(table.match.pk, player("Next"), now).seats[1].player.nickname == "Next"


def test_a_lobby_ends_with_its_creator(make_match, player, now):
    """The match is cancelled for all when the creator leaves or cancels."""
    for end in (joining.leave, match_cancellation.cancel):
        table = make_match()
        joining.join(table.match.pk, player("Other"), now)

        after = end(table.match.pk, table.match.creator, now)

        assert (after.match.status, after.match.wake_at) == ("cancelled", None)
        refused("not_in_lobby", joining.join, table.match.pk, player("Late"), now)


def test_only_the_creator_decides(make_match, player, now):
    """Only the creator changes bots and options, starts or cancels."""
    table = make_match()
    other = player("Other")
    joining.join(table.match.pk, other, now)

    for happening, arguments in (
        (match_start.start, (other, now)),
        (match_cancellation.cancel, (other, now)),
        (match_changes.change_match, (other, now)),
        (lobby_bots.set_bots, (other, {}, "easy", now)),
    ):
        refused("not_creator", happening, table.match.pk, *arguments)


def test_bots_sit_down_and_get_up(make_match, now):
    """Bots take chosen seats or all free ones, but not a player's."""
    table = make_match(seats=4)
    creator = table.match.creator

    after = lobby_bots.set_bots(table.match.pk, creator, {1: "easy"}, None, now)
    assert [seat.bot for seat in after.seats] == ["", "easy", "", ""]
    after = lobby_bots.set_bots(table.match.pk, creator, {1: None}, "medium", now)
    assert [seat.bot for seat in after.seats] == ["", "medium", "medium", "medium"]
    refused("seat_taken", lobby_bots.set_bots, table.match.pk, creator, {0: "easy"}, None, now)
    refused("unknown_bot", lobby_bots.set_bots, table.match.pk, creator, {1: "genius"}, None, now)


def test_options_change_until_the_start(make_match, now):
    """Named options change and others stay, until the start."""
    table = make_match(options={"target": 11}, bots={1: "easy"})
    creator = table.match.creator

    after = match_changes.change_match(table.match.pk, creator, now, options={"margin": 2}, control=MoveControl(60))
    assert (after.match.options["target"], after.match.options["margin"], after.match.turn_seconds) == (11, 2, 60)
    violates("bad_option", match_changes.change_match, table.match.pk, creator, now, options={"target": 0})

    started = match_start.start(table.match.pk, creator, now)
    assert started.state.rules.ruleset.margin == 2
    refused("not_in_lobby", match_changes.change_match, table.match.pk, creator, now, control=MoveControl(99))


def test_a_match_starts_when_every_seat_is_taken(make_match, player, now):
    """A full match starts by hand, or by itself with ``autostart``."""
    table = make_match()
    assert refused("seats_open", match_start.start, table.match.pk, table.match.creator, now).fields == {"seats": [1]}
    joining.join(table.match.pk, player("Other"), now)
    started = match_start.start(table.match.pk, table.match.creator, now)
    assert started.match.status == "running"

    alone = make_match(autostart=True, bots={1: "easy"})
    assert alone.match.status == "running"
    assert feed(alone)[-1] == "started"
    assert alone.state is not None


def test_seat_seeds_go_into_the_log_with_the_start(make_match, player, now):
    """The players' seeds are in the event of the start, to verify the first deck."""
    table = make_match(seed="mine")
    joining.join(table.match.pk, player("Other"), now, seed="yours")
    match_changes.change_match(table.match.pk, table.match.creator, now, seed="mine-again")

    match_start.start(table.match.pk, table.match.creator, now)

    started = json.loads(TableEvent.objects.get(match=table.match, type="started").data)
    assert started["seeds"] == ["mine-again", "yours"]


def test_a_rematch_turns_the_seats_and_waits_for_the_others(running, player, now):
    """Seats rotate by one, bots join at once, and the match starts when all players have joined."""
    amel, sami, late = player("Amel"), player("Sami"), player("Late")
    table = running(amel, sami, seats=4, bots={1: "easy", 3: "medium"})
    refused("not_finished", rematch.rematch, table.match.pk, amel, now)
    playing.resign(table.match.pk, sami, now)
    refused("not_seated", rematch.rematch, table.match.pk, late, now)

    again = rematch.rematch(table.match.pk, amel, now)
    assert [seat.bot for seat in again.seats] == ["medium", "", "easy", ""]
    assert again.seats[1].player == amel
    assert again.seats[3].reserved_for == sami
    refused("match_full", joining.join, again.match.pk, late, now)
    refused("seat_taken", joining.join, again.match.pk, late, now, seat=3)
    assert rematch.rematch(table.match.pk, amel, now).match.pk == again.match.pk

    together = rematch.rematch(table.match.pk, sami, now)
    assert together.match.pk == again.match.pk
    assert together.match.status == "running"
    assert json.loads(TableEvent.objects.get(match=table.match, type="rematch").data) == {"match": str(again.match.pk)}


def test_a_private_rematch_exists_for_those_it_waits_for(running, amel, sami, now):
    """Players with reserved seats find a private rematch by its id, without a code."""
    table = running(amel, sami, visibility="private")
    playing.resign(table.match.pk, sami, now)

    again = rematch.rematch(table.match.pk, amel, now)

    assert joining.join(again.match.pk, sami, now).match.status == "running"


# --- how long a match may last ----------------------------------------------------------------------------------------


def test_a_new_match_has_a_target_that_is_reached():
    """The default target of each game is allowed, and one above the highest is refused with the highest."""
    for key, seats in ((key, seats) for key, game in GAMES.items() for seats in game.seats):
        agreed = partial(match_creation.agreed_options, GAMES[key], seats=seats)
        most = GAMES[key].highest_target(agreed({}), seats)
        if most is not None:
            assert agreed({"target": most})["target"] == most
            if most < 201:
                error = violates("bad_option", agreed, {"target": most + 1})
                assert error.fields == {"option": "target", "most": most}, (key, seats)


def test_more_sides_and_a_margin_make_a_match_longer(make_match, now):
    """Three sides with a margin of two cannot play to 201, neither at first nor by a later change."""
    table = make_match(game="scopa", seats=3, options={"target": 50, "margin": 2})

    for options in ({"target": 201}, {"target": 140}):
        with pytest.raises(RuleViolation) as error:
            match_changes.change_match(table.match.pk, table.match.creator, now, options=options)
        assert error.value.fields["most"] == 132


def test_a_match_that_was_begun_with_a_high_target_goes_on(running, now):
    """A match with a higher target goes on; its rematch uses the highest target allowed now."""
    table = running(game="escova")
    Match.objects.filter(pk=table.match.pk).update(options={**table.match.options, "target": 201})
    due_matches.wake(table.match.pk, table.match.due_at + timedelta(seconds=1))
    assert Match.objects.get(pk=table.match.pk).version == table.match.version + 1
    playing.resign(table.match.pk, table.match.creator, now)

    again = rematch.rematch(table.match.pk, table.match.creator, now)

    assert again.match.options["target"] == 170
