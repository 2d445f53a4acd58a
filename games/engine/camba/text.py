"""The rules of Čamba for players, in Markdown (camba.md)."""

from __future__ import annotations

from typing import Final

TEXT: Final = """\
Čamba is a lively relative of Crazy Eights for two, three or four players, each on their own. You get rid of your
cards by matching the colour or the class of the last one. Every class has a call and a trick of its own. But an empty
hand is no win yet: you must live through one more trip of the turn.

## Set-up

There are 32 cards: eight classes in blue, green, yellow and red.

| Class | Name | You call |
|---|---|---|
| 1 | prima | čamba, or čamba sticks |
| 2 | sekunda | take two |
| 3 | tercie | tees, or seet |
| 4 | kvarta | changes, and a colour |
| 5 | kvinta | vojádžr, and a class |
| 6 | sexta | pasa doble, or pasa doble play |
| 7 | septima | alkondor pasa, or alkondor pasa change |
| 8 | oktáva | you stay |

Everyone is dealt five cards, one by one, beginning after the dealer. The next one is turned up as the discard pile;
the rest is the draw deck. Chance names the first dealer; later the loser deals. The seat after the dealer begins, and
play goes clockwise.

### The first card

A sekunda asks the first player to draw two, an oktáva skips the first player. For a kvarta or a kvinta the bottom
card of the draw deck is shown: its colour or its class is asked for. All others are plain cards.

## Your turn

Discard one card that fits. If you have none, draw one card, and your turn is over.

| What is asked | What fits |
|---|---|
| nothing | the colour or the class of the top card; any kvarta; any sexta as pasa doble, except on an oktáva |
| a colour | that colour; any kvarta; any sexta as pasa doble |
| a class | that class; any kvinta; any sexta as pasa doble |
| to draw | any sekunda; any sexta as pasa doble; or you draw |

A colour or class is asked for until someone brings it, or asks for another.

### What the cards do

- **Prima.** Čamba: nothing. Čamba sticks: you discard another card at once, which fits this prima and does its own
  trick.
- **Sekunda.** The next player draws two cards, or answers with another sekunda: then four are asked for, then six.
  Whoever draws does not discard, and the debt is paid.
- **Tercie.** Tees: nothing. Seet: the direction turns around.
- **Kvarta.** You ask for a colour. **Kvinta.** You ask for a class.
- **Sexta.** Pasa doble: it need not match and is transparent, so the next player faces what you faced. Pasa doble
  play: a plain card, which must fit.
- **Septima.** Alkondor pasa: nothing. Alkondor pasa change: all who have not finished hand their cards to the next
  player.
- **Oktáva.** The next player is skipped; nothing helps. With two players you go on.

### An empty hand

You are safe when your turn comes again, also if it comes early or is skipped. If cards are to be drawn then, you draw
them, and go on when your turn comes again. If a change has brought you cards, you play. Otherwise you have finished,
on the best free place; you need not bring a colour or class. Whoever is left last has lost.

### When the draw deck is empty

The card that is to be matched stays, the others of the pile are shuffled. If they do not suffice, you draw what there
is.

### On this server

You cannot forget a call. Čamba sticks is offered only if a card can follow, and then one must. Skipped turns and
empty hands pass by themselves; all else is your own move, even an only one. When your time is up, the clock plays a
safe move for you.

## Scoring

The first place of a game is 1 point. In a match of several games all are played; most first places win, then most
second places, and so on. If all are equal, it is a draw.

### What you may agree on

Before the match, that is. Otherwise what stands first holds.

- **Decks**: one; or two, so that every card is there twice
- **Drawing without need**: no; or yes, while there are cards to draw, but not after čamba sticks nor after 50 shuffles
- **Playing the drawn card**: no; or yes, if it fits and was a single one
- **Games of a match**: 1; or up to 20

## An example

On a green tercie your green kvinta and your blue tercie fit, by colour and by class. So does a red kvarta, and a
yellow sexta as pasa doble. Only your red prima must wait.

On a yellow oktáva a blue sexta does not fit at all, and a yellow sexta only as pasa doble play.

You play a red sekunda. Ben answers with a yellow one, Cleo with pasa doble. Now you must draw four, if you have no
sekunda and no sexta, and Ben goes on.

On a blue septima you play your last three cards at once: blue prima, sticks; red prima, sticks; red oktáva. The next
player is skipped.

Your last card is a green kvarta: “changes red”. Ben plays a red prima, Cleo a red tercie: you are first. Had they
played a red and a blue sekunda, you would have drawn four.

## Words

- **Alkondor pasa**: the call of a septima.
- **Čamba**: the call of a plain prima, and the name of the game.
- **Changes**: the call of a kvarta.
- **Class**: prima to oktáva.
- **Pasa doble**: the call of a transparent sexta.
- **Seet**, **tees**: the calls of a tercie.
- **Take two**: the call of a sekunda.
- **Vojádžr**: the call of a kvinta.
- **You stay**: the call of an oktáva.
"""
