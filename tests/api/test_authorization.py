"""Who may do what: every operation of the API, and every page beside it, for everybody who could ask.

The table is complete by construction: an address without a row, a row without an address, or a cell that is left out
is a failure.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.db import transaction
from django.test import Client as DjangoClient
from django.urls import get_resolver
from django.utils import timezone

from accounts.login.device_codes import PAIRING, make_code
from accounts.models import Departure, MailAddress, Passkey, Player, Token
from accounts.names.unique_names import claim
from accounts.services import create_token, leave
from games.clock.controls.move import MoveControl
from games.models import Match, Sanction, Seat, Word
from games.notifications import OWN
from games.notifications.player_channels import add
from games.notifications.push.renewal import secret_of
from games.services.clubs import clubs, members, presets
from games.services.matchmaking import counter_offers, invitations, lobby, seeks
from games.services.matchmaking.invitations import Guest
from games.services.social import follows_and_blocks
from games.services.social.chat import Wanted, say_word
from games.services.staff import match_actions
from games.services.staff.match_actions import Order
from games.services.turns import playing
from tests.api.asking import SUBSCRIPTION
from tests.authenticator import Authenticator
from tests.client import Client, check_answer, published
from tests.conftest import forget_requests
from tests.oauth import Program
from tests.puzzles import a_move, puzzle

OPERATIONS = {
    operation["operationId"]: (method, template)
    for template, operations in published()["paths"].items()
    for method, operation in operations.items()
}
STATES = ("lobby", "running", "finished", "cancelled")
SPECIAL_STATES = ("full", "paused", "offered", "own", "foreign")
"""A lobby in which every seat is taken; a match that the staff has paused, or in which a seat is offered; a token of
one's own, and one of somebody else."""

COLUMNS = (
    "nobody/public",
    "nobody/private",
    "invalid/public",
    "guest/public",
    "guest/private",
    "staff/public",
    "staff/private",
    "actor/private",
    "partner/private",
    "another/private",
    "blocked/public",
)
"""Who asks, and of which match. Players at the table see a private one; a block hides a public one."""

REFUSED = {
    "token": (401, "unauthenticated"),
    "hidden": (404, "not_found"),
    "seat": (403, "not_seated"),
    "creator": (403, "not_creator"),
    "started": (409, "not_in_lobby"),
    "idle": (409, "not_running"),
    "turn": (409, "not_your_turn"),
    "paused": (409, "paused"),
    "goes_on": (409, "not_finished"),
    "seated": (409, "already_seated"),
    "sat": (409, "already_played"),
    "root": (403, "staff_account"),
    "unnamed": (409, "no_name"),
    "wrong": (403, "wrong_log_in"),
    "proof": (403, "wrong_passkey"),
    "stale": (403, "current_password_needed"),
    "untrue": (403, "wrong_password"),
    "lately": (403, "recent_log_in_needed"),
    "begun": (409, "no_second_factor"),
    "open": (409, "seats_open"),
    "here": (409, "not_on_holiday"),
    "sure": (409, "already_confirmed"),
    "unasked": (409, "no_pause_offered"),
    "playing": (409, "not_paused"),
    "endless": (409, "no_end_offered"),
    "unmoved": (409, "nothing_to_undo"),
    "stands": (409, "no_undo_offered"),
    "alone": (409, "hints_not_allowed"),
    "kept": (409, "no_substitute_wanted"),
    "dead": (404, "wrong_code"),
    "missing": (404, "not_found"),
    "barred": (409, "not_welcome"),
    "alien": (403, "not_a_member"),
    "member": (403, "not_organizer"),
    "last": (409, "last_organizer"),
    "people": (409, "bots_not_allowed"),
}
"""What a cell means; ``ok`` is an answer of 2xx."""

