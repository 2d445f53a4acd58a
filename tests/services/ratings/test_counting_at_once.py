"""Several workers count matches of the same players at once, while one of these deletes the account."""

from __future__ import annotations

from accounts.services import leave
from chkobba_api.errors import DomainError
from games.models import MatchEndJob, PlayerStatistics, RatedMatch, Rating, RatingChange
from games.services.log.recompute import differences
from games.services.turns import playing
from tests.helpers.rated_matches import follow, play_round, rated
from tests.helpers.threads import at_once, concurrent


@concurrent
def test_each_match_counts_once_and_no_worker_waits_for_ever(running, player, now):
    """Each match counts once, also if two workers take it; numbers have no gaps, and the logs give the same sums."""
    people = [player(name) for name in ("Amel", "Sami", "Noor")]
    matches = [rated(running, people[n % 3], people[(n + 1) % 3], at=now) for n in range(6)]
    for match in matches:
        play_round(match, now)
        playing.resign(match.pk, match.creator, now)
    jobs = [lambda match=match: follow(match, now) for match in matches for _ in range(2)]

    done = at_once(*jobs, lambda: leave(people[2], now))

    assert not any(isinstance(one, DomainError) for one in done)
    assert sorted(RatedMatch.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert not MatchEndJob.objects.exists()
    assert not PlayerStatistics.objects.filter(player=people[2]).exists()
    assert not RatingChange.objects.filter(player=people[2]).exists()
    assert Rating.objects.filter(player__in=people[:2]).count() == 2
    assert list(differences(lambda found, total: found)) == []
