"""The rules of Team Scopa for its players (scopa_family.md row 3; 4.3)."""

from games.engine.fishing.rulesets.scopa import SCOPA_TEAM as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.ITALIAN,
    *words.PACKETS,
    "- **Partner**: the player across from you.",
)

TEXT = f"""\
Team Scopa is Scopa with a partner. You fish for the open cards on the table by rank or by sum, but what you take
helps the two of you, and what you leave lying is first seen by an opponent. No one knows the partner's cards, so
watch what is played.

## Set-up

{common.TEAMS}

{common.JACK_QUEEN_KING}

{common.PACKETS_OF_FOUR}

{common.COUNTER_CLOCKWISE}

{common.TWO_KINGS}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.SCOPA} {common.NO_SCOPA_AT_THE_END}

{common.END_OF_ROUND}

## Scoring

{common.ITALIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

Seat 0 deals, so the turns go 1, 2, 3, 0. Seats 0 and 2 are team A, seats 1 and 3 are team B.

| On the table | You play | You take | Why |
|---|---|---|---|
| 2♦ 5♣ 7♠ Q♥ | 7♦ | 7♠ | the same rank comes before 2♦ 5♣ |
| 2♦ 5♣ Q♥ | 7♦ | 2♦ 5♣ | no seven lies there |
| A♦ Q♥ | K♣ | A♦ Q♥ | 1 and 9 make 10; scopa! |
| A♦ Q♥ | J♣ | nothing | no jack, and nothing makes 8 |

Seat 0 has captured 7♦ and 4♣, seat 2 has 6♣ A♠ 2♥ 5♦. The best diamond of the team is the 7♦, its best club the 6♣:
its primiera is 21 + 18 + 16 + 12 = 67.

| Line | Team A | Team B |
|---|---|---|
| Carte | 19 cards: 0 | 21 cards: 1 |
| Denari | 5 diamonds: 0 | 5 diamonds: 0 |
| Settebello | 0 | 1 |
| Primiera | 75: 1 | 70: 0 |
| Scopa | 3 | 0 |
| Total | 4 | 2 |

The first seat made one of the scopas, the third seat two: they add up. Team A had 10 points before and has 14 now.
If team B stood at 12, the match is level at 14, and another round is played.

## Words

{WORDS}
"""
