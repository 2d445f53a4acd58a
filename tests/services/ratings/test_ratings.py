"""Ratings: the matches that change them, their order, and recomputing them from the logs."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from accounts.devices import networks
from accounts.models import PlayerNetwork
from accounts.services import change_player, leave
from games import rating_model, row_kinds
from games.clock.controls.bank import BankControl
from games.clock.controls.move import MoveControl
from games.clock.lobby import LateBots
from games.engine.catalogue import GAMES
from games.models import (
    EntryRequirements,
    MatchEndJob,
    Move,
    RatedMatch,
    Rating,
    RatingChange,
    Round,
    Seat,
    Seek,
    TableEvent,
)
from games.rating_model import NEWCOMER
from games.services.log.verification import faults_of
from games.services.matches.entry_requirements import Asked
from games.services.matchmaking import seek_matching, seeks, substitutes
from games.services.matchmaking.lobby import joining, lobby_bots, match_changes
from games.services.matchmaking.rematch import rematch
from games.services.ratings import ratings
from games.services.ratings.match_summary import summary_of
from games.services.staff import match_actions
from games.services.turns import playing
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.playing import play_first
from tests.helpers.rated_matches import all_move, follow, opt_in, play_round, rated, won_by
from tests.helpers.refusals import refused
from tests.proofs.torture.database import undone

HOUR = timedelta(hours=1)
POOL = "scopa.days"


def figures(*players, pool=POOL):
    """Return the rounded ratings of players in a pool, or None for those without."""
    rows = {row.player_id: round(row.mu) for row in Rating.objects.filter(pool=pool)}
    return [rows.get(one.pk) for one in players]


def standings(*arguments):
    """Run the command; return its exit status and output."""
    said = StringIO()
    try:
        call_command("standings", *arguments, stdout=said)
    except SystemExit as ended:
        return ended.code, said.getvalue()
    return 0, said.getvalue()


def test_who_wins_is_taken_to_be_stronger(running, amel, sami, now):
    """The winner gains what the loser loses; after one match both ratings are provisional."""
    won_by(rated(running, amel, sami, at=now), amel, now)

    mine, theirs = figures(amel, sami)
    assert mine > NEWCOMER.mu > theirs
    assert mine - 1500 == 1500 - theirs
    rows = list(RatingChange.objects.order_by("-mu"))
    assert [(row.player, row.number, row.mu_before) for row in rows] == [(amel, 1, 1500.0), (sami, 1, 1500.0)]
    assert all(row.sigma < row.sigma_before for row in rows)


def test_partners_are_rated_by_what_they_achieve_together(running, player, now):
    """In pairs, seats 0 and 2 are one side, and get the same change."""
    players = [player(name) for name in ("Amel", "Sami", "Noor", "Rim")]

    won_by(rated(running, *players, at=now, game="scopone"), players[0], now)

    one, other, partner, fourth = figures(*players, pool="scopone.days")
    assert one == partner > 1500 > other == fourth


def test_each_speed_is_a_pool_of_its_own(running, amel, sami, now):
    """The pool depends on the time that a turn may take."""
    for control, pool in (
        (MoveControl(30), "scopa.blitz"),
        (BankControl(seconds=20, bank_seconds=180, increment_seconds=0, cap_seconds=180), "scopa.blitz"),
        (BankControl(seconds=60, bank_seconds=900, increment_seconds=30, cap_seconds=900), "scopa.evening"),
        (MoveControl(3600), "scopa.days"),
    ):
        with undone():
            match = resigned_at_once(running, amel, sami, now, control=control)
            assert RatedMatch.objects.get().pool == pool == summary_of(match).pool


def test_every_game_belongs_to_a_family_with_a_name():
    """Each game belongs to a family with a name, so that it has pools."""
    for game in GAMES.values():
        assert f"{game.family}.blitz" in ratings.POOLS
        assert game.family_name.id == f"family.{game.family}"


# --- what counts ------------------------------------------------------------------------------------------------------


def test_a_match_that_nobody_agreed_to_rate_changes_nothing(running, amel, sami, now):
    """An unrated match changes no rating, also of players who play rated ones."""
    won_by(rated(running, amel, sami, at=now, asked=Asked()), amel, now)

    assert not Rating.objects.exists()


def test_a_match_that_ends_before_all_have_moved_changes_nothing(running, amel, sami, now):
    """A match that ends before all players have moved changes nothing."""
    match = rated(running, amel, sami, at=now)
    play_first(match.pk, now)

    playing.resign(match.pk, sami, now)
    follow(match, now)

    assert not Rating.objects.exists()


def test_a_match_that_is_called_off_changes_nothing(running, amel, sami, now):
    """A cancelled match has no result, so it changes nothing."""
    match = rated(running, amel, sami, at=now)
    all_move(match, now)

    match_actions.cancel(match.pk, match_actions.Order(amel, "A test.", now))
    follow(match, now)

    assert not Rating.objects.exists()


def test_following_up_twice_counts_once(running, amel, sami, now):
    """Repeating the step after the end, as after the death of a worker, changes nothing."""
    match = won_by(rated(running, amel, sami, at=now), amel, now)
    before = figures(amel, sami)

    MatchEndJob.objects.create(match=match, wake_at=now)
    follow(match, now)

    assert (figures(amel, sami), RatedMatch.objects.count()) == (before, 1)


def test_who_resigned_lost_although_the_match_went_on(running, player, now):
    """A player who resigned at a table of three has lost; the others are rated by the end of the match."""
    players = [player(name) for name in ("Amel", "Sami", "Noor")]
    match = rated(running, *players, at=now)
    play_round(match, now)

    playing.resign(match.pk, players[2], now)
    playing.resign(match.pk, players[1], now + HOUR)
    follow(match, now)

    first, second, third = figures(*players)
    assert first > second
    assert first > third


def test_who_is_away_at_the_end_has_lost(running, amel, sami, now):
    """A player on autopilot at the end has lost, even if the opponent resigned against it."""
    match = rated(running, amel, sami, at=now)
    play_round(match, now)
    put_on_autopilot(match, 0, now)

    playing.resign(match.pk, sami, now)
    match = follow(match, now)

    assert match.result["places"] == [1, 2]
    summary = summary_of(match)
    assert [summary.place_of(stint) for stint in summary.starters] == [2, 2]
    assert figures(amel, sami) == [1500, 1500]


def test_a_substitute_wins_nothing_and_who_lost_the_seat_has_lost(running, player, now):
    """A substitute's rating stays; the replaced player has lost, even if the partner wins."""
    amel, sami, noor, rim, ines = (player(name) for name in ("Amel", "Sami", "Noor", "Rim", "Ines"))
    match = rated(running, amel, sami, noor, rim, at=now, game="scopone", substitutes_after=60)
    play_round(match, now)
    put_on_autopilot(match, 2, now)
    later = now + 2 * HOUR
    substitutes.SUBSTITUTES.sweep(later)
    substitutes.take_seat(match.pk, ines, later, seat=2)

    playing.resign(match.pk, sami, later)
    follow(match, later)

    one, other, left, fourth, nobody = figures(amel, sami, noor, rim, ines, pool="scopone.days")
    assert one > 1500 > other == fourth
    assert left < 1500
    assert nobody is None


