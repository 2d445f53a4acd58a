/** The table on the screen. It draws the state of the session; its parts handle input, steps and the story. */

import { Problem, get, untilAnswered } from "../server/api.js";
import { h, redraw } from "../parts/dom.js";
import { entitle, tell } from "../frame.js";
import { kindOf } from "../kinds/index.js";
import { wordsOf } from "../server/problems.js";
import { date, duration, has, loadLater, t } from "../language/texts.js";
import { actions, inWords, timeUp } from "./turn/actions.js";
import { board } from "./board/board.js";
import { dress } from "./board/faces.js";
import { History } from "./history/history.js";
import { Input } from "./turn/input.js";
import { LaterParts } from "./laterparts.js";
import { Latest } from "./history/latest.js";
import { layout } from "./board/layout.js";
import { menu } from "./menu.js";
import { animate } from "./board/motion.js";
import { movedLast } from "./turn/moves.js";
import { Session } from "./session.js";
import { Stepping } from "./history/stepping.js";
import { Turn } from "./turn/turn.js";
import { Visit } from "./history/visit.js";

export class TableScreen {
  constructor(main, matchId) {
    this.main = main;
    this.session = new Session(matchId, kindOf, this);
    this.openSentences = false;
    this.latest = new Latest();
    this.history = new History(this);
    this.input = new Input(this);
    this.laterParts = new LaterParts(this);
    this.stepping = new Stepping(this);
    this.turn = new Turn(this);
    this.left = new AbortController();
  }

  async open() {
    const { signal } = this.left;
    Object.assign(this, layout(this.session.matchId));
    this.main.replaceChildren(this.root);
    this.input.listen(signal);
    await this.session.open();
    new Visit(this).begin(signal);
  }

  close() {
    this.stepping.skip();
    this.session.close();
    this.left.abort();
    entitle(t("frame.name"));
  }

  // --- callbacks of the session --------------------------------------------------------------------------------------

  /** Draw the current state. `travel` has the cards that move, see motion.js. */
  changed(travel) {
    if (this.left.signal.aborted || this.input.delays(travel)) {
      return;
    }
    const { view } = this.session;
    this.game ??= this.loadGame(view);
    dress(view.options);
    const before = this.stepping.snapshot();
    this.turn.update();
    this.mark(view);
    this.meet(view);
    this.history.addEarly();
    this.drawBar(view);
    if (view.status === "lobby" || view.status === "cancelled") {
      this.laterParts.drawLobby();
      redraw(this.actions);
      redraw(this.sentences);
    } else {
      this.drawTable(view);
      animate(this.board, before, travel ?? {});
    }
    this.laterParts.drawGuide(view);
    this.turn.announce(view);
  }

  said(entry) {
    this.history.add(entry);
  }

  begins(event, entry) {
    return this.stepping.begin(event, entry);
  }

  step(event, entry) {
    return this.stepping.step(event, entry);
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

  // --- drawing -------------------------------------------------------------------------------------------------------

  /** Mark the page with its state, for styles and tests. */
  mark(view) {
    const { stepping, version } = this.session;
    Object.assign(this.root.dataset, {
      version,
      status: view.status,
      kind: view.table?.kind ?? "",
      myTurn: this.turn.choice !== null,
      stepping,
      game: view.game.key,
    });
  }

  /** Open the chat when the players have changed, or name them anew in it. The table loads first. */
  meet({ seats }) {
    const players = seats.map(({ player }) => player).join();
    if (players !== this.players) {
      this.players = players;
      setTimeout(async () => (await import("./chat.js")).openChat(this), 2000);
    }
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

  drawTable(view) {
    const { laterParts, scene } = this;
    const gone = () => h("p", { class: "notice", "data-zone": "rules-gone" }, t("match.rules.gone"));
    redraw(this.board, view.has_rules ? board(scene) : gone());
    redraw(
      this.actions,
      view.status === "finished" && !scene.stepping ? laterParts.outcome() : actions(scene),
      laterParts.offer(view),
      laterParts.substitutes(view),
      scene.choice ? null : this.next,
    );
    redraw(this.sentences, timeUp(scene), inWords(scene));
    this.latest.show(this.board);
  }

  async showScores(round) {
    const { showScores } = await import("./board/scores.js");
    await showScores(this, round);
  }

  // --- the scene -----------------------------------------------------------------------------------------------------

  get words() {
    return { game: this.published };
  }

  /** Return what the functions that draw the table need. */
  get scene() {
    const { latest, openSentences, session, turn, words } = this;
    const { kind, moves, sending, stepping, table, view } = session;
    return {
      view,
      table,
      kind,
      words,
      acting: stepping || view.status !== "running" ? null : view.to_act,
      choice: turn.choice,
      moves,
      sending,
      stepping,
      mover: stepping ? this.stepping.mover : null,
      latest,
      openSentences,
      onSentences: (open) => (this.openSentences = open),
      ontap: (zone, card) => turn.tap(zone, card),
      clear: () => turn.clear(),
      play: (move) => turn.play(move),
    };
  }

  /** Load the names and numbers of the game for texts. The table works without them until then. */
  async loadGame(view) {
    const { signal } = this.left;
    const load = () => get(`games/${view.game.key}`, { signal });
    this.published = await untilAnswered(load, { signal }).catch(() => {});
    this.history.worded = true;
    this.changed();
  }
}