# The actor made the match; theirs is the turn once it runs. Guests and staff sit nowhere, nor does whom the actor has
# blocked. The actor organizes a club, which admits who asks, and the partner belongs to it.
# `*`: whatever state it is in; `ended`: finished or cancelled.
TABLE = """
                                 nobody          invalid guest           staff           at the table
                                 public  private token   public  private public  private actor   partner another blocked
listAvatars        *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
listGames          *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getServer          *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getGame            *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
listPuzzles        *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getPuzzle          *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
answerPuzzle       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
createGuest        *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getMe              *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
changeMe           *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
deleteAccount      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
takeShelter        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
planDeparture      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
cancelDeparture    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listSanctions      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
appealSanction     own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
appealSanction     foreign       token   token   token   missing missing missing missing missing missing missing missing
listAliases        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
mergePlayer        *             token   token   token   ok      ok      root    root    ok      ok      ok      ok
exportData         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
becomeBot          *             token   token   token   ok      ok      ok      ok      sat     sat     sat     ok
claimName          *             token   token   token   ok      ok      root    root    ok      ok      ok      ok
getPassword        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
setPassword        *             token   token   token   unnamed unnamed root    root    unnamed unnamed unnamed unnamed
getSecondFactor    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
beginSecondFactor  *             token   token   token   lately  lately  root    root    lately  lately  lately  lately
setSecondFactor    *             token   token   token   begun   begun   begun   begun   begun   begun   begun   begun
listPasskeys       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
beginPasskey       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
addPasskey         *             token   token   token   proof   proof   proof   proof   proof   proof   proof   proof
renamePasskey      own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
renamePasskey      foreign       token   token   token   missing missing missing missing missing missing missing missing
removePasskey      own           token   token   token   lately  lately  lately  lately  lately  lately  lately  lately
removePasskey      foreign       token   token   token   missing missing missing missing missing missing missing missing
logIn              *             wrong   wrong   token   wrong   wrong   wrong   wrong   wrong   wrong   wrong   wrong
askForLink         *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
useLink            *             dead    dead    token   dead    dead    dead    dead    dead    dead    dead    dead
beginPasskeyLogIn  *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
logInByPasskey     *             proof   proof   token   proof   proof   proof   proof   proof   proof   proof   proof
getDeparture       *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getRecentLogIn     *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
proveRecentLogIn   *             token   token   token   untrue  untrue  untrue  untrue  untrue  untrue  untrue  untrue
listLoginAddresses *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
addLoginAddress    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
removeLoginAddress own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
removeLoginAddress foreign       token   token   token   missing missing missing missing missing missing missing missing
listDevices        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
addDevice          *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
createPairingCode  *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getRecoveryCode    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
createRecoveryCode *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
deleteRecoveryCode *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getAuthorization   *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
decideAuthorization *            token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
useCode            *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
signOutOthers      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
signOut            own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
signOut            foreign       token   token   token   missing missing missing missing missing missing missing missing
getMyHours         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
changeMyCalendar   *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
beginHoliday       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
endHoliday         *             token   token   token   here    here    here    here    here    here    here    here
listMyMatches      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getMyEvents        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
createEventsTicket *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getCalendar        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
renewCalendar      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
turnCalendarOff    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listChannels       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
addChannel         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getChannel         own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getChannel         foreign       token   token   token   missing missing missing missing missing missing missing missing
changeChannel      own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
changeChannel      foreign       token   token   token   missing missing missing missing missing missing missing missing
removeChannel      own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
removeChannel      foreign       token   token   token   missing missing missing missing missing missing missing missing
renewSubscription  *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
tryChannel         own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
tryChannel         foreign       token   token   token   missing missing missing missing missing missing missing missing
sendConfirmation   own           token   token   token   sure    sure    sure    sure    sure    sure    sure    sure
sendConfirmation   foreign       token   token   token   missing missing missing missing missing missing missing missing
listDeliveries     own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listDeliveries     foreign       token   token   token   missing missing missing missing missing missing missing missing
listMyInvitations  *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listSeeks          *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
listMySeeks        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
createSeek         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getSeek            own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
getSeek            foreign       token   token   token   missing missing missing missing missing missing missing missing
endSeek            own           token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
endSeek            foreign       token   token   token   missing missing missing missing missing missing missing missing
listPools        *               ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getLeaderboard   *               ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
getRatings       own             missing missing token   ok      ok      ok      ok      ok      ok      ok      ok
getRatings       foreign         missing missing token   missing missing missing missing missing missing missing missing
getRatingHistory own             missing missing token   ok      ok      ok      ok      ok      ok      ok      ok
getRatingHistory foreign         missing missing token   missing missing missing missing missing missing missing missing
getStatistics    own             missing missing token   ok      ok      ok      ok      ok      ok      ok      ok
getStatistics    foreign         missing missing token   missing missing missing missing missing missing missing missing
getHeadToHead    own             missing missing token   ok      ok      ok      ok      ok      ok      ok      missing
getHeadToHead    foreign         missing missing token   missing missing missing missing missing missing missing missing
listPhrases        *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
listMutes          *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
mutePlayer         *             token   token   token   missing missing missing missing ok      ok      ok      missing
unmutePlayer       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
findPlayer         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      missing
getPlayer          *             token   token   token   ok      ok      ok      ok      ok      ok      ok      missing
listFollows        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listFollowers      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listFriends        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listBlocks         *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
followPlayer       *             token   token   token   ok      ok      ok      ok      ok      ok      ok      missing
unfollowPlayer     *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
blockPlayer        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
unblockPlayer      *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listClubs          *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
foundClub          *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
listMyClubs        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
changeMyClub       *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
leaveClub          *             token   token   token   missing missing missing missing last    ok      missing missing
getClub            *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
changeClub         *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
renewClubCode      *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
joinClub           *             token   token   token   ok      ok      ok      ok      ok      ok      ok      barred
joinClubByCode     *             token   token   token   ok      ok      ok      ok      ok      ok      ok      barred
listClubMembers    *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
changeClubMember   *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
listPresets        *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
addPreset          *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
changePreset       *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
removePreset       *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
listClubMatches    *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
createClubMatch    *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
getClubBoard       *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
getClubLeaderboard *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
listClubWords      *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
sayClubWord        *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
hideClubWord       *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
reportClubWord     *             token   token   token   alien   alien   alien   alien   ok      ok      alien   alien
listClubReports    *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
muteClubMember     *             token   token   token   alien   alien   alien   alien   ok      member  alien   alien
listMatches        *             ok      ok      token   ok      ok      ok      ok      ok      ok      ok      ok
createMatch        *             token   token   token   ok      ok      ok      ok      ok      ok      ok      ok
joinByCode         lobby         token   token   token   ok      ok      ok      ok      seated  seated  seated  barred
joinByCode         running       token   token   token   started started started started seated  seated  seated  started
joinByCode         ended         token   token   token   started started started started seated  seated  seated  started
getMatch           *             ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getFeed            *             ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getRounds          *             ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getRecord          lobby,running goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on hidden
getRecord          finished      ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getRecord          cancelled     goes_on hidden  token   goes_on hidden  goes_on hidden  goes_on goes_on goes_on hidden
listReports        *             token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
reportProblem      *             token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getConditions      *             ok      hidden  token   ok      hidden  ok      hidden  ok      ok      ok      hidden
getNote            *             token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
writeNote          *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
deleteNote         *             token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
listWords          *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
sayWord            *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
reportWord         *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
listInvitations    *             token   token   token   ok      hidden  ok      hidden  ok      ok      ok      hidden
invitePlayers      lobby         token   token   token   creator hidden  creator hidden  ok      creator creator hidden
invitePlayers      running       token   token   token   creator hidden  creator hidden  started creator creator hidden
invitePlayers      ended         token   token   token   creator hidden  creator hidden  started creator creator hidden
endInvitation      lobby         token   token   token   missing missing missing missing ok      missing missing missing
endInvitation      running,ended token   token   token   missing missing missing missing missing missing missing missing
offerTerms         lobby         token   token   token   missing missing missing missing ok      missing missing missing
offerTerms         running,ended token   token   token   missing missing missing missing missing missing missing missing
declineTerms       lobby         token   token   token   missing missing missing missing ok      missing missing missing
declineTerms       running,ended token   token   token   missing missing missing missing missing missing missing missing
acceptTerms        lobby         token   token   token   missing missing missing missing ok      missing missing missing
acceptTerms        running,ended token   token   token   missing missing missing missing missing missing missing missing
changeMatch        lobby         token   token   token   creator hidden  creator hidden  ok      creator creator hidden
changeMatch        running       token   token   token   creator hidden  creator hidden  started creator creator hidden
changeMatch        ended         token   token   token   creator hidden  creator hidden  started creator creator hidden
setBots            lobby         token   token   token   creator hidden  creator hidden  ok      creator creator hidden
setBots            running       token   token   token   creator hidden  creator hidden  started creator creator hidden
setBots            ended         token   token   token   creator hidden  creator hidden  started creator creator hidden
startMatch         lobby         token   token   token   creator hidden  creator hidden  open    creator creator hidden
startMatch         full          token   token   token   creator hidden  creator hidden  ok      creator creator hidden
startMatch         running       token   token   token   creator hidden  creator hidden  started creator creator hidden
startMatch         ended         token   token   token   creator hidden  creator hidden  started creator creator hidden
addSeed            lobby,full    token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
addSeed            running       token   token   token   seat    hidden  seat    hidden  started started started hidden
addSeed            ended         token   token   token   seat    hidden  seat    hidden  started started started hidden
cancelMatch        lobby         token   token   token   creator hidden  creator hidden  ok      creator creator hidden
cancelMatch        running       token   token   token   creator hidden  creator hidden  started creator creator hidden
cancelMatch        ended         token   token   token   creator hidden  creator hidden  started creator creator hidden
joinMatch          lobby         token   token   token   ok      hidden  ok      hidden  seated  seated  seated  hidden
joinMatch          running       token   token   token   started hidden  started hidden  started started started hidden
joinMatch          ended         token   token   token   started hidden  started hidden  started started started hidden
takeSeat           lobby         token   token   token   idle    hidden  idle    hidden  idle    idle    idle    hidden
takeSeat           running       token   token   token   kept    hidden  kept    hidden  seated  seated  seated  hidden
takeSeat           offered       token   token   token   ok      hidden  ok      hidden  seated  seated  seated  hidden
takeSeat           paused        token   token   token   paused  hidden  paused  hidden  seated  seated  seated  hidden
takeSeat           ended         token   token   token   idle    hidden  idle    hidden  idle    idle    idle    hidden
changeSeat         lobby         token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
changeSeat         running,ended token   token   token   seat    hidden  seat    hidden  started started started hidden
keepSeat           lobby         token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
keepSeat           running,ended token   token   token   seat    hidden  seat    hidden  started started started hidden
agreeToTerms       lobby         token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
agreeToTerms       running,ended token   token   token   seat    hidden  seat    hidden  started started started hidden
leaveMatch         lobby         token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
leaveMatch         running       token   token   token   seat    hidden  seat    hidden  started started started hidden
leaveMatch         ended         token   token   token   seat    hidden  seat    hidden  started started started hidden
play               lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
play               running       token   token   token   seat    hidden  seat    hidden  ok      turn    turn    hidden
play               paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
play               ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
listLegalMoves     *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
resign             lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
resign             running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
resign             paused        token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
resign             ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPause         lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPause         running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
offerPause         paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
offerPause         ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawPause      lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawPause      running       token   token   token   seat    hidden  seat    hidden  unasked unasked unasked hidden
withdrawPause      paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
withdrawPause      ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerPause        lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerPause        running       token   token   token   seat    hidden  seat    hidden  unasked unasked unasked hidden
answerPause        paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
answerPause        ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPauseEnd      lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerPauseEnd      running       token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
offerPauseEnd      paused        token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
offerPauseEnd      ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawPauseEnd   lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawPauseEnd   running       token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
withdrawPauseEnd   paused        token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
withdrawPauseEnd   ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerPauseEnd     lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerPauseEnd     running       token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
answerPauseEnd     paused        token   token   token   seat    hidden  seat    hidden  playing playing playing hidden
answerPauseEnd     ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerEnd           lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerEnd           running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
offerEnd           paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
offerEnd           ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawEnd        lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawEnd        running       token   token   token   seat    hidden  seat    hidden  endless endless endless hidden
withdrawEnd        paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
withdrawEnd        ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerEnd          lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerEnd          running       token   token   token   seat    hidden  seat    hidden  endless endless endless hidden
answerEnd          paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
answerEnd          ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerUndo          lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
offerUndo          running       token   token   token   seat    hidden  seat    hidden  unmoved unmoved unmoved hidden
offerUndo          paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
offerUndo          ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawUndo       lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
withdrawUndo       running       token   token   token   seat    hidden  seat    hidden  stands  stands  stands  hidden
withdrawUndo       paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
withdrawUndo       ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerUndo         lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
answerUndo         running       token   token   token   seat    hidden  seat    hidden  stands  stands  stands  hidden
answerUndo         paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
answerUndo         ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
askHint            lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
askHint            running       token   token   token   seat    hidden  seat    hidden  alone   alone   alone   hidden
askHint            paused        token   token   token   seat    hidden  seat    hidden  paused  paused  paused  hidden
askHint            ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
getHint            *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
askAnalysis        lobby,running token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
askAnalysis        finished      token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
askAnalysis        cancelled     token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
getAnalysis        *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
getPlan            *             token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
planMoves          lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
planMoves          running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
planMoves          paused        token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
planMoves          ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
dropPlan           lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
dropPlan           running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
dropPlan           paused        token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
dropPlan           ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
resume             lobby         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
resume             running       token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
resume             paused        token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
resume             ended         token   token   token   seat    hidden  seat    hidden  idle    idle    idle    hidden
rematch            lobby,running token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
rematch            finished      token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
rematch            cancelled     token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
playDealAgain      lobby,running token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
playDealAgain      finished      token   token   token   seat    hidden  seat    hidden  ok      ok      ok      hidden
playDealAgain      cancelled     token   token   token   seat    hidden  seat    hidden  goes_on goes_on goes_on hidden
"""

