"""Models of ratings, statistics and reliability."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.matches import Match


class RatedMatch(models.Model):
    """A finished rated match: its number in the order of its pool, and its weight."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")
    pool = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """The number in the pool, from 1 without gaps."""
    weight = models.FloatField(default=1, db_default=1)
    """The weight for ratings, from 0 (none) to 1. It is computed once, when the match is counted."""
    evidence = models.JSONField()
    """The reasons for the weight (``games.services.ratings.rating_weight``)."""

    class Meta:
        ordering = ("pool", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["pool", "number"], name="rated_in_turn")]

    def __str__(self) -> str:
        return f"{self.match_id} as number {self.number} of {self.pool}"


class Rating(models.Model):
    """The rating of a player in a family of games at a speed."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    pool = models.CharField(max_length=40)
    """The key of the pool (``games.services.ratings.ratings``)."""
    mu = models.FloatField()
    sigma = models.FloatField()
    """The mean and the deviation of the belief (``games.rating_model``)."""
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()
    """The end of the last match that counts."""

    class Meta:
        ordering = ("pool", "-mu", "-id")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "pool"], name="rating_once")]
        indexes: ClassVar = [models.Index(fields=["pool", "-mu", "-id"], name="rating_in_order")]

    def __str__(self) -> str:
        return f"rating of {self.player_id} in {self.pool}"


class RatingChange(models.Model):
    """The rating of a player after a match: a point of its history."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="+")
    pool = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    """The number of the match in its pool (``RatedMatch``)."""
    mu = models.FloatField()
    sigma = models.FloatField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    at = models.DateTimeField()
    """The time when the match ended."""

    class Meta:
        ordering = ("player", "pool", "-number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pool", "number"], name="rating_changed_once")
        ]

    def __str__(self) -> str:
        return f"rating of {self.player_id} after {self.match_id}"


class PlayerStatistics(models.Model):
    """The results of a player in a game against people."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    """Matches in which the player shared the first place."""
    places = models.JSONField(default=dict)
    """The number of matches for each place."""
    rounds = models.PositiveIntegerField(default=0)
    categories = models.JSONField(default=dict)
    """For each line of the score sheets: the rounds in which the player's side scored by it, and the points in all."""

    class Meta:
        ordering = ("player", "game")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="player_statistics_once")]

    def __str__(self) -> str:
        return f"statistics of {self.player_id} in {self.game}"


class HeadToHead(models.Model):
    """The results of a player against another player, and together with them, in a game."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.CharField(max_length=40)
    against = models.PositiveIntegerField(default=0)
    """The number of matches in which both players sat on different sides."""
    ahead = models.PositiveIntegerField(default=0)
    level = models.PositiveIntegerField(default=0)
    """``ahead``: matches on different sides in which the player finished ahead of the other one. ``level``: those in
    which both shared a place."""
    together = models.PositiveIntegerField(default=0)
    """The number of matches in which both players sat on the same side."""
    together_won = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("player", "other", "game")
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other", "game"], name="head_to_head_once")]

    def __str__(self) -> str:
        return f"{self.player_id} and {self.other_id} at {self.game}"


class Reliability(models.Model):
    """The reliability of a player: sums over the player's matches, in which later ones weigh more.

    A match weighs twice as much as one that ended a half-life earlier (``games.services.ratings.reliability``). So the
    sums need no update as time goes by, and do not depend on the order of matches.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    turns = models.FloatField(default=0)
    in_time = models.FloatField(default=0)
    """Weighted turns of the player, and those of them in which the player moved in time."""
    matches = models.FloatField(default=0)
    finished = models.FloatField(default=0)
    """Weighted matches of the player, and those of them in which the player stayed until the end."""

    def __str__(self) -> str:
        return f"reliability of {self.player_id}"
