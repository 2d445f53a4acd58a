"""The rules of Escova for its players (scopa_family.md row 16; 4.16)."""

from games.engine.fishing.rulesets.fifteens import ESCOVA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.PACKETS,
    "- **Cartas**: “cards”; the point for most of them.",
    "- **Escova**: “brush”; clearing the table, and the point for it.",
    "- **Ouros**: “coins”; the diamonds, and the points for them.",
    "- **Sete de ouros**: the seven of diamonds, 7♦.",
)

TEXT = f"""\
Escova is Brazil's way to play for fifteen. You fish for the open cards on the table with whatever makes 15 together
with them. There are few things to count, so every escova weighs, and a match takes its time.

## Set-up

{common.ALONE_UNLESS_AGREED}

{common.FIFTEENS_SET_UP}

The dealer gets nothing for the first table, not even if it is worth 15.

## Your turn

{common.TAKE_FIFTEEN_OR_NOT}

### Escova

Take all that lies on the table at once, and you have made an escova, which is worth 1 point.

{common.END_OF_ROUND}

## Scoring

{common.COUNTING}

| What | Points |
|---|---|
| **Ouros**: most diamonds | 1 |
| the same with all ten | 2 instead |
| **Cartas**: most cards | 1 |
| **Sete de ouros**: the 7♦ | 1 |
| Each **escova** | 1 |

{common.MOST}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| J♠ 3♦ A♥ | 4♣ | J♠ 3♦ | 8 + 3 + 4; the ace stays, so it is no escova |
| J♠ 3♦ | 4♣ | J♠ 3♦ | the table is empty: escova! |
| 5♦ 5♥ | K♣ | 5♦ or 5♥ | one of them: all three would make 20 |
| 6♠ 6♣ 2♥ | A♦ | 6♠ 6♣ 2♥ | four cards, 15: escova! |
| K♦ K♠ Q♣ | A♣ | nothing | 30 is no capture here |

You may lay your card down in each of these cases. In the third one you might, to wait with the K♣ for a richer table.

| First table | What happens |
|---|---|
| 2♣ 4♦ 4♥ 5♠ | nothing |
| K♦ K♥ K♠ 2♥ | nothing |

A round of two:

| Line | You | Opponent |
|---|---|---|
| Ouros | 5 diamonds: 0 | 5 diamonds: 0 |
| Cartas | 22 cards: 1 | 18 cards: 0 |
| Sete de ouros | 0 | 1 |
| Escova | 1 | 0 |
| Total | 2 | 1 |

If that makes it 31 to 30, you have won. At 31 to 31 another round follows.

## Words

{WORDS}
"""