ELSEWHERE = {
    *("addPasskey", "answerEnd", "answerPause", "answerPauseEnd", "answerUndo", "askHint", "beginSecondFactor"),
    *("endHoliday", "offerPauseEnd", "withdrawPauseEnd"),
    *("logIn", "logInByPasskey", "offerUndo", "proveRecentLogIn", "removePasskey", "sendConfirmation"),
    *("setPassword", "setSecondFactor", "useLink", "withdrawEnd", "withdrawPause", "withdrawUndo"),
}
"""Operations that do not succeed in the table, since they need more than its scenes have."""

OF_BOTS = {
    ("createSeek", "lobby"): "people",
    ("mergePlayer", "lobby"): "people",
    ("getSeek", "own"): "missing",
    ("endSeek", "own"): "missing",
    ("joinByCode", "lobby"): "people",
    ("joinMatch", "lobby"): "people",
    ("takeSeat", "running"): "people",
    ("takeSeat", "offered"): "people",
}
"""What a bot account gets where a guest would get something else: it has no seeks, and sits down where it may."""

NOBODY = "http://127.0.0.1:9/"
"""Where nobody listens."""

PAGES = {
    "": (200, 200, 200),
    "api/schema": (200, 200, 200),
    "api/docs/": (200, 200, 200),
    "favicon.ico": (302, 302, 302),
    "api/redoc/": (200, 200, 200),
    "api/problems/": (200, 200, 200),
    "healthz": (200, 200, 200),
    "metrics": (200, 200, 200),  # of the try-out, to its own machine
    "readyz": (200, 200, 200),
    "admin/": (302, 302, 200),
    "calendars/<str:secret>.ics": (404, 404, 404),
    "oauth/authorize": (302, 302, 302),
    "oauth/token": (405, 405, 405),  # they are posted to
    "oauth/revoke": (405, 405, 405),
    ".well-known/oauth-authorization-server": (200, 200, 200),
    "app.webmanifest": (200, 200, 200),
    "worker.js": (200, 200, 200),
    "match/<str:match_id>": (200, 200, 200),
    "join/<str:code>": (200, 200, 200),
    "join/<str:code>/qr.svg": (404, 404, 404),
    "mail/confirm/<str:secret>": (404, 404, 404),
    "mail/unsubscribe/<uuid:address_id>.<str:secret>": (404, 404, 404),
    "mail/box": (404, 404, 404),  # tests keep no mails
    "mail/box/<uuid:mail_id>": (404, 404, 404),
}
"""What nobody, a player with a token, and a member of the staff who has logged in get at the other addresses."""


