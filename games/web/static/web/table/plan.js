/** Planning a move before one's turn: cards in an order, with what has to lie on the table for each. */

import { call, get } from "../api.js";
import { button, dialog, h, redraw } from "../dom.js";
import { tell } from "../frame.js";
import { loadLater, rich, served, t } from "../texts.js";
import { minis } from "../words.js";
import { tappable } from "./faces.js";
import { attempt } from "./menu.js";

/** The cards that lie open, by the kind of table: the server means the same. */
const OPEN = {
  fishing: ({ table }) => table,
  camba: ({ top }) => (top ? [top] : []),
  haggis: ({ trick }) => trick.at(-1)?.cards ?? [],
};

/** Show what is planned, let it be changed, and have the server keep it. */
export async function plan(screen) {
  await loadLater();
  await attempt(async () => {
    const place = `matches/${screen.session.matchId}/plan`;
    const kept = await get(place);
    const steps = [...kept.steps];
    const forced = h("input", { type: "checkbox", id: "plan-forced", checked: kept.when_forced });
    const body = [
      h("p", {}, t("plan.text")),
      editor(screen.session.view.table, steps),
      h("div", { class: "field-check" }, forced, h("label", { for: "plan-forced" }, t("plan.forced"))),
    ];
    const chosen = await dialog(t("plan.title"), body, [[t("close"), "close"], [t("plan.save"), "keep-plan"]]);
    if (chosen === "keep-plan") {
      const plain = steps.map(({ play, when }) => ({ play, when }));
      await call("PUT", place, { steps: plain, when_forced: forced.checked });
      tell(t(plain.length || forced.checked ? "plan.kept" : "plan.dropped"));
    }
  });
}

function editor(table, steps) {
  const chosen = { hand: new Set(), open: new Set() };
  const zones = { hand: table.hand ?? [], open: OPEN[table.kind]?.(table) ?? [] };
  const box = h("div", { class: "form", "data-zone": "plan" });
  const tap = (zone, card) => {
    const had = chosen[zone].delete(card);
    if (zone === "hand" && table.kind !== "haggis") {
      chosen.hand.clear(); // one card at a time is played
    }
    if (!had) {
      chosen[zone].add(card);
    }
    draw();
  };
  const cards = (zone) =>
    zones[zone].length
      ? h("fieldset", {}, h("legend", {}, t(`plan.${zone}`)), h("div", { class: "plan-cards", "data-zone": `plan-${zone}` }, zones[zone].map((card) => tappable(card, { chosen: chosen[zone].has(card), ontap: () => tap(zone, card) }))))
      : null;
  const add = (step) => {
    steps.push(step);
    chosen.hand.clear();
    chosen.open.clear();
    draw();
  };
  const addCards = () => add({ play: { type: "cards", cards: [...chosen.hand] }, when: chosen.open.size ? [{ type: "on_table", cards: [...chosen.open] }] : [] });
  const line = (step, place) =>
    h("li", {}, inWords(step), " ", button("✕", "remove-step", () => (steps.splice(place, 1), draw()), { class: "ghostly", "data-key": `step-${place}`, "aria-label": t("plan.remove", { place: place + 1 }) }));
  const draw = () =>
    redraw(
      box,
      steps.length ? h("ol", { class: "plan-steps" }, steps.map(line)) : h("p", { class: "quiet" }, t("plan.none")),
      cards("hand"),
      cards("open"),
      h(
        "div",
        { class: "row" },
        button(t("plan.add"), "add-step", addCards, { disabled: !chosen.hand.size }),
        button(t("plan.add.safe"), "add-safe", () => add({ play: { type: "safe" }, when: [] }), { disabled: steps.some(({ play, when }) => play.type === "safe" && !when.length) }),
      ),
    );
  draw();
  return box;
}

/** Return a step in words: those of the server, where this page would not have made it so. */
function inWords({ play, when, text }) {
  const [condition, ...more] = when;
  if (play.type === "safe" && !condition) {
    return t("plan.safe");
  }
  if (play.type !== "cards" || more.length || (condition && condition.type !== "on_table")) {
    return served(text);
  }
  const cards = minis(play.cards);
  return condition ? rich("plan.if", { cards, table: minis(condition.cards) }) : rich("plan.cards", { cards });
}
