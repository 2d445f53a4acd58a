"""Invitations: permissions, answers and counter-offers."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.services import leave
from accounts.unique_names import claim
from games import log, row_kinds
from games.clock.calendar import Closure
from games.clock.controls.move import MoveControl
from games.clock.lobby import LateBots
from games.models import Invitation, Match, Notification, Sanction, Seat, TableEvent
from games.selectors import inviting
from games.services import due_matches
from games.services.log.verification import faults_of
from games.services.matches.entry_requirements import Asked
from games.services.matchmaking import counter_offers, invitations, rematch
from games.services.matchmaking.invitations import Guest
from games.services.matchmaking.lobby import joining, match_cancellation, match_creation, match_start
from games.services.social import follows_and_blocks
from games.services.staff import fair_play
from games.services.staff.match_actions import Order
from games.services.turns import availability, playing
from tests.helpers.rated_matches import opt_in
from tests.helpers.refusals import refused, violates
from tests.helpers.stored import verified


@pytest.fixture
def people(player):
    """Return four players: Amel, who makes matches, Sami, Zohra and Karim."""
    return [player(name) for name in ("Amel", "Sami", "Zohra", "Karim")]


def befriend(one, other, now):
    """Two players follow each other, so they are friends."""
    follows_and_blocks.follow(one, other.pk, now)
    follows_and_blocks.follow(other, one.pk, now)


def told(player):
    """Return the kinds of a player's notifications, in order."""
    return list(Notification.objects.filter(player=player).order_by("pk").values_list("kind", flat=True))


def terms(game="scopa", seats=2, seconds=3600, **options):
    """Return terms for a counter-offer."""
    return match_creation.MatchSettings(game=game, seats=seats, options=options, control=MoveControl(seconds))


def test_who_is_invited_finds_a_seat_kept(make_match, people, now):
    """A guest, invited by id or name, has a reserved seat of the creator's choice, and is notified."""
    amel, sami, zohra, karim = people
    claim(zohra, "zohra_t")
    table = make_match(amel, game="chkobba-cafe", seats=4, visibility="private", autostart=True)

    after = invitations.invite(table.match.pk, amel, [Guest(sami.pk, seat=2), Guest(name="Zohra_T")], now)

    assert [seat.reserved_for for seat in after.seats] == [None, zohra, sami, None]
    assert told(sami) == told(zohra) == ["invited"]
    assert list(inviting(sami)) == [table.match]
    refused("seat_taken", joining.join_by_code, table.match.code, karim, now, seat=2)
    joining.join(table.match.pk, sami, now)
    assert Seat.objects.get(match=table.match, player=sami).number == 2
    assert [one.state for one in invitations.of_match(lobby_of(table), amel)] == ["accepted", "open"]


def lobby_of(table):
    """Return the match as it is now."""
    return log.load(Match.objects.get(pk=table.match.pk))


def test_an_invitation_is_declined_or_taken_back(make_match, people, now):
    """After declining or withdrawing, the seat is free and the other player notified.

    The match is hidden from the guest.
    """
    amel, sami, zohra, _ = people
    table = make_match(amel, seats=4, game="chkobba-cafe", visibility="private")
    invitations.invite(table.match.pk, amel, [Guest(sami.pk), Guest(zohra.pk)], now)

    invitations.end(table.match.pk, sami.pk, sami, now)
    invitations.end(table.match.pk, zohra.pk, amel, now)

    assert told(amel) == ["invitation_declined"]
    assert told(zohra) == ["invited", "invitation_withdrawn"]
    assert not Seat.objects.filter(match=table.match, reserved_for__isnull=False).exists()
    assert [one.state for one in invitations.of_match(lobby_of(table), amel)] == ["declined", "withdrawn"]
    refused("not_found", joining.join, table.match.pk, sami, now)
    for again in (sami, zohra):
        refused("not_found", invitations.end, table.match.pk, again.pk, again, now)
        refused("already_invited", invitations.invite, table.match.pk, amel, [Guest(again.pk)], now)


