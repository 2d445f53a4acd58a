"""The rules of Chkobba, two points clear, for its players (scopa_family.md row 20; 4.20)."""

from games.engine.fishing.rulesets.chkobba import CHKOBBA_SPEC as RULESET
from games.engine.fishing.texts import common, words
from games.engine.fishing.texts.agreements import agreements

WORDS = words.glossary(
    *words.TUNISIAN,
    *words.PACKETS,
    "- **Lead**: how many points you have more than the next side.",
)

TEXT = f"""\
This is Chkobba, Tunisia's game of fishing for open cards, with the strictest of endings: a lead of a single point
wins nothing. There is no cut, and whatever lies on the first table is played. The rest is the game of the cafés: take
by rank, or by sum, and clear the table when you can.

## Set-up

{common.TWO_OR_TEAMS}

{common.QUEEN_JACK_KING}

{common.PACKETS}

{common.DEALER}

{common.NEVER_VOID}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.CHKOBBA}

{common.END_OF_ROUND}

## Scoring

{common.TUNISIAN_COUNT}

### Winning the match

You need {RULESET.target} points and a lead of {RULESET.margin} or more. Both are looked at only when a round is over.
As long as no one has both, rounds go on, however far beyond {RULESET.target} they lead.

{agreements(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 3♣ 5♦ | Q♠ | 3♣ 5♦ | a queen is worth 8; chkobba! |
| Q♥ 3♣ 5♦ | Q♠ | Q♥ | the same rank comes first |
| A♣ 2♦ 6♥ 7♠ | J♦ | A♣ 2♦ 6♥ or 2♦ 7♠ | both make 9: your choice |
| 7♥ | 2♣ | nothing | you may save your 7♦ for later |

Should all four kings lie on the first table, play goes on around them: only a king is worth 10, and none is left to
take them. In the end they are leftovers.

One round of two players:

| Line | You | Opponent |
|---|---|---|
| Karta | 18 cards: 0 | 22 cards: 1 |
| Dinari | 7 diamonds: 1 | 3 diamonds: 0 |
| Sab'a el-haya | 1 | 0 |
| Bermila | 3 sevens: 1 | 1 seven: 0 |
| Chkobba | 0 | 1 |
| Total | 3 | 2 |

At the end of some round the match may stand at 21 to 20: it goes on. At 23 to 22 it still does. 22 to 20 wins, and so
does 25 to 22.

## Words

{WORDS}
"""
