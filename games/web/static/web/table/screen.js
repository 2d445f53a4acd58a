/** The table on the screen. It draws the state of the session and turns taps into moves. */

import { Offline, Problem, get, pause } from "../api.js";
import { h, redraw } from "../dom.js";
import { entitle, say, tell } from "../frame.js";
import { kindOf } from "../kinds/index.js";
import { wordsOf } from "../problems.js";
import { guided, pace, sounds, vibration } from "../store.js";
import { date, duration, has, loadLater, t } from "../texts.js";
import { actions, inWords, timeUp } from "./actions.js";
import { board } from "./board.js";
import { dress, plain } from "./faces.js";
import { Latest } from "./latest.js";
import { menu } from "./menu.js";
import { Choice, movedLast } from "./moves.js";
import { animate, lay, settle, snapshot } from "./motion.js";
import { tick } from "./seats.js";
import { Session } from "./session.js";
import { add, line, storyBox } from "./story.js";

const RELEASES = ["pointerup", "pointercancel", "click"];
/** Milliseconds within which the click comes after a finger has left the screen. */
const AFTER_RELEASE = 50;
/** Milliseconds after which a press counts as released, if the page got no event for it. */
const LONGEST_PRESS = 2000;
/** Milliseconds for which a step is shown; a capture takes as long before it. */
const PACES = { slow: 1700, normal: 950, fast: 300, none: 0 };
/** Upper bound of stored entries of the feed, to show players on return what they have missed. */
const KEPT = 200;
/** Events that need the later texts. */
const RARE =
  /^(autopilot|bot_left|cancelled|changed|declared|end_|hint_|undo|left|pause|rematch|resigned|resumed|seed|sealed|substitut|table_bonus|invit|terms|seat_|moved)/;
/** Elements that handle a tap themselves; anywhere else it skips a step. */
const ACTIVE = "a, button, summary, input, dialog";

/** Play a sound or a vibration, if the player has chosen that. */
function sound(name) {
  if (sounds.get() === "on" || vibration.get() === "on") {
    import("./sounds.js").then((made) => made[name]());
  }
}

export class TableScreen {
  constructor(main, matchId) {
    this.main = main;
    this.session = new Session(matchId, kindOf, this);
    this.early = [];
    this.choice = null;
    this.openSentences = false;
    this.latest = new Latest();
    this.entries = [];
  }

  async open() {
    this.root = h("div", { class: "table-page", "data-match": this.session.matchId });
    this.bar = h("div", { class: "table-bar" });
    this.line = h("p", { class: "connection", role: "status", hidden: true, "data-zone": "connection" });
    this.board = h("div", { class: "board" }, h("p", { class: "loading quiet" }, t("match.loading")));
    this.since = h("div", { class: "since-place" });
    this.actions = h("section", {
      class: "actions",
      "data-zone": "actions",
      "aria-label": t("act.label"),
      tabindex: "-1",
    });
    this.sentences = h("section", { class: "in-words", "aria-label": t("act.words") });
    this.story = storyBox();
    this.call = h("div", { class: "call-out", "aria-hidden": "true" });
    this.root.append(
      h(
        "div",
        { class: "stage" },
        h("div", { class: "play" }, this.bar, this.line, this.since, this.board, this.actions),
      ),
      this.sentences,
      h("section", { class: "story", "aria-label": t("story.label") }, h("h2", {}, t("story.label")), this.story),
      this.call,
    );
    this.main.replaceChildren(this.root);
    this.root.addEventListener("pointerdown", () => this.hold(LONGEST_PRESS));
    this.onrelease = ({ type }) => this.pressed && this.hold(type === "click" ? 0 : AFTER_RELEASE);
    RELEASES.forEach((type) => addEventListener(type, this.onrelease, true));
    this.root.addEventListener("click", ({ target }) => target.closest(ACTIVE) || this.skip());
    await this.session.open();
    setTimeout(async () => (await import("./talk.js")).talk(this), 2000); // after the table
    this.session.told.then(() => this.offerSince(this.session.seenBefore));
    document.addEventListener("visibilitychange", (this.onvisible = () => this.looked()));
    this.timer = setInterval(() => document.hidden || tick(this.root), 1000);
    this.onkey = (event) => this.pressedKey(event);
    addEventListener("keydown", this.onkey);
  }

  close() {
    this.session.close();
    clearInterval(this.timer);
    clearTimeout(this.held);
    document.removeEventListener("visibilitychange", this.onvisible);
    removeEventListener("keydown", this.onkey);
    RELEASES.forEach((type) => removeEventListener(type, this.onrelease, true));
    entitle(t("frame.name"));
  }

