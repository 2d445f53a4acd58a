"""The rules of Scopone Scientifico for its players (scopa_family.md row 6; 4.6)."""

from games.engine.fishing.rulesets.scopone_scientifico import SCOPONE_SCIENTIFICO as RULESET
from games.engine.fishing.texts import words
from games.engine.fishing.texts.agreements import agreements
from games.engine.fishing.texts.common import (
    COUNTER_CLOCKWISE,
    END_OF_ROUND_FACE_DOWN,
    ITALIAN_COUNT,
    JACK_QUEEN_KING,
    SCOPA,
    TAKE_BY_RANK_OR_SUM,
    TEAMS,
    winning,
)

WORDS = words.glossary(
    *words.ITALIAN,
    *words.ONE_DEAL,
    "- **Scientifico**: “scientific”, because all can be worked out.",
)

TEXT = f"""\
Scopone Scientifico is the masters' Scopa: two teams, all forty cards in hand, an empty table. Nothing is left to luck
once the cards are dealt. Whoever remembers what has been played, and asks why, will know most hands before the end.

## Set-up

{TEAMS}

{JACK_QUEEN_KING}

Everyone is dealt ten cards, one at a time from the seat after the dealer on. The table stays empty, so the first
card can take nothing, and no deal is ever void. A round has 40 plays, and the dealer makes the last one.

{COUNTER_CLOCKWISE}

## Your turn

{TAKE_BY_RANK_OR_SUM}

{SCOPA} This holds for the very last play too: the dealer may end a round with a scopa.

{END_OF_ROUND_FACE_DOWN}

## Scoring

{ITALIAN_COUNT}

{winning(RULESET.target)} (Many clubs agree on 21.)

{agreements(RULESET)}

## An example

The first player lays down 5♦. The second one has 5♣, plays it, takes the 5♦ and has made a scopa at once. So begin
with a card whose rank the next player may lack.

| On the table | You play | You take | Why |
|---|---|---|---|
| 5♦ | 5♣ | 5♦ | scopa! |
| 2♠ 6♦ J♥ | J♣ | J♥ | the same rank comes before 2♠ 6♦ |
| A♥ 2♠ 6♦ | Q♣ | A♥ 2♠ 6♦ | 1, 2 and 6 make 9; scopa! |
| A♥ 2♠ 6♦ | K♣ | nothing | nothing makes 10 |

On the last play 7♣ takes 3♠ 4♥, and this counts as a scopa. Had the dealer held K♥ instead, it would have taken
nothing, and all three cards would belong to whoever captured last.

| Line | Team A | Team B |
|---|---|---|
| Carte | 20 cards: 0 | 20 cards: 0 |
| Denari | 5 diamonds: 0 | 5 diamonds: 0 |
| Settebello | 1 | 0 |
| Primiera | 72: 0 | 75: 1 |
| Scopa | 2 | 1 |
| Total | 3 | 2 |

At 11 to 10 team A has won; at 11 to 11 you deal once more.

## Words

{WORDS}
"""
