"""Statistics and reliability: sums over finished matches, equal to those recomputed from the logs."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from accounts.services import leave
from games.models import HeadToHead, Match, MatchEndJob, PlayerStatistics, Reliability
from games.services import due_matches as clocks
from games.services.log.recompute import differences
from games.services.matches.entry_requirements import Asked
from games.services.matchmaking import seek_matching, seeks, substitutes
from games.services.matchmaking.lobby import joining
from games.services.ratings import player_statistics, reliability
from games.services.ratings.match_summary import summary_of
from games.services.turns import playing
from tests.conftest import NOW
from tests.helpers.absent_players import put_on_autopilot
from tests.helpers.account_deletion import delete_accounts
from tests.helpers.eventually import drain
from tests.helpers.playing import play_by_chance, play_first
from tests.helpers.rated_matches import follow, play_round, won_by
from tests.helpers.refusals import refused

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def begin(running, now):
    """Return a function that starts a match of Scopa with these players."""

    def make(*players, at=now, **wishes):
        wish = {"game": "scopa", "seats": len(players), **wishes}
        return Match.objects.get(pk=running(*players, at=at, **wish).match.pk)

    return make


def equal():
    """Say whether stored sums equal those recomputed from the logs."""
    return not list(differences(lambda matches, total: matches))


def test_a_match_is_added_to_what_its_players_have_achieved(begin, amel, sami, now):
    """A match adds first places and the lines of its score sheets, which equal those of the API."""
    match = begin(amel, sami, options={"target": 11})
    play_by_chance(match.pk, now, Random(7))
    match = follow(match, now)

    summary = summary_of(match)
    sheets = summary.stints[0].rounds
    rows = {row.player: row for row in PlayerStatistics.objects.all()}
    assert {row.matches for row in rows.values()} == {1}
    assert sum(row.won for row in rows.values()) == 1
    for side, who in enumerate((amel, sami)):
        assert rows[who].rounds == len(sheets) > 0
        points = sum(paid for _, paid in rows[who].categories.values())
        assert points == match.result["totals"][side]
        times = sum(line.points[side] > 0 for sheet in sheets for line in sheet.categories if line.key == "primiera")
        assert rows[who].categories["primiera"] == [times, times]
    assert equal()


def test_partners_and_opponents_are_told_apart(begin, player, now):
    """Partners and opponents have separate counts in head-to-head."""
    players = [player(name) for name in ("Amel", "Sami", "Noor", "Rim")]

    won_by(begin(*players, game="scopone"), players[0], now)

    amel, sami, noor, rim = players
    beside, against = HeadToHead.objects.get(player=amel, other=noor), HeadToHead.objects.get(player=amel, other=sami)
    assert (beside.together, beside.together_won, beside.against) == (1, 1, 0)
    assert (against.against, against.ahead, against.together) == (1, 1, 0)
    assert HeadToHead.objects.get(player=rim, other=amel).ahead == 0
    assert equal()


def test_matches_against_bots_are_no_achievement(begin, player, now):
    """Matches against bots, and those without moves, do not count."""
    match = begin(player("Amel"), bots={1: "easy"}, seats=2)
    drain(clocks.wake, match.pk, now)
    play_first(match.pk, now, match.creator)
    drain(clocks.wake, match.pk, now)
    playing.resign(match.pk, match.creator, now)
    follow(match, now)

    assert not PlayerStatistics.objects.exists()


def test_a_match_is_added_once(begin, player, now):
    """A match counts once, however often the step runs."""
    match = won_by(begin(player("Amel"), player("Sami")), Match.objects.get().creator, now)

    MatchEndJob.objects.create(match=match, wake_at=now)
    follow(match, now)

    assert set(PlayerStatistics.objects.values_list("matches", flat=True)) == {1}
    assert equal()


def test_who_leaves_for_good_takes_along_what_others_have_against_them(begin, amel, sami, now):
    """Account deletion removes head-to-head rows of others with the player, but not their own statistics."""
    won_by(begin(amel, sami), amel, now)

    leave(sami, now)
    delete_accounts(now)

    assert list(PlayerStatistics.objects.values_list("player", flat=True)) == [amel.pk]
    assert not HeadToHead.objects.exists()
    assert list(Reliability.objects.values_list("player", flat=True)) == [amel.pk]
    assert equal()


# --- reliability ------------------------------------------------------------------------------------------------------


def known(player, turns, in_time, at, matches=10, finished=10):
    """Set a player's sums of reliability as of a time."""
    heavy = reliability.weight(at)
    sums = {"turns": turns, "in_time": in_time, "matches": matches, "finished": finished}
    Reliability.objects.update_or_create(player=player, defaults={name: count * heavy for name, count in sums.items()})


def shares(player, at):
    """Return the reliability of a player."""
    return reliability.shares_of([player.pk], at)[player.pk]


def test_of_newcomers_nothing_is_said(begin, amel, sami, now):
    """After only two turns a player has no reliability."""
    won_by(begin(amel, sami), amel, now)

    assert shares(amel, now) is None


