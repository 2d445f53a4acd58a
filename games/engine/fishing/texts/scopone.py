"""The rules of Scopone for its players (scopa_family.md row 5; 4.5)."""

from games.engine.fishing.rulesets.scopa import SCOPONE as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.ITALIAN,
    *words.ONE_DEAL,
)

TEXT = f"""\
Scopone is the big Scopa, for two teams. All cards are dealt at once, so every card that you do not see is in one of
three hands. You fish for open cards by rank or by sum, you count what is gone, and you work out what your partner
needs and what the others wait for.

## Set-up

{common.TEAMS}

{common.JACK_QUEEN_KING}

{common.NINE_EACH}

{common.COUNTER_CLOCKWISE}

{common.TWO_KINGS}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.SCOPA} {common.NO_SCOPA_AT_THE_END}

{common.END_OF_ROUND_FACE_DOWN}

## Scoring

{common.ITALIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 4♣ 6♦ A♥ | K♠ | 4♣ 6♦ | 4 and 6 make 10 |
| K♠ 4♣ 6♦ | K♦ | K♠ | the same rank comes first |
| 3♠ 4♥ | 7♣ | 3♠ 4♥ | scopa! (Not on the last play.) |
| 3♠ 4♥ | 6♣ | nothing | it stays |

| First table | What happens |
|---|---|
| K♠ K♥ 2♦ 5♣ | a new deal |
| K♠ Q♥ 2♦ 5♣ | nothing |

The dealer has one card left, 7♣, and 3♠ 4♥ lie on the table. The 7♣ takes both, for no scopa: it is the last play.

| Line | Team A | Team B |
|---|---|---|
| Carte | 22 cards: 1 | 18 cards: 0 |
| Denari | 4 diamonds: 0 | 6 diamonds: 1 |
| Settebello | 1 | 0 |
| Primiera | 72: 1 | 69: 0 |
| Scopa | 1 | 2 |
| Total | 4 | 3 |

If that makes it 13 to 12, team A has won. If it makes it 13 to 13, another round follows.

## Words

{WORDS}
"""
