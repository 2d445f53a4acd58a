"""The rules of Báciga for its players (scopa_family.md row 18; 4.18)."""

from games.engine.fishing.rulesets.fifteens import BACIGA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.CHORIZO,
    *words.PACKETS,
    "- **Báciga**: nine or less in hand.",
    "- **Báciga y pares**: the same with a pair.",
    "- **Flor en la mesa**: a flower on the table.",
)

TEXT = f"""\
Báciga is the sister of Chorizo: you fish for open cards that make fifteen with yours, and every packet may hold
something that pays at once. Small cards are good cards, and the dealer likes flowers.

## Set-up

{common.TEAMS_UNLESS_AGREED}

{common.FIFTEENS_SET_UP}

{common.TABLE_OF_FIFTEEN_PAYS}

Besides, three first table cards of one suit are a **flor en la mesa**: 3 points for the dealer, taken or not. Four
are 4 points.

### Announcing

| Your three cards | Name | Points |
|---|---|---|
| are of one suit | flor | 3 |
| follow each other (7-J-Q, but not K-A) | escalera | 3 |
| are worth 9 or less | báciga | 2 |
| the same, with just two of one rank | báciga y pares | 3 instead |
| are of one rank | chorizo | 20 |

{common.ANNOUNCING}

## Your turn

{common.TAKE_FIFTEEN_OR_NOT}

{common.ESCOBA}

{common.END_OF_ROUND}

## Scoring

{common.CHORIZO_COUNT}

{common.winning_and_options(RULESET)}

## An example

| You hold | Points | Why |
|---|---|---|
| 2♦ 3♦ 4♦ | 8 | flor, escalera and báciga |
| 4♣ 4♦ A♥ | 3 | báciga y pares |
| 3♣ 3♦ 3♥ | 22 | chorizo and báciga; three are no pair |
| 2♣ 3♦ 5♠ | 0 | 10 is too much |

| First table | What happens |
|---|---|
| 2♦ 4♦ 6♦ K♠ | 3 points for the dealer, who takes nothing |
| 2♦ 3♦ 4♦ 6♦ | the dealer takes all, 5 points: 4 for the flower, 1 for 15 |

| On the table | You play | You take | Why |
|---|---|---|---|
| K♦ | 5♣ | K♦ | escoba! |
| Q♠ 4♦ 2♥ | 6♣ | Q♠ | 4♦ 2♥ only make 12 |

A round of two:

| Line | You | Opponent |
|---|---|---|
| Cartas | 20 cards: 0 | 20 cards: 0 |
| Oros | 3 diamonds: 0 | 7 diamonds: 1 |
| Siete de oros | 0 | 1 |
| Carimbo | 4 | 0 |
| Setenta | 24: 0 | 25: 1 |
| Escoba | 1 | 0 |
| Bonus | 3 | 2 |
| Total | 8 | 5 |

At 21 to 20 the match is won, at 21 to 21 you go on.

## Words

{WORDS}
"""
