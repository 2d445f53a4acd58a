"""Properties of every match of Čamba, under any moves."""

from __future__ import annotations

from random import Random

from games.engine.camba.cards import DECK
from games.engine.camba.events import Drew, Ended, Exchanged, Finished, Reshuffled
from games.engine.camba.state import COLOUR, DRAWN, NORMAL, PENDING, RESHUFFLING, STICKING
from games.engine.protocol import CHANCE
from tests.engine.camba.tables import CAMBA
from tests.engine.playing import new_match, playout, with_seeds
from tests.helpers.cases import cases

SEATS = cases("seats", CAMBA.seats)
SEEDS = with_seeds(5)


def match(seats, seed):
    """Yield the steps of a random match with random options, with the state after each."""
    random = Random(seed)
    for step in playout(CAMBA, new_match("camba", seats, random), random, steps=700):
        yield step, CAMBA.fold(step.state, step.events)


@SEATS
@SEEDS
def test_cards_are_conserved(seats, seed):
    """Hands, draw deck and discard pile together always hold all the cards."""
    for step, _ in match(seats, seed):
        state = step.state
        for event in step.events:
            state = CAMBA.evolve(state, event)
            everywhere = [card for cards in (*state.hands, state.draw, state.pile) for card in cards]
            assert tuple(sorted(everywhere)) == state.rules.cards()
            assert all(list(hand) == sorted(hand) for hand in state.hands)


@SEATS
@SEEDS
def test_only_who_holds_cards_is_asked(seats, seed):
    """Finished players and empty hands have no decision."""
    for step, _ in match(seats, seed):
        if step.seat != CHANCE:
            assert step.state.hands[step.seat]
            assert step.seat not in step.state.places


@SEATS
@SEEDS
def test_the_mode_agrees_with_the_effective_card(seats, seed):
    """A sekunda has a pending draw, a kvarta a requested colour, a kvinta a requested class.

    The effective card is always in the discard pile.
    """
    for _, state in match(seats, seed):
        number = DECK.name(state.top)[1]
        assert state.top in state.pile
        if state.mode == NORMAL:
            assert (state.asked, number not in "45") == (0, True)
        elif state.mode == PENDING:
            assert (number, state.asked % 2, state.asked > 0) == ("2", 0, True)
        else:
            assert number == ("4" if state.mode == COLOUR else "5")


@SEATS
@SEEDS
def test_chance_shuffles_the_pile_only_when_the_draw_deck_is_used_up(seats, seed):
    """The pile has cards to shuffle, and cards are owed; attempts count up within a round."""
    attempts = {}
    for step, after in match(seats, seed):
        state = step.state
        if step.seat == CHANCE:
            asked = CAMBA.chance(state)
            assert asked.attempt == attempts.get(asked.round, 0)
            attempts[asked.round] = asked.attempt + 1
        if state.phase == RESHUFFLING:
            assert (state.draw, state.owed > 0) == ((), True)
            assert len(CAMBA.chance(state).cards) == len(state.pile) - 1 > 0
            assert isinstance(step.events[0], Reshuffled)
            assert after.top == state.top
        assert after.owed == 0 or after.phase == RESHUFFLING


@SEATS
@SEEDS
def test_a_draw_takes_what_is_asked_for_or_all_there_is(seats, seed):
    """A player draws one card or all that is pending; the rest is owed exactly when there is a pile to be shuffled."""
    for step, _ in match(seats, seed):
        state = step.state
        for event in step.events:
            if isinstance(event, Drew):
                asked = state.owed or (state.asked if state.mode == PENDING else 1)
                missing = asked - len(event.cards)
                assert event.cards == state.draw[: len(event.cards)]
                assert missing == max(0, asked - len(state.draw))
                assert event.owed == (missing if len(state.pile) > 1 else 0)
            state = CAMBA.evolve(state, event)


