"""The rules of Scopone Scientifico for its players (scopa_family.md row 6; 4.6)."""

from games.engine.fishing.rulesets.scopa import SCOPONE_SCIENTIFICO as RULESET
from games.engine.fishing.texts import common, words
from games.engine.fishing.texts.agreements import agreements

WORDS = words.glossary(
    *words.ITALIAN,
    *words.ONE_DEAL,
    "- **Scientifico**: “scientific”, because all can be worked out.",
)

TEXT = f"""\
Scopone Scientifico is the masters' Scopa: two teams, all forty cards in hand, an empty table. Nothing is left to luck
once the cards are dealt. Whoever remembers what has been played, and asks why, will know most hands before the end.

## Set-up

{common.TEAMS}

{common.JACK_QUEEN_KING}

Everyone is dealt ten cards, one at a time from the seat after the dealer on. The table stays empty, so the first
card can take nothing, and no deal is ever void. A round has 40 plays, and the dealer makes the last one.

{common.COUNTER_CLOCKWISE}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.SCOPA} This holds for the very last play too: the dealer may end a round with a scopa.

{common.END_OF_ROUND_FACE_DOWN}

## Scoring

{common.ITALIAN_COUNT}

{common.winning(RULESET.target)} (Many clubs agree on 21.)

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