# --- farming ----------------------------------------------------------------------------------------------------------


def seen(player, address, at):
    """Note that a player sends requests from an address."""
    networks.note(player.pk, address, at)


def resigned_at_once(running, winner, loser, at, **wishes):
    """Play a rated match with one move each, and a resignation; return it."""
    match = rated(running, winner, loser, at=at, **wishes)
    all_move(match, at)
    playing.resign(match.pk, loser, at)
    return follow(match, at)


def played_again(match):
    """Return a copy of a finished match with the same course."""
    rows = [
        row for kind in (Seat, EntryRequirements, TableEvent, Move, Round) for row in kind.objects.filter(match=match)
    ]
    match.pk, match.code, match._state.adding = uuid4(), uuid4().hex[:8], True
    match.save()
    for row in rows:
        row.match = match
        if not isinstance(row, EntryRequirements):
            row.pk = None
        row._state.adding = True
        row.save()
    return match


def test_matches_that_are_resigned_at_once_make_nobody_strong(running, amel, sami, now):
    """None of six resigned matches with one move each counts, so no rating is known; the staff sees why."""
    match = resigned_at_once(running, amel, sami, now)
    for _ in range(5):
        ratings.count(played_again(match))

    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()
    assert list(ratings.leaders(POOL, None, now + HOUR, bots=False)) == []
    rows = RatedMatch.objects.all()
    assert {(row.weight, row.evidence["rounds"]) for row in rows} == {(0.0, 0)}
    assert len(rows) == 6
    assert standings() == (0, "all figures are equal\n")