@cache
def rows():
    """Return a row for each operation and state: its cells by column."""
    found = {}
    for line in TABLE.strip("\n").splitlines()[2:]:
        operation, states, *cells = line.replace("ended", "finished,cancelled").split()
        named = (STATES if "{match_id}" in OPERATIONS[operation][1] else ("lobby",)) if states == "*" else ()
        for state in named or states.split(","):
            assert (operation, state) not in found, f"two rows for {operation} in {state}"
            cell = dict(zip(COLUMNS, cells, strict=True))
            for visible in ("public", "private"):
                of_guest = cell[f"guest/{visible}"]
                barred = OF_BOTS.get((operation, state), of_guest)
                cell[f"bot/{visible}"] = of_guest if of_guest == "hidden" else barred
            found[operation, state] = cell
    return found


def addresses(patterns=None, before=""):
    """Yield every address that Django knows, with its view; those of the admin as one."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        address = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns") and address != "admin/":
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address, getattr(pattern, "callback", None)


NOTHING = {"challenge": "AAAA", "user": {"id": "AAAA"}}
"""Options that no server has given."""
_device = Authenticator("https://cards.example")
ASKED = Program().asked

BODIES = {
    "createGuest": {"nickname": "Newcomer"},
    "changeMe": {"avatar": "owl"},
    "claimName": {"name": "amel_k"},
    "setPassword": {"password": "mint tea at nine"},
    "setSecondFactor": {"on": True, "code": "123456"},
    "logIn": {"name": "nobody", "password": "mint tea at nine"},
    "askForLink": {"mail": "amel@home.example"},
    "useLink": {"link": "nothing"},
    "addPasskey": {"credential": _device.make(NOTHING)},
    "renamePasskey": {"name": "phone"},
    "logInByPasskey": {"credential": _device.use(NOTHING)},
    "proveRecentLogIn": {"password": "mint tea at nine"},
    "addLoginAddress": {"mail": "amel@home.example"},
    "addDevice": {"device": "tablet"},
    "decideAuthorization": {**ASKED, "allow": True},
    "changeMyCalendar": {"time_zone": "Africa/Tunis", "weekdays": ["sunday"]},
    "beginHoliday": {"days": 2},
    "createMatch": {"game": "chkobba"},
    "foundClub": {"name": "Café de Sfax"},
    "changeClub": {"joining": "open"},
    "changeMyClub": {"told": False},
    "changeClubMember": {"standing": "member"},
    "sayClubWord": {"word": {"type": "phrase", "key": "hello"}},
    "reportClubWord": {"happened": "Not nice."},
    "muteClubMember": {"seconds": 60},
    "addPreset": {"name": "Fridays", "game": "scopa"},
    "changePreset": {"name": "Sundays", "game": "scopa"},
    "createSeek": {"game": "chkobba", "seats": 4, "keep_going": 2},
    "changeSeat": {"seat": 3},
    "agreeToTerms": {"terms_version": 0},
    "offerTerms": {"game": "scopone"},
    "changeMatch": {"turn_seconds": 60},
    "setBots": {"fill": "easy"},
    "addSeed": {"seed": "salt"},
    "reportProblem": {"version": 1, "expected": "My turn.", "happened": "It was not."},
    "answerPause": {"accept": True, "offer": 1},
    "answerPauseEnd": {"accept": True, "offer": 1},
    "offerEnd": {"how": "as_it_stands"},
    "answerEnd": {"accept": True, "offer": 1},
    "answerUndo": {"accept": True, "offer": 1},
    "appealSanction": {"text": "It was my brother."},
    "planMoves": {"steps": [{"play": {"type": "safe"}}], "when_forced": True},
    "sayWord": {"word": {"type": "phrase", "key": "hello"}},
    "reportWord": {"happened": "Not nice."},
    "writeNote": {"text": "Watch the sevens."},
    "addChannel": {"type": "webhook", "target": NOBODY},
    "changeChannel": {"digest": "daily"},
}
"""What operations are sent that need to be told something, whatever the match."""


@dataclass
class Scene:
    """A match, those who may ask something of it, and what is in order to ask."""

    match: Match
    people: dict[str, Player | None]
    code: str
    """The room code that it has or had."""
    move: dict[str, object]
    """What the seat to act may play."""
    clients: dict[str, Client]
    club: dict[str, object] = field(default_factory=dict)
    """The ids of the club, once it is founded."""

    def way_in(self, template, owner):
        """Return the id of a way in of somebody, or the day of a puzzle, where an address names one."""
        if "{token_id}" in template:
            return {"token_id": Token.objects.filter(user=owner).first().id}
        if "{departure_id}" in template:
            leave(Player.objects.create_guest("Gone", "fennec"), self.match.created_at)
            return {"departure_id": Departure.objects.get().pk}
        if "{day}" in template:
            return {"day": puzzle(self.match.created_at).day}
        if "{passkey_id}" in template:
            kept = {"public_key": b"", "sign_count": 0, "created_at": self.match.created_at}
            return {"passkey_id": Passkey.objects.create(player=owner, credential=secrets.token_hex(), **kept).pk}
        if "{address_id}" in template:
            there = {"address": "amel@home.example", "language": "en", "logs_in": True}
            return {"address_id": MailAddress.objects.create(player=owner, **there).pk}
        return {}

    def ask(self, operation, who, state):
        """Send a request that is in order, if the right one sends it; return the answer."""
        method, template = OPERATIONS[operation]
        client = self.clients[who]
        owner = self.people["bystander" if state == "foreign" else who] or self.people["bystander"]
        named = {"key": "chkobba", **self.club}
        if "{channel_id}" in template:
            there = {"target": NOBODY, "format": "raw"}
            named["channel_id"] = add(OWN["webhook"], owner, self.match.created_at, **there).pk
        named |= self.way_in(template, owner)
        if "{sanction_id}" in template:
            given = {"reason": "Why.", "at": self.match.created_at, "until": self.match.created_at, "staff": owner}
            named["sanction_id"] = Sanction.objects.create(player=owner, kind="warning", **given).pk
        if "{seek_id}" in template:
            wish = seeks.Wish(game="chkobba", seats=2, options={}, control=MoveControl(60))
            seeker = self.people["bystander"] if who == "bot" else owner
            named["seek_id"] = seeks.seek(seeker, wish, self.match.created_at).pk
        named["player_id"] = self.people["partner" if who == "actor" else "actor"].pk
        named |= {"pool": "chkobba.days", "other_id": named["player_id"]}
        if state in ("own", "foreign"):
            named["player_id"] = owner.pk
        if "{word_id}" in template and "{match_id}" in template:
            hello = Wanted(Word.Kind.PHRASE, key="hello")
            named["word_id"] = say_word(self.match.pk, self.people["actor"], self.match.created_at, hello).pk
        if "/invitations/" in template and state == "lobby":
            named["player_id"] = self.invite_bystander()
        path = template.format(match_id=self.match.pk, **named).removeprefix("/api/v1/")
        if operation == "findPlayer":
            claim(self.people["actor"], "the-actor")
            path += "?name=The-Actor"
        if operation == "getAuthorization":
            path += f"?{urlencode(ASKED)}"
        return client.get(path) if method == "get" else client.send(method, path, json.dumps(self.body(operation)))

    def found_club(self):
        """Create a club with a preset."""
        organizer, at = self.people["actor"], self.match.created_at
        club = clubs.found(organizer, clubs.Founding(name="Marsa", joining="request"), at).club
        members.join_by_code(self.people["partner"], club.code, at)
        plays = {"name": "Fridays", "game": "scopa", "seats": 2, "options": {}, "control": MoveControl(60)}
        preset = presets.add(organizer, club.pk, presets.Agreement(**plays), at)
        self.club_code, self.preset = club.code, str(preset.pk)
        hello = Word.objects.create(club=club, player=organizer, kind="phrase", key="hello", at=at)
        self.club = {"club_id": club.pk, "preset_id": preset.pk, "word_id": hello.pk}

    def invite_bystander(self):
        """Let the actor invite the bystander, who would rather play something else; return who that is."""
        guest, at = self.people["bystander"], self.match.created_at
        invitations.invite(self.match.pk, self.people["actor"], [Guest(guest.pk)], at)
        terms = counter_offers.Terms(game="scopone", seats=4, options={}, control=MoveControl(60))
        counter_offers.offer(self.match.pk, guest.pk, guest, terms, at)
        return guest.pk

    def body(self, operation):
        """Return what an operation is sent."""
        if operation == "joinClubByCode":
            return {"code": self.club_code}
        if operation == "createClubMatch":
            return {"preset": self.preset}
        if operation == "joinByCode":
            return {"code": self.code}
        if operation in ("useCode", "mergePlayer"):
            return {"code": make_code(create_token(self.people["bystander"], "")[0], PAIRING, timezone.now())[0]}
        if operation == "renewSubscription":
            where = {"target": SUBSCRIPTION["endpoint"], "details": SUBSCRIPTION["keys"]}
            mine = add(OWN["web_push"], self.people["bystander"], self.match.created_at, **where)
            return {"renewal": secret_of(mine), "subscription": SUBSCRIPTION}
        if operation == "play":
            return {"move": self.move, "expected_version": self.match.version}
        if operation == "invitePlayers":
            return {"players": [{"player": str(self.people["bystander"].pk)}]}
        if operation == "answerPuzzle":
            return {"move": a_move(puzzle(self.match.created_at))}
        if operation == "offerPause":
            return {"until": (self.match.created_at + timedelta(days=1)).isoformat()}
        return BODIES.get(operation, {})


@pytest.fixture
def scene(player, make_match, now, settings):
    """Return a maker of scenes: ``scene("running", "private")``. Nobody's time is up in them."""
    settings.PUBLIC_URL = "https://cards.example"
    settings.THROTTLES = {**settings.THROTTLES, "log_ins_at_name": "100/hour", "log_ins": "100/hour"}

    def make(state, visibility):
        seated = [player(f"Seat {number}") for number in range(4)]
        bots = {3: "easy"} if state == "full" else {}
        table = make_match(seated[0], game="chkobba-cafe", seats=4, visibility=visibility, bots=bots)
        match, code = table.match, table.match.code
        for newcomer in seated[1:3] if state in ("lobby", "full", "cancelled") else seated[1:]:
            lobby.join_by_code(code, newcomer, now)
        if state == "cancelled":
            lobby.cancel(match.pk, seated[0], now)
        move = {"type": "play", "card": "7D"}
        actor = 0
        if state in ("running", "paused", "offered", "finished"):
            table = lobby.start(match.pk, seated[0], now)
            actor = table.match.to_act
            move = table.game.write_move(table.game.legal_moves(table.state)[0])
            Match.objects.filter(pk=match.pk).update(creator=seated[actor])
        if state == "paused":
            staff = Player.objects.create_superuser(f"steward of {match.pk}", None)
            match_actions.pause(match.pk, Order(staff, "A break.", now))
        if state == "offered":
            Seat.objects.filter(match=match, number=(actor + 1) % 4).update(autopilot=True, substitute_wanted=True)
        if state == "finished":
            playing.resign(match.pk, seated[1], now)
        people = {
            "nobody": None,
            "invalid": None,
            "guest": player("Guest"),
            "bot": player("Robot"),
            "staff": Player.objects.create_superuser(f"staff of {match.pk}", None),
            "actor": seated[actor],
            "partner": seated[(actor + 2) % 4],
            "another": seated[(actor + 1) % 4],
            "bystander": player("Bystander"),
            "blocked": player("Blocked"),
        }
        Player.objects.filter(pk=people["bot"].pk).update(is_bot=True)
        people["bot"].refresh_from_db()
        follows_and_blocks.block(people["actor"], people["blocked"].pk, now)
        create_token(people["bystander"], "")
        clients = {who: Client(one) for who, one in people.items()}
        clients["invalid"].http.defaults["HTTP_AUTHORIZATION"] = f"Bearer {'0' * 64}"
        return Scene(Match.objects.get(pk=match.pk), people, code, move, clients)

    return make


