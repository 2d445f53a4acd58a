/** The replay of a finished match, step by step, with a slider: the events of its feed, and the table after each. */

import { Problem, get } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { kindOf } from "../../kinds/index.js";
import { href } from "../../router.js";
import { board } from "../../table/board/board.js";
import { dress } from "../../table/board/faces.js";
import { animate, snapshot } from "../../table/board/motion.js";
import { line } from "../../table/history/story.js";
import * as store from "../../browser/store.js";
import { t } from "../../language/texts.js";
import { steps } from "../../table/history/steps.js";

const STEP = 1100;

export async function show(main, [matchId]) {
  const view = await get(`matches/${matchId}`);
  if (view.status !== "finished") {
    throw new Problem(409, { code: "not_finished", detail: t("problem.not_finished") });
  }
  if (!view.has_rules) {
    throw new Problem(409, { code: "rules_gone", detail: t("match.rules.gone") });
  }
  const [game, kind, entries] = await Promise.all([
    get(`games/${view.game.key}`).catch(() => null),
    kindOf(view),
    wholeFeed(matchId),
  ]);
  dress(view.options);
  const all = steps(view, entries);
  const screen = new Replay(main, { view, kind, all, words: { game } });
  screen.draw(0);
  return () => screen.stop();
}

async function wholeFeed(matchId) {
  const entries = [];
  for (let after = 0, more = true; more;) {
    const feed = await get(`matches/${matchId}/events?after=${after}&limit=200&tables=true`);
    entries.push(...feed.entries);
    ({ version: after, more } = feed);
  }
  return entries;
}

const stage = (...parts) => h("div", { class: "stage" }, h("div", { class: "play" }, parts));

class Replay {
  constructor(main, { view, kind, all, words }) {
    Object.assign(this, { view, kind, all, words, place: 0, timer: null });
    this.board = h("div", { class: "board" });
    this.said = h("p", { class: "replay-said", role: "status", "data-zone": "story" });
    this.slider = h("input", {
      type: "range",
      id: "replay-slider",
      min: "0",
      max: String(all.length - 1),
      value: "0",
      "aria-label": t("replay.slider"),
      "data-act": "slider",
      oninput: () => (this.stop(), this.draw(Number(this.slider.value))),
    });
    this.player = button(t("replay.play"), "replay-play", () => (this.timer ? this.stop() : this.start()), {
      class: "primary",
    });
    this.root = h(
      "div",
      { class: "table-page replay", "data-match": view.id, "data-status": "replay" },
      stage(
        h(
          "div",
          { class: "table-bar" },
          h(
            "a",
            { class: "back-link", href: href("match", view.id), "aria-label": t("replay.back") },
            h("span", { "aria-hidden": "true" }, "‹"),
          ),
          h("h1", {}, h("bdi", {}, view.game.name), h("span", { class: "badge" }, t("replay.title"))),
        ),
        this.board,
        h(
          "section",
          { class: "actions", "aria-label": t("replay.title") },
          this.said,
          h("div", { class: "replay-slider" }, this.slider),
          h(
            "div",
            { class: "choices" },
            this.jump("replay.first", "replay-first", () => 0),
            this.jump("replay.back.one", "replay-back", () => this.place - 1),
            this.player,
            this.jump("replay.on", "replay-on", () => this.place + 1),
            this.jump("replay.last", "replay-last", () => this.all.length - 1),
            store.token.get() ? button(t("menu.report"), "report", () => this.report()) : null,
          ),
        ),
      ),
    );
    main.replaceChildren(this.root);
  }

  jump(text, act, where) {
    return button(t(text), act, () => (this.stop(), this.draw(where())));
  }

  async report() {
    this.stop();
    (await import("../../table/report.js")).report(this.view.id, this.all[this.place].entry.version);
  }

  start() {
    if (this.place >= this.all.length - 1) {
      this.draw(0);
    }
    this.player.textContent = t("replay.pause");
    this.timer = setInterval(() => (this.place >= this.all.length - 1 ? this.stop() : this.draw(this.place + 1)), STEP);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.player.textContent = t("replay.play");
  }

  draw(place) {
    const forward = place === this.place + 1;
    this.place = Math.max(0, Math.min(this.all.length - 1, place));
    const { table, totals, event, entry } = this.all[this.place];
    const view = { ...this.view, totals, status: "running", due_at: null };
    const before = snapshot(this.board);
    redraw(this.board, board({ view, table, kind: this.kind, words: this.words, acting: entry.seat }));
    if (forward) {
      animate(this.board, before, this.kind.travel?.(event, view) ?? {});
    }
    Object.assign(this.root.dataset, {
      version: entry.version,
      step: this.place,
      kind: table.kind,
      game: view.game.key,
    });
    this.slider.value = String(this.place);
    this.slider.setAttribute("aria-valuetext", t("replay.step", { number: this.place + 1, count: this.all.length }));
    const sentence = line(event, entry, view, this.kind, this.words);
    this.said.replaceChildren(
      ...(sentence ? sentence.childNodes : [""]),
      h("span", { class: "quiet" }, ` ${t("replay.step", { number: this.place + 1, count: this.all.length })}`),
    );
  }
}