def test_players_of_one_network_do_not_rate_each_other(running, amel, sami, now, settings):
    """Players with the same address, or network of one customer (``addresses.address_of``), do not rate each other.

    A network of a day ago does not count. A setting counts all matches, for clubs that play in one room.
    """
    home, old = "192.0.2.1", now - networks.NETWORKS_LAST
    for case, one, other, at, lets, counts in (
        ("same", home, home, now, False, False),
        ("another", home, "192.0.2.2", now, False, True),
        ("same of IPv6", "2001:db8:1:1::", "2001:db8:1:1::", now, False, False),
        ("another of IPv6", "2001:db8:1:1::", "2001:db8:1:2::", now, False, True),
        ("loopback, which all local players share", "127.0.0.1", "127.0.0.1", now, False, True),
        ("unknown", "", "", now, False, True),
        ("a day ago", home, home, old, False, True),
        ("where the host lets it count", home, home, now, True, True),
    ):
        settings.RATED_IN_ONE_NETWORK = lets
        with undone():
            seen(amel, one, at)
            seen(sami, other, at)
            won_by(rated(running, amel, sami, at=now), amel, now)

            row = RatedMatch.objects.get()
            assert (Rating.objects.exists(), row.weight) == (counts, float(counts)), case
            assert row.evidence["one_network"] == ([] if counts else [[0, 1]]), case
            assert standings() == (0, "all figures are equal\n"), case


def test_one_network_at_the_start_is_enough(running, amel, sami, now):
    """A common network at the start suffices.

    Ending the match later from elsewhere, or recomputing, changes nothing.
    """
    seen(amel, "192.0.2.1", now)
    seen(sami, "192.0.2.1", now)
    match = rated(running, amel, sami, at=now)
    later = now + timedelta(days=3)
    row_kinds.clean_up(later)
    assert not PlayerNetwork.objects.exists()

    won_by(match, amel, later)

    assert not Rating.objects.exists()
    standings("--write")
    assert not Rating.objects.exists()


def test_partners_of_one_network_are_rated(running, player, now):
    """Partners in one network are rated; only opponents are not."""
    players = [player(name) for name in ("Amel", "Sami", "Noor", "Rim")]
    for number, one in enumerate(players):
        seen(one, f"192.0.2.{number % 2}", now)

    won_by(rated(running, *players, at=now, game="scopone"), players[0], now)

    assert RatedMatch.objects.get().weight == 1.0


def test_networks_are_kept_for_a_day_and_as_digests(amel, sami, now):
    """Networks are stored as digests for a day, and removed on account deletion."""
    seen(amel, "192.0.2.1", now)
    seen(sami, "192.0.2.1", now)
    assert {(row.digest, len(row.digest)) for row in PlayerNetwork.objects.all()} == {
        (networks.digest_of("192.0.2.1"), 32)
    }
    leave(sami, now)
    assert list(PlayerNetwork.objects.values_list("player", flat=True)) == [amel.pk]

    row_kinds.clean_up(now + networks.NETWORKS_LAST + HOUR)

    assert not PlayerNetwork.objects.exists()


def test_one_player_has_so_many_networks(amel, now):
    """The number of networks per player is limited, so that changing addresses fills no table."""
    for number in range(networks.MOST + 5):
        seen(amel, f"192.0.2.{number}", now)

    assert PlayerNetwork.objects.count() == networks.MOST


def test_matches_against_the_same_opponent_count_less(running, player, now):
    """The first three matches against an opponent in a month count in full, further ones less and less."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    for number in range(5):
        won_by(rated(running, amel, sami, at=now), amel, now + timedelta(minutes=number))
    won_by(rated(running, amel, noor, at=now), amel, now + HOUR)
    month = now + timedelta(days=31)
    won_by(rated(running, amel, sami, at=month), amel, month)

    rows = RatedMatch.objects.order_by("number")
    assert [row.weight for row in rows] == [1.0, 1.0, 1.0, 3 / 4, 3 / 5, 1.0, 1.0]
    assert [row.evidence["met"] for row in rows][4] == [[0, 1, 4]]
    assert standings() == (0, "all figures are equal\n")


def taken_over(match, substitute, at):
    """A substitute takes the second seat and resigns; then the steps after the end run."""
    put_on_autopilot(match, 1, at)
    substitutes.SUBSTITUTES.sweep(at + HOUR)
    substitutes.take_seat(match.pk, substitute, at + HOUR)
    playing.resign(match.pk, substitute, at + HOUR)
    return follow(match, at + HOUR)


def test_an_opponent_who_lost_the_seat_was_met(running, player, amel, sami, now):
    """A match counts as one against an opponent also if a substitute has taken that opponent's seat."""
    for number in range(5):
        match = rated(running, amel, sami, at=now, substitutes_after=60)
        play_round(match, now)
        taken_over(match, player(f"Substitute {number}"), now)

    rows = RatedMatch.objects.order_by("number")
    assert [row.weight for row in rows] == [1.0, 1.0, 1.0, 3 / 4, 3 / 5]
    assert [row.evidence["met"] for row in rows][4] == [[0, 1, 4]]


