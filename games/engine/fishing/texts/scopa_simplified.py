"""The rules of Scopa with the simplified primiera for its players (scopa_family.md row 2; 4.2)."""

from games.engine.fishing.rulesets.scopa import SCOPA_SIMPLIFIED as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.SIMPLIFIED,
    *words.PACKETS,
)

TEXT = f"""\
This is Scopa for beginners, and for all who dislike sums at the end of an evening. You fish for open cards as in
Scopa, by rank or by sum, and you sweep the table when you can. Only the primiera, the last point of a round, is gone:
instead the sevens are counted.

## Set-up

{common.ITALIAN_SET_UP}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.SCOPA} {common.NO_SCOPA_AT_THE_END}

{common.END_OF_ROUND}

## Scoring

{common.COUNTING}

| What | Points |
|---|---|
| **Carte**: most cards | 1 |
| **Denari**: most diamonds | 1 |
| **Settebello**: the 7♦ | 1 |
| **Sette**: most sevens | 1 |
| Each **scopa** | 1 |

{common.MOST} So two sevens each are a point for no one, and no other card breaks the tie.

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| A♠ 6♣ 7♥ | 7♣ | 7♥ | the same rank comes before A♠ 6♣ |
| A♠ 6♣ 4♥ | 7♣ | A♠ 6♣ | no seven lies there, so a sum will do |
| 4♠ 4♥ 3♦ | 4♣ | 4♠ or 4♥ | one of them, never both |
| 3♠ 5♥ | J♦ | 3♠ 5♥ | scopa! |
| 3♠ 5♥ | K♦ | nothing | it stays beside them |

Sevens are worth a detour. Held by three players as 2, 1 and 1 they score for the one with two. As 2, 2 and 0 they
score for no one.

A round of two:

| Line | You | Opponent |
|---|---|---|
| Carte | 22 cards: 1 | 18 cards: 0 |
| Denari | 4 diamonds: 0 | 6 diamonds: 1 |
| Settebello | 1 | 0 |
| Sette | 2 sevens: 0 | 2 sevens: 0 |
| Scopa | 0 | 1 |
| Total | 2 | 2 |

You had 9 points before, the opponent 8: now 11 to 10, and you have won. At 11 to 11 you would play on.

## Words

{WORDS}
"""
