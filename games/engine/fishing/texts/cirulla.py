"""The rules of Cirulla for its players (scopa_family.md rows 8 to 10; 4.8 to 4.10)."""

from games.engine.fishing.rulesets.cirulla import CIRULLA as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.CIRULLA,
    *words.PACKETS,
)

TEXT = f"""\
Cirulla is Scopa in high spirits, from Genoa: a card takes by rank, by sum or by fifteen, an ace takes everything, and
good cards pay before one of them is played.

## Set-up

{common.ALONE_OR_TEAMS}

{common.JACK_QUEEN_KING}

{common.PACKETS}

{common.COUNTER_CLOCKWISE}

{common.CIRULLA_TABLE}

### Knocking

After every packet, before anyone plays, your three cards may pay:

- all of one rank: 10 points;
- otherwise, worth 9 or less together: 3 points.

The server knocks for you and shows those cards to all. (If you agree to knock yourselves, everyone is asked in turn,
and may pass.)

{common.WILD_SEVEN} The server picks what pays most, and the lowest of equals.

## Your turn

{common.MUST_TAKE}

{common.CIRULLA_CAPTURES}

{common.END_OF_ROUND}

## Scoring

{common.CIRULLA_COUNT}

{common.winning_and_options(RULESET)}

## An example

| First table | What happens |
|---|---|
| A♦ A♣ 3♠ K♥ | a new deal |
| 2♣ 3♦ 4♥ 6♠ | the dealer takes all, 1 point |
| 7♥ K♣ Q♦ 3♠ | the dealer takes all, 2 points: 7♥ as 8 |

| You hold | Points | Why |
|---|---|---|
| A♣ 2♦ 6♠ | 3 | nine together |
| 4♣ 4♦ 4♠ | 10 | one rank |
| 7♥ 2♣ 6♦ | 3 | 7♥ as an ace |
| 7♥ K♣ K♦ | 10 | 7♥ as a king |
| 7♥ 4♣ 5♦ | 0 | 10 even with an ace |

| On the table | You play | You take |
|---|---|---|
| J♠ 5♦ 3♥ 7♣ | J♣ | J♠ or 5♦ 3♥ or 7♣ |
| K♣ 4♦ 6♥ | A♠ | K♣ 4♦ 6♥ or K♣ 4♦ |
| A♦ K♣ 4♥ | A♠ | A♦ |

One round:

| Line | Team A | Team B |
|---|---|---|
| Carte | 23 cards: 1 | 17 cards: 0 |
| Denari | 7 diamonds: 1 | 3 diamonds: 0 |
| Settebello | 1 | 0 |
| Primiera | 75: 1 | 70: 0 |
| Grande | 5 | 0 |
| Piccola | 3 in a row: 3 | 0 in a row: 0 |
| Scopa | 2 | 0 |
| Bonus | 3 | 1 |
| Total | 17 | 1 |

The bonus is a knock and a first table. At 53 to 51 the match is over, at 53 to 53 it is not.

## Words

{WORDS}
"""
