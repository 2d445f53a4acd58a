"""The rules of Scopa for its players (scopa_family.md row 1; 4.1)."""

from games.engine.fishing.rulesets.scopa import SCOPA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.ITALIAN,
    *words.PACKETS,
)

TEXT = f"""\
Scopa is Italy's best-loved card game, and the mother of many others. You fish for the open cards on the table: each
of your cards takes one of its own rank or, if there is none, several that add up to it. What lies in your pile scores
at the end of a round, and so does every time that you sweep the table clean.

## Set-up

{common.ITALIAN_SET_UP}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.SCOPA} {common.NO_SCOPA_AT_THE_END}

{common.END_OF_ROUND}

## Scoring

{common.ITALIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 3♣ 4♦ 7♥ K♠ | 7♦ | 7♥ | the same rank; 3♣ and 4♦ are no choice then |
| 5♠ 5♥ 2♣ | 5♦ | 5♠ or 5♥ | one of them, never both |
| A♣ 2♦ 3♥ 4♠ 5♦ | 6♣ | A♣ 5♦ or 2♦ 4♠ or A♣ 2♦ 3♥ | any sum of 6 |
| 2♠ 6♥ | J♣ | 2♠ 6♥ | a jack is worth 8; scopa! |
| 2♠ 6♥ | Q♣ | nothing | a queen is worth 9 |

A primiera of 6♦ 7♣ 5♠ 7♥ is 18 + 21 + 15 + 21 = 75. It beats 7♦ 6♣ A♠ 5♥, which is 70. And 7♦ 7♣ 7♠ without a heart
is 63; it still beats J♦ 6♣ J♠ 7♥, which is 59.

A round of three:

| Line | Ada | Ben | Cleo |
|---|---|---|---|
| Carte | 14 cards: 0 | 14 cards: 0 | 12 cards: 0 |
| Denari | 5 diamonds: 1 | 3 diamonds: 0 | 2 diamonds: 0 |
| Settebello | 0 | 1 | 0 |
| Primiera | 70: 0 | 75: 1 | 62: 0 |
| Scopa | 1 | 0 | 2 |
| Total | 2 | 2 | 2 |

At 12, 11 and 9 points Ada has won. At 11, 11 and 8 another round is played.

## Words

{WORDS}
"""
