"""The rules of Cirullone for its players (scopa_family.md row 11; 4.11)."""

from games.engine.fishing.rulesets.cirulla import CIRULLONE as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.CIRULLA,
    *words.ONE_DEAL,
)

TEXT = f"""\
Cirullone is the big Cirulla, for two teams with nine cards in every hand. Cards take by rank, by sum or by fifteen,
an ace takes everything, and you choose yourself when to show off your cards, and so what you must play next.

## Set-up

{common.TEAMS}

{common.JACK_QUEEN_KING}

{common.NINE_EACH}

{common.COUNTER_CLOCKWISE}

{common.CIRULLA_TABLE}

## Your turn

First announce, if you like. Then play.

{common.MUST_TAKE}

### Announcing

At the beginning of your turn you may announce three cards of your hand, if they are

- all of one rank, for 10 points;
- otherwise, worth 9 or less together, for 3 points.

They lie open before you, and must be played in this turn and the next two, in any order. Only then may you announce
again, with other cards. No one announces for you.

{common.WILD_SEVEN} You say what it stands for; if you say seven, it stays one.

{common.CIRULLA_CAPTURES}

{common.END_OF_ROUND}

## Scoring

{common.CIRULLA_COUNT}

{common.winning_and_options(RULESET)}

## An example

You hold A♣ 2♦ 5♠ 4♣ 4♦ 4♠ K♥ Q♣ 6♦. You announce A♣ 2♦ 5♠, worth 8, for 3 points, and play the ace. The 2♦ and the 5♠
follow in your next two turns; the K♥ must wait. Then you announce 4♣ 4♦ 4♠ for 10.

| On the table | You play | You take |
|---|---|---|
| 5♣ 3♦ 7♠ K♥ | 7♦ | 7♠ or 5♣ 3♦ |
| 2♦ 4♥ Q♠ | 6♣ | 2♦ 4♥ or Q♠ |
| K♣ 4♦ 6♥ | A♠ | K♣ 4♦ 6♥ or K♣ 4♦ |
| A♦ K♣ 4♥ | A♠ | A♦ |

| First table | What happens |
|---|---|
| A♦ A♣ 3♠ K♥ | a new deal |
| K♠ Q♦ J♣ 3♥ | the dealer takes all, 2 points |
| 7♥ 2♣ 3♦ 4♠ | the dealer takes all, 1 point: 7♥ as 6 |

And one round:

| Line | Team A | Team B |
|---|---|---|
| Carte | 20 cards: 0 | 20 cards: 0 |
| Denari | 6 diamonds: 1 | 4 diamonds: 0 |
| Settebello | 0 | 1 |
| Primiera | 75: 1 | 70: 0 |
| Grande | 0 | 5 |
| Piccola | 6 in a row: 6 | 0 in a row: 0 |
| Scopa | 0 | 2 |
| Bonus | 13 | 0 |
| Total | 21 | 8 |

At 103 to 101 the match is won. At 103 to 103 you play on.

## Words

{WORDS}
"""