def test_part_of_a_match_moves_a_rating_by_a_part():
    """A weight scales the change of a rating; weight zero changes nothing."""
    sides, places = [[NEWCOMER], [NEWCOMER]], (1, 2)

    (whole,), _ = rating_model.after(sides, places)
    (half,), _ = rating_model.after(sides, places, 0.5)
    (none,), _ = rating_model.after(sides, places, 0.0)

    assert half.mu - 1500 == pytest.approx((whole.mu - 1500) / 2, rel=1e-3)
    assert whole.sigma < half.sigma < none.sigma == NEWCOMER.sigma
    assert none == NEWCOMER


# --- sitting down -----------------------------------------------------------------------------------------------------


def test_only_who_plays_rated_matches_sits_down_at_one(make_match, amel, sami, now):
    """Making and joining rated matches needs the player's current consent."""
    refused("not_rated", make_match, amel, game="scopa", seats=2, asked=Asked(rated=True))
    opt_in(amel)
    table = make_match(amel, game="scopa", seats=2, asked=Asked(rated=True))
    refused("not_rated", joining.join_by_code, table.match.code, sami, now)

    change_player(sami, rated=True)

    assert joining.join_by_code(table.match.code, sami, now).seats[1].player == sami


def test_no_bots_sit_at_a_rated_match(make_match, amel, now):
    """A rated match has no bots, neither from the start nor later."""
    opt_in(amel)
    refused("rated_without_bots", make_match, amel, game="scopa", seats=2, bots={1: "easy"}, asked=Asked(rated=True))
    table = make_match(amel, game="scopa", seats=2, asked=Asked(rated=True))
    refused("rated_without_bots", lobby_bots.set_bots, table.match.pk, amel, {}, "easy", now)
    late = LateBots(now + HOUR, "easy")
    refused("rated_without_bots", match_changes.change_match, table.match.pk, amel, now, late_bots=late)


def test_the_log_says_that_a_match_is_rated_and_it_is_verified(running, player, now):
    """Verification finds a match whose row differs from its log about being rated."""
    match = rated(running, player("Amel"), player("Sami"), at=now)
    assert not list(faults_of(match))

    EntryRequirements.objects.filter(match=match).delete()

    assert [fault.part for fault in faults_of(match)] == ["header"]


def test_a_rematch_is_rated_where_the_match_was(running, amel, sami, now):
    """A rematch is rated if the match was, unless the player has opted out since."""
    match = won_by(rated(running, amel, sami, at=now), amel, now)

    again = rematch(match.pk, amel, now)

    assert EntryRequirements.objects.get(match=again.match).rated


# --- again ------------------------------------------------------------------------------------------------------------