def test_nobody_else_ends_an_invitation(make_match, people, now):
    """Neither other seated players nor strangers can answer or end an invitation."""
    amel, sami, zohra, karim = people
    table = make_match(amel, seats=4, game="chkobba-cafe")
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    joining.join(table.match.pk, zohra, now)

    for other in (zohra, karim):
        refused("not_found", invitations.end, table.match.pk, sami.pk, other, now)
        refused("not_found", counter_offers.offer, table.match.pk, sami.pk, other, terms(), now)
        refused("not_creator", invitations.invite, table.match.pk, other, [Guest(karim.pk)], now)


def test_all_are_invited_or_none(make_match, people, now):
    """If one guest cannot be invited, none is, and nothing is written."""
    amel, sami, zohra, _ = people
    table = make_match(amel, seats=4, game="chkobba-cafe")
    Player.objects.filter(pk=zohra.pk).update(invitations="nobody")

    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(sami.pk), Guest(zohra.pk)], now)

    assert not Invitation.objects.exists()
    assert not told(sami)
    refused("seat_taken", invitations.invite, table.match.pk, amel, [Guest(sami.pk, seat=0)], now)
    refused("no_such_seat", invitations.invite, table.match.pk, amel, [Guest(sami.pk, seat=4)], now)
    refused("already_seated", invitations.invite, table.match.pk, amel, [Guest(amel.pk)], now)


def test_who_may_invite_somebody_is_theirs_to_say(make_match, people, now, subtests):
    """Players choose whether everyone, friends or no one may invite them; a bot account may invite friends only."""
    amel, sami, zohra, _ = people
    befriend(amel, sami, now)
    for audience, friend, stranger in (("everybody", True, True), ("friends", True, False), ("nobody", False, False)):
        with subtests.test(audience=audience):
            Player.objects.filter(pk__in=(sami.pk, zohra.pk)).update(invitations=audience)
            for other, welcome in ((sami, friend), (zohra, stranger)):
                table = make_match(amel)
                if welcome:
                    invitations.invite(table.match.pk, amel, [Guest(other.pk)], now)
                else:
                    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(other.pk)], now)
    Player.objects.filter(pk__in=(sami.pk, zohra.pk)).update(invitations="everybody")
    Player.objects.filter(pk=amel.pk).update(is_bot=True)
    table = make_match(Player.objects.get(pk=amel.pk), game="chkobba-cafe", seats=4)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(zohra.pk)], now)


def test_blocks_and_kid_mode_bind(make_match, people, now):
    """Players who blocked the host or are in kid mode are not found.

    Players that the host blocked cannot be invited.
    """
    amel, sami, zohra, karim = people
    table = make_match(amel, game="chkobba-cafe", seats=4)
    follows_and_blocks.block(sami, amel.pk, now)
    follows_and_blocks.block(amel, zohra.pk, now)
    Player.objects.filter(pk=karim.pk).update(kid_mode=True)

    refused("not_found", invitations.invite, table.match.pk, amel, [Guest(sami.pk)], now)
    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(zohra.pk)], now)
    refused("not_found", invitations.invite, table.match.pk, amel, [Guest(karim.pk)], now)


def test_nobody_is_led_to_a_table_of_whom_they_have_blocked(make_match, people, now):
    """A player cannot be invited to a table with a blocked player; a later block hides the invitation."""
    amel, sami, zohra, _ = people
    table = make_match(amel, game="chkobba-cafe", seats=4)
    joining.join(table.match.pk, zohra, now)
    follows_and_blocks.block(sami, zohra.pk, now)
    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(sami.pk)], now)
    other = make_match(amel)
    invitations.invite(other.match.pk, amel, [Guest(sami.pk)], now)

    follows_and_blocks.block(sami, amel.pk, now)

    assert not inviting(sami).exists()
    refused("not_found", joining.join, other.match.pk, sami, now)


