"""Paragraphs and tables that the rules of several fishing games share."""

from __future__ import annotations

from games.engine.fishing.ruleset import Ruleset
from games.engine.fishing.texts.agreements import agreements

# --- set-up -----------------------------------------------------------------------------------------------------------

ALONE = "Two, three or four play, each on their own."

ALONE_UNLESS_AGREED = f"{ALONE} Four may also agree on two teams; then those across from each other are partners."

TEAMS = """\
Four play in two teams, partners across from each other: seats 0 and 2 against seats 1 and 3. A team has one pile and
one score."""

TWO_OR_TEAMS = f"Two play against each other. {TEAMS}"

ALONE_OR_TEAMS = f"Two or three play each on their own. {TEAMS}"

TEAMS_UNLESS_AGREED = f"{ALONE_OR_TEAMS} Four may also agree to play each on their own."

_DECK = """\
There are 40 cards, ten of each suit: diamonds (♦ coins), hearts (♥ cups), spades (♠ swords) and clubs (♣ batons).
When cards are taken, they are worth:"""

JACK_QUEEN_KING = f"""\
{_DECK}

| Ace | 2 to 7 | Jack | Queen | King |
|---|---|---|---|---|
| 1 | 2 to 7 | 8 | 9 | 10 |"""

QUEEN_JACK_KING = f"""\
{_DECK}

| Ace | 2 to 7 | Queen | Jack | King |
|---|---|---|---|---|
| 1 | 2 to 7 | 8 | 9 | 10 |

Mind the queen: here she is below the jack."""

_THREE_EACH = """\
Everyone is dealt three cards, one by one, beginning after the dealer. Four more go face up on the table. When all
hands are empty, everyone gets three new cards, but the table gets no more:"""

PACKETS = f"{_THREE_EACH} two players have six such packets in a round, three have four, four have three."

PACKETS_OF_FOUR = f"{_THREE_EACH} a round has three such packets."

NINE_EACH = """\
Everyone is dealt nine cards, one by one, beginning after the dealer. The last four go face up on the table. So a
round has 36 plays, and the dealer makes the last one."""

DEALER = """\
Chance names the first dealer, then the next seat deals each round. The seat after the dealer begins, and so on around
the table."""

COUNTER_CLOCKWISE = f"{DEALER} (Mostly that is counter-clockwise.)"

TWO_KINGS = """\
### When a deal is void

Two or more kings on the first table void the deal. The next seat deals anew."""

NEVER_VOID = """\
### When a deal is void

Never, unless you agree on it. Then that is looked at before all else, and the same dealer deals again."""

ITALIAN_SET_UP = f"{ALONE_UNLESS_AGREED}\n\n{JACK_QUEEN_KING}\n\n{PACKETS}\n\n{COUNTER_CLOCKWISE}\n\n{TWO_KINGS}"

FIFTEENS_SET_UP = f"{JACK_QUEEN_KING}\n\n{PACKETS}\n\n{COUNTER_CLOCKWISE}\n\n{NEVER_VOID}"

CIRULLA_TABLE = """\
### The first table

Two or more aces void the deal, and the same dealer deals anew. Otherwise, if the four cards are worth 15, the dealer
takes them for 1 point; if they are worth 30, for 2. A 7♥ among them counts as whatever helps."""

TABLE_OF_FIFTEEN_PAYS = """\
### The dealer's luck

If the first table is worth exactly 15, the dealer takes it all for 1 point. If it is worth 30, that is 2 points."""

WILD_SEVEN = """\
Here the **7♥** is wild. If it pays as another rank, it takes and is taken as that rank until the round is over; an
ace, it takes everything. In the count it is a seven again, so it is worth 21 in the primiera. (That is our reading: the
sources do not say.)"""

ANNOUNCING = """\
All that applies adds up. The points are yours at once, but count when the round is over (our reading): until then the
table shows a provisional total. After every packet,
before anyone plays, the server announces for everyone in turn and shows those cards to all. (If you agree to do it
yourselves, everyone is asked in turn, and announces all or nothing.)"""

# --- your turn --------------------------------------------------------------------------------------------------------

_ON_THE_PILE = """\
What you take goes to your pile, together with your card. A card that takes nothing stays on the table."""

MUST_TAKE = f"""\
Play any one card from your hand. If that card can take something, it must; if it can take different things, you
choose. {_ON_THE_PILE}"""

MAY_TAKE = f"""\
Play any one card from your hand. If that card can take something, it may; if it can take different things, you
choose. {_ON_THE_PILE}"""

TAKE_BY_RANK_OR_SUM = f"""\
{MUST_TAKE}

### What a card takes

1. **One card of its rank**: a 7 takes a 7, a king takes a king. If several lie there, choose one.
2. **A sum**, but only if no card of its rank lies there: two or more cards that add up to its worth."""

FIFTEEN = """\
### What a card takes

One or more cards that make exactly 15 together with it. Nothing else counts: a 7 does not take a 7."""

