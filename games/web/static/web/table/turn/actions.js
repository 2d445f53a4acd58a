/** The actions of the player: the current choice, buttons, and every legal move as a sentence. */

import { deadline } from "../../parts/closed.js";
import { button, h } from "../../parts/dom.js";
import { dateInZone, served, soon, t } from "../../language/texts.js";
import { nameOf } from "../../language/words.js";

const MANY = 12;
/** With more sentences, they are listed by kind and only on demand. */
const AT_ONCE = 60;

/** Return the line with the state of the turn, and the buttons. */
export function actions(scene) {
  const { view, choice, moves, sending, stepping } = scene;
  if (view.status === "finished" || !view.you) {
    return [];
  }
  if (sending) {
    return [h("p", { class: "prompt" }, t("act.sending"))];
  }
  if (!view.legal_moves || stepping) {
    return [h("p", { class: "prompt quiet" }, waiting(scene))];
  }
  if (!moves) {
    return [h("p", { class: "prompt" }, t("act.loading", { count: view.legal_moves.count }))];
  }
  const ready = choice.ready;
  return [
    h("p", { class: "prompt" }, prompt(scene)),
    scene.kind?.sum?.(choice, { game: scene.words.game, options: view.options }) ?? null,
    h(
      "div",
      { class: "choices" },
      ready
        .slice(0, MANY)
        .map((legal, index) => moveButton(scene, legal, "play", index, ready.length === 1 ? "primary" : "")),
      choice.empty ? null : button(t("act.clear"), "clear", scene.clear, { class: "ghostly" }),
      (choice.empty ? choice.plain : []).map((legal, index) =>
        moveButton(scene, legal, "plain", index, choice.moves.length === choice.plain.length ? "primary" : ""),
      ),
    ),
  ];
}

/** Return the deadline of the turn in words, with the moment from which the bank is used. */
export function timeUp({ view: { status, paused_at, due_at, bank_from } }) {
  const until = status === "running" && !paused_at && deadline(due_at);
  const withBank =
    until && bank_from && deadline(bank_from) && t("time.until.bank", { time: soon(bank_from), last: soon(due_at) });
  return until && h("p", { class: "quiet", "data-zone": "deadline" }, withBank || until);
}

/** Return every legal move as a sentence, collapsed at first. */
export function inWords(scene) {
  return scene.moves && scene.choice && !scene.sending ? [sentences(scene.moves, scene.play, scene)] : [];
}

function waiting({ view, stepping }) {
  if (stepping) {
    return t("act.watching");
  }
  if (view.paused_at) {
    return view.pause ? t("act.paused.until", { time: dateInZone(view.pause.until) }) : t("act.paused");
  }
  const seat = view.seats[view.to_act];
  return seat ? t("act.waiting", { name: nameOf(seat) }) : t("act.wait");
}

function prompt({ kind, choice }) {
  if (choice.moves.length === choice.plain.length) {
    return choice.plain.length === 1 ? t("act.only") : t("act.choose");
  }
  if (choice.empty) {
    return t("act.tap");
  }
  if (choice.ready.length) {
    return choice.ready.length > 1 ? (kind?.question?.(choice.ready) ?? t("act.which")) : t("act.play");
  }
  return choice.hand.length && choice.open.some((move) => move.table.length) ? t("act.take") : t("act.more");
}

function moveButton({ kind, play }, legal, act, index, look) {
  const [label, name] = kind?.moveLabel?.(legal) ?? [served(legal.text)];
  return h(
    "button",
    {
      type: "button",
      "data-act": "play",
      "data-key": `${act}-${index}`,
      "data-kind": legal.kind,
      "data-move": JSON.stringify(legal.move),
      class: look,
      "aria-label": name,
      onclick: () => play(legal.move),
    },
    h("span", {}, label),
  );
}

/** Return the moves as sentences: for the keyboard, for screen readers, and for unknown games. */
function sentences(moves, play, scene) {
  const body = h("div", { class: "sentence-body" });
  const fill = () => {
    if (!body.childElementCount) {
      body.append(...groups(moves, play, scene.view.legal_moves.kinds));
    }
  };
  const box = h(
    "details",
    { class: "sentences", "data-zone": "moves", open: scene.openSentences },
    h("summary", { "data-act": "sentences", "data-key": "sentences" }, t("act.all", { count: moves.length })),
    body,
  );
  box.addEventListener("toggle", () => {
    scene.onSentences(box.open);
    if (box.open) {
      fill();
    }
  });
  if (scene.openSentences) {
    fill();
  }
  return box;
}

function groups(moves, play, kinds) {
  const list = (some) =>
    h(
      "ul",
      {},
      some.map((legal) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              "data-act": "sentence",
              "data-kind": legal.kind,
              "data-move": JSON.stringify(legal.move),
              "data-key": JSON.stringify(legal.move),
              onclick: () => play(legal.move),
            },
            served(legal.text),
          ),
        ),
      ),
    );
  if (moves.length <= AT_ONCE) {
    return [list(moves)];
  }
  return kinds.map(({ kind, label, count }) => {
    const group = h(
      "details",
      { class: "sentence-group", "data-kind": kind },
      h("summary", {}, served(label), ` (${count})`),
    );
    group.addEventListener(
      "toggle",
      () =>
        group.open && group.childElementCount === 1 && group.append(list(moves.filter((legal) => legal.kind === kind))),
      { once: true },
    );
    return group;
  });
}