@pytest.mark.parametrize("by_guest", [True, False], ids=["by the guest", "by the creator"])
def test_a_block_ends_invitations_between_the_two(make_match, people, now, by_guest):
    """The seat becomes free; the invitation is declined or withdrawn, according to the player who blocks."""
    amel, sami, zohra, _ = people
    table, other = make_match(amel), make_match(zohra)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    invitations.invite(other.match.pk, zohra, [Guest(sami.pk)], now)

    invitations.block(*((sami, amel.pk) if by_guest else (amel, sami.pk)), now)

    assert verified(table).seats.filter(reserved_for=None).count() == 2
    state = "declined" if by_guest else "withdrawn"
    assert [one.state for one in invitations.of_match(lobby_of(table), amel)] == [state]
    assert list(inviting(sami)) == [other.match]


def test_a_block_ends_an_invitation_to_a_table_of_the_other(make_match, people, now):
    """If the other player only sits at the table, no row of the log tells who blocks."""
    amel, sami, zohra, _ = people
    table = make_match(amel, game="chkobba-cafe", seats=4)
    joining.join(table.match.pk, zohra, now)
    before = invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now).match.version

    invitations.block(zohra, sami.pk, now)

    assert [one.state for one in invitations.of_match(lobby_of(table), amel)] == ["withdrawn"]
    assert verified(table).version == before


def test_a_player_who_deletes_the_account_is_not_invited(make_match, people, now):
    """The refusal is the one for a player who takes no invitations."""
    amel, sami, *_ = people
    table = make_match(amel)
    Player.objects.filter(pk=sami.pk).update(leaves_at=now + timedelta(days=3))

    refused("not_invitable", invitations.invite, table.match.pk, amel, [Guest(sami.pk)], now)


def test_bot_accounts_come_where_the_match_lets_them(make_match, people, now):
    """A bot account can be invited only where the match admits bot accounts."""
    amel, sami, *_ = people
    Player.objects.filter(pk=sami.pk).update(is_bot=True)
    for allowed in (True, False):
        table = make_match(amel, bot_accounts=allowed)
        if allowed:
            invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
        else:
            refused("bots_not_allowed", invitations.invite, table.match.pk, amel, [Guest(sami.pk)], now)


def test_nobody_is_flooded(make_match, people, player, now, settings):
    """Invitations are limited per stranger and day, per guest, and per host at a time; those to friends less so."""
    amel, sami, zohra, karim = people
    settings.LIMITS = {**settings.LIMITS, "invitations_to_one": 2, "invited": 3, "invitations": 5}
    befriend(amel, zohra, now)

    def attempt(other, by=amel, at=now):
        return invitations.invite(make_match(by).match.pk, by, [Guest(other.pk)], at)

    for _ in range(2):
        invitations.end(attempt(sami).match.pk, sami.pk, amel, now)
    refused("too_many_invitations", attempt, sami)
    attempt(sami, at=now + timedelta(days=1, seconds=1))
    for other in (zohra, karim):
        attempt(sami, by=other)
    refused("too_many_invitations", attempt, sami, by=player("Fifth"))
    for _ in range(4):
        attempt(zohra)
    refused("too_many_invitations", attempt, zohra)


def test_vacations_and_leaving_hold_when_a_seat_is_taken(make_match, people, now):
    """A player on vacation may be invited, and joins when back or with ``despite_vacation``."""
    amel, sami, *_ = people
    table = make_match(amel)
    availability.begin_vacation(sami, now, days=3)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)

    refused("on_vacation", joining.join, table.match.pk, sami, now)

    joining.join(table.match.pk, sami, now, despite_vacation=True)


def test_terms_are_accepted_on_a_vacation_by_a_player_who_says_so(make_match, people, now):
    """Accepting terms on vacation needs ``despite_vacation``, as others would wait unknowingly."""
    amel, sami, *_ = people
    table = make_match(amel)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    counter_offers.offer(table.match.pk, sami.pk, sami, terms("scopa"), now)
    availability.begin_vacation(amel, now, days=3)

    refused("on_vacation", counter_offers.accept, table.match.pk, sami.pk, amel, now)

    assert counter_offers.accept(table.match.pk, sami.pk, amel, now, despite_vacation=True).match.game == "scopa"