TAKE_FIFTEEN_OR_NOT = f"{MAY_TAKE}\n\n{FIFTEEN}"

CIRULLA_CAPTURES = """\
### What a card takes

One of these; none comes before another:

- **one card of its rank**;
- **a sum**: cards that add up to its worth;
- **a fifteen**: cards that make 15 together with it;
- **everything**, if it is an ace. But where an ace lies, your ace takes one ace, nothing else.

### Scopa

Clearing the table with a capture, also with an ace, is a scopa: 1 point. The last play of a round makes none.

### Cappotto

Once your pile holds all ten diamonds, you win the match, whatever the score. That round is not counted."""

CHKOBBA = """\
### Chkobba!

Clear the table with a capture, and you have made a chkobba: 1 point. Only the last play of a round makes none."""

SCOPA = """\
### Scopa

Clear the table with a capture, and you have made a scopa: 1 point."""

NO_SCOPA_AT_THE_END = "The last play of a round takes as usual, but makes none."

ESCOBA = """\
### Escoba

Clear the table with a capture, and you have made an escoba: 1 point."""

_END_OF_ROUND = """\
### The last play

When all cards are played, what lies on the table goes to whoever captured last (to no side, if none did), and is
never a sweep.

### On this server

The server shows what each card can take, refuses everything else, and counts. {piles} \
When your time is up, the clock plays a safe move for
you. Until then nothing is played for you, not even your last card."""

END_OF_ROUND = _END_OF_ROUND.format(
    piles="Anyone may look through the piles,\nunless you agree to leave them face down until the round ends."
)

END_OF_ROUND_FACE_DOWN = _END_OF_ROUND.format(
    piles="What was taken lies face down until the round ends, unless you agree to leave it open; in matches that were "
    "begun by version 1 of these rules it lies open."
)

# --- scoring ----------------------------------------------------------------------------------------------------------

COUNTING = "After a round, every side counts its pile:"

MOST = "*Most* means more than every other side. A tie for most scores nothing."

ITALIAN_SCORES = """\
| What | Points |
|---|---|
| **Carte**: most cards | 1 |
| **Denari**: most diamonds | 1 |
| **Settebello**: the 7♦ | 1 |
| **Primiera**: the best one | 1 |
| Each **scopa** | 1 |"""

TUNISIAN_COUNT = f"""\
{COUNTING}

| What | Points |
|---|---|
| **Karta**: most cards | 1 |
| **Dinari**: most diamonds | 1 |
| **Sab'a el-haya**: the 7♦ | 1 |
| **Bermila**: most sevens | 1 |
| Each **chkobba** | 1 |

{MOST} Only at the bermila, if the sevens are level, most sixes score; if these are level too, no one does."""

_PRIMIERA = """\
For the primiera, add up your best card of each suit, by this table:

| 7 | 6 | Ace | 5 | 4 | 3 | 2 | Court |
|---|---|---|---|---|---|---|---|
| 21 | 18 | 16 | 15 | 14 | 13 | 12 | 10 |"""

ITALIAN_COUNT = f"""\
{COUNTING}

{ITALIAN_SCORES}

{MOST}

{_PRIMIERA}

The highest sum scores, a tie nothing. A suit that you lack adds 0."""

CIRULLA_COUNT = f"""\
{COUNTING}

| What | Points |
|---|---|
| **Carte**: most cards | 1 |
| **Denari**: most diamonds | 1 |
| **Settebello**: the 7♦ | 1 |
| **Primiera**: the best one | 1 |
| **Grande**: J♦ Q♦ K♦ | 5 |
| **Piccola**: A♦ 2♦ 3♦ | 3 |
| 4♦, 5♦, 6♦ after it | 1 each |
| Each **scopa** | 1 |

{MOST} First tables and announcements are added as **bonus**.

{_PRIMIERA}

The highest sum scores, a tie nothing. Whoever lacks a suit is out of it."""

CHORIZO_COUNT = f"""\
{COUNTING}

| What | Points |
|---|---|
| **Cartas**: most cards | 1 |
| **Oros**: most diamonds | 1 |
| **Siete de oros**: the 7♦ | 1 |
| **Carimbo**: the 2♣ | 4 |
| **Setenta**: the best one | 1 |
| Each **escoba** | 1 |

First tables and announcements are added as **bonus**. For the setenta, add up your best card of each suit: 7 to 2
count as such, the ace 1, court cards 0.

In cartas, oros and setenta those who tie drop out, and the best of the others scores, if that is more than 0. So
between two sides a tie scores nothing."""

_WINNING = """\
Totals are compared after each round, never within one. Whoever has that many, and more than anyone else, has won. If
the best are level, another round is played."""


def winning(target: int) -> str:
    """Return the section on winning, for a match that needs a lead of one point."""
    return f"### Winning the match\n\nA match goes to {target} points. {_WINNING}"


def winning_and_options(ruleset: Ruleset) -> str:
    """Return the sections on winning and on the options of a game."""
    return f"{winning(ruleset.target)}\n\n{agreements(ruleset)}"
