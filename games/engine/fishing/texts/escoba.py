"""The rules of Escoba for its players (scopa_family.md row 15; 4.15)."""

from games.engine.fishing.rulesets.fifteens import ESCOBA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.SPANISH,
    *words.PACKETS,
    "- **Sietes**: the sevens, and the points for them.",
)

TEXT = f"""\
Escoba is what Spain plays where Italy plays Scopa. There are cards on the table, you play one from your hand, and if
it makes fifteen with some of them, they are yours. Clearing the table is an escoba, the broom that gave the game its
name.

## Set-up

{common.ALONE_UNLESS_AGREED}

{common.FIFTEENS_SET_UP}

### The dealer's luck

If the first four table cards are worth exactly 15 together, the dealer takes them. That is no escoba and no point,
just a good beginning, and the first player finds the table empty. A table of 30 stays where it is. (You may agree
that a 15 is worth a point. Then a 30 is taken too, for two.)

## Your turn

{common.TAKE_FIFTEEN_OR_NOT}

{common.ESCOBA}

{common.END_OF_ROUND}

## Scoring

{common.COUNTING}

| What | Points |
|---|---|
| **Oros**: most diamonds | 1 |
| **Cartas**: most cards | 1 |
| **Siete de oros**: the 7♦ | 1 |
| **Sietes**: most sevens | 1 |
| the same with all four | 2 instead |
| Each **escoba** | 1 |

{common.MOST}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| J♦ 5♣ 3♠ | 7♦ | J♦ or 5♣ 3♠ | either is the missing 8 |
| Q♦ 5♠ 4♥ 2♣ | 6♣ | Q♦ or 5♠ 4♥ | the court card, or two plain ones |
| 2♣ 3♦ | K♥ | 2♣ 3♦ | escoba! |
| 7♣ | 7♦ | nothing | 14 is not enough |

Each of these cards may also just be laid down. That is rarely wise, but it is allowed.

| First table | What happens |
|---|---|
| 2♣ 4♦ 4♥ 5♠ | the dealer takes all, 0 points |
| J♠ Q♦ K♣ 3♥ | nothing |

A round of two:

| Line | You | Opponent |
|---|---|---|
| Oros | 6 diamonds: 1 | 4 diamonds: 0 |
| Cartas | 19 cards: 0 | 21 cards: 1 |
| Siete de oros | 1 | 0 |
| Sietes | 3 sevens: 1 | 1 seven: 0 |
| Escoba | 1 | 2 |
| Total | 4 | 3 |

With all four sevens you would have got 2 for them. With two each no one gets anything. At 21 to 20 the match is won.
At 21 to 21 you deal again.

## Words

{WORDS}
"""
