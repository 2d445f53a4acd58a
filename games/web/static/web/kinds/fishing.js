/** Tables of fishing games: Chkobba, Scopa and their family. */

import { h, spoken } from "../parts/dom.js";
import { suits } from "../browser/store.js";
import { rich, t } from "../language/texts.js";
import { actor, cornerLetters, mini, minis, seatName, sideName } from "../language/words.js";

/** Return the ways of cards: from a seat to the table, `onto` those that they capture, from the table to a pile. */
export function travel(event, view) {
  if (event.type === "played") {
    const pile = `pile-${view.seats[event.seat].side}`;
    return {
      from: { [event.card]: `seat-${event.seat}` },
      onto: event.capture,
      to: Object.fromEntries((event.capture.length ? [event.card, ...event.capture] : []).map((card) => [card, pile])),
    };
  }
  if (event.type === "table_bonus" || event.type === "collected") {
    const pile = `pile-${event.side ?? view.seats[event.seat].side}`;
    return { from: {}, to: Object.fromEntries((event.capture ?? event.cards).map((card) => [card, pile])) };
  }
  return event.type === "dealt" ? { from: "stock", to: {} } : null;
}

/** Return the cards on the table, and the stock. */
export function middle(table, view, cards) {
  return [
    h(
      "div",
      { class: "deck", "data-anchor": "stock", "data-count": table.stock },
      table.stock ? cards.back() : null,
      h("span", { class: "count" }, String(table.stock), spoken(` ${t("fishing.stock", { count: table.stock })}`)),
    ),
    table.cut_card
      ? h("div", { class: "cut", "data-zone": "cut" }, cards.plain(table.cut_card), h("p", {}, t("fishing.cut.yours")))
      : cards.spread(
          { class: "spread", "data-zone": "table", role: "group", "aria-label": t("zone.table") },
          table.table.length
            ? table.table.map((card) => cards.table(card))
            : h("p", { class: "empty" }, t("fishing.empty")),
        ),
  ];
}

/** Return the cards of a seat that were announced, so that all players know them. */
export function seatDetails(table, view, seat, cards) {
  const shown = view.you?.seat === seat ? [] : table.shown[seat];
  return shown.length
    ? h(
        "div",
        { class: "shown", "data-zone": `shown-${seat}`, role: "group", "aria-label": t("fishing.shown") },
        shown.map((card) => cards.plain(card)),
      )
    : null;
}

/** Return the sweeps of a side as tally marks, its bonus and provisional points, and its pile. */
export function sideDetails(table, view, side, { tally, game, pile }) {
  const sweep = game?.ruleset?.sweep_name ?? t("fishing.sweeps");
  return [
    table.sweeps[side]
      ? h(
          "span",
          { class: "board-item", "data-sweeps": table.sweeps[side] },
          tally(table.sweeps[side]),
          spoken(t("named", { name: sweep, value: table.sweeps[side] })),
        )
      : null,
    table.bonus[side]
      ? h(
          "span",
          { class: "board-item", "data-bonus": table.bonus[side] },
          `+${table.bonus[side]}`,
          spoken(` ${t("fishing.bonus")}`),
        )
      : null,
    table.provisional[side] === view.totals[side]
      ? null
      : h(
          "span",
          { class: "board-item", "data-provisional": table.provisional[side] },
          `= ${table.provisional[side]}`,
          spoken(` ${t("fishing.provisional")}`),
        ),
    pile(side, table.piles[side], table.pile_counts[side]),
  ];
}

/** Return a short label for a move, and its accessible name: the whole sentence. */
export function moveLabel({ move, text }) {
  if (move.type === "cut") {
    return [t(move.keep ? "fishing.cut.keep" : "fishing.cut.lay"), text];
  }
  if (move.type === "declare") {
    const rank = cornerLetters(suits.get())[move.matta] ?? move.matta;
    return [[rank ? [mini("7H"), ` = ${rank} `] : `${t("fishing.announce")} `, minis(move.cards ?? [])], text];
  }
  if (move.type === "pass") {
    return [t("fishing.announce.nothing"), text];
  }
  return [
    move.capture.length
      ? rich("fishing.take", { card: mini(move.card), cards: minis(move.capture) })
      : rich("fishing.lay", { card: mini(move.card) }),
  ];
}