  // --- callbacks of the session --------------------------------------------------------------------------------------

  changed(travel) {
    if (this.pressed) {
      this.waiting = { ...this.waiting, ...travel }; // do not redraw under a finger, or its tap would be lost
      return;
    }
    const { session } = this;
    const { view } = session;
    this.game ??= this.loadGame(view);
    dress(view.options);
    const before = snapshot(this.board);
    if (this.laid) {
      before.set(...this.laid);
    }
    this.choice = session.myMove && session.moves ? this.kept(session.moves) : null;
    Object.assign(this.root.dataset, {
      version: session.version,
      status: view.status,
      kind: view.table?.kind ?? "",
      myTurn: this.choice !== null,
      stepping: session.stepping,
      game: view.game.key,
    });
    this.tellEarly();
    this.drawBar(view);
    if (view.status === "lobby" || view.status === "cancelled") {
      this.drawRoom();
      redraw(this.actions);
      redraw(this.sentences);
    } else {
      redraw(
        this.board,
        view.has_rules
          ? board(this.scene)
          : h("p", { class: "notice", "data-zone": "rules-gone" }, t("match.rules.gone")),
      );
      redraw(
        this.actions,
        view.status === "finished" && !session.stepping ? this.outcome() : actions(this.scene),
        this.offered(view),
        this.substitute(view),
        this.choice ? null : this.next,
      );
      redraw(this.sentences, timeUp(this.scene), inWords(this.scene));
      this.latest.show(this.board);
      animate(this.board, before, travel ?? {});
    }
    this.guide(view);
    const turn = this.choice !== null;
    entitle(turn ? t("title.turn", { game: view.game.name }) : `${view.game.name} · ${t("frame.name")}`);
    if (turn && !this.wasTurn) {
      say(t("act.yours"));
      sound("yourTurn");
      this.giveFocusBack();
    }
    this.wasTurn = turn;
  }

  /** Delay redraws for some milliseconds; with 0, redraw as soon as the tap is done. */
  hold(milliseconds) {
    clearTimeout(this.held);
    this.pressed = milliseconds > 0;
    this.held = setTimeout(() => {
      const { waiting } = this;
      this.pressed = false;
      this.waiting = null;
      if (waiting) {
        this.changed(waiting);
      }
    }, milliseconds);
  }

  /** Draw the lobby. Its module is loaded when it is needed. */
  drawRoom() {
    if (this.gathering) {
      redraw(this.board, this.gathering(this));
    } else {
      Promise.all([import("./gathering.js"), loadLater()]).then(
        ([{ gathering }]) => ((this.gathering = gathering), this.changed()),
      );
    }
  }

  /** Return the result of the match. Its module is loaded when the match is over. */
  outcome() {
    if (!this.ending) {
      Promise.all([import("./ending.js"), loadLater()]).then(
        ([{ outcome }]) => ((this.ending = outcome), this.changed()),
      );
    }
    return this.ending?.(this);
  }

  /** Return the open offer. Its module is loaded when there is one. */
  offered(view) {
    if ((view.pause || view.end_offer || view.undo_offer) && !this.proposals) {
      Promise.all([import("./proposals.js"), loadLater()]).then(
        ([proposals]) => ((this.proposals = proposals), this.changed()),
      );
    }
    return this.proposals?.offered(this);
  }

  /** Draw the hint of the guide in a guided match. Its module is loaded when it is needed. */
  guide(view) {
    if (guided.get() !== view.id) {
      return;
    }
    if (this.coach) {
      redraw(this.since, this.coach(this));
    } else {
      Promise.all([import("./coach.js"), loadLater(), this.game]).then(
        ([{ coach }]) => ((this.coach = coach), this.changed()),
      );
    }
  }

  /** Return the notes about seats that await a substitute. Their module is loaded when there are some. */
  substitute(view) {
    if (!this.substitutes && view.seats.some((seat) => seat.substitute_from)) {
      Promise.all([import("./substitute.js"), loadLater()]).then(
        ([{ substitute }]) => ((this.substitutes = substitute), this.changed()),
      );
    }
    return this.substitutes?.(this);
  }

