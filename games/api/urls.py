"""The addresses of games and matches, below ``/api/v1/``. What is asked for most stands first: it is found first."""

from __future__ import annotations

from django.urls import include, path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from games.api import (
    bot_accounts,
    calendar,
    catalogue,
    channels,
    events,
    hours,
    lobby,
    muting,
    notes,
    pausing,
    planning,
    play,
    reports,
    seeks,
    server,
    words,
)

OF_A_MATCH = [
    path("moves", play.Moves.as_view()),
    path("events", play.Events.as_view()),
    path("legal-moves", play.LegalMoves.as_view()),
    path("rounds", play.Rounds.as_view()),
    path("record", play.Record.as_view()),
    path("resign", play.Resign.as_view()),
    path("resume", play.Resume.as_view()),
    path("pause", pausing.Pause.as_view()),
    path("pause/answer", pausing.PauseAnswer.as_view()),
    path("plan", planning.Plan.as_view()),
    path("rematch", lobby.Rematch.as_view()),
    path("join", lobby.JoinMatch.as_view()),
    path("substitute", lobby.TakeSeat.as_view()),
    path("leave", lobby.LeaveMatch.as_view()),
    path("bots", lobby.SetBots.as_view()),
    path("seed", lobby.AddSeed.as_view()),
    path("start", lobby.StartMatch.as_view()),
    path("cancel", lobby.CancelMatch.as_view()),
    path("reports", reports.Reports.as_view()),
    path("words", words.Words.as_view()),
    path("words/<id:word_id>/report", words.WordReport.as_view()),
    path("note", notes.MyNote.as_view()),
]

urlpatterns = [
    path("matches/<id:match_id>", play.OneMatch.as_view()),
    path("matches/<id:match_id>/", include(OF_A_MATCH)),
    path("matches", lobby.Matches.as_view()),
    path("matches/join", lobby.JoinByCode.as_view()),
    path("me/matches", lobby.MyMatches.as_view()),
    path("me/bot", bot_accounts.MyBot.as_view()),
    path("me/hours", hours.MyHours.as_view()),
    path("me/hours/calendar", hours.MyCalendar.as_view()),
    path("me/hours/holiday", hours.MyHoliday.as_view()),
    path("me/events", events.MyEvents.as_view()),
    path("me/events/tickets", events.EventsTickets.as_view()),
    path("me/calendar", calendar.MyCalendar.as_view()),
    path("me/channels", channels.Channels.as_view()),
    path("me/channels/<id:channel_id>", channels.OneChannel.as_view()),
    path("me/channels/<id:channel_id>/confirmation", channels.Confirmation.as_view()),
    path("me/channels/<id:channel_id>/test", channels.TryChannel.as_view()),
    path("me/channels/<id:channel_id>/deliveries", channels.Deliveries.as_view()),
    path("me/seeks", seeks.MySeeks.as_view()),
    path("me/seeks/<id:seek_id>", seeks.OneSeek.as_view()),
    path("seeks", seeks.Seeks.as_view()),
    path("me/mutes", muting.Mutes.as_view()),
    path("me/mutes/<id:player_id>", muting.OneMute.as_view()),
    path("phrases", words.Phrases.as_view()),
    path("games", catalogue.Games.as_view()),
    path("games/<str:key>", catalogue.OneGame.as_view()),
    path("server", server.Server.as_view()),
]
