"""Announcements, automatic and manual (rules/README.md, decision 4; scopa_family.md 4.8 and 4.17)."""

from __future__ import annotations

import pytest

from games.engine.catalogue import GAMES
from tests.engine.fishing.deals import deal
from tests.engine.fishing.tables import decided, engine, harmless_packet, legal, named, play, play_card, told
from tests.helpers.cases import cases
from tests.helpers.refusals import violates

ASKING = ["cirulla", "chorizo", "baciga"]
EACH = cases("game", ASKING)

PAYING = {"cirulla": ("AC 2D 3S", 3), "chorizo": ("AC 2D 3S", 5), "baciga": ("AC 2D 3S", 5)}


def phase(state):
    """Return the phase of the match in the form that clients read."""
    return engine(state).show(engine(state).observe(state, None)).phase


# --- automatic announcements ------------------------------------------------------------------------------------------


@EACH
def test_the_engine_announces_for_everybody_in_turn_order(game):
    """Decision 4: the engine announces after the packet and before play, from the seat after the dealer.

    A player with nothing to announce announces nothing.
    """
    packet, earned = PAYING[game]
    first = deal(game, "4C 4D AH", packet, "KC QD 7S", dealer=1)

    assert first.declared() == [(0, 3), (1, earned)]
    assert first.state.bonus == (3, earned, 0)
    assert (phase(first.state), first.state.turn) == ("playing", 2)


@EACH
def test_the_engine_announces_after_every_packet(game):
    """Decision 4: the engine announces after every packet."""
    packet, earned = PAYING[game]
    fill = harmless_packet(packet, "KC QD 7S KD QC 7D").split()
    then = " ".join(card for pair in zip(packet.split(), fill, strict=True) for card in pair)
    state = deal(game, "KC QD 7S", "KD QC 7D", then=then, dealer=0).state
    before = state.bonus

    for _ in range(5):
        state = play(state, legal(state)[0])
    events = decided(state, legal(state)[0])

    assert [(one["seat"], one["points"]) for one in told(state, events, "declared")] == [(1, earned)]
    assert play(state, legal(state)[0]).bonus == (before[0], before[1] + earned)


@EACH
def test_announced_cards_are_shown(game):
    """4.8 and 4.17: every viewer sees all three cards until they are played."""
    packet, _ = PAYING[game]
    state = deal(game, harmless_packet(packet), packet).state
    assert [named(shown) for shown in state.shown] == ["", "2D 3S AC"]

    state = play_card(state, "2D")

    for seat in (None, 0, 1):
        assert engine(state).show(engine(state).observe(state, seat)).shown == [[], ["3S", "AC"]]


# --- manual announcements ---------------------------------------------------------------------------------------------


def asked(game, *hands, dealer=0, **options):
    """Return the position in which the first player must announce or pass."""
    return deal(game, *hands, dealer=dealer, declarations="manual", **options)


@EACH
def test_everybody_is_asked_in_turn_order(game):
    """Decision 4: players with nothing to announce are asked, too; else the question would reveal their hands."""
    packet, earned = PAYING[game]
    first = asked(game, "4C 4D AH", packet, "KC QD 7S", dealer=0)
    state = first.state
    assert (first.declared(), first.state.bonus) == ([], (0, 0, 0))

    assert (phase(state), engine(state).to_act(state), legal(state)) == ("declaring", 1, ["declare", "pass"])
    state = play(state, "declare")
    assert (phase(state), engine(state).to_act(state), legal(state)) == ("declaring", 2, ["pass"])
    assert (state.bonus, named(state.shown[1])) == ((0, earned, 0), "2D 3S AC")
    state = play(state, "pass")
    assert (phase(state), engine(state).to_act(state), legal(state)) == ("declaring", 0, ["declare", "pass"])
    state = play(state, "pass")

    assert (phase(state), engine(state).to_act(state)) == ("playing", 1)
    assert (state.bonus, state.shown[0]) == ((0, earned, 0), 0)


@EACH
def test_everybody_is_asked_after_every_packet(game):
    """Decision 4: all players are asked again after each packet, and not between packets."""
    state = asked(game, "KC QD 7S", "KD QC 7D", dealer=1).state
    phases = []

    for _ in range(2 * (2 + 6)):
        phases.append((phase(state)[0], engine(state).to_act(state)))
        state = play(state, "pass" if phase(state) == "declaring" else legal(state)[0])

    packet = [("d", 0), ("d", 1), *[("p", 0), ("p", 1)] * 3]
    assert phases == packet * 2


@EACH
def test_passing_is_told_and_shows_nothing(game):
    """A pass earns and reveals nothing."""
    packet, _ = PAYING[game]
    state = asked(game, "KC QD 7S", packet).state

    assert told(state, decided(state, "pass"), "passed") == [{"type": "passed", "seat": 1}]
    assert (play(state, "pass").bonus, play(state, "pass").shown) == ((0, 0), (0, 0))


@EACH
def test_what_is_no_answer(game):
    """The game refuses a play, an announcement that pays nothing, and cards or a value that it does not ask for."""
    state = asked(game, "KC QD 7S", PAYING[game][0]).state

    for text in ("AC", "keep", "declare as 3", "declare AC 2D 3S", "7S"):
        violates("unknown_move", decided, state, text)
    state = play(state, "pass")
    violates("unknown_move", decided, state, "declare")
    state = play(state, "pass")
    for text in ("declare", "pass"):
        violates("unknown_move", decided, state, text)


