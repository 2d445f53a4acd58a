"""URL patterns of games and matches, below ``/api/v1/``. Frequent ones come first, since Django tries them in order."""

from __future__ import annotations

from django.urls import include, path

import chkobba_api.rest.paths  # noqa: F401  (registers `id`)
from chkobba_api.rest.idempotency import keep_answers_in
from games.api import catalogue, server
from games.api.bots import bot_accounts, hints, match_analysis, puzzles
from games.api.clubs import club_boards, club_chat, club_matches, club_members, clubs
from games.api.matches import play, rounds_and_record
from games.api.matches.lobby import before_start, create_and_list, play_again
from games.api.matchmaking import invitations, seeks
from games.api.notifications import calendar_feed, channel_deliveries, channels, events
from games.api.privacy import data_export, merging
from games.api.ratings import entry_requirements, player_statistics, ratings
from games.api.social import chat, follows_and_blocks, notes, profiles
from games.api.staff import reports, sanctions
from games.api.turns import availability, offers, planned_moves
from games.services import idempotency

OF_A_MATCH = [
    path("moves", play.Moves.as_view()),
    path("events", play.Events.as_view()),
    path("legal-moves", play.LegalMoves.as_view()),
    path("rounds", rounds_and_record.Rounds.as_view()),
    path("record", rounds_and_record.Record.as_view()),
    path("resign", play.Resign.as_view()),
    path("autopilot", play.Autopilot.as_view()),
    path("pause", offers.Pause.as_view()),
    path("pause/answer", offers.PauseAnswer.as_view()),
    path("pause/end", offers.PauseEnd.as_view()),
    path("pause/end/answer", offers.PauseEndAnswer.as_view()),
    path("early-end", offers.End.as_view()),
    path("early-end/answer", offers.EndAnswer.as_view()),
    path("undo", offers.Undo.as_view()),
    path("undo/answer", offers.UndoAnswer.as_view()),
    path("hints", hints.Hints.as_view()),
    path("analysis", match_analysis.Analysis.as_view()),
    path("planned-moves", planned_moves.Plan.as_view()),
    path("rematch", play_again.Rematch.as_view()),
    path("deal-again", play_again.DealAgain.as_view()),
    path("join", before_start.JoinMatch.as_view()),
    path("substitute", before_start.TakeSeat.as_view()),
    path("leave", before_start.LeaveMatch.as_view()),
    path("agreement", before_start.Agreement.as_view()),
    path("seat", before_start.MySeat.as_view()),
    path("bots", before_start.SetBots.as_view()),
    path("shuffle-seed", before_start.AddSeed.as_view()),
    path("start", before_start.StartMatch.as_view()),
    path("cancel", before_start.CancelMatch.as_view()),
    path("reports", reports.Reports.as_view()),
    path("invitations", invitations.Invitations.as_view()),
    path("invitations/<id:player_id>", invitations.OneInvitation.as_view()),
    path("invitations/<id:player_id>/offer", invitations.OfferOfInvitation.as_view()),
    path("invitations/<id:player_id>/offer/accept", invitations.OfferAnswer.as_view()),
    path("entry-requirements", entry_requirements.MatchEntryRequirements.as_view()),
    path("chat", chat.ChatMessages.as_view()),
    path("chat/<id:message_id>/report", chat.ChatReport.as_view()),
    path("note", notes.MyNote.as_view()),
]

keep_answers_in(idempotency)

