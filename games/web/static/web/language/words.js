/** Names of cards, players and seats in words. */

import { avatar } from "../parts/avatars.js";
import { COLOURS, FRENCH, ITALIAN } from "../cards/suits.js";
import { h, spoken, svg } from "../parts/dom.js";
import { suits } from "../browser/store.js";
import { list, t } from "./texts.js";

/** Return the parts of a card's name. The notations of the games do not overlap. */
function parts(card) {
  const fishing = /^([A2-7JQK])([DHSC])$/.exec(card);
  const camba = /^([BGRY])([1-8])$/.exec(card);
  const haggis = /^(\d+)([ROYGB])$/.exec(card);
  if (fishing) {
    const chosen = suits.get();
    const words = t(`card.${chosen}`, {
      rank: t(`card.${chosen}.rank.${fishing[1]}`),
      suit: t(`card.${chosen}.suit.${fishing[2]}`),
    });
    return {
      words,
      rank: cornerLetters(chosen)[fishing[1]] ?? fishing[1],
      mark: (chosen === "italian" ? ITALIAN : FRENCH)[fishing[2]],
    };
  }
  if (camba) {
    return {
      words: t("card.camba", { colour: t(`card.camba.colour.${camba[1]}`), number: t(`camba.class.${camba[2]}`) }),
      rank: camba[2],
      mark: COLOURS[camba[1]],
    };
  }
  if (haggis) {
    return {
      words: t("card.haggis", { rank: haggis[1], suit: t(`card.haggis.suit.${haggis[2]}`) }),
      rank: haggis[1],
      mark: COLOURS[haggis[2]],
    };
  }
  return { words: /^[JQK]$/.test(card) ? t(`card.haggis.${card}`) : String(card), rank: String(card), mark: null };
}

/** Return the letters in the corners of court cards, for the language and the suits that the player has chosen. */
export function cornerLetters(chosen) {
  return Object.fromEntries(["J", "Q", "K"].map((rank) => [rank, t(`index.${chosen}.${rank}`)]));
}

/** Return the mark of a suit or colour, as large as a letter. */
export function suitMark(draw) {
  return svg("svg", { viewBox: "-22 -24 44 48", class: "suit-mark", "aria-hidden": "true" }, draw());
}

/** Return the mark of a colour of Čamba or Haggis. */
export function colourMark(colour) {
  return suitMark(COLOURS[colour]);
}

/** Return a card in words: "seven of diamonds", "green tercie". */
export function cardWords(card) {
  return parts(card).words;
}

/** Return a card within a line of text: a small drawing, and its name for screen readers. */
export function mini(card) {
  if (card === null || card === undefined) {
    return t("card.hidden");
  }
  const { words, rank, mark } = parts(card);
  return h(
    "span",
    { class: "mini" },
    h("span", { "aria-hidden": "true", class: "mini-card" }, rank, mark ? suitMark(mark) : null),
    spoken(words),
  );
}

/** Return small cards, one after the other. */
export function minis(cards) {
  return h(
    "span",
    { class: "minis" },
    cards.map((card, index) => [index ? spoken(t("list.comma")) : null, mini(card)]),
  );
}

/** The number of names and pictures of bots. */
const BOTS = 4;

/** Return the name of the player or bot at a seat, or of the player for which it is reserved; null for a free seat. */
export function nameOf(seat) {
  return seat.kind === "bot"
    ? t(`bot.${seat.number % BOTS}`)
    : seat.is_bot
      ? t("seat.bot", { level: seat.name })
      : seat.name;
}

/** Return the picture of the player or bot at a seat. */
export function faceOf(seat) {
  return avatar(seat.avatar ?? (seat.kind === "bot" ? `bot-${seat.number % BOTS}` : "free"));
}

/** Return the name of a seat as the viewer reads it. */
export function seatName(view, seat) {
  if (view.you?.seat === seat) {
    return t("you");
  }
  const taken = view.seats[seat];
  return (taken && nameOf(taken)) ?? t("seat.free", { number: seat + 1 });
}

/** Return true if an entry of the feed is older than the substitute at a seat. */
export function playedBefore(view, seat, entry) {
  return entry.version < (view.seats[seat]?.substitute_since ?? 0);
}

/**
 * Return who acted in an entry of the feed: the name, and "you" for the viewer or "other".
 *
 * A move that the server or a bot made for the viewer is not theirs.
 */
export function actor(view, seat, entry) {
  if (playedBefore(view, seat, entry)) {
    return { who: t("seat.before"), own: "other" };
  }
  const mine = view.you?.seat === seat;
  const forPlayer =
    entry.seat === seat && (entry.by === "timeout" || (entry.by === "bot" && view.seats[seat].kind === "player"));
  return mine && forPlayer
    ? { who: t(`say.for.${entry.by}`), own: "other" }
    : { who: seatName(view, seat), own: mine ? "you" : "other" };
}

/** Return the name of a side: "You", "Sami", "You and Sami". */
export function sideName(view, side) {
  const seats = view.seats.filter((seat) => seat.side === side);
  const mine = seats.filter((seat) => view.you?.seat === seat.number);
  return list(
    [...mine, ...seats.filter((seat) => !mine.includes(seat))].map((seat) => apart(seatName(view, seat.number))),
  );
}

/** Add marks around a name that isolate its direction from that of the sentence. */
function apart(name) {
  return document.documentElement.dir === "rtl" ? `\u2068${name}\u2069` : name;
}
