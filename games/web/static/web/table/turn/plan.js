/** Planned moves: steps in order, each with its conditions. */

import { call, get } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { savingDialog } from "../../parts/saving.js";
import { tell } from "../../frame.js";
import { attempt } from "../../server/problems.js";
import { loadLater, rich, served, t } from "../../language/texts.js";
import { minis } from "../../language/words.js";
import { plannable, wayOf } from "./plannable.js";
import { stepForm } from "./planstep.js";

/** Upper bound of the steps of a plan. */
const MOST_STEPS = 10;

/** Show the planned moves, let the player edit them, and save them on the server. */
export async function plan(screen) {
  await attempt(async () => {
    const place = `matches/${screen.session.matchId}/planned-moves`;
    const [kept] = await Promise.all([get(place), loadLater(), screen.game]);
    screen.left.signal.throwIfAborted(); // the dialog must not open over another page
    const steps = [...kept.steps];
    const forced = h("input", { type: "checkbox", id: "plan-forced", checked: kept.when_forced });
    const body = [
      h("p", {}, t("plan.text")),
      editor(plannable(screen.session.view, screen.published), steps),
      h("div", { class: "field-check" }, forced, h("label", { for: "plan-forced" }, t("plan.forced"))),
    ];
    const choices = [
      [t("close"), "close"],
      [t("plan.save"), "keep-plan"],
    ];
    await savingDialog(t("plan.title"), body, choices, async () => {
      const plain = steps.map(({ play, when }) => ({ play, when }));
      await call("PUT", place, { steps: plain, when_forced: forced.checked });
      tell(t(plain.length || forced.checked ? "plan.kept" : "plan.dropped"));
    });
  });
}

/** Return the list of steps. One of them, or a new one, is open for editing. */
function editor(known, steps) {
  const box = h("div", { class: "form", "data-zone": "plan" });
  let open = null;
  const show = (place) => {
    open = place;
    draw();
  };
  const move = (place, to) => {
    steps.splice(to, 0, ...steps.splice(place, 1));
    draw();
    box.querySelectorAll(".plan-steps > li")[to].querySelector("button:not(:disabled)").focus();
  };
  const line = (step, place) => {
    const act = (sign, name, onclick, disabled = false) =>
      button(sign, `${name}-step`, onclick, {
        class: "small",
        disabled,
        "data-key": `${name}-${place}`,
        "aria-label": t(`plan.${name}`, { place: place + 1 }),
      });
    return h(
      "li",
      {},
      inWords(step),
      h(
        "span",
        { class: "row" },
        act("✎", "edit", () => show(place), !known.ways.includes(wayOf(step.play))), // a step of another client that this page cannot edit
        act("↑", "earlier", () => move(place, place - 1), place === 0),
        act("↓", "later", () => move(place, place + 1), place === steps.length - 1),
        act("✕", "remove", () => (steps.splice(place, 1), draw())),
      ),
    );
  };
  const list = () => [
    steps.length ? h("ol", { class: "plan-steps" }, steps.map(line)) : h("p", { class: "quiet" }, t("plan.none")),
    h(
      "div",
      { class: "row" },
      button(t("plan.add"), "add-step", () => show(steps.length), { disabled: steps.length >= MOST_STEPS }),
      button(t("plan.add.safe"), "add-safe", () => (steps.push({ play: { type: "safe" }, when: [] }), draw()), {
        disabled: steps.length >= MOST_STEPS || steps.some(({ play, when }) => play.type === "safe" && !when.length),
      }),
    ),
  ];
  const form = () =>
    stepForm(known, steps[open], (made) => {
      if (made) {
        steps[open] = made;
      }
      const last = open;
      show(null);
      box.querySelector(`[data-key="edit-${last}"], [data-act="add-step"]`)?.focus();
    });
  const draw = () => redraw(box, open === null ? list() : form());
  draw();
  return box;
}

/** Return a step in words: the move, and below it the conditions. */
function inWords({ play, when, text }) {
  const what = playInWords(play);
  if (!what) {
    return served(text); // it has the conditions, too
  }
  return [
    what,
    when.length
      ? h(
          "ul",
          { class: "quiet" },
          when.map(({ type, cards }) =>
            h("li", {}, rich(`plan.if.${type}`, { count: cards.length, cards: minis(cards) })),
          ),
        )
      : null,
  ];
}

function playInWords(play) {
  const way = wayOf(play);
  const cards = play.move?.capture ?? play.cards;
  const values = { card: play.move?.card && minis([play.move.card]), cards: cards && minis(cards) };
  return way && rich(`plan.play.${way}`, values);
}