urlpatterns = [
    path("matches/<id:match_id>", play.OneMatch.as_view()),
    path("matches/<id:match_id>/", include(OF_A_MATCH)),
    path("matches", create_and_list.Matches.as_view()),
    path("matches/join", before_start.JoinByCode.as_view()),
    path("me/matches", create_and_list.MyMatches.as_view()),
    path("me/data", data_export.MyData.as_view()),
    path("me/aliases", merging.MyAliases.as_view()),
    path("me/bot-account", bot_accounts.MyBot.as_view()),
    path("me/availability", availability.Availability.as_view()),
    path("me/availability/calendar", availability.MyCalendar.as_view()),
    path("me/availability/vacation", availability.MyVacation.as_view()),
    path("me/events", events.EventStream.as_view()),
    path("me/events/tickets", events.EventsTickets.as_view()),
    path("me/calendar-feed", calendar_feed.MyCalendar.as_view()),
    path("me/channels", channels.Channels.as_view()),
    path("subscriptions/renewals", channels.Renewals.as_view()),
    path("me/channels/<id:channel_id>", channels.OneChannel.as_view()),
    path("me/channels/<id:channel_id>/confirmation", channels.Confirmation.as_view()),
    path("me/channels/<id:channel_id>/test", channel_deliveries.ChannelTests.as_view()),
    path("me/channels/<id:channel_id>/deliveries", channel_deliveries.Deliveries.as_view()),
    path("me/sanctions", sanctions.Sanctions.as_view()),
    path("me/sanctions/<id:sanction_id>/appeal", sanctions.Appeal.as_view()),
    path("me/invitations", invitations.MyInvitations.as_view()),
    path("me/seeks", seeks.MySeeks.as_view()),
    path("me/seeks/<id:seek_id>", seeks.OneSeek.as_view()),
    path("seeks", seeks.Seeks.as_view()),
    path("me/mutes", chat.Mutes.as_view()),
    path("me/mutes/<id:player_id>", chat.OneMute.as_view()),
    path("players/<id:player_id>/ratings", ratings.Ratings.as_view()),
    path("players/<id:player_id>/ratings/<str:pool>", ratings.History.as_view()),
    path("players/<id:player_id>/statistics", player_statistics.Statistics.as_view()),
    path("players/<id:player_id>/head-to-head/<id:other_id>", player_statistics.HeadToHeadResults.as_view()),
    path("puzzles", puzzles.Puzzles.as_view()),
    path("puzzles/<day:day>", puzzles.OnePuzzle.as_view()),
    path("leaderboards", ratings.Pools.as_view()),
    path("leaderboards/<str:pool>", ratings.Leaderboard.as_view()),
    path("players", profiles.PlayerByName.as_view()),
    path("players/<id:player_id>", profiles.OnePlayer.as_view()),
    path("me/follows", follows_and_blocks.Follows.as_view()),
    path("me/follows/<id:player_id>", follows_and_blocks.OneFollow.as_view()),
    path("me/followers", follows_and_blocks.Followers.as_view()),
    path("me/friends", follows_and_blocks.Friends.as_view()),
    path("me/blocks", follows_and_blocks.Blocks.as_view()),
    path("me/blocks/<id:player_id>", follows_and_blocks.OneBlock.as_view()),
    path("clubs", clubs.Clubs.as_view()),
    path("clubs/join", clubs.JoinClubByCode.as_view()),
    path("clubs/<id:club_id>", clubs.OneClub.as_view()),
    path("clubs/<id:club_id>/code", clubs.ClubCode.as_view()),
    path("clubs/<id:club_id>/join", clubs.JoinClub.as_view()),
    path("clubs/<id:club_id>/members", club_members.Members.as_view()),
    path("clubs/<id:club_id>/members/<id:player_id>", club_members.OneMember.as_view()),
    path("clubs/<id:club_id>/members/<id:player_id>/mute", club_chat.MemberMute.as_view()),
    path("clubs/<id:club_id>/chat", club_chat.ClubChatMessages.as_view()),
    path("clubs/<id:club_id>/chat/<id:message_id>", club_chat.OneClubChatMessage.as_view()),
    path("clubs/<id:club_id>/chat/<id:message_id>/report", club_chat.ClubChatReport.as_view()),
    path("clubs/<id:club_id>/reports", club_chat.ClubReports.as_view()),
    path("clubs/<id:club_id>/presets", club_matches.Presets.as_view()),
    path("clubs/<id:club_id>/presets/<id:preset_id>", club_matches.OnePreset.as_view()),
    path("clubs/<id:club_id>/matches", club_matches.ClubMatches.as_view()),
    path("clubs/<id:club_id>/board", club_boards.Board.as_view()),
    path("clubs/<id:club_id>/leaderboards/<str:pool>", club_boards.ClubLeaderboard.as_view()),
    path("me/clubs", clubs.MyClubs.as_view()),
    path("me/clubs/<id:club_id>", clubs.MyClub.as_view()),
    path("phrases", chat.Phrases.as_view()),
    path("games", catalogue.Games.as_view()),
    path("games/<str:key>", catalogue.OneGame.as_view()),
    path("server", server.PublicData.as_view()),
]
