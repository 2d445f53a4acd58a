"""The rule texts: their shape, and their statements, checked against the engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from games.engine import camba, fishing, haggis
from games.engine.catalogue import GAMES
from tests.engine.fishing.deals import deal, dealt, deck
from tests.engine.fishing.sheets import count, winner
from tests.engine.fishing.tables import (
    KEYS,
    LAY_DOWN,
    RULESETS,
    captures,
    either,
    engine,
    harmless_packet,
    legal,
    play,
    start,
    sweep,
    the_rest,
)
from tests.helpers.cases import cases
from tests.helpers.english import english

TEXTS = {key: game.text for key, game in GAMES.items()}
BY_KEY = {ruleset.key: ruleset for ruleset in RULESETS}

FOLDERS = [Path(package.__file__ or "").parent for package in (camba, fishing, haggis)]
SOURCES = [FOLDERS[0] / "text.py", FOLDERS[2] / "text.py", *sorted((FOLDERS[1] / "texts").glob("*.py"))]

HEADINGS = ["Set-up", "Your turn", "Scoring", "An example", "Words"]

OPTION_WORDS = {
    "target": "**Points to win**",
    "margin": "**Lead of the winner**",
    "courts": "**Court cards**",
    "redeal": "**First table void",
    "last_sweep": "**Clearing the table on the last play**",
    "cut": "**Cut**",
    "primiera_needs_all_suits": "**Primiera without a suit**",
    "ace_fifteen": "**Ace that meets an ace**",
    "declarations": "**Announcing**",
    "many_cards": "**Two points for**",
    "compulsory": "**Taking**",
    "dealer_bonus": "**Dealer's table of 15**",
    "teams": "**Teams of four players**",
    "open_piles": "**Piles**",
    "piccola_most": "**Piccola**: 6",
    "decks": "**Decks**",
    "voluntary_draw": "**Drawing without need**",
    "play_drawn_card": "**Playing the drawn card**",
    "games": "**Games of a match**",
    "scoring": "**Scoring of cards**",
}

# --- reading a text ---------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Return a text as one line, so that its line breaks do not matter."""
    return " ".join(text.split())


