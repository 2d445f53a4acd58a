"""The rules of Haggis for players, in Markdown (haggis.md)."""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
Haggis is a climbing game for two or three players, each on their own. One leads a combination of cards, the others
play higher ones of the same kind or pass, and the highest takes all. Get rid of your cards first, capture cards that
score, and bet, if you dare.

## Set-up

| | Two players | Three players |
|---|---|---|
| Colours | red, orange, yellow, green | these and blue |
| Number cards, 2 to 10 in each colour | 36 | 45 |
| Dealt to each | 14 | 14 |
| Left over: the haggis | 8 | 3 |

Everyone also has a jack, a queen and a king of their own, which all can see: 17 cards. No one sees the haggis.

Play goes clockwise. The cards are dealt one by one, beginning after the dealer. Chance names the first dealer, and the
next seat leads. In later rounds whoever has fewest points leads. If several have, it is the first of them after the
player with most points, or, if several have most, after the winner of the last round.

### Combinations

- **Set**: a single card, or any number of cards of one rank. A single jack is 11, a queen 12, a king 13.
- **Run**: three or more ranks in a row, in one colour. Or two or more ranks in a row as pairs, triples and so on, all
  in the same colours.
- **Bomb**: one of the six below.

In sets and runs with at least one number card, your jack, queen and king are wild. They stand for any missing card,
but never below the lowest number card, and for a face card only if they are as high themselves. If your cards can be
read in several ways, you say which you mean.

### Bombs

From the lowest to the highest, and without wild cards:

1. 3, 5, 7, 9 in four colours, the rainbow
2. jack and queen
3. jack and king
4. queen and king
5. jack, queen and king
6. 3, 5, 7, 9 in one colour

Several face cards alone are always a bomb, never a set.

## Your turn

The leader must play, any combination, bombs too. The others, in turn, play a higher one of the same kind and size, or
a bomb, or pass. (A run of pairs is no run of single cards.) The highest rank decides. A bomb beats all but an equal
or higher bomb. If you have passed, you may play again when the turn comes back.

### The end of a trick

When all others have passed in a row, the highest combination takes the cards, and its player leads again (or the next
one, if out of cards).

A bomb wins the lead, but **not the cards**: they go to whoever played right before it in the trick. If the bomb was
led, they go to the player before the bomber in turn.

### Bets

In your turn, before your first card of a round, you may bet once that you will be out first: a **little** bet of 15
points, or a **big** one of 30. You may have passed before, but no one may be out. Then you go on with your turn.

### Going out

Play your last card, and you score 5 points for each card of the largest other hand. The first one out wins the round.
With three players two go on, and the second one out scores in the same way. As soon as only one has cards, the round
ends without an answer. The last trick is captured as usual; the last hand and the haggis go to the first one out.

### On this server

The server refuses what you cannot play. When your time is up, the clock plays a safe move for you. Until then nothing
is played for you, not even a pass.

## Scoring

| What | Points |
|---|---|
| **Captured cards**: each 3, 5, 7, 9 | 1 |
| each jack | 2 |
| each queen | 3 |
| each king | 5 |
| **Going out** | 5 a card |
| **Bets** | 15 or 30 |

If the first one out has bet, that bet is won. Every other bet is lost: its points go, in full, to the first one out
and to everyone who did not bet. Its owner pays nothing.

### Winning the match

Whoever has 250 points after a round, and more than anyone else, has won. If the best are level, you play on.

### What you may agree on

Before the match, that is. Otherwise what stands first holds.

- **Points to win**: 250; or 350
- **Scoring of cards**: old, as above; or new, 1 point for every card

## An example

- A red 5 with a jack is a pair. With jack and queen it is three 5s, or the run 5-6-7: the leader says which.
- The red 8, 9 and 10 with a queen are a run up to the jack.
- The red run 5-6-7 is beaten by the green 7-8-9, or by a red 6 with jack and queen, as 6-7-8. Another 5-6-7 is not
  higher.

You lead a red 4, Ben plays a green 9, you a jack, Ben the rainbow of red 3, green 5, orange 7 and yellow 9. You pass.
Ben leads, but you capture the seven cards: 4 points for the rainbow, 1 for the 9, 2 for the jack.

On Ben's red 8 you play a king, your last card. Ben still holds 3, 4, 7, 10, queen and king: 30 points for you. The
trick, Ben's hand and the haggis are yours too.

Ada bets big, Cleo little, Ben not at all. Ben is out first and gets 30 + 15 = 45. Had it been Cleo, she would get 45,
and Ben 30.

At 262 to 255 the match is won. At 262 to 262 another round is played.

## Words

- **Bet**: points on being out first.
- **Bomb**: a combination that beats all others.
- **Face card**: jack, queen, king.
- **Haggis**: the cards that no one was dealt.
- **Lead**: to begin a trick.
- **Trick**: a lead, and all that is played on it.
"""