def test_two_agree_on_another_game(make_match, people, now):
    """Counter-offers alternate; accepting one starts a new match and cancels the old one."""
    amel, sami, *_ = people
    table = make_match(amel, game="chkobba", visibility="private", autostart=True)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)

    counter_offers.offer(table.match.pk, sami.pk, sami, terms("scopa"), now)
    refused("no_offer", counter_offers.accept, table.match.pk, sami.pk, sami, now)
    counter_offers.offer(table.match.pk, sami.pk, amel, terms("escoba", target=11), now)
    refused("no_offer", counter_offers.accept, table.match.pk, sami.pk, amel, now)
    after = counter_offers.accept(table.match.pk, sami.pk, sami, now)

    assert (after.match.game, after.match.status, after.match.options["target"]) == ("escoba", "running", 11)
    assert (after.match.turn_seconds, after.match.visibility, after.match.creator) == (3600, "private", amel)
    assert [seat.player for seat in after.seats] == [amel, sami]
    assert Match.objects.get(pk=table.match.pk).status == "cancelled"
    for match in Match.objects.all():
        assert not list(faults_of(match))
    assert told(amel)[:2] == ["terms_offered", "terms_accepted"]
    moved = Notification.objects.get(player=amel, kind="terms_accepted")
    assert moved.facts == {"rematch": str(after.match.pk)}
    assert told(sami)[:2] == ["invited", "terms_offered"]
    refused("not_found", counter_offers.accept, table.match.pk, sami.pk, sami, now)


def test_an_offer_is_declined_or_taken_back(make_match, people, now):
    """Dropping a counter-offer keeps the invitation; impossible terms and too many offers are refused."""
    amel, sami, *_ = people
    table = make_match(amel)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    for by in (amel, sami):
        counter_offers.offer(table.match.pk, sami.pk, sami, terms(), now)
        counter_offers.drop(table.match.pk, sami.pk, by, now)
        refused("no_offer", counter_offers.drop, table.match.pk, sami.pk, by, now)
    refused("unknown_game", counter_offers.offer, table.match.pk, sami.pk, sami, terms("bridge"), now)
    violates("bad_seats", counter_offers.offer, table.match.pk, sami.pk, sami, terms("chkobba", seats=7), now)
    violates("bad_option", counter_offers.offer, table.match.pk, sami.pk, sami, terms(nonsense=1), now)
    for number in range(counter_offers.MOST - 2):
        counter_offers.offer(table.match.pk, sami.pk, sami, terms(seconds=100 + number), now)
    refused("too_many_offers", counter_offers.offer, table.match.pk, sami.pk, sami, terms(), now)

    assert joining.join(table.match.pk, sami, now).seat_of(sami)


def test_an_offer_that_is_repeated_changes_nothing(make_match, people, now):
    """The same offer again neither counts nor notifies; the same terms from the other player are a new offer."""
    amel, sami, *_ = people
    table = make_match(amel)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    offered = match_creation.MatchSettings(
        game="scopa", seats=2, options={}, control=MoveControl(86_400, honours=(Closure.NIGHTS,))
    )

    after = [counter_offers.offer(table.match.pk, sami.pk, sami, offered, now).match.version for _ in range(2)]

    assert after[0] == after[1]
    assert Invitation.objects.get(match=table.match).offers == told(amel).count("terms_offered") == 1
    counter_offers.offer(table.match.pk, sami.pk, amel, offered, now)
    assert (Invitation.objects.get(match=table.match).offers, told(sami)[-1]) == (2, "terms_offered")


def test_the_table_comes_along(make_match, people, now):
    """The new match reserves seats for seated and invited players, who are asked again, and keeps bots."""
    amel, sami, zohra, _ = people
    table = make_match(amel, game="chkobba-cafe", seats=4, bots={3: "easy"}, autostart=True)
    joining.join(table.match.pk, zohra, now, seat=2)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk, seat=1)], now)
    counter_offers.offer(table.match.pk, sami.pk, sami, terms("scopone", seats=4), now)

    after = counter_offers.accept(table.match.pk, sami.pk, amel, now)

    assert [(seat.player, seat.reserved_for, seat.bot) for seat in after.seats] == [
        (amel, None, ""),
        (sami, None, ""),
        (None, zohra, ""),
        (None, None, "easy"),
    ]
    assert told(zohra)[-2:] == ["terms_accepted", "invited"] or told(zohra)[-2:] == ["invited", "terms_accepted"]
    assert joining.join(after.match.pk, zohra, now).match.status == "running"
    assert not list(faults_of(Match.objects.get(pk=after.match.pk)))