  /** Draw the bar above the table. It is redrawn only on changes, and an open menu stays open. */
  drawBar(view) {
    const seat = view.you ? view.seats[view.you.seat] : null;
    const state = [
      view.status,
      seat?.number,
      seat?.autopilot,
      seat?.resigned,
      view.paused_at,
      view.pause?.until,
      view.pause_end_offer?.number,
      view.end_offer?.how,
      view.undo_offer?.version,
      view.your_turn,
      movedLast(view),
    ].join();
    if (state !== this.barState) {
      this.barState = state;
      const open = this.bar.querySelector(".menu[open]") !== null;
      redraw(this.bar, menu(this));
      this.bar.querySelector(".menu").open = open;
    }
  }

  /** Restore the focus after a move by keyboard: to the sentences, or to the hand. */
  giveFocusBack() {
    const place = this.playedFrom;
    this.playedFrom = null;
    if (place && (document.activeElement === document.body || document.activeElement === this.actions)) {
      this.root.querySelector(place)?.focus({ preventScroll: true });
    }
  }

  /** Start to show an event: a card that captures others moves onto them and rests there for a moment. */
  async begins(event, entry) {
    this.stepEnd = new AbortController();
    const { view, kind, table } = this.session;
    const { onto = [], from = {} } = kind?.travel?.(event, view) ?? {};
    const [key] = Object.keys(from);
    this.mover = event.seat ?? entry.seat;
    this.latest.take(entry, view, kind, this.words);
    if (table && onto.length && !this.unseen(entry)) {
      this.changed();
      const laid = await lay(this.board, plain(key), {
        key,
        from: from[key],
        onto,
        time: PACES[pace.get()],
        signal: this.stepEnd.signal,
      });
      this.laid = laid ? [key, laid] : null;
    }
  }

  /** Return true if an entry is not shown step by step: the page is hidden, or the entry has too many events. */
  unseen(entry) {
    return document.hidden || entry.events.length > 6;
  }

  /** Show an event: the table after it, a line of the story, and a short pause. */
  async step(event, entry) {
    const { view, kind, table } = this.session;
    const travel = kind?.travel?.(event, view) ?? {};
    if (table && kind) {
      this.changed(travel);
    }
    this.laid?.[1].element.remove();
    this.laid = null;
    if (Object.keys(travel.from ?? {}).length) {
      sound("cardLaid");
    }
    const call = kind?.callOut?.(event, this.words);
    if (call) {
      this.shout(call);
    }
    if (event.type === "round_ended" && !document.hidden) {
      this.showScores(event.round);
    }
    if (event.type === "cut") {
      return; // no card lies yet, and the text beside the felt stays during the deal
    }
    const worth = ["shuffled", "joined", "bot_joined", "changed", "created"].includes(event.type)
      ? 0.25
      : call
        ? 1.5
        : 1;
    await pause(this.unseen(entry) ? 0 : PACES[pace.get()] * worth, this.stepEnd.signal).catch(() => {});
  }

  /** Skip the step that is shown. */
  skip() {
    if (this.session.stepping) {
      this.stepEnd?.abort();
      settle(this.root);
    }
  }

  /** Return the event that ended a round, by default the last one; undefined if it is no longer stored. */
  roundEnd(round) {
    const known = [...this.entries, ...this.early].flatMap(({ events }) => events);
    return known.findLast((event) => event.type === "round_ended" && event.round === (round ?? event.round));
  }

  async showScores(round) {
    const { showScores } = await import("./scores.js");
    await showScores(this, round);
  }

  // --- return of the player ------------------------------------------------------------------------------------------

  /** Store the version when the page is hidden, and offer the missed steps when it is visible again. */
  looked() {
    tick(this.root); // timers stood still meanwhile
    if (document.hidden) {
      this.leftAt = this.session.version;
    } else if (this.leftAt !== undefined && this.session.view) {
      this.offerSince(this.leftAt);
      this.session.saw();
    }
  }

  /** Offer to show the moves of the others after a version, if there are any. */
  async offerSince(version) {
    const { session } = this;
    const me = session.view?.you?.seat ?? null;
    if (version === null || me === null || !session.table || version >= session.view.version) {
      return;
    }
    const [{ offerSince }] = await Promise.all([import("./since.js"), loadLater(), this.game]);
    offerSince(this, version, me);
  }