# --- the API ----------------------------------------------------------------------------------------------------------


def test_every_address_of_the_api_has_its_rows():
    """What Django serves below ``/api/v1/`` is what the schema has, and each operation stands in the table."""
    served = {
        (method, "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", address))
        for address, view in addresses()
        if address.startswith("api/v1/")
        for method in ("get", "head", "post", "put", "patch", "delete", "trace")
        if hasattr(view.cls, method)
    }

    assert served == set(OPERATIONS.values())
    assert {operation for operation, _ in rows()} == set(OPERATIONS)


def test_every_part_of_a_match_s_life_has_its_row():
    """For each operation upon a match, and for the room code."""
    for operation, (_, template) in OPERATIONS.items():
        states = {state for named, state in rows() if named == operation}
        if "{match_id}" in template or operation == "joinByCode":
            assert states - {"full", "paused", "offered"} == set(STATES), operation


SHARE = 12
"""How many rows ask at one scene, which takes longer to make than the rows take."""


def shares():
    """Return the rows by the scene that they need, in shares."""
    found = defaultdict(list)
    for operation, state in rows():
        found[state if state in (*STATES, "full", "paused", "offered") else "lobby"].append((operation, state))
    return [
        pytest.param(scenery, asked[first : first + SHARE], visibility, id=f"{scenery}-{visibility}-{first}")
        for scenery, asked in found.items()
        for visibility in ("public", "private")
        for first in range(0, len(asked), SHARE)
    ]


