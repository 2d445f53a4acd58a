"""Visibility of matches: the query over many matches and the decision about one say the same."""

from __future__ import annotations

from itertools import product

import pytest

from accounts.models import Player
from games import log, selectors
from games.models import Abandonment, Club, ClubMatch, Match, Membership, PlayerRelation, Seat
from tests.proofs.torture.database import undone

VIEWERS = ("seated", "lost the seat", "invited", "member", "removed", "stranger")
TIES = ("", "block", "blocked", "friend")


@pytest.fixture
def matches(make_match, player, now):
    """Return matches of each visibility and club, with an adult or a child at the table, or a child awaited there."""
    made = {}
    for place, kid in product(("public", "private", "open", "invitation"), ("adult", "kid", "awaited")):
        creator = player(f"At {place}")
        awaited = player("Awaited") if kid == "awaited" else creator
        Player.objects.filter(pk=awaited.pk).update(kid_mode=kid != "adult")
        creator.refresh_from_db()
        match = make_match(creator, seats=4, visibility="public" if place == "public" else "private").match
        Seat.objects.filter(match=match, number=2).update(reserved_for=awaited if kid == "awaited" else None)
        if place in ("open", "invitation"):
            club = Club.objects.create(name=f"{place} {kid}", joining=place, founded_at=now)
            ClubMatch.objects.create(match=match, club=club)
        made[place, kid] = match
    return made


def join(viewer, match, creator, who, tie, now):
    """Give the viewer a place at a match, and a tie to its creator."""
    if who == "seated":
        Seat.objects.filter(match=match, number=1).update(player=viewer)
    if who == "lost the seat":
        Abandonment.objects.create(match=match, player=viewer, seat=1, version=1, at=now)
    if who == "invited":
        Seat.objects.filter(match=match, number=1).update(reserved_for=viewer)
    for of_club in ClubMatch.objects.filter(match=match) if who in ("member", "removed") else ():
        Membership.objects.create(club=of_club.club, player=viewer, standing=who, since=now)
    ties = {
        "block": [(viewer, creator)],
        "blocked": [(creator, viewer)],
        "friend": [(viewer, creator), (creator, viewer)],
    }
    for one, other in ties.get(tie, ()):
        kind = "follow" if tie == "friend" else "block"
        PlayerRelation.objects.create(player=one, other=other, kind=kind, at=now)


@pytest.mark.parametrize("viewers", [VIEWERS[:3], VIEWERS[3:]])
def test_the_query_and_the_decision_say_the_same(matches, player, now, viewers):
    """A player in a match, in its club, or outside, with each tie to a player at the table, adult or in kid mode."""
    wrong, ids = [], [match.pk for match in matches.values()]
    for who in viewers:
        seen = set()
        for tie in TIES:
            with undone():
                viewer = player("Viewer")
                for match in matches.values():
                    join(viewer, match, match.creator, who, tie, now)
                loaded = {place: log.without_rules(Match.objects.get(pk=match.pk)) for place, match in matches.items()}
                for kid in (False, True):
                    viewer.kid_mode = kid
                    viewer.save()
                    visible = set(selectors.visible_to(viewer).filter(pk__in=ids))
                    for number, (place, match) in enumerate(matches.items()):
                        seen.add(match in visible)
                        if (number + number // 2 + TIES.index(tie) + kid) % 2:
                            continue  # half of the cells, with every three of place, kinds of players and tie
                        if selectors.may_see(loaded[place], viewer) != (match in visible):
                            wrong.append((who, place, tie, kid))
        assert seen == ({True} if who in ("seated", "lost the seat") else {True, False}), who
    assert wrong == []


def test_a_spectator_without_a_token_sees_public_matches_of_adults(matches):
    """The query says the same."""
    found = {place for place, match in matches.items() if selectors.may_see(log.without_rules(match), None)}

    assert found == {("public", "adult")}
    assert set(selectors.visible_to(None)) == {matches["public", "adult"]}
