"""The rules of Scopa d'Assi for its players (scopa_family.md row 4; 4.4)."""

from games.engine.fishing.rulesets.scopa import SCOPA_DASSI as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.ITALIAN,
    *words.PACKETS,
    "- **Assi**: the aces.",
)

TEXT = f"""\
Scopa d'Assi is Scopa “of the aces”: the smallest card is the strongest. All other cards fish for the open cards on
the table by rank or by sum; an ace takes them all at a stroke. Keep yours until it is worth it.

## Set-up

{common.ITALIAN_SET_UP}

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

### Aces

- An ace takes **everything** that lies on the table.
- If an ace lies there, your ace takes **that ace only**. If several do, it takes one of them.
- On an empty table it stays, and waits for the next ace.

An ace has no choice either: played, it takes all if it can. On the table it is a 1 like any other, for sums too.

{common.SCOPA} {common.NO_SCOPA_AT_THE_END} \
An ace that takes everything makes none either. An ace that takes a lone ace does.

{common.END_OF_ROUND}

## Scoring

{common.ITALIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 4♣ 7♦ K♥ | A♠ | 4♣ 7♦ K♥ | all of it, but it is no scopa |
| A♦ 5♥ 7♠ | A♣ | A♦ | an ace protects the rest |
| A♦ A♥ 6♣ | A♠ | A♦ or A♥ | one of them |
| A♦ | A♠ | A♦ | this is a scopa! |
| A♦ 6♥ | 7♣ | A♦ 6♥ | 1 and 6 make 7; scopa! |
| A♦ 6♥ 7♠ | 7♣ | 7♠ | the same rank comes first |

A round of two:

| Line | You | Opponent |
|---|---|---|
| Carte | 24 cards: 1 | 16 cards: 0 |
| Denari | 7 diamonds: 1 | 3 diamonds: 0 |
| Settebello | 1 | 0 |
| Primiera | 63: 1 | 59: 0 |
| Scopa | 0 | 2 |
| Total | 4 | 2 |

You have three sevens and no heart, 3 × 21. The opponent has J♦ 6♣ J♠ 7♥. Had you agreed that a missing suit puts you
out, that point would be the opponent's: 3 to 3. A match that stands at 11 to 11 then goes on.

## Words

{WORDS}
"""