@pytest.mark.parametrize(("scenery", "asked", "visibility"), shares())
def test_who_may_do_what(scene, scenery, asked, visibility):
    """Each cell of these rows, at one scene; every request is rolled back."""
    there = scene(scenery, visibility)
    if any("club" in OPERATIONS[operation][1] for operation, _ in asked):
        there.found_club()
    wrong = []
    for operation, state in asked:
        forget_requests()
        for column, expected in rows()[operation, state].items():
            who, _, only = column.partition("/")
            if only in ("", visibility):
                with transaction.atomic():
                    answer = there.ask(operation, who, state)
                    transaction.set_rollback(True)
                got = (answer.status_code, (answer.data or {}).get("code"))
                if not (got == REFUSED[expected] if expected in REFUSED else got[0] in (200, 201, 202, 204)):
                    wrong.append((operation, state, column, expected, got))
    assert wrong == []


def test_the_success_of_most_operations_is_held_to_the_schema():
    """The client of the test above compares each answer with it; those left out succeed in tests of their own."""
    succeed = {operation for (operation, _), cells in rows().items() if "ok" in cells.values()}

    assert OPERATIONS.keys() - succeed == ELSEWHERE
    assert len(succeed) >= 150


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        (200, "application/json", {"results": [], "next": None, "previous": None, "more": 1}),
        (200, "application/json", {"results": [], "next": None}),
        (200, "application/problem+json", {"results": [], "next": None, "previous": None}),
        (201, "application/json", {"results": [], "next": None, "previous": None}),
        (404, "application/problem+json", {"code": "not_found"}),
    ],
)
def test_an_answer_that_the_schema_does_not_promise_fails(status, kind, body):
    """Whatever is wrong with it: a field too many, one too few, another form, another status."""
    good = {"results": [], "next": None, "previous": None}
    check_answer("get", "/api/v1/me/follows", 200, "application/json", json.dumps(good).encode())

    with pytest.raises(AssertionError):
        check_answer("get", "/api/v1/me/follows", status, kind, json.dumps(body).encode())