def test_turns_that_the_clock_played_and_matches_that_were_left_count(begin, amel, sami, now):
    """Moves by timeout and abandoned matches count, as the log has them."""
    match = begin(amel, sami, turn_seconds=60)
    play_round(match, now)
    late = now + HOUR
    clocks.wake(match.pk, late)
    match = Match.objects.get(pk=match.pk)
    gone = match.seats.order_by("missed").last()
    assert gone.missed == 1
    put_on_autopilot(match, gone.number, late)
    other = sami if gone.player == amel else amel
    playing.resign(match.pk, other, late)

    follow(match, late)

    row, fine = Reliability.objects.get(player=gone.player), Reliability.objects.get(player=other)
    stint = next(one for one in summary_of(follow(match, late)).stints if one.player == gone.player_id)
    assert stint.missed == 1
    assert row.in_time / row.turns == pytest.approx(stint.in_time / (stint.in_time + 1))
    assert row.finished == 0
    assert fine.in_time / fine.turns == 1
    assert fine.finished / fine.matches == 1  # this resignation ended the match and harmed no other player
    assert equal()


def sums_of(player):
    """Return the player's counted and finished matches, without their weights."""
    row = Reliability.objects.filter(player=player).first()
    return (
        (0, 0) if row is None else tuple(round(sums / reliability.weight(NOW)) for sums in (row.matches, row.finished))
    )


def test_who_resigns_before_a_round_is_played_lets_the_others_down(begin, amel, sami, now):
    """Resigning before a round was played counts as unfinished; the opponent gains nothing from such a match."""
    for moves in range(3):
        match = begin(amel, sami)
        for _ in range(moves):
            play_first(match.pk, now)
        playing.resign(match.pk, amel, now)
        follow(match, now)

    assert sums_of(amel) == (3, 0)
    assert sums_of(sami) == (0, 0)
    assert shares(amel, now).percent == 0  # known, although the player played fewer than twenty turns
    assert shares(sami, now) is None
    assert equal()


def test_who_gives_up_where_the_others_are_away_lets_nobody_down(begin, amel, sami, now):
    """Resigning against an absent opponent's bot does not count against the player."""
    match = begin(amel, sami)
    put_on_autopilot(match, 1, now)

    playing.resign(match.pk, amel, now)
    follow(match, now)

    assert sums_of(amel) == (0, 0)
    assert sums_of(sami) == (1, 0)


def test_matches_against_bots_alone_say_nothing(begin, amel, now):
    """Matches against bots only change no reliability, up or down."""
    known(amel, 40, 40, now, matches=12, finished=3)
    match = begin(amel, bots={1: "easy"}, seats=2)
    play_round(match, now)
    playing.resign(match.pk, amel, now)

    follow(match, now)

    assert shares(amel, now).percent == 25
    assert sums_of(amel) == (12, 3)


def test_what_was_long_ago_weighs_less_and_playing_makes_it_good(amel, now):
    """Old matches weigh less, so good new ones outweigh bad ones of two half-lives ago."""
    before = now - 2 * reliability.HALF_LIFE
    known(amel, 200, 100, before)
    assert shares(amel, before).percent == 50
    assert shares(amel, now).percent == 50

    sums = reliability.Sums()
    sums.of[amel.pk] |= {name: 100 * reliability.weight(now) for name in reliability.SUMS}
    reliability.add(sums)

    assert shares(amel, now).turns == round(100 * (25 + 100) / (50 + 100))


def test_who_has_not_played_for_long_is_unknown_again(amel, now):
    """After a long time without matches reliability is unknown again, so that no exclusion is forever."""
    known(amel, 100, 10, now - 3 * reliability.HALF_LIFE)

    assert shares(amel, now) is None


def test_a_match_asks_for_reliability(make_match, player, now):
    """The refusal has both figures; new players may join."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    known(sami, 100, 70, now)
    table = make_match(amel, game="scopa", seats=2, asked=Asked(least_reliability=80))

    error = refused("not_reliable_enough", joining.join_by_code, table.match.code, sami, now)

    assert error.fields == {"least": 80, "percent": 70}
    joining.join_by_code(table.match.code, noor, now)


def test_a_substitute_must_be_as_reliable(running, player, now):
    """A substitute must meet the required reliability, too."""
    amel, sami, noor = player("Amel"), player("Sami"), player("Noor")
    known(noor, 100, 70, now)
    wish = {"game": "scopa", "seats": 2, "substitutes_after": 60, "asked": Asked(least_reliability=80)}
    match = running(amel, sami, at=now, **wish).match
    put_on_autopilot(match, 1, now)
    substitutes.SUBSTITUTES.sweep(now + HOUR)

    refused("not_reliable_enough", substitutes.take_seat, match.pk, noor, now + HOUR)


def test_a_seek_asks_for_reliability(player, now):
    """A seek's required reliability binds all other players; new players pass."""
    waiting = {
        name: seek_matching.Waiting(
            seeks.Seek(player=player(name), terms="", least_reliability=least), reliability=percent
        )
        for name, least, percent in (("Amel", 80, 95), ("Sami", None, 70), ("Noor", None, None))
    }

    assert not seek_matching.fit(waiting["Amel"], waiting["Sami"])
    assert not seek_matching.fit(waiting["Sami"], waiting["Amel"])
    assert seek_matching.fit(waiting["Amel"], waiting["Noor"])
    assert seek_matching.fit(waiting["Sami"], waiting["Noor"])


def test_statistics_of_many_matches_add_up(begin, amel, sami, now):
    """The order of counting does not change the sums."""
    matches = [won_by(begin(amel, sami, at=now + n * DAY), (amel, sami)[n % 2], now + n * DAY) for n in range(3)]
    sums, backwards = player_statistics.Sums(), player_statistics.Sums()

    for match in matches:
        sums.add(summary_of(match))
    for match in reversed(matches):
        backwards.add(summary_of(match))

    assert sums.achieved == backwards.achieved
    assert PlayerStatistics.objects.get(player=amel).won == 2
    assert HeadToHead.objects.get(player=amel).against == 3
    assert equal()
