"""The rules of Escopa for its players (scopa_family.md row 14; 4.14)."""

from games.engine.fishing.rulesets.fifteens import ESCOPA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.SPANISH,
    *words.PACKETS,
    "- **Escopa**: the name that this game has for an escoba.",
    "- **Sietes**: the sevens, and the point for all four of them.",
)

TEXT = f"""\
Escopa is a fishing game of fifteens that does not stop at fifteen: a card may take 30 or 45 at a time, and the more
you sweep from the table, the more the sweep is worth. What a card can take it must take, so the table rarely grows.

## Set-up

{common.TEAMS_UNLESS_AGREED}

{common.FIFTEENS_SET_UP}

{common.TABLE_OF_FIFTEEN_PAYS}

## Your turn

{common.MUST_TAKE}

### What a card takes

One or more table cards that make 15, 30, 45 or any other multiple of 15 together with it. Equal ranks mean nothing.
That it must take is our reading, where the source leaves it open.

### Escopa

Leave the table empty with a capture, and you have made an escopa. Count your card and all that it took: each 15 in
the total is 1 point. So 30 are 2 points, and 45 are 3. A capture that leaves something lying earns nothing at once,
however large it is.

{common.END_OF_ROUND}

## Scoring

{common.COUNTING}

| What | Points |
|---|---|
| **Cartas**: most cards | 1 |
| the same with all {RULESET.many_cards} cards | 2 instead |
| **Oros**: most diamonds | 1 |
| the same with all ten | 3 more, so 4 |
| **Siete de oros**: the 7♦ | 1 |
| **Sietes**: all four sevens | 1 |
| Each **escopa** | 1 for each 15 |

What the dealer got for the first table is added as **bonus**. {common.MOST}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| K♣ 4♦ J♠ | A♥ | K♣ 4♦ | 10 + 4 + 1 |
| 7♣ 7♦ | A♠ | 7♣ 7♦ | 15 clears the table: 1 point! |
| K♣ Q♦ J♠ 2♥ | A♥ | K♣ Q♦ J♠ 2♥ | 30 clears the table: 2 points! |
| K♦ 7♠ J♥ | 5♣ | K♦ or K♦ 7♠ J♥ | 15, or 30 for 2 points! |
| K♣ K♦ Q♠ J♥ 7♦ | A♣ | K♣ K♦ Q♠ or K♣ K♦ Q♠ J♥ 7♦ | 30, or 45 for 3 points! |
| 7♣ | 7♦ | nothing | 14 is no multiple |

| First table | What happens |
|---|---|
| 4♣ 5♦ 2♠ 4♥ | the dealer takes all, 1 point |
| J♠ Q♦ K♣ 3♥ | the dealer takes all, 2 points |
| J♠ Q♦ K♣ 4♥ | nothing |

A very good round of two:

| Line | You | Opponent |
|---|---|---|
| Cartas | 28 cards: 1 | 12 cards: 0 |
| Oros | 10 diamonds: 4 | 0 diamonds: 0 |
| Siete de oros | 1 | 0 |
| Sietes | 1 | 0 |
| Escopa | 2 | 0 |
| Total | 9 | 0 |

With only three of the sevens that line would be no one's. At 11 to 10 the match is over. At 12 to 12 it goes on.

## Words

{WORDS}
"""