# --- other addresses --------------------------------------------------------------------------------------------------


def test_every_other_address_is_known():
    """What Django serves beside the API stands in the list of pages."""
    assert {address for address, _ in addresses() if not address.startswith("api/v1/")} == set(PAGES)


@pytest.mark.parametrize("path", PAGES)
def test_who_may_see_a_page(player, settings, path):
    """The documentation is for everybody, the admin for staff that has logged in; a token opens nothing there."""
    settings.STARTED_AT = time.monotonic()  # or it would not be ready without a sweep
    _, token = create_token(player("Amel"), "")
    visitors = [DjangoClient() for _ in range(3)]
    visitors[1].defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    visitors[2].force_login(Player.objects.create_superuser("root", None))

    assert tuple(visitor.get(f"/{path}").status_code for visitor in visitors) == PAGES[path]


def test_every_page_of_the_admin_asks_who_is_there(db):
    """Also a player who has logged in without being staff; only the pages to log in and out answer."""
    visitors = [DjangoClient(), DjangoClient()]
    visitors[1].force_login(Player.objects.create_user("amel", "a good password"))
    patterns = [address for address, _ in addresses(admin.site.get_urls()) if address not in ("login/", "logout/")]

    assert len(patterns) > 20
    for pattern in patterns:
        page = "/admin/" + re.sub(r"<[\w:]+>", "1", "games/" if "(?P" in pattern else pattern)
        for visitor in visitors:
            answer = visitor.get(page)
            assert (answer.status_code, answer.headers.get("Location")) == (302, f"/admin/login/?next={page}"), pattern
