"""Admin pages for ratings and reliability. The server computes both from logs, so they are read-only."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet

from accounts.models import Player
from games.admin.common.read_only import OfPlayers
from games.models import RatedMatch, Rating, Reliability, Seat
from games.services.ratings.rating_weight import IN_FULL, LATELY


@admin.register(Rating)
class RatingAdmin(OfPlayers, admin.ModelAdmin):
    """Ratings by player and rating pool."""

    list_display = ("player", "pool", "rating", "deviation", "matches", "last_at")
    fields = list_display

    @admin.display(description="rating")
    def rating(self, row: Rating) -> int:
        """Return the rating as players see it."""
        return round(row.mu)

    @admin.display(description="deviation")
    def deviation(self, row: Rating) -> int:
        """Return the deviation as players see it."""
        return round(row.sigma)


@admin.register(Reliability)
class ReliabilityAdmin(OfPlayers, admin.ModelAdmin):
    """Reliability of players in recent turns and matches."""

    list_display = ("player", "turn_share", "match_share")
    fields = list_display

    @admin.display(description="turns in time")
    def turn_share(self, row: Reliability) -> str:
        """Return the share of recent turns in time, in percent."""
        return f"{100 * row.in_time / row.turns:.0f} %" if row.turns else "-"

    @admin.display(description="matches finished")
    def match_share(self, row: Reliability) -> str:
        """Return the share of recent matches finished, in percent."""
        return f"{100 * row.finished / row.matches:.0f} %" if row.matches else "-"


@admin.register(RatedMatch)
class RatedMatchAdmin(OfPlayers, admin.ModelAdmin):
    """Finished rated matches with their weights and the evidence for them."""

    list_display = ("match", "pool", "number", "percent", "why")
    list_select_related = ("match",)
    fields = list_display

    def searched(self, rows: QuerySet[RatedMatch], text: str) -> QuerySet[RatedMatch]:
        """Find the matches of a player."""
        return rows.filter(match__in=Seat.objects.filter(player__in=Player.called(text)).values("match"))

    @admin.display(description="counts")
    def percent(self, row: RatedMatch) -> str:
        """Return the weight of the match in percent."""
        return f"{100 * row.weight:.0f} %"

    @admin.display(description="why")
    def why(self, row: RatedMatch) -> str:
        """Return the reasons for a weight below 1; a dash for none."""
        evidence = row.evidence
        said = [f"seats {one} and {other} came from one network" for one, other in evidence["one_network"]]
        if evidence["rounds"] == 0:
            said.append("over before a round was played")
        said += [
            f"seats {one} and {other} had met in {times} matches within {LATELY.days} days"
            for one, other, times in evidence["met"]
            if times >= IN_FULL
        ]
        return "; ".join(said) or "-"
