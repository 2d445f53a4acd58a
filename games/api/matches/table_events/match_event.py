"""The union of all events around the table in the feed."""

from __future__ import annotations

from games.api.matches.table_events.clock_events import (
    MatchClosedHoursEvent,
    MatchExtendedEvent,
    MatchPausedEvent,
    MatchResumedEvent,
)
from games.api.matches.table_events.invitation_events import (
    MatchInvitationDeclinedEvent,
    MatchInvitationWithdrawnEvent,
    MatchInvitedEvent,
    MatchTermsDeclinedEvent,
    MatchTermsOfferedEvent,
)
from games.api.matches.table_events.lobby_events import (
    MatchBotJoinedEvent,
    MatchBotLeftEvent,
    MatchChangedEvent,
    MatchCreatedEvent,
    MatchJoinedEvent,
    MatchLeftEvent,
    MatchTermsAgreedEvent,
)
from games.api.matches.table_events.offer_events import (
    MatchEndAcceptedEvent,
    MatchEndDeclinedEvent,
    MatchEndOfferedEvent,
    MatchEndWithdrawnEvent,
    MatchPauseAcceptedEvent,
    MatchPauseDeclinedEvent,
    MatchPauseEndAcceptedEvent,
    MatchPauseEndDeclinedEvent,
    MatchPauseEndOfferedEvent,
    MatchPauseEndWithdrawnEvent,
    MatchPauseOfferedEvent,
    MatchPauseWithdrawnEvent,
)
from games.api.matches.table_events.seat_events import (
    MatchAutopilotOffEvent,
    MatchAutopilotOnEvent,
    MatchMovedEvent,
    MatchSeatRefusedEvent,
    MatchSeatWantedEvent,
    MatchSubstitutedEvent,
    MatchSubstituteWantedEvent,
)
from games.api.matches.table_events.shuffle_seed_events import (
    MatchSealedEvent,
    MatchSeedAddedEvent,
    MatchSeedCommittedEvent,
    MatchSeedRevealedEvent,
    MatchSeedWithheldEvent,
)
from games.api.matches.table_events.staff_events import MatchExportedEvent, MatchVerifiedEvent
from games.api.matches.table_events.start_and_end_events import (
    MatchCancelledEvent,
    MatchFinishedEvent,
    MatchRematchEvent,
    MatchResignedEvent,
    MatchStartedEvent,
)
from games.api.matches.table_events.undo_and_hint_events import (
    MatchHintRequestedEvent,
    MatchUndoAcceptedEvent,
    MatchUndoDeclinedEvent,
    MatchUndoneEvent,
    MatchUndoOfferedEvent,
    MatchUndoWithdrawnEvent,
)

MatchEvent = (
    MatchCreatedEvent
    | MatchJoinedEvent
    | MatchLeftEvent
    | MatchBotJoinedEvent
    | MatchBotLeftEvent
    | MatchChangedEvent
    | MatchTermsAgreedEvent
    | MatchSeedAddedEvent
    | MatchSeedCommittedEvent
    | MatchSealedEvent
    | MatchSeedRevealedEvent
    | MatchSeedWithheldEvent
    | MatchStartedEvent
    | MatchAutopilotOnEvent
    | MatchAutopilotOffEvent
    | MatchSubstituteWantedEvent
    | MatchSubstitutedEvent
    | MatchResignedEvent
    | MatchFinishedEvent
    | MatchCancelledEvent
    | MatchExtendedEvent
    | MatchClosedHoursEvent
    | MatchPauseOfferedEvent
    | MatchPauseAcceptedEvent
    | MatchPauseDeclinedEvent
    | MatchPauseWithdrawnEvent
    | MatchPauseEndOfferedEvent
    | MatchPauseEndAcceptedEvent
    | MatchPauseEndDeclinedEvent
    | MatchPauseEndWithdrawnEvent
    | MatchEndOfferedEvent
    | MatchEndAcceptedEvent
    | MatchEndDeclinedEvent
    | MatchEndWithdrawnEvent
    | MatchUndoOfferedEvent
    | MatchUndoAcceptedEvent
    | MatchUndoDeclinedEvent
    | MatchUndoWithdrawnEvent
    | MatchUndoneEvent
    | MatchHintRequestedEvent
    | MatchPausedEvent
    | MatchResumedEvent
    | MatchExportedEvent
    | MatchVerifiedEvent
    | MatchRematchEvent
    | MatchInvitedEvent
    | MatchInvitationDeclinedEvent
    | MatchInvitationWithdrawnEvent
    | MatchTermsOfferedEvent
    | MatchTermsDeclinedEvent
    | MatchSeatWantedEvent
    | MatchSeatRefusedEvent
    | MatchMovedEvent
)