  /** Add an entry of the feed to the story, as soon as the texts of the game are loaded. */
  said(entry) {
    if (
      this.worded &&
      !has("say.sealed") &&
      (entry.by === "admin" || entry.events.some(({ type }) => RARE.test(type)))
    ) {
      this.worded = false;
      loadLater().finally(() => ((this.worded = true), this.tellEarly()));
    }
    if (!this.worded) {
      this.early.push(entry);
      return;
    }
    const { view, kind } = this.session;
    const lines = entry.events.map((event) => line(event, entry, view, kind, this.words)).filter(Boolean);
    lines.forEach((item) => add(this.story, item));
    this.latest.take(entry, view, kind, this.words);
    this.entries = [...this.entries, entry].slice(-KEPT);
    if (this.session.stepping && lines.length) {
      say(lines.map((item) => item.textContent).join(". "));
    }
  }

  tellEarly() {
    if (this.worded) {
      this.early.splice(0).forEach((entry) => this.said(entry));
    }
  }

  refused(error) {
    if (error instanceof Problem && error.status === 404) {
      loadLater().finally(() =>
        this.main.replaceChildren(h("p", { class: "notice", role: "alert" }, t("match.none.text"))),
      );
      return;
    }
    tell(wordsOf(error));
  }

  connection(seconds) {
    const lost = seconds > 0;
    this.line.hidden = !lost;
    this.root.dataset.connection = lost ? "lost" : "ok";
    const { old, sending } = this.session;
    const said = sending ? "offline.kept" : old ? "offline.old" : "connection.lost";
    // The later texts load soon after the start; until then a general text is shown.
    this.line.textContent = lost
      ? t(has(said) ? said : "connection.lost", { time: duration(Math.ceil(seconds)), seen: date(old ?? 0) })
      : "";
  }

  // --- the scene -----------------------------------------------------------------------------------------------------

  get words() {
    return { game: this.published };
  }

  get scene() {
    const { session, choice } = this;
    const { view } = session;
    return {
      view,
      table: session.table,
      kind: session.kind,
      words: this.words,
      acting: session.stepping || view.status !== "running" ? null : view.to_act,
      choice,
      moves: session.moves,
      sending: session.sending,
      stepping: session.stepping,
      mover: session.stepping ? this.mover : null,
      latest: this.latest,
      openSentences: this.openSentences,
      onSentences: (open) => (this.openSentences = open),
      ontap: (zone, card) => this.tap(zone, card),
      clear: () => this.clear(),
      play: (move) => this.play(move),
    };
  }

  /** Load the names and numbers of the game for texts. The table works without them until then. */
  async loadGame(view) {
    try {
      this.published = await get(`games/${view.game.key}`);
    } catch (error) {
      if (!(error instanceof Offline) && !(error instanceof Problem)) {
        throw error;
      }
    }
    this.worded = true;
    this.changed();
  }

  kept(moves) {
    return this.choice && this.choiceOf === moves ? this.choice : ((this.choiceOf = moves), new Choice(moves));
  }

  tap(zone, card) {
    this.choice.tap(zone, card);
    this.changed();
  }

  /** Handle keys: 1 to 9 choose cards of the hand, Enter makes the chosen move, Escape clears the choice. */
  pressedKey(event) {
    const { key, target } = event;
    if (
      !this.choice ||
      document.querySelector("dialog[open]") ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest?.("input, select, textarea")
    ) {
      return;
    }
    if (key === "Escape" && !this.choice.empty) {
      this.clear();
    } else if (/^[1-9]$/.test(key)) {
      this.board.querySelectorAll("[data-zone=hand] .card")[key - 1]?.click();
    } else if (
      key === "Enter" &&
      this.choice.ready.length === 1 &&
      !target.closest?.("a, summary, button:not([data-chosen=true])")
    ) {
      event.preventDefault();
      this.play(this.choice.ready[0].move);
    }
  }

  /** Offer the next match that waits for the player, while this one does not. */
  async offerNext() {
    const { nextFrom, noticeFor } = await import("./next.js");
    // The player did not ask for it, so errors are ignored.
    this.next = await Promise.all([noticeFor(this), nextFrom(this.session.matchId)]).catch(() => null);
    this.changed();
  }

  clear() {
    this.choice.clear();
    this.changed();
  }

  async play(move) {
    const inWords = this.sentences.contains(document.activeElement);
    this.playedFrom = inWords ? "[data-act=sentences]" : "[data-zone=hand] button, .choices button";
    redraw(this.since);
    const playing = this.session.play(move);
    this.actions.focus({ preventScroll: true });
    await playing;
    await this.offerNext();
  }

  /** Show a call over the table, as players call it out in the café. */
  shout(text) {
    const word = h("span", {}, text);
    this.call.replaceChildren(word);
    setTimeout(() => word.remove(), 1800);
  }
}
