"""Players who know the server's seed try to choose the cards, against one player who has committed to a secret.

``play`` plays one table by chance. The players come to a match in some way. The accomplices do anything that players
can do, in any order. The honest player does what docs/fair-shuffles.md asks.

Once the honest secret is revealed, the accomplices know everything that goes into the shuffle. From then on, they can
choose what they can still bring about. ``LockedMatch.admitted`` has the decks that the docs admit, and ``Outcome`` has
the result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any, Final
from uuid import UUID

from accounts.models import Player
from chkobba_api.errors import DomainError
from games import shuffle
from games.clock.controls.move import MoveControl
from games.engine.catalogue import GAMES
from games.models import LastSweep, Match, Round, Seat, Status, Visibility
from games.services import due_matches
from games.services.matches import shuffle_seeds
from games.services.matchmaking import rematch, seek_matching, seeks
from games.services.matchmaking.lobby import joining, match_cancellation, match_changes, match_creation, match_start
from games.services.turns import playing

GAME: Final = "scopa"
WANTED: Final = "7D"
"""The card that the accomplices want in the first hand of one of them."""
TRIES: Final = 60
"""The plain seeds that they try for the card; one in thirteen of such hands has it."""
STEPS: Final = 12
"""The steps of the accomplices before, and again after, the honest secret is revealed."""


@dataclass(frozen=True)
class Outcome:
    """The result of one table."""

    way: str
    accomplices_committed: int
    """The accomplices whose secrets were not yet revealed when the honest one was."""
    is_dealt: bool
    """True if cards were dealt; else the accomplices called the match off, knowing the deck."""
    is_admitted: bool
    """True if the deck is one of those that the docs leave to them."""
    is_wanted: bool
    """True if the deck is one that they wanted."""
    chance: float
    """The probability that one of the decks that they could choose is wanted, if they cannot choose more."""


@dataclass
class Person:
    """A player at the table, with the secrets they have drawn, by their commitments."""

    player: Player
    secrets: dict[str, str] = field(default_factory=dict)

    def commit(self, luck: Random) -> str:
        """Draw a secret and return its commitment."""
        secret = f"{luck.getrandbits(128):032x}"
        commitment = hashlib.sha256(secret.encode()).hexdigest()
        self.secrets[commitment] = secret
        return commitment


class Table:
    """A match under attack."""

    def __init__(self, number: int, luck: Random, now: datetime) -> None:
        self.luck, self.now = luck, now
        self.seats = luck.choice([2, 2, 3, 4])
        people = [Person(Player.objects.create_guest(f"P{number} {one}", "fennec")) for one in range(self.seats)]
        self.honest, *self.others = people
        self.creator = luck.choice(people)
        self.match_id: Any = None
        self.honest_seat: int | None = None
        self.admitted: list[list[str]] | None = None
        """The decks that may be dealt, set when the honest secret is revealed."""
        self.options: list[list[str]] = []
        """The seeds of the seats that lead to each of these decks."""
        self.untold = 0
        """The number of accomplices who may keep a secret back at that time."""

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.match_id)

    @cached_property
    def known(self) -> Match:
        """Return what the accomplices know from the beginning: the id of the match and the server's seed."""
        return self.match

    @cached_property
    def cards(self) -> Sequence[Any]:
        """Return the cards that are shuffled."""
        game = GAMES[GAME]
        return game.chance(game.start(game.read_options({}, self.seats), self.seats, 0)).cards

    def tick(self) -> datetime:
        """Let a second pass, and return the time."""
        self.now += timedelta(seconds=1)
        return self.now

    # --- coming together ----------------------------------------------------------------------------------------------

    def _make(self, **wish: Any) -> UUID:
        """Have the creator make a match; return its id."""
        settings = match_creation.MatchSettings(
            game=GAME, seats=self.seats, options={}, visibility=Visibility.PUBLIC, control=MoveControl(600), **wish
        )
        return match_creation.create_match(self.creator.player, settings, self.now).match.pk

    def by_lobby(self) -> None:
        """Have the creator make a match; the others sit down when they like."""
        self.match_id = self._make(autostart=self.luck.random() < 0.7, **self._added(self.creator))
        self._come(self.join)

    def by_rematch(self) -> None:
        """Have the players rematch after one of them resigned."""
        old = self._make()
        for one in [self.honest, *self.others]:
            if one is not self.creator:
                joining.join(old, one.player, self.now)
        for one in [self.honest, *self.others]:
            with suppress(DomainError):
                playing.resign(old, one.player, self.now)
        self.match_id = rematch.rematch(old, self.creator.player, self.tick(), **self._added(self.creator)).match.pk
        self._come(lambda one: rematch.rematch(old, one.player, self.tick(), **self._added(one)))

    def by_seeks(self) -> None:
        """Have the players find each other by seeks."""
        for one in self.luck.sample([self.honest, *self.others], self.seats):
            committed = self._added(one).get("seed_commitment")
            wish = seeks.SeekSettings(
                game=GAME,
                seats=self.seats,
                options={},
                control=MoveControl(600),
                seed_commitments=(committed,) if committed else (),
            )
            seek_matching.look(seeks.seek(one.player, wish, self.tick()).pk, self.now)
        self.match_id = Seat.objects.get(player=self.honest.player).match_id

    def _come(self, sit_down: Callable[[Person], Any]) -> None:
        """Have all other players sit down in some order; accomplices do other things in between."""
        for one in self.luck.sample([self.honest, *self.others], self.seats):
            self._mischief(self.luck.randrange(3))
            with suppress(DomainError):
                sit_down(one)

    def _added(self, one: Person) -> dict[str, Any]:
        """Return the seed that a player adds when sitting down: the honest one a commitment, the others anything."""
        if one is self.honest or self.luck.random() < 0.4:
            return {"seed_commitment": one.commit(self.luck)}
        return {"seed": self._ground_seed(one)} if self.match_id and self.luck.random() < 0.8 else {}

    def join(self, one: Person) -> None:
        joining.join(self.match_id, one.player, self.tick(), **self._added(one))

    # --- shared knowledge and actions ---------------------------------------------------------------------------------

    def deck_of(self, added: Sequence[str]) -> list[str]:
        """Return the first deck that is dealt where the seats add these seeds."""
        lot: dict[str, Any] = {"seed": self.known.seed, "match": str(self.match_id), "seat_seeds": list(added)}
        return [GAMES[GAME].card_name(card) for card in shuffle.shuffled(self.cards, round=0, attempt=0, **lot)]

    def is_wanted(self, added: Sequence[str]) -> bool:
        """Return whether the deck deals the wanted card to an accomplice.

        Cards go around from the seat after the dealer.
        """
        lot: dict[str, Any] = {"seed": self.known.seed, "match": str(self.match_id), "seat_seeds": list(added)}
        seat = shuffle.first_dealer(self.seats, **lot) + 1 + (place := self.deck_of(added).index(WANTED))
        return place < 3 * self.seats and seat % self.seats != self.honest_seat

    def added_now(self) -> list[str]:
        """Return the seeds that the seats add, as far as they are revealed."""
        return list(Seat.objects.filter(match=self.match_id).order_by("number").values_list("seed", flat=True))

    def _ground_seed(self, one: Person) -> str:
        """Return a plain seed with which the cards suit, as far as the seeds of the others are known."""
        added = self.added_now()
        seats = Seat.objects.filter(match=self.match_id)
        mine = seats.filter(player=one.player).first() or seats.filter(player=None).first()
        self.honest_seat = seats.filter(player=self.honest.player).values_list("number", flat=True).first()
        if mine is None:
            return "none"
        for number in range(TRIES):
            added[mine.number] = f"try{number}"
            if self.is_wanted(added):
                break
        return added[mine.number]

    def _mischief(self, steps: int) -> None:
        """Have accomplices do anything that players can do."""
        for _ in range(steps):
            if not self.match_id or self.match.status != Status.LOBBY:
                return
            one = self.luck.choice(self.others)
            acts = ["leave", "join", "plain", "commit", "start", "change", "autostart"]
            if self.admitted is not None:  # before, an accomplice gains nothing by calling the match off
                acts += ["leave", "join", "leave", "join", "cancel"]
            with suppress(DomainError):
                self._act(self.luck.choice(acts), one)
            self._honest_turn(tells=False)

    def _act(self, act: str, one: Person) -> None:
        """Have an accomplice do something. Raises DomainError."""
        here = (self.match_id, one.player, self.tick())
        match act:
            case "leave":
                joining.leave(*here)
            case "join":
                self.join(one)
            case "plain":
                shuffle_seeds.add_seed(*here, seed=self._ground_seed(one))
            case "commit":
                shuffle_seeds.add_seed(*here, commitment=one.commit(self.luck))
            case "start":
                match_start.start(*here)
            case "change":
                match_changes.change_match(*here, seed=self._ground_seed(one))
            case "autostart":
                match_changes.change_match(*here, autostart=True)
            case "cancel":
                match_cancellation.cancel(*here)

    def _honest_turn(self, *, tells: bool) -> None:
        """Have the honest player commit where asked, and reveal the secret when the seats are sealed."""
        match = self.match
        seat = Seat.objects.filter(match=match, player=self.honest.player).first()
        if seat is None or match.status != Status.LOBBY:
            return
        if match.seeds_due_at is None:
            if not seat.seed_commitment and self.luck.random() < 0.5:  # not at once: people are slower than programs
                with suppress(DomainError):
                    shuffle_seeds.add_seed(
                        match.pk, _player_of(seat), self.tick(), commitment=self.honest.commit(self.luck)
                    )
        elif tells and not seat.seed:
            self._admit(seat)
            shuffle_seeds.add_seed(match.pk, _player_of(seat), self.tick(), seed=self._secret_of(seat))

    def _admit(self, honest: Seat) -> None:
        """Note the decks that may still be dealt once the honest secret is revealed.

        There is one for each set of secrets kept back.
        """
        if self.admitted is not None:
            return
        self.honest_seat, added = honest.number, self.added_now()
        added[honest.number] = self._secret_of(honest)
        untold = [seat for seat in self._untold() if seat != honest]
        self.untold = len(untold)
        self.options = []
        for size in range(len(untold) + 1):
            for told in combinations(untold, size):
                secrets = {seat.number: self._secret_of(seat) for seat in told}
                self.options.append([secrets.get(number, seed) for number, seed in enumerate(added)])
        self.admitted = [self.deck_of(option) for option in self.options]

    def _untold(self) -> Iterator[Seat]:
        seats = Seat.objects.filter(match=self.match_id).order_by("number")
        return (seat for seat in seats if seat.seed_commitment and not seat.seed)

    def _secret_of(self, seat: Seat) -> str:
        drawn = {key: secret for one in [self.honest, *self.others] for key, secret in one.secrets.items()}
        return drawn[seat.seed_commitment]

    # --- the attack ---------------------------------------------------------------------------------------------------

    def attack(self) -> None:
        """Bring the match to a deal, and choose as much as possible."""
        for _ in range(STEPS):
            match = self.match
            if match.status != Status.LOBBY:
                return
            if match.seeds_due_at is not None:
                self._mischief(self.luck.randrange(3))
                self._tell_some()
                break
            self._honest_turn(tells=False)
            self._mischief(1)
            for one in self.others:  # an accomplice who left comes back, so that the table fills
                with suppress(DomainError):
                    self.join(one)
            with suppress(DomainError):
                match_start.start(self.match_id, self.creator.player, self.tick())
        self._honest_turn(tells=True)
        self._mischief(self.luck.randrange(STEPS))
        self._choose()
        match = self.match
        if match.status == Status.LOBBY and match.seeds_due_at is not None:
            late = max(match.seeds_due_at, self.now)
            LastSweep.objects.update(at=late)  # no outage, although the sweep comes this late
            due_matches.wake(match.pk, late)

    def _tell_some(self) -> None:
        """Have some accomplices reveal their secrets before the honest player does."""
        for seat in list(self._untold()):
            if seat.player_id != self.honest.player.pk and self.luck.random() < 0.2:
                with suppress(DomainError):
                    shuffle_seeds.add_seed(self.match_id, _player_of(seat), self.tick(), seed=self._secret_of(seat))

    def _choose(self) -> None:
        """Reveal the secrets with which the cards suit, if there are any."""
        if self.admitted is None or self.match.status != Status.LOBBY:
            return
        wanted = next((option for option in self.options if self.is_wanted(option)), self.options[0])
        for seat in list(self._untold()):
            if wanted[seat.number]:
                with suppress(DomainError):
                    shuffle_seeds.add_seed(self.match_id, _player_of(seat), self.tick(), seed=self._secret_of(seat))

    def outcome(self, way: str) -> Outcome | None:
        """Return the result; None where the server never asked for the honest secret."""
        match = self.match
        dealt = Round.objects.filter(match=match).order_by("version").values_list("deck", flat=True).first()
        if self.admitted is None and dealt is None:
            return None
        is_admitted = dealt is not None and self.admitted is not None and json.loads(dealt) in self.admitted
        is_wanted = dealt is not None and self.is_wanted(self.added_now())
        share = 3 / 40 * (self.seats - 1)
        is_dealt = dealt is not None
        return Outcome(way, self.untold, is_dealt, is_admitted, is_wanted, 1 - (1 - share) ** 2**self.untold)


def _player_of(seat: Seat) -> Player:
    if seat.player is None:
        raise ValueError("no player sits here")
    return seat.player


WAYS: Final = ("lobby", "lobby", "rematch", "seeks")


def play(number: int, luck: Random, now: datetime, way: str | None = None) -> Outcome | None:
    """Play one table; return the result, or None where no shuffle came about."""
    table = Table(number, luck, now)
    way = way or luck.choice(WAYS)
    getattr(table, f"by_{way}")()
    table.attack()
    return table.outcome(way)
