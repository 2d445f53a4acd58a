"""Evidence of a second account, of collusion, or of secret help by a program, for the staff to judge.

It has no effect by itself. It is computed from finished matches and other stored data when the staff asks, and nothing
is stored for it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import sqrt
from typing import Final
from uuid import UUID

from accounts.aliases import names_of
from accounts.models import EmailAddress, Player
from games import log
from games.bots import LEVELS
from games.bots.level import Level
from games.models import Actor, Match, RatingChange, Seat, Status
from games.services.bots.decisions import Decision, decisions
from games.services.matches.clocked_match import canonical

COMPARED: Final = {"medium": 300, "hard": 20}
"""Levels for the comparison of moves, each with the most decisions of a player to compare; slow levels have fewer."""
MATCHES: Final = 10
"""The most finished matches whose moves are compared: the newest with other people."""
RATED: Final = 300
"""The most rated matches in which companions are counted, the newest."""
COMPANIONS: Final = 10
"""The most companions that are shown: the most frequent ones."""


@dataclass
class Likeness:
    """The number of decisions with a choice in which the player made the move of a level."""

    same: int = 0
    of: int = 0

    @property
    def share(self) -> float | None:
        """The share of such decisions; None if there were none."""
        return self.same / self.of if self.of else None


@dataclass(frozen=True)
class Compared:
    """The moves of a player compared with those of the other people at the same tables."""

    level: str
    matches: int
    own: Likeness
    others: Likeness

    @property
    def deviation(self) -> float | None:
        """The difference of the player's share from the others' in standard deviations; None without data."""
        own, others = self.own, self.others
        if not own.of or not others.of:
            return None
        pooled = (own.same + others.same) / (own.of + others.of)
        spread = sqrt(pooled * (1 - pooled) * (1 / own.of + 1 / others.of))
        return (own.same / own.of - others.same / others.of) / spread if spread else None


@dataclass(frozen=True)
class Companion:
    """Another player at rated matches of a player."""

    player: Player
    matches: int
    share: float
    """The share of the counted rated matches."""
    gained: float
    """The rating points that the player gained in these matches, in all."""


def compared(player: Player, level: str) -> Compared:
    """Compare the moves in a player's newest finished matches with those of each level in ``COMPARED``.

    Only decisions of the player count: with more than one legal move, without a hint, neither planned nor undone.
    """
    own, others, looked_at = Likeness(), Likeness(), 0
    names = set(names_of(player.pk))
    for match in _matches_of(player):
        if own.of >= COMPARED[level] or not log.has_rules(match):
            continue
        looked_at += 1
        loaded = log.load(match)
        for decision in decisions(loaded):
            move = decision.move
            if move.by != Actor.PLAYER or decision.hinted:
                continue
            mine = move.player_id in names
            tally = own if mine else others
            if tally.of < COMPARED[level]:
                tally.of += 1
                tally.same += _choice(decision, LEVELS[level]) == move.move
    return Compared(level, looked_at, own, others)


def _matches_of(player: Player) -> list[Match]:
    """Return the newest finished matches of a player with other people."""
    seats = Seat.objects.filter(player=player, match__status=Status.FINISHED).order_by("-match")
    newest = list(seats.values_list("match", flat=True)[: 4 * MATCHES])
    found = log.in_bulk(newest)
    people = {pk: sum(seat.player_id is not None for seat in match.seats.all()) for pk, match in found.items()}
    return [found[pk] for pk in newest if people.get(pk, 0) > 1][:MATCHES]


def _choice(decision: Decision, level: Level) -> str:
    """Return the move that a level would have made, in the notation of the log."""
    return canonical(decision.here.game.write_move(level.choose(decision.turn(level))))


def companions_of(player: Player) -> list[Companion]:
    """Return the most frequent companions of a player at rated matches, and the points that the player gained there."""
    mine = {
        match: mu - before
        for match, mu, before in RatingChange.objects.filter(player=player)
        .order_by("-at")
        .values_list("match", "mu", "mu_before")[:RATED]
    }
    met: Counter[UUID] = Counter()
    gained: dict[UUID, float] = defaultdict(float)
    there = RatingChange.objects.filter(match__in=mine).exclude(player=player)
    for other, match in there.values_list("player", "match"):
        met[other] += 1
        gained[other] += mine[match]
    often = met.most_common(COMPANIONS)
    people = Player.objects.in_bulk([pk for pk, _ in often])
    return [Companion(people[pk], count, count / len(mine), gained[pk]) for pk, count in often if pk in people]


def with_the_same_mail(player: Player) -> list[Player]:
    """Return players with the same confirmed address: the same person, or one household."""
    mine = EmailAddress.objects.filter(player=player, confirmed_at__isnull=False).values("address")
    same = EmailAddress.objects.filter(address__in=mine, confirmed_at__isnull=False).exclude(player=player)
    return list(Player.objects.filter(pk__in=same.values("player")).order_by("pk")[:COMPANIONS])