def test_one_declaration_announces_everything():
    """Decision 4: in Chorizo and Báciga, one declaration announces all that applies."""
    for game, earned in (("chorizo", 9), ("baciga", 8)):
        state = asked(game, harmless_packet("2D 3D 4D"), "2D 3D 4D").state
        assert legal(state) == ["declare", "pass"]
        assert play(state, "declare").bonus == (0, earned)


@cases("declarations", ["automatic", "manual"])
def test_what_the_table_pays_is_always_automatic(declarations):
    """Decision 4: flor en la mesa and the table bonuses are automatic."""
    baciga = deal("baciga", table="2D 3D 4D 6D", declarations=declarations)
    cirulla = deal("cirulla", table="7H KC QD 3S", declarations=declarations)

    assert baciga.bonuses() == [(0, 4, ""), (0, 1, "2D 3D 4D 6D")]
    assert cirulla.bonuses() == [(0, 2, "3S 7H KC QD")]


@cases("game", ["chorizo", "baciga"])
def test_no_wild_card_in_iberian_games(game):
    """4.17 and 4.18: 7♥ is a seven there."""
    state = asked(game, "KC QD 3D", "7H AC AD").state

    assert legal(state) == ["declare", "pass"]
    assert play(state, "declare").bonus == (0, 3)
    assert play(state, "declare").matta == 0


# --- Cirulla's 7♥ -----------------------------------------------------------------------------------------------------


@cases(
    ("packet", "offers"),
    [
        pytest.param("7H AC AD", {"A": 10, "2": 3, "3": 3, "4": 3, "5": 3, "6": 3, "7": 3}, id="nine at most, or aces"),
        pytest.param("7H 2C 6D", {"A": 3}, id="only the ace"),
        pytest.param("7H 2C 4D", {"A": 3, "2": 3, "3": 3}, id="three values"),
        pytest.param("7H 3C 3D", {"A": 3, "2": 3, "3": 10}, id="ten or three"),
        pytest.param("7H KC KD", {"K": 10}, id="a king"),
        pytest.param("7H JC JD", {"J": 10}, id="a jack"),
        pytest.param("7H QC QD", {"Q": 10}, id="a queen"),
        pytest.param("7H 7C 7D", {"7": 10}, id="an ordinary seven"),
        pytest.param("7H 4C 5D", {}, id="nothing"),
        pytest.param("7H KC QD", {}, id="nothing at all"),
    ],
)
@cases("courts", ["jqk", "qjk"])
def test_every_value_that_pays_may_be_declared(packet, offers, courts):
    """Decision 4: a value with a lower bonus may be declared, too; 7 leaves it an ordinary seven."""
    state = asked("cirulla", "KS QH 6S", packet, courts=courts).state
    values = {**{rank: number for number, rank in enumerate("A23456", 1)}, "7": None, "K": 10}
    values |= {"J": 8, "Q": 9} if courts == "jqk" else {"J": 9, "Q": 8}

    assert legal(state) == [*[f"declare as {rank}" for rank in "A234567JQK" if rank in offers], "pass"]
    for rank, earned in offers.items():
        after = play(state, f"declare as {rank}")
        assert after.bonus == (0, earned)
        assert after.matta == (values[rank] or 0)
        shown = engine(after).show(engine(after).observe(after, 0)).matta
        assert shown == (None if rank == "7" else rank)


def test_a_wild_seven_must_be_given_a_value():
    """RECORDS: with 7♥ in hand, a declaration names its value; a wrong value, or none, is no declaration."""
    state = asked("cirulla", "KS QH 6S", "7H 2C 6D").state

    for text in ("declare", "declare as 2", "declare as 7", "declare as K"):
        violates("unknown_move", decided, state, text)


@cases(
    ("packet", "rank"),
    [("7H 2C 4D", "A"), ("7H 3C 3D", "3"), ("7H AC 2D", "A"), ("7H JC JD", "J"), ("7H 7C 7D", None)],
)
@cases("courts", ["jqk", "qjk"])
def test_the_engine_takes_the_best_and_then_the_lowest_value(packet, rank, courts):
    """Decision 4: the value with most points; among equal ones the lowest value."""
    first = deal("cirulla", "KS QH 6S", packet, courts=courts).state

    assert engine(first).show(engine(first).observe(first, 0)).matta == rank


@EACH
def test_announcements_of_a_team_go_to_the_team(game):
    """Bonuses belong to the side."""
    state = deal(game, "KC QD 6S", "4C 4D AH", "KD QH 6C", "AC 2D 3S").state

    assert state.bonus == (0, 3 + PAYING[game][1])


def test_sevens_without_a_value_stay_sevens():
    """4.8: no knock, so it is an ordinary seven."""
    first = deal("cirulla", "KS QH 2S", "7H 3C 3D", table="QC 7S 4S JH", declarations="manual").state
    state = play(first, "pass", "pass")

    assert engine(state).show(engine(state).observe(state, 0)).matta is None
    assert "7H 7S" in legal(state)


def test_who_may_be_asked():
    """Decision 4: the option exists in Cirulla, Chorizo and Báciga only."""
    assert [key for key, game in GAMES.items() if any(one.name == "declarations" for one in game.options)] == ASKING
