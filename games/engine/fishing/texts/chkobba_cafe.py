"""The rules of Chkobba Café for its players (scopa_family.md row 19; 4.19)."""

from games.engine.fishing.rulesets.chkobba import CHKOBBA_CAFE as RULESET
from games.engine.fishing.texts import common, words

WORDS = words.glossary(
    *words.TUNISIAN,
    *words.PACKETS,
    "- **Settebello**: the seven of diamonds in Italian, as the café says too.",
)

TEXT = f"""\
Chkobba Café is Chkobba for two teams and for people who want to play at once: no one cuts, the court cards have their
usual order, and a match is short. You fish for the open cards on the table with a card of the same rank, or with one
that is worth as much as several of them together.

## Set-up

{common.TEAMS}

{common.JACK_QUEEN_KING}

In the café the cards have Italian names: the suits are denari (♦), coppe (♥), spade (♠) and bastoni (♣); the ace is the
asso, 2 to 7 are due to sette, and jack, queen and king are fante, cavallo and re.

{common.PACKETS_OF_FOUR}

{common.DEALER} (At a real table that is clockwise.)

### When a deal is void

Three or four kings on the first table void the deal, because too many high cards lie there. The same dealer deals
again. Three of another rank are no reason.

## Your turn

{common.TAKE_BY_RANK_OR_SUM}

{common.CHKOBBA}

{common.END_OF_ROUND}

## Scoring

{common.TUNISIAN_COUNT}

{common.winning_and_options(RULESET)}

## An example

| On the table | You play | You take | Why |
|---|---|---|---|
| 3♣ 4♦ 7♥ K♠ | 7♦ | 7♥ | of the same rank; 3♣ and 4♦ are no choice then |
| 3♣ 4♦ 7♥ K♠ | A♣ | nothing | no ace lies there, and nothing adds up to 1 |
| 3♣ 4♦ 7♥ | K♥ | 3♣ 7♥ | no king lies there, and these make 10 |
| J♠ 2♣ | K♥ | J♠ 2♣ | court cards are part of sums too; chkobba! |
| 3♣ 5♦ | J♥ | 3♣ 5♦ | a jack is worth 8; chkobba! |
| 3♣ 5♦ | Q♥ | nothing | a queen is worth 9 |

| First table | What happens |
|---|---|
| K♣ K♦ K♠ 2♥ | a new deal |
| K♣ K♦ 3♠ 4♥ | nothing |
| 6♣ 6♦ 6♠ 2♥ | nothing |

So a round may end:

| Line | Team A | Team B |
|---|---|---|
| Karta | 23 cards: 1 | 17 cards: 0 |
| Dinari | 5 diamonds: 0 | 5 diamonds: 0 |
| Sab'a el-haya | 1 | 0 |
| Bermila | 2 sevens, 2 sixes: 0 | 2 sevens, 2 sixes: 0 |
| Chkobba | 0 | 3 |
| Total | 2 | 3 |

If the match then stands at 11 to 10, it is over. At 12 to 12 an extra round decides.

Tips from the café:

- Hunt the 7♦: once it lies on the table, any seven takes it.
- Count diamonds: six of them are the point.
- Do not feed a chkobba: one or two low cards on the table are soon cleared.
- Keep a seven back for a seven: that is often worth more than a sum.
- Watch your partner: who takes diamonds early may be asking for more of them.

## Words

{WORDS}
"""