def rows(key: str, header: str) -> Iterator[list[str]]:
    """Yield the cells of each row of the tables of a text whose header begins with this cell."""
    for table in re.findall(rf"^\| {header} \|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXTS[key], re.MULTILINE):
        for line in table.splitlines():
            yield [cell.strip() for cell in line[1:-1].split("|")]


def all_rows(header: str) -> list[Any]:
    """Return these rows of all fishing games, each with the key of its game."""
    return [
        pytest.param(key, row, id=f"{key}: {' | '.join(row[:2])}") for key in KEYS for row in rows(key, header) if row
    ]


def cards(cell: str) -> str:
    """Return the cards of a cell as the engine names them: ``7D KC`` for ``7♦ K♣``."""
    return cell.translate(str.maketrans("♦♥♠♣", "DHSC"))


def numbers(cell: str) -> list[int]:
    """Return the numbers of a cell."""
    return [int(number) for number in re.findall(r"\d+", cell)]


# --- the shape of the texts -------------------------------------------------------------------------------------------


@cases("key", GAMES)
def test_the_headings(key):
    """A text has one paragraph about the game, then five chapters in this order, each with content."""
    first, *chapters = TEXTS[key].split("\n## ")

    assert [chapter.partition("\n")[0] for chapter in chapters] == HEADINGS
    assert not first.startswith("#")
    assert "\n\n" not in first.strip()
    assert all(len(chapter.split()) > 20 for chapter in chapters)
    assert not re.search(r"^# |^####", TEXTS[key], re.MULTILINE)
    assert "<" not in TEXTS[key]


@cases("key", GAMES)
def test_the_length(key):
    """A text can be read in one sitting; names of cards and the lines of tables do not count as words."""
    read = re.findall(r"\S*[^\W\d_]\S*", re.sub(r"\b[AJQK][♦♥♠♣]", "", TEXTS[key]))

    assert 350 <= len(read) <= 950


@cases("path", SOURCES, ids=lambda path: path.name)
def test_the_length_of_lines(path):
    """The limit is that of all sources."""
    assert max(map(len, path.read_text().splitlines())) <= 120


def test_no_paragraph_stands_twice():
    """A paragraph that several games share is written once."""
    strings = [text for path in SOURCES for text in re.findall(r'"""\\\n(.*?)"""', path.read_text(), re.DOTALL)]
    paragraphs = [plain(paragraph) for text in strings for paragraph in text.split("\n\n")]
    long = [paragraph for paragraph in paragraphs if len(paragraph.split()) > 15 and not paragraph.startswith("|")]

    assert len(long) > 100
    assert len(set(long)) == len(long)


@cases("key", GAMES)
def test_every_option_is_named(key):
    """The text names each option once in words, with its default first."""
    listed = TEXTS[key].partition("### What you may agree on\n")[2].partition("\n## ")[0]

    for option in GAMES[key].options:
        assert listed.count(OPTION_WORDS[option.name]) == 1
    assert len(re.findall(r"^- ", listed, re.MULTILINE)) == len(GAMES[key].options)


@cases(
    ("name", "value", "said"),
    [
        ("margin", 1, "1 point; or 2 points"),
        ("margin", 2, "2 points; or 1 point"),
        ("courts", "jqk", "jack 8, queen 9, king 10; or"),
        ("courts", "qjk", "queen 8, jack 9, king 10; or"),
        ("redeal", "none", "(never void); or"),
        ("redeal", "kings2", "2 kings; or"),
        ("redeal", "kings3", "3 kings; or"),
        ("redeal", "aces2", "2 aces; or"),
        ("redeal", "ranks3", "3 of a rank; or"),
        ("last_sweep", False, "no point; or"),
        ("last_sweep", True, "a point; or"),
        ("cut", True, "yes; or"),
        ("primiera_needs_all_suits", False, "allowed; or"),
        ("ace_fifteen", False, "takes it; or"),
        ("declarations", "automatic", "by the server; or"),
        ("many_cards", 40, "40 cards; or"),
        ("compulsory", False, "as you like; or"),
        ("dealer_bonus", 0, "0 points; or"),
        ("teams", False, "no; or"),
        ("teams", True, "yes; or"),
        ("open_piles", True, "open; or"),
        ("open_piles", False, "face down until the round ends; or"),
        ("piccola_most", 6, "6 points at the most; or"),
        ("decks", 1, "one; or"),
        ("voluntary_draw", False, "no; or"),
        ("play_drawn_card", False, "no; or"),
        ("games", 1, "1; or up to 20"),
        ("scoring", "old", "old, as above; or"),
    ],
)
def test_what_holds_without_an_agreement(name, value, said):
    """The default comes first, in every game that has the option with this default."""
    games = [
        key for key, game in GAMES.items() if any((one.name, one.default) == (name, value) for one in game.options)
    ]

    assert games
    for key in games:
        line = next(line for line in TEXTS[key].splitlines() if line.startswith(f"- {OPTION_WORDS[name]}"))
        assert line.partition("**: ")[2].startswith(said)


@cases("key", GAMES)
def test_the_target(key):
    """The text names it where the match is won, and among the options."""
    for option in GAMES[key].options:
        if option.name == "target":
            assert re.search(rf"\b{option.default} points", TEXTS[key])
            assert f"**Points to win**: {option.default}; or" in TEXTS[key]


@cases("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_what_scores_is_named(ruleset):
    """The table of points and the glossary have every line of the sheet; the text has the margin where it is not 1."""
    text = TEXTS[ruleset.key]
    scoring, glossary = (text.partition(f"\n## {chapter}\n")[2].casefold() for chapter in ("Scoring", "Words"))

    for name in (ruleset.sweep_name, *(score.name for score in ruleset.scores)):
        assert f"**{name.casefold()}**" in scoring
        assert f"**{name.casefold()}**" in glossary
    assert ruleset.margin == 1 or f"a lead of {ruleset.margin}" in text


@cases("key", GAMES)
def test_the_direction_of_play(key):
    """The text agrees with the direction that the page draws."""
    said = "clockwise" in re.sub("counter-clockwise", "", TEXTS[key])

    assert said is (GAMES[key].direction == "clockwise")


@cases(
    ("key", "said"),
    [
        ("cirulla", "it is worth 21 in the primiera. (That is our reading"),
        ("cirullone", "it is worth 21 in the primiera. (That is our reading"),
        ("chkobba", "that it holds for the last capture too is our reading"),
        ("escopa", "That it must take is our reading"),
        ("chorizo", "count when the round is over (our reading): until then the table shows a provisional total"),
        ("baciga", "count when the round is over (our reading): until then the table shows a provisional total"),
        ("chkobba-cafe", "Tips from the café"),
        ("chkobba-cafe", "fante, cavallo and re"),
    ],
)
def test_where_a_reading_is_ours(key, said):
    """The text says so where the rule stands."""
    assert said in plain(TEXTS[key])


# --- the tables of the examples ---------------------------------------------------------------------------------------


@cases(("key", "row"), all_rows("On the table"))
def test_captures(key, row):
    """The row has the captures of a card, and an exclamation mark where clearing the table earns points."""
    table, card, takes, *why = map(cards, row)
    stated = set() if takes == "nothing" else either(*takes.split(" or "))
    stays = not stated or not BY_KEY[key].compulsory

    assert captures(key, table, card) == stated | ({LAY_DOWN} if stays else set())
    if why:
        earned = [sweep(key, table, card, taken) for taken in stated]
        assert any(earned) == ("!" in why[0])


@cases(("key", "row"), all_rows("You hold"))
def test_packets(key, row):
    """The row has the points of three announced cards."""
    packet, points = cards(row[0]), int(row[1])

    assert deal(key, harmless_packet(packet), packet).declared() == ([(1, points)] if points else [])


@cases(("key", "row"), all_rows("First table"))
def test_first_tables(key, row):
    """The row has whether the deal is void, and the dealer's points."""
    table, happens = cards(row[0]), row[1]
    first = deal(key, table=table)

    assert first.void is (happens == "a new deal")
    assert bool(first.bonuses()) is ("dealer" in happens)
    assert (first.state.table == 0 and not first.void) is ("takes all" in happens)
    if first.bonuses():
        assert sum(points for _, points, _ in first.bonuses()) == numbers(happens)[0]


PILES = {
    "chkobba": ["AD 2D 3D 4D 5D 6D 7S 7H 6S 6C JC JH JS QC QH QS KC KH KS 5S"],
    "chkobba-cafe": ["2C 2H 3C 3S 4C 4H 5S 6C 6H 7D 7S AC AD JC JD JH JS KC KD KS QD QH QS"],
    "chkobba-spec": ["2C 2D 3S 4D 4H 5C 5D 7C 7D 7H AD AS JD KH KS QC QD QH"],
    "scopa": ["2C 2H 3D 4C 5C 6S 7C 7S AD JD KC KD KH QD", "2D 2S 3C 3H 3S 4H 4S 5D 5S 6C 7D 7H AC KS"],
    "scopa-simplified": ["2C 2D 2S 3D 3S 4D 4H 5C 5H 5S 6C 6H 6S 7D 7H AH AS JC JS KS QC QH"],
    "scopa-team": ["2C 2S 3D 3S 4C 4S 5D 5S 6H 6S 7C 7S AH AS JD KD KH QD QH"],
    "scopa-dassi": [the_rest("AH 2H 3H 4H 5H 6H 7H JH QH KH JD QD KD 6C JS QS")],
    "scopone": ["7D 6D AD 2D 7C 6C AC 5C 4C 3C 5H 4H 3H 2H JH QH 5S 4S 3S 2S JS QS"],
    "scopone-scientifico": ["2H 2S 3C 3D 3H 3S 4C 4H 5C 5H 6D 7D 7S AD AS JH KC KD KH KS"],
    "scopa-quindici": ["2C 2H 2S 3H 4D 5D 5S 6D 6H 6S 7H 7S AD AS JS KD QD"],
    "cirulla": ["2C 2D 2H 2S 3C 3D 3S 4C 6C 6S 7C 7D 7S AC AD JD JH KC KD KH QD QH QS"],
    "cirullone": ["2D 3C 3D 3H 3S 4D 5C 5D 5H 5S 6D 6H 6S 7H 7S AD AH AS KC KH"],
    "escopa": ["2C 2D 3C 3D 3S 4D 4H 4S 5C 5D 5S 6C 6D 6H 6S 7C 7D 7H 7S AD JC JD KC KD KH KS QD QS"],
    "escoba": ["AD 2D 3D 4D 5D 7D 7C 7H 2C 2H 2S 3C 3H 3S 4C 4H 4S 5C 5H"],
    "escova": ["2C 2D 3H 4C 4H 5D 5S 6C 6H 6S 7C 7H 7S AD AH AS JD JH KD KH KS QC"],
    "chorizo": ["2D 2S 3C 3D 3S 4H 5C 7D AD AS JD JS KH QC QD", "2C 2H 4C 4D 5D 5S 6H 6S 7C 7H 7S AC JC JH KD"],
    "baciga": ["2C 2H 2S 3H 4H 5H 5S 6C 6D 6S 7S AD AH AS JH JS KD KH KS QC"],
}
"""The cards of each side in the rounds that the texts count; the last side has all other cards."""


def in_words(counts: list[int]) -> list[int]:
    """Return the numbers in a line of the engine's sheet: a single one where all are equal."""
    return counts[:1] if len(set(counts)) == 1 else counts


@cases("key", KEYS)
def test_a_counted_round(key):
    """The text has each side's share and points for every line."""
    header = re.search(r"^\| Line \| (.*) \|$", TEXTS[key], re.MULTILINE)
    assert header
    sides = header[1].split(" | ")
    lines = {name: [numbers(cell) for cell in cells] for name, *cells in rows(key, "Line")}
    piles = [*PILES[key], the_rest(*PILES[key])]
    about = {
        name: tuple(cell[-1] for cell in lines.get(line, [[0]] * len(sides)))
        for name, line in (("sweeps", BY_KEY[key].sweep_name), ("bonus", "Bonus"))
    }

    result = count(key, *piles, seats=4 if "Team A" in sides else len(sides), **about)

    assert lines.pop("Total") == [[score] for score in result.scores]
    for category in result.categories:
        cells = lines.pop(english(category.name), [[0]] * len(sides))
        assert tuple(cell[-1] for cell in cells) == category.points
        if len(cells[0]) > 1:
            counts = [in_words([cell[place] for cell in cells]) for place in range(len(cells[0]) - 1)]
            assert numbers(english(category.text)) == list(chain.from_iterable(counts))
    assert not lines


# --- statements in sentences ------------------------------------------------------------------------------------------


class Fact(NamedTuple):
    """A sentence of a text, and a check that returns the engine's result and the stated one."""

    key: str
    quote: str
    check: Callable[[], tuple[Any, Any]]


def wins(key: str, quote: str, totals: tuple[int, ...], side: int | None, **about: Any) -> Fact:
    """Return the fact that these totals end the match with this winner, or do not end it."""
    return Fact(key, quote, lambda: (winner(key, *totals, **about), side))


def after_cut(choice: str) -> tuple[int, int, bool, int]:
    """Return the cards in hand and on the table after a cut of 7♦, whether it lies there, and the seat to act."""
    first = start("chkobba")
    state = play(dealt(first, deck(first, first="7D")).state, choice)
    table = engine(state).show(engine(state).observe(state, None)).table
    return state.hands[1].bit_count(), len(table), "7D" in table, state.turn


def announced(*texts: str) -> tuple[int, set[str]]:
    """Return the bonus of Cirullone's example after these moves of seat 0, and the cards that it may play now."""
    state = deal("cirullone", "AC 2D 5S 4C 4D 4S KH QC 6D", seats=4, dealer=3, table="JH 5H 6S QS").state
    for text in texts:
        state = play(state, text if " " in text else next(one for one in legal(state) if one.startswith(text)))
        for _ in range(-state.turn % 4):
            state = play(state, next(one for one in legal(state) if not one.startswith("declare")))
    return state.bonus[0], {text.split()[0] for text in legal(state)}


def won_and_drawn(key: str, quote: str, won: tuple[int, ...], level: tuple[int, ...], seats: int = 2) -> list[Fact]:
    """Return the facts that the first side wins with the one score, and no side with the other."""
    return [wins(key, quote, won, 0, seats=seats), wins(key, quote, level, None, seats=seats)]


DASSI = "AH 2H 3H 4H 5H 6H 7H JH QH KH JD QD KD 6C JS QS"

FACTS = [
    Fact("chkobba", "dealt only two more", lambda: (after_cut("keep"), (3, 4, False, 1))),
    Fact("chkobba", "the first of the four table cards", lambda: (after_cut("lay"), (3, 4, True, 1))),
    Fact(
        "chkobba",
        "Three or four table cards of one rank void the deal. The same dealer deals again",
        lambda: (
            [
                (one.void, one.state.dealer)
                for table in ("6C 6D 6S 2H", "6C 6D 6S 6H")
                for one in [deal("chkobba", table=table, dealer=1, cut=False)]
            ],
            [(True, 1)] * 2,
        ),
    ),
    Fact(
        "scopa-dassi",
        "that point would be the opponent's: 3 to 3",
        lambda: (
            [
                count("scopa-dassi", the_rest(DASSI), DASSI, sweeps=(0, 2), primiera_needs_all_suits=needed).scores
                for needed in (False, True)
            ],
            [(4, 2), (3, 3)],
        ),
    ),
    Fact(
        "cirullone",
        "You announce A♣ 2♦ 5♠, worth 8, for 3 points",
        lambda: (announced("declare AC 2D 5S"), (3, {"AC", "2D", "5S"})),
    ),
    Fact(
        "cirullone",
        "Then you announce 4♣ 4♦ 4♠ for 10",
        lambda: (
            announced("declare AC 2D 5S", "AC", "2D", "5S", "declare 4C 4D 4S"),
            (13, {"4C", "4D", "4S"}),
        ),
    ),
    *won_and_drawn("scopa", "At 12, 11 and 9 points Ada has won.", (12, 11, 9), (11, 11, 8), seats=3),
    *won_and_drawn("scopa-simplified", "now 11 to 10, and you have won. At 11 to 11", (11, 10), (11, 11)),
    *won_and_drawn("scopa-quindici", "At 12 to 11 you have won. At 12 to 12", (12, 11), (12, 12)),
    *won_and_drawn("scopone", "makes it 13 to 12, team A has won. If it makes it 13 to 13", (13, 12), (13, 13), 4),
    *won_and_drawn("scopone-scientifico", "At 11 to 10 team A has won; at 11 to 11", (11, 10), (11, 11), 4),
    *won_and_drawn("chkobba", "22 to 20, the 22 win it. At 22 to 22", (22, 20), (22, 22)),
    *won_and_drawn("chkobba-cafe", "at 11 to 10, it is over. At 12 to 12", (11, 10), (12, 12), 4),
    *won_and_drawn("cirulla", "At 53 to 51 the match is over, at 53 to 53", (53, 51), (53, 53)),
    *won_and_drawn("cirullone", "At 103 to 101 the match is won. At 103 to 103", (103, 101), (103, 103), 4),
    *won_and_drawn("escopa", "At 11 to 10 the match is over. At 12 to 12", (11, 10), (12, 12)),
    *won_and_drawn("escoba", "At 21 to 20 the match is won. At 21 to 21", (21, 20), (21, 21)),
    *won_and_drawn("escova", "31 to 30, you have won. At 31 to 31", (31, 30), (31, 31)),
    *won_and_drawn("chorizo", "At 22, 20 and 9 the match is won; at 21, 21 and 9", (22, 20, 9), (21, 21, 9), seats=3),
    *won_and_drawn("baciga", "At 21 to 20 the match is won, at 21 to 21", (21, 20), (21, 21)),
    wins("chkobba-spec", "21 to 20: it goes on", (21, 20), None),
    wins("chkobba-spec", "At 23 to 22 it still does", (23, 22), None),
    wins("chkobba-spec", "22 to 20 wins", (22, 20), 0),
    wins("chkobba-spec", "so does 25 to 22", (25, 22), 0),
]


@cases("fact", FACTS, ids=lambda fact: f"{fact.key}: {fact.quote[:40]}")
def test_a_sentence(fact):
    """The text has the sentence, and the engine agrees with it."""
    assert plain(fact.quote).casefold() in plain(TEXTS[fact.key]).casefold()
    happened, said = fact.check()
    assert happened == said