def test_late_bots_come_along(make_match, people, now):
    """The bots that the old match would have got join the new one at the same time."""
    amel, sami, *_ = people
    late = LateBots(at=now + timedelta(hours=4), level="easy")
    table = make_match(amel, game="scopone", seats=4, late_bots=late, autostart=True)
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    counter_offers.offer(table.match.pk, sami.pk, sami, terms("scopa-team", seats=4), now)

    after = counter_offers.accept(table.match.pk, sami.pk, amel, now)

    assert (after.late_bots, Match.objects.get(pk=table.match.pk).late_bots) == (late, None)
    due_matches.wake(after.match.pk, late.at)
    assert Match.objects.get(pk=after.match.pk).status == "running"


def test_nobody_learns_of_the_limits_of_the_other(make_match, people, now):
    """A counter-offer that the other player may not play is refused without their reasons; players learn their own."""
    amel, sami, zohra, _ = people
    staff = Player.objects.create_user("steward", "mint tea at nine", is_staff=True)
    order = Order(staff, "You have called others names.", now)
    for number, (by, to) in enumerate([(sami, amel), (amel, sami)]):
        table = make_match(amel, visibility="public")
        invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
        made = fair_play.impose(amel.pk, order, Sanction.Kind.PUBLIC, now + timedelta(days=1))
        counter_offers.offer(table.match.pk, sami.pk, by, terms(), now)
        code = "limited" if to == amel else "join_refused"
        error = refused(code, counter_offers.accept, table.match.pk, sami.pk, to, now)
        assert ("sanction" in error.fields) == (to == amel), number
        fair_play.lift(made.pk, order)

    table = make_match(amel, game="scopa", seats=3)
    for invited in (sami, zohra):
        invitations.invite(table.match.pk, amel, [Guest(invited.pk)], now)
        counter_offers.offer(table.match.pk, invited.pk, invited, terms(seats=3), now)
    Player.objects.filter(pk=sami.pk).update(leaves_at=now + timedelta(days=2))
    error = refused("not_invitable", counter_offers.accept, table.match.pk, sami.pk, amel, now)
    assert error.fields == {}
    assert counter_offers.accept(table.match.pk, zohra.pk, amel, now).seat_of(zohra)


@pytest.mark.parametrize(
    ("limited", "kind", "by", "code"),
    [
        ("Sami", Sanction.Kind.PUBLIC, "Sami", "not_invitable"),
        ("Sami", Sanction.Kind.PUBLIC, "Amel", "limited"),
        ("Sami", Sanction.Kind.BAN, "Sami", "not_invitable"),
        ("Amel", Sanction.Kind.BAN, "Amel", "join_refused"),
        ("Amel", Sanction.Kind.RATED, "Sami", "limited"),
        ("Amel", Sanction.Kind.RATED, "Amel", "join_refused"),
    ],
)
def test_a_sanction_binds_when_terms_are_accepted(make_match, people, now, limited, kind, by, code):
    """Neither of the two gets by other terms into a match that a sanction forbids to one of them."""
    opt_in(*people[:2])
    amel, sami = two = list(Player.objects.filter(nickname__in=("Amel", "Sami")).order_by("nickname"))
    named = {one.nickname: one for one in two}
    table = make_match(amel, game="scopa", visibility="public", asked=Asked(rated=True))
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    counter_offers.offer(table.match.pk, sami.pk, named[by], terms(), now)
    staff = Player.objects.create_user("steward", "mint tea at nine", is_staff=True)
    order = Order(staff, "You have called others names.", now)
    fair_play.impose(named[limited].pk, order, kind, now + timedelta(days=1))

    accepting = sami if by == "Amel" else amel
    refused(code, counter_offers.accept, table.match.pk, sami.pk, accepting, now)
    assert Match.objects.get().status == "lobby"