@SEATS
@SEEDS
def test_places_are_taken_one_after_the_other(seats, seed):
    """Each seat takes one place; the last place goes to the last player in the round, and the first one scores."""
    for step, after in match(seats, seed):
        finished = [event for event in step.events if isinstance(event, Finished)]
        for event in finished:
            assert event.place == len(set(after.places[: event.place]))
            assert after.places[event.place - 1] == event.seat
            assert not after.hands[event.seat]
        for event in step.events:
            if isinstance(event, Ended):
                assert sorted(event.places) == list(range(seats))
                assert sum(event.totals) == event.round + 1
                assert after.dealer == event.dealer


@SEATS
@SEEDS
def test_legal_discards_are_those_of_the_table(seats, seed):
    """A second reading of the table of camba.md 4 gives the same cards and calls."""
    for step, _ in match(seats, seed):
        if step.seat == CHANCE:
            continue
        state = step.state
        written = [CAMBA.write_move(move) for move in CAMBA.legal_moves(state)]
        listed = {(data["card"], data["call"]) for data in written if data["type"] == "play"}
        candidates = [state.drawn] if state.phase == DRAWN else state.hands[step.seat]
        top, mode = DECK.name(state.top), CAMBA.truth(state)["mode"]
        hand = [DECK.name(card) for card in state.hands[step.seat]]
        expected = set()
        for name in {DECK.name(card) for card in candidates}:
            expected |= {(name, call) for call in calls_by_the_book(name, top, mode)}
            others = list(hand)
            others.remove(name)
            if (name, "camba") in expected and any(calls_by_the_book(other, name, "normal") for other in others):
                expected.add((name, "camba_sticks"))
        assert listed == expected
        types = {data["type"] for data in written} - {"play"}
        may_draw = not expected or state.rules.voluntary_draw or state.mode == PENDING
        assert types == {DRAWN: {"pass"}, STICKING: set()}.get(state.phase, {"draw"} if may_draw else set())


def calls_by_the_book(name, top, mode):
    """Return the calls of a card that may be discarded, by the letter of camba.md 4, except ``camba_sticks``."""
    plain = {
        "1": ["camba"],
        "2": ["take_two"],
        "3": ["tees", "seet"],
        "4": ["changes"],
        "5": ["vojadzr"],
        "6": ["pasa_doble_play"],
        "7": ["alkondor_pasa", "alkondor_pasa_change"],
        "8": ["you_stay"],
    }[name[1]]
    kind, _, asked = mode.partition(":")
    fits = {
        "normal": name[0] == top[0] or name[1] == top[1] or name[1] == "4",
        "colour": name[0] == asked or name[1] == "4",
        "class": name[1] == asked or name[1] == "5",
        "pending": name[1] == "2",
    }[kind]
    calls = list(plain) if fits else []
    if name[1] == "6" and top[1] != "8":
        calls.append("pasa_doble")
    return calls


@SEATS
@SEEDS
def test_the_feed_shows_no_card_of_others(seats, seed):
    """The events of a move show a viewer only open cards and cards that are, or were just now, the viewer's own."""
    for step, after in match(seats, seed):
        for seat in (None, *range(seats)):
            own = () if seat is None else (*step.state.hands[seat], *after.hands[seat])
            for event in step.events:
                shown = CAMBA.visible(event, seat)
                if isinstance(event, Exchanged | Drew):
                    names = [name for key in ("given", "taken", "cards") for name in shown.get(key) or ()]
                    assert {CAMBA.read_card(name) for name in names} <= set(own)


@SEATS
@cases("seed", [0, 1, 550469])  # in the last, the viewer must stick a card, and no card is hidden from them
def test_an_imagined_state_has_every_card(seats, seed):
    """For every viewer, the cards are conserved, and a shown bottom card lies where it lay."""
    random = Random(seed)
    for step, state in match(seats, seed):
        if step.seat != CHANCE and random.random() < 0.8:
            continue
        for seat in (None, *range(seats)):
            imagined = CAMBA.imagine(CAMBA.observe(state, seat), random)
            everywhere = [card for cards in (*imagined.hands, imagined.draw, imagined.pile) for card in cards]
            assert tuple(sorted(everywhere)) == state.rules.cards()
            assert not state.bottom_shown or imagined.draw[-1] == state.draw[-1]