/** Return the sum of the chosen cards, as it builds up; null when there is nothing to add. */
export function sum(choice, { game, options }) {
  const [card] = choice.hand;
  const values = game && worths(game.ruleset, options);
  if (!card || !values || !choice.table.length) {
    return null;
  }
  const worth = (one) => values[one.slice(0, -1)];
  if (choice.table.length === 1 && worth(card) === worth(choice.table[0])) {
    return null; // a capture of the same rank adds nothing up
  }
  const added = choice.table.reduce((total, one) => total + worth(one), 0);
  const fifteen =
    game.ruleset.capture === "fifteen" || (game.ruleset.capture === "rank_sum_or_fifteen" && added !== worth(card));
  const parts = fifteen ? [card, ...choice.table] : choice.table;
  const total = fifteen ? added + worth(card) : added;
  if (total > (fifteen ? 15 : worth(card))) {
    return null; // an ace that takes all cards adds nothing up
  }
  return h(
    "p",
    { class: "sum", "data-sum": total },
    parts.map((one, index) => [
      index ? h("span", { class: "plus" }, "+") : null,
      h("span", { class: "term" }, mini(one), h("span", { class: "worth" }, String(worth(one)))),
    ]),
    h("span", { class: "plus" }, "="),
    h("strong", {}, String(total)),
  );
}

/** Return the value of each rank in a capture. The rules define those of court cards. */
function worths(ruleset, options) {
  const courts = options.courts ?? ruleset.courts;
  const [eight, nine] = courts === "qjk" ? ["Q", "J"] : ["J", "Q"];
  return { A: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, [eight]: 8, [nine]: 9, K: 10 };
}

/** Events that a seat causes; the others only happen to it. */
const ACTS = ["cut", "declared", "passed", "played"];

/** Return an event in words. */
export function say(event, entry, view, { game } = {}) {
  const { who, own } = event.seat === undefined ? {} : actor(view, event.seat, ACTS.includes(event.type) ? entry : {});
  const sweep = game?.ruleset?.sweep_name ?? t("fishing.sweep");
  switch (event.type) {
    case "shuffled":
      return rich("fishing.say.shuffled", { round: event.round + 1, who: seatName(view, event.dealer) });
    case "cut":
      return event.keep
        ? rich(`fishing.say.kept.${own}`, { who })
        : rich(`fishing.say.cut.${own}`, { who, card: mini(event.card) });
    case "dealt":
      return event.table.length
        ? rich("fishing.say.dealt.table", { cards: minis(event.table) })
        : rich("fishing.say.dealt");
    case "voided":
      return rich("fishing.say.voided", { cards: minis(event.table) });
    case "table_bonus":
      return rich(`fishing.say.bonus.${own}`, { who, count: event.points, cards: minis(event.capture) });
    case "declared":
      return rich(`fishing.say.declared.${own}`, {
        who,
        cards: minis(event.cards),
        count: event.points,
        names: event.names.join(t("list.comma")),
      });
    case "passed":
      return rich(`fishing.say.passed.${own}`, { who });
    case "played": {
      const played = event.capture.length
        ? rich(`fishing.say.took.${own}`, { who, card: mini(event.card), cards: minis(event.capture) })
        : rich(`fishing.say.laid.${own}`, { who, card: mini(event.card) });
      return event.sweep
        ? [...played, " ", h("strong", { class: "call" }, t("fishing.call", { name: sweep }))]
        : played;
    }
    case "collected":
      return event.cards.length
        ? rich("fishing.say.collected", { who: sideName(view, event.side), count: event.cards.length })
        : null;
    case "round_ended":
      return why(event, view) ?? rich("say.round", { round: event.round + 1, scores: event.scores.join(" : ") });
    default:
      return null;
  }
}

/** Return the reason for which a round has ended the match, if that was not the points; else null. */
export function why(event, view) {
  const suit = t(`card.${suits.get()}.suit.D`);
  return event.cappotto === null ? null : rich("fishing.say.cappotto", { who: sideName(view, event.cappotto), suit });
}

/** Return the call to show over the table, or null. */
export function callOut(event, { game } = {}) {
  if (event.type === "played" && event.sweep) {
    return t("fishing.call", { name: game?.ruleset?.sweep_name ?? t("fishing.sweep") });
  }
  return event.type === "declared" ? event.names.join(t("list.comma")) : null;
}
