"""The addresses of games and matches, below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from games.api import catalogue, lobby, play

urlpatterns = [
    path("games", catalogue.Games.as_view()),
    path("games/<str:key>", catalogue.OneGame.as_view()),
    path("me/matches", lobby.MyMatches.as_view()),
    path("matches", lobby.Matches.as_view()),
    path("matches/join", lobby.JoinByCode.as_view()),
    path("matches/<uuid:match_id>", play.OneMatch.as_view()),
    path("matches/<uuid:match_id>/join", lobby.JoinMatch.as_view()),
    path("matches/<uuid:match_id>/leave", lobby.LeaveMatch.as_view()),
    path("matches/<uuid:match_id>/bots", lobby.SetBots.as_view()),
    path("matches/<uuid:match_id>/start", lobby.StartMatch.as_view()),
    path("matches/<uuid:match_id>/cancel", lobby.CancelMatch.as_view()),
    path("matches/<uuid:match_id>/moves", play.Moves.as_view()),
    path("matches/<uuid:match_id>/legal-moves", play.LegalMoves.as_view()),
    path("matches/<uuid:match_id>/events", play.Events.as_view()),
    path("matches/<uuid:match_id>/rounds", play.Rounds.as_view()),
    path("matches/<uuid:match_id>/resign", play.Resign.as_view()),
    path("matches/<uuid:match_id>/resume", play.Resume.as_view()),
    path("matches/<uuid:match_id>/rematch", lobby.Rematch.as_view()),
    path("matches/<uuid:match_id>/record", play.Record.as_view()),
]
