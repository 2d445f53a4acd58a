/** The form for a step of a plan: the play and its conditions. */

import { button, h, redraw } from "../../parts/dom.js";
import { select } from "../../parts/forms.js";
import { t } from "../../language/texts.js";
import { cardWords, mini } from "../../language/words.js";
import { tappable } from "../board/faces.js";
import { played, wayOf } from "./plannable.js";

/** Upper bounds of the conditions of a step, and of the cards of a condition. */
const MOST_CONDITIONS = 4;
const MOST_CARDS = 20;
const CONDITIONS = ["on_table", "not_on_table", "played"];

/** Return the form of a step, or of a new one. `done` gets the finished step, or null if the player cancels. */
export function stepForm(known, step, done) {
  const box = h("div", { class: "form", "data-zone": "plan-step" });
  const draft = {
    way: step ? wayOf(step.play) : known.ways[0],
    hand: step?.play.cards ?? (step?.play.move?.card ? [step.play.move.card] : []),
    taken: step?.play.move?.capture ?? [],
    when: (step?.when ?? []).map(({ type, cards }) => ({ type, cards: [...cards] })),
  };
  const draw = () => {
    const play = played(draft.way, draft.hand, draft.taken);
    const whole = play && draft.when.every(({ cards }) => cards.length);
    redraw(
      box,
      h(
        "div",
        { class: "field" },
        h("label", { for: "plan-way" }, t("plan.what")),
        choice(
          "plan-way",
          known.ways.map((way) => [way, t(`plan.way.${way}`)]),
          draft.way,
          (chosen) => ((draft.way = chosen), draw()),
        ),
      ),
      ["cards", "take", "lay"].includes(draft.way) ? hand(known, draft, draw) : null,
      draft.way === "take" ? group("taken", t("plan.taken"), picker("taken", known, draft.taken, draw)) : null,
      draft.when.map((condition, place) => conditionForm(known, draft, condition, place, draw)),
      known.cards.length && draft.when.length < MOST_CONDITIONS
        ? button(
            t("plan.condition.add"),
            "add-condition",
            () => (draft.when.push({ type: CONDITIONS[0], cards: [] }), draw()),
            { class: "small" },
          )
        : null,
      h(
        "div",
        { class: "row" },
        button(t("plan.step.keep"), "keep-step", () => done({ play, when: draft.when }), {
          class: "primary",
          disabled: !whole,
        }),
        button(t("plan.step.drop"), "drop-step", () => done(null)),
      ),
      whole ? null : h("p", { class: "quiet" }, t("plan.missing")),
    );
  };
  draw();
  return box;
}

/** Return the cards of the hand, and those of the step that are no longer there. */
function hand(known, draft, draw) {
  const tap = (card) => {
    const had = draft.hand.includes(card);
    const others = known.several ? draft.hand.filter((one) => one !== card) : [];
    draft.hand = had ? others : [...others, card];
    draw();
  };
  const cards = [...known.hand, ...draft.hand.filter((card) => !known.hand.includes(card))];
  return group(
    "hand",
    t("plan.hand"),
    h(
      "div",
      { class: "plan-cards row", "data-zone": "plan-hand" },
      cards.map((card) => tappable(card, { chosen: draft.hand.includes(card), ontap: tap })),
    ),
  );
}

function conditionForm(known, draft, condition, place, draw) {
  const name = `when-${place}`;
  const remove = button("✕", "remove-condition", () => (draft.when.splice(place, 1), draw()), {
    class: "small",
    "data-key": `remove-${name}`,
    "aria-label": t("plan.condition.remove", { place: place + 1 }),
  });
  const kinds = choice(
    name,
    CONDITIONS.map((type) => [type, t(`plan.condition.${type}`)]),
    condition.type,
    (type) => ((condition.type = type), draw()),
    t("plan.condition", { place: place + 1 }),
  );
  return group(name, t("plan.condition", { place: place + 1 }), [
    h("div", { class: "row" }, kinds, remove),
    picker(name, known, condition.cards, draw),
  ]);
}

const group = (name, legend, content) => h("fieldset", { "data-zone": name }, h("legend", {}, legend), content);

/** Return all cards of the game to tap; cards that lie open now are marked. A tap changes `chosen`. */
function picker(name, known, chosen, draw) {
  const tap = (card) => {
    const at = chosen.indexOf(card);
    at < 0 ? chosen.push(card) : chosen.splice(at, 1);
    draw();
  };
  const one = (card) => {
    const is = chosen.includes(card);
    const open = known.open.includes(card);
    const label = open ? t("plan.card.open", { card: cardWords(card) }) : cardWords(card);
    return h(
      "button",
      {
        type: "button",
        class: "plan-card",
        "data-card": card,
        "data-open": open,
        "data-chosen": is,
        "aria-pressed": String(is),
        "aria-label": label,
        disabled: !is && chosen.length >= MOST_CARDS,
        onclick: () => tap(card),
      },
      mini(card),
    );
  };
  return h("div", { class: "row", "data-zone": `${name}-cards` }, known.cards.map(one));
}

/** Return a list to choose one of `options`: pairs of a value and its text. `pick` gets the chosen value. */
function choice(id, options, chosen, pick, label) {
  const onchange = ({ target }) => pick(options[target.selectedIndex][0]);
  return select({ id, "data-key": id, "aria-label": label, onchange }, options, chosen);
}