def test_the_logs_come_to_the_same_figures_again(running, player, now):
    """Recomputing gives the same ratings for two pools, with a resignation, a substitute and a deleted account."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    won_by(rated(running, amel, sami, at=now), amel, now)
    won_by(rated(running, sami, noor, amel, at=now + HOUR), noor, now + HOUR)
    won_by(rated(running, amel, noor, at=now, control=MoveControl(30)), noor, now)
    assert standings() == (0, "all figures are equal\n")
    leave(sami, now + HOUR)
    delete_accounts(now + HOUR)
    assert standings() == (0, "all figures are equal\n")
    before = list(Rating.objects.order_by("player", "pool").values_list("player", "pool", "mu", "sigma", "matches"))

    assert standings("--write") == (0, "3 matches counted\n")

    after = Rating.objects.order_by("player", "pool").values_list("player", "pool", "mu", "sigma", "matches")
    assert list(after) == before
    assert standings() == (0, "all figures are equal\n")


def test_figures_that_were_changed_are_found_and_put_right(running, amel, sami, now):
    """The command names the players with changed figures, and corrects them."""
    won_by(rated(running, amel, sami, at=now), amel, now)
    right = figures(amel, sami)
    Rating.objects.filter(player=amel).update(mu=2000.0)

    status, said = standings()

    assert (status, str(amel.pk) in said, said.endswith("1 differences\n")) == (1, True, True)
    standings("--write")
    assert figures(amel, sami) == right


def test_matches_from_before_are_counted_by_writing(running, amel, sami, now):
    """The command's ``--write`` counts matches from earlier releases."""
    won_by(rated(running, amel, sami, at=now), amel, now)
    expected = figures(amel, sami)
    for kind in (Rating, RatingChange, RatedMatch):
        kind.objects.all().delete()

    standings("--write")

    assert figures(amel, sami) == expected


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_who_leaves_for_good_is_forgotten_once_others_are_rated(running, amel, sami, now):
    """A leaver loses running matches; the opponents are rated by the leaver's strength before it is deleted."""
    won_by(rated(running, amel, sami, at=now), sami, now)
    match = rated(running, amel, sami, at=now)
    play_round(match, now)
    (low,) = figures(amel)

    leave(sami, now)
    assert not RatingChange.objects.filter(player=sami).exists()
    delete_accounts(now)
    follow(match, now)
    row_kinds.clean_up(now)

    assert figures(amel)[0] > low
    assert list(Rating.objects.values_list("player", flat=True)) == [amel.pk]
    assert standings() == (0, "all figures are equal\n")


def test_the_rating_of_a_leaver_who_lost_the_seat_is_kept_until_others_are_rated(running, player, amel, sami, now):
    """A deleted account whose seat a substitute has taken counts with its strength; then its rating is deleted."""
    won_by(rated(running, amel, sami, at=now), sami, now)
    match = rated(running, amel, sami, at=now, substitutes_after=60)
    play_round(match, now)
    put_on_autopilot(match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)
    rim = player("Rim")
    substitutes.take_seat(match.pk, rim, now + HOUR)
    strength = Rating.objects.get(player=sami).mu

    leave(sami, now + HOUR)
    delete_accounts(now + HOUR)
    row_kinds.clean_up(now + HOUR)
    assert Rating.objects.get(player=sami).mu == strength
    playing.resign(match.pk, rim, now + HOUR)
    row_kinds.clean_up(now + HOUR)
    assert Rating.objects.get(player=sami).mu == strength  # the match is over, and not counted yet
    follow(match, now + HOUR)
    row_kinds.clean_up(now + HOUR)

    assert list(Rating.objects.values_list("player", flat=True)) == [amel.pk]
    assert standings() == (0, "all figures are equal\n")


# --- seeks ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def want(now):
    """Return a function that makes a seek for a player, and matches it at once."""

    def make(player, asked=Asked(), within=None):  # noqa: B008  (it is immutable)
        wish = seeks.SeekSettings(
            game="scopa", seats=2, options={}, control=MoveControl(86_400), asked=asked, rating_within=within
        )
        made = seeks.seek(player, wish, now)
        seek_matching.look(made.pk, now)
        return made

    return make


def test_rated_and_other_seeks_do_not_meet(want, player):
    """Rated and unrated seeks do not match; a rated one needs both players' consent."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    refused("not_rated", want, amel, Asked(rated=True))
    opt_in(amel, noor)
    want(amel, Asked(rated=True))
    want(sami)
    assert not Seek.objects.filter(ending="matched").exists()

    want(noor, Asked(rated=True))

    assert Seek.objects.filter(ending="matched").count() == 2
    assert EntryRequirements.objects.get().rated


def test_a_seek_asks_for_a_rating_near_one_s_own(want, player, now):
    """A seek for similar ratings binds both players."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    opt_in(amel, sami, noor)
    Rating.objects.create(player=amel, pool=POOL, mu=1900, sigma=80, matches=50, last_at=now)
    Rating.objects.create(player=noor, pool=POOL, mu=1850, sigma=80, matches=50, last_at=now)
    want(amel, within=100)
    want(sami)
    assert not Seek.objects.filter(ending="matched").exists()

    want(noor)

    ended = Seek.objects.filter(ending="matched").values_list("player", flat=True)
    assert set(ended) in ({amel.pk, noor.pk}, {sami.pk, noor.pk})
