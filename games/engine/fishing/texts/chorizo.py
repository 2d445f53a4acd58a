"""The rules of Chorizo for its players (scopa_family.md row 17; 4.17)."""

from games.engine.fishing.rulesets.fifteens import CHORIZO as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.CHORIZO,
    *words.PACKETS,
    "- **Dos de miseria**: two points for misery.",
    "- **Tres de nueva**: three points for nine.",
)

TEXT = f"""\
Chorizo comes from Uruguay. You fish for open cards that make fifteen with yours, as in Escoba. But every packet may
also hold a combination that pays before a card is played, and one of them nearly wins the match by itself.

## Set-up

{common.TEAMS_UNLESS_AGREED}

{common.FIFTEENS_SET_UP}

{common.TABLE_OF_FIFTEEN_PAYS}

### Announcing

| Your three cards | Name | Points |
|---|---|---|
| are of one suit | flor | 3 |
| follow each other (7-J-Q, but not K-A) | escalera | 3 |
| are worth exactly 9 | tres de nueva | 3 |
| are worth 7 or less | dos de miseria | 2 |
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
| 2♦ 3♦ 4♦ | 9 | flor, escalera and tres de nueva |
| A♣ 2♦ 3♠ | 5 | escalera and dos de miseria |
| 3♣ 3♦ 3♥ | 23 | chorizo and tres de nueva |
| Q♣ K♦ A♠ | 0 | the ace does not follow the king |

| On the table | You play | You take | Why |
|---|---|---|---|
| K♦ 2♠ J♥ | 5♣ | K♦ or 2♠ J♥ | either is the missing 10 |
| 6♥ 7♣ | 2♣ | 6♥ 7♣ | escoba! And the carimbo is yours |

| First table | What happens |
|---|---|
| 4♣ 5♦ 2♠ 4♥ | the dealer takes all, 1 point |

A round of three:

| Line | Ana | Bea | Caro |
|---|---|---|---|
| Cartas | 15 cards: 0 | 15 cards: 0 | 10 cards: 1 |
| Oros | 6 diamonds: 1 | 3 diamonds: 0 | 1 diamond: 0 |
| Siete de oros | 1 | 0 | 0 |
| Carimbo | 0 | 4 | 0 |
| Setenta | 19: 0 | 26: 1 | 21: 0 |
| Escoba | 0 | 1 | 2 |
| Bonus | 0 | 3 | 5 |
| Total | 2 | 9 | 8 |

Ana and Bea are level at most cards, so Caro scores with fewer. At 22, 20 and 9 the match is won; at 21, 21 and 9 it
is not.

## Words

{WORDS}
"""
