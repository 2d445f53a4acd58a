"""Pools, rated players, ratings and reliability in responses of the API."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.api.matches.match_view import name_of
from games.api.ratings import rating_schemas as schemas
from games.clock.control import Speed
from games.engine.catalogue import GAMES
from games.engine.messages import Text, say
from games.models import Rating, RatingChange
from games.rating_model import Belief
from games.services.ratings import reliability


def pool_shape(key: str) -> schemas.Pool:
    """Return a rating pool by its key."""
    family, _, speed = key.rpartition(".")
    games = [game.key for game in GAMES.values() if game.family == family]
    named: Text = GAMES[games[0]].family_name if games else family
    return schemas.Pool(
        key=key,
        name=say(f"pool.{speed}", family=named),
        games=games,
        speed=Speed(speed).value,
    )


def leader(row: Rating) -> schemas.Leader:
    """Return a rating as an entry of a leaderboard."""
    return schemas.Leader(**figures_of(row), player=player(row.player), matches=row.matches)


def player(shown: Player) -> schemas.RatedPlayer:
    """Return a player with nickname and avatar."""
    return schemas.RatedPlayer(id=shown.pk, name=name_of(shown), avatar=shown.avatar, is_bot=shown.is_bot)


def figures_of(row: Rating | RatingChange) -> dict[str, Any]:
    """Return the stored rating of a player as fields of a response."""
    belief = Belief(row.mu, row.sigma)
    return {"rating": round(belief.mu), "deviation": round(belief.sigma), "provisional": belief.is_provisional}


def figure_of(belief: Belief) -> schemas.Figure:
    """Return a rating and its deviation, rounded."""
    return schemas.Figure(rating=round(belief.mu), deviation=round(belief.sigma), provisional=belief.is_provisional)


def reliability_of(shares: reliability.Shares | None) -> schemas.Reliability | None:
    """Return the reliability of a player; None if too little is known."""
    return None if shares is None else schemas.Reliability(**shares._asdict())
