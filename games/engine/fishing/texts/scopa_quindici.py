"""The rules of Scopa di Quindici for its players (scopa_family.md row 7; 4.7)."""

from games.engine.fishing.rulesets.scopa import SCOPA_QUINDICI as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.ITALIAN,
    *words.PACKETS,
    "- **Quindici**: “fifteen”.",
)

TEXT = f"""\
Scopa di Quindici is Scopa by the number fifteen. You still fish for open cards, sweep the table and count your pile
at the end, but rank means nothing: a card takes what makes 15 together with it. Spaniards will feel at home.

## Set-up

{common.ITALIAN_SET_UP}

## Your turn

{common.MUST_TAKE}

{common.FIFTEEN}

{common.SCOPA} \
The last play of a round never makes one, because something always stays: all cards together are worth 220,
and what has been taken by fifteens leaves 10, 25, 40 and so on.

{common.END_OF_ROUND}

## Scoring

{common.ITALIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 7♣ J♦ 5♠ 3♥ | 7♦ | J♦ or 5♠ 3♥ | both are the missing 8 |
| 7♣ | 7♦ | nothing | that is only 14 |
| K♦ 4♠ | A♣ | K♦ 4♠ | 10 + 4 + 1; scopa! |
| 5♦ 5♣ | 5♥ | 5♦ 5♣ | three fives; scopa! |
| 2♦ 3♠ 5♥ A♣ 4♣ | K♣ | 2♦ 3♠ or 5♥ or A♣ 4♣ | any 5 will do |

| First table | What happens |
|---|---|
| K♠ K♥ A♣ 2♦ | a new deal |
| K♠ Q♥ A♣ 2♦ | nothing |

A round of two:

| Line | You | Opponent |
|---|---|---|
| Carte | 17 cards: 0 | 23 cards: 1 |
| Denari | 6 diamonds: 1 | 4 diamonds: 0 |
| Settebello | 0 | 1 |
| Primiera | 72: 0 | 72: 0 |
| Scopa | 2 | 0 |
| Total | 3 | 2 |

At 12 to 11 you have won. At 12 to 12 neither of you has, and another round is played.

## Words

{WORDS}
"""
