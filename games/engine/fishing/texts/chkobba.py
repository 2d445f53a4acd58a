"""The rules of Chkobba for its players (scopa_family.md rows 12 and 13; 4.12 and 4.13)."""

from games.engine.fishing.rulesets.chkobba import CHKOBBA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.TUNISIAN,
    *words.PACKETS,
)

TEXT = f"""\
Chkobba is played in the cafés of Tunisia. It is a fishing game: cards lie open on the table, and you take them with
cards from your hand, one of the same rank or several that add up to it. What you have taken scores at the end of a
round, and each time that you clear the whole table scores too.

## Set-up

{common.TWO_OR_TEAMS}

{common.QUEEN_JACK_KING}

{common.PACKETS}

{common.COUNTER_CLOCKWISE}

### The cut

Before each deal the seat after the dealer draws a card, and alone looks at it. Keep it, and it is your first hand
card: you are dealt only two more. Lay it down, and it is the first of the four table cards, for all to see: you are
dealt three. Either way you play first, so you may be the one to take it back.

### When a deal is void

Three or four table cards of one rank void the deal. The same dealer deals again, with a new cut.

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.CHKOBBA} The source says that of what is left lying; that it holds for the last capture too is our reading,
as elsewhere in Tunisia. You may agree otherwise.

{common.END_OF_ROUND}

## Scoring

{common.TUNISIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

You are dealt the cut: the 7♦. On the table it would be anyone's, so you keep it. A few turns:

| On the table | You play | You take | Why |
|---|---|---|---|
| 3♣ 5♦ | Q♠ | 3♣ 5♦ | a queen is worth 8; the table is empty: chkobba! |
| 3♣ 5♦ | J♠ | nothing | a jack is worth 9, so it stays |
| Q♥ 3♣ 5♦ | Q♠ | Q♥ | the same rank comes before any sum |
| J♥ A♣ 3♦ | K♠ | J♥ A♣ | 9 and 1 make 10 |
| J♥ A♣ 7♦ | Q♠ | A♣ 7♦ | and with it sab'a el-haya |

After the last play the piles are counted:

| Line | You | Opponent |
|---|---|---|
| Karta | 20 cards: 0 | 20 cards: 0 |
| Dinari | 6 diamonds: 1 | 4 diamonds: 0 |
| Sab'a el-haya | 0 | 1 |
| Bermila | 2 sevens, 3 sixes: 1 | 2 sevens, 1 six: 0 |
| Chkobba | 1 | 2 |
| Total | 3 | 3 |

If the match then stands at 22 to 20, the 22 win it. At 22 to 22 there is another round.

## Words

{WORDS}
"""