def test_a_creator_who_plays_no_rated_matches_makes_none_by_other_terms(make_match, people, now):
    """A creator who turns ratings off after the invitation gets no rated match."""
    opt_in(*people[:2])
    amel, sami = Player.objects.filter(nickname__in=("Amel", "Sami")).order_by("nickname")
    table = make_match(amel, game="scopa", asked=Asked(rated=True))
    invitations.invite(table.match.pk, amel, [Guest(sami.pk)], now)
    counter_offers.offer(table.match.pk, sami.pk, sami, terms(), now)
    Player.objects.filter(pk=amel.pk).update(rated=False)

    refused("not_rated", counter_offers.accept, table.match.pk, sami.pk, amel, now)
    assert Match.objects.count() == 1


def test_a_rematch_can_be_declined_and_bargained_about(make_match, people, now):
    """A reserved seat of a rematch is an invitation, so its player may make a counter-offer."""
    amel, sami, *_ = people
    table = make_match(amel, autostart=True)
    joining.join(table.match.pk, sami, now)
    playing.resign(table.match.pk, sami, now)
    again = rematch.rematch(table.match.pk, amel, now)

    counter_offers.offer(again.match.pk, sami.pk, sami, terms("haggis"), now)

    assert counter_offers.accept(again.match.pk, sami.pk, amel, now).match.game == "haggis"


def test_again_with_the_same_people(make_match, people, player, now):
    """A new match reserves seats as in a finished one, rotated to the creator.

    Players who cannot be invited are omitted.
    """
    amel, sami, zohra, karim = people
    table = make_match(sami, game="chkobba-cafe", seats=4)
    for seat, other in ((1, amel), (2, zohra), (3, karim)):
        joining.join(table.match.pk, other, now, seat=seat)
    match_cancellation.cancel(table.match.pk, sami, now)
    wish = match_creation.MatchSettings(
        game="scopone", seats=4, options={}, visibility="private", control=MoveControl(60), autostart=True, bots={}
    )
    Player.objects.filter(pk=karim.pk).update(invitations="nobody")

    after = invitations.create_and_invite(amel, wish, now, again=table.match.pk)

    assert [seat.player or seat.reserved_for for seat in after.seats] == [amel, zohra, None, sami]
    assert told(sami)[-1] == told(zohra)[-1] == "invited"
    refused("not_seated", invitations.create_and_invite, player("Stranger"), wish, now, again=table.match.pk)
    refused("not_finished", invitations.create_and_invite, amel, wish, now, again=after.match.pk)
    assert Match.objects.count() == 2


def test_who_leaves_is_forgotten(make_match, people, now):
    """Account deletion removes invitations in both directions, and cleanup removes old ones."""
    amel, sami, zohra, _ = people
    for one, other in ((amel, sami), (sami, zohra), (amel, zohra)):
        invitations.invite(make_match(one).match.pk, one, [Guest(other.pk)], now)

    leave(sami, now)

    assert Invitation.objects.count() == 1
    row_kinds.clean_up(now + timedelta(days=31))
    assert not Invitation.objects.exists()


def test_a_bot_gives_way(make_match, people, now):
    """A player takes a free seat first, or that of a chosen bot, if the match lets bots give way."""
    amel, sami, zohra, karim = people
    table = make_match(amel, game="chkobba-cafe", seats=4, bots={1: "easy", 2: "easy"}, asked=Asked(bots_give_way=True))

    joining.join(table.match.pk, sami, now)
    joining.join(table.match.pk, zohra, now)
    after = joining.join(table.match.pk, karim, now, seat=2)

    assert [(seat.player, seat.bot) for seat in after.seats] == [(amel, ""), (zohra, ""), (karim, ""), (sami, "")]
    assert "bot_left" in TableEvent.objects.filter(match=table.match).values_list("type", flat=True)
    assert match_start.start(table.match.pk, amel, now).match.status == "running"
    assert not list(faults_of(Match.objects.get(pk=table.match.pk)))
    stubborn = make_match(amel, bots={1: "easy"})
    refused("match_full", joining.join, stubborn.match.pk, sami, now)
    refused("seat_taken", joining.join, stubborn.match.pk, sami, now, seat=1)
