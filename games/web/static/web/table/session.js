/**
 * A match as this browser has it: what is shown, what has come and is still to be shown, and the way of a move.
 *
 * The server is right, always. The feed brings the table after each event: so they are shown step by step, and when all
 * are shown, the match is taken anew from the server.
 */

import { Offline, Problem, call, get, post, serverTime, untilAnswered } from "../api.js";
import { feedOf, follow } from "../feed.js";
import * as outbox from "../outbox.js";
import * as store from "../store.js";
import { allMoves } from "./moves.js";

/** Entries that were missed and are told again in the story when a match is opened. */
const TOLD_AGAIN = 40;
/** Matches of which it is remembered up to where they were seen. */
const SEEN = 50;
/** Matches of which the fingerprint is remembered, for checking them when they are over: some 100 bytes each. */
const PROMISES = 2000;
/** Tables of the player that are kept for when there is no line. */
const TABLES = 12;
/** With more steps than this waiting, they are not shown one by one. */
const TOO_MANY = 24;

export class Session {
  /**
   * `kindOf(view)` gives how the kind of table is drawn. `screen` has `changed()`, `begins(event, entry)`, while the table
   * before an event is there, and `step(event, entry)`, which may both return a promise, `said(entry)`, `refused(problem)` and `connection(seconds)`.
   */
  constructor(matchId, kindOf, screen) {
    Object.assign(this, { matchId, kindOf, screen });
    this.view = null;
    this.table = null;
    this.version = -1;
    // The last version that was shown or waits to be.
    this.taken = -1;
    this.moves = null;
    this.sending = null;
    // When what is shown was so, where the server has not said it since the page was opened.
    this.old = null;
    this.queue = [];
    this.stepping = false;
    this.stopping = new AbortController();
  }

  /**
   * Load the match and begin to follow it. Throws Problem when it is not there. Without a line it is shown as it was last
   * seen here: what has happened since comes with the feed.
   */
  async open() {
    const view = await untilAnswered(() => this.first(), this.patience);
    this.kind = await this.kindOf(view);
    this.seenBefore = store.seen.get()[this.matchId] ?? null;
    this.told = this.tellAgain(view);
    this.take(view);
    this.following = follow(this.matchId, view.version, {
      news: (entries) => this.news(entries),
      connected: () => this.connected(),
      lost: (seconds) => this.screen.connection(seconds),
      ended: (problem) => this.screen.refused(problem),
    });
    this.sendWaiting(); // it was made before the page was closed
  }

  get patience() {
    return { signal: this.stopping.signal, waiting: (seconds) => this.screen.connection(seconds) };
  }

  async first() {
    try {
      return await get(`matches/${this.matchId}`, { signal: this.stopping.signal });
    } catch (error) {
      const kept = error instanceof Offline ? store.tables.get()[this.matchId] : null;
      if (!kept) {
        throw error;
      }
      this.old = kept.at;
      return kept.view;
    }
  }

  /** The line is there: what was shown from before is shown as it is now. */
  connected() {
    const { old } = this;
    this.old = null;
    this.screen.connection(0);
    if (old) {
      this.again();
    }
  }

  /** Tell in the story what happened before. The table is shown without waiting for it; what happens then is shown after it. */
  async tellAgain(view) {
    const { signal } = this.stopping;
    const since = Math.max(0, Math.min(this.seenBefore ?? Infinity, view.version - TOLD_AGAIN), view.version - 100);
    const { entries } = await get(`matches/${this.matchId}/events?after=${since}&limit=100`, { signal }).catch(() => ({ entries: [] }));
    if (!signal.aborted) {
      entries.filter(({ version }) => version <= view.version).forEach((entry) => this.screen.said(entry));
      this.screen.changed(); // the last move is told beside the felt
    }
  }

  close() {
    this.stopping.abort();
    this.following?.stop();
  }

  /** Whether the player may act now: what happened has been shown, and nothing is on its way. */
  get myMove() {
    return Boolean(this.view?.legal_moves) && !this.stepping && !this.sending;
  }

  /** Show the match as the server says that it is. */
  take(view) {
    const fresh = view.version !== this.view?.version || !this.moves;
    this.view = view;
    this.table = view.table;
    this.version = view.version;
    this.taken = Math.max(this.taken, view.version);
    if (!document.hidden) {
      this.saw();
    }
    if (view.status !== "finished" && !(this.matchId in store.commitments.get())) { // the first one counts
      store.commitments.set(store.withLatest(store.commitments.get(), this.matchId, view.commitment, PROMISES));
    }
    if (view.seeds_due_at && !view.you?.seed) {
      import("../secrets.js").then(({ tellAwaited }) => tellAwaited(view)).catch(() => {}); // the feed brings what follows
    }
    if (view.you && !this.old) {
      store.tables.set(store.withLatest(store.tables.get(), this.matchId, { view, at: serverTime() }, TABLES));
    }
    if (fresh) {
      this.moves = null;
      this.loadMoves(view);
    }
    this.screen.changed();
    if (view.legal_moves && this.following) {
      this.sendWaiting(); // a pause is over in which it could not be played
    }
  }

  /** Remember that the player has seen the match as it is shown. */
  saw() {
    store.seen.set(store.withLatest(store.seen.get(), this.matchId, this.version, SEEN));
  }

  /** Have all legal moves at hand; of very many, the view only tells how many there are. */
  async loadMoves(view) {
    if (!view.legal_moves) {
      return;
    }
    if (view.legal_moves.complete) {
      this.moves = view.legal_moves.moves;
      return;
    }
    const signal = this.stopping.signal;
    const moves = await untilAnswered(() => allMoves(this.matchId, signal), { signal }).catch(() => null);
    if (moves && this.view === view) {
      this.moves = moves;
      this.screen.changed();
    }
  }

  /** Take entries that have come, by the feed or as the answer to a move, and show them. */
  async news(entries) {
    this.enqueue(entries);
    await this.showSteps();
  }

  /** Both ways bring entries in order and without gaps, so what is not newer than the last one is there already. */
  enqueue(entries) {
    for (const entry of entries) {
      if (entry.version > this.taken) {
        this.queue.push(entry);
        this.taken = entry.version;
      }
    }
  }

  async showSteps() {
    await this.told;
    if (this.stepping || !this.queue.length) {
      return;
    }
    this.stepping = true;
    try {
      while (this.queue.length) {
        if (this.queue.length > TOO_MANY) {
          this.queue.splice(0, this.queue.length - 3).forEach((entry) => this.screen.said(entry));
        }
        if (this.table) {
          await this.showEntry(this.queue.shift());
        } else {
          await this.gather();
        }
        if (!this.queue.length) {
          await this.refresh();
        }
      }
    } finally {
      this.stepping = false;
    }
    this.screen.changed();
  }

  /** What happens before there is a table is told when it is known who sits there. */
  async gather() {
    const entries = this.queue.splice(0);
    this.version = entries.at(-1).version;
    await this.refresh();
    entries.forEach((entry) => this.screen.said(entry));
  }

  async showEntry(entry, { again = false } = {}) {
    if (!again) {
      this.screen.said(entry);
    }
    for (const [place, event] of entry.events.entries()) {
      await this.screen.begins(event, entry);
      this.table = entry.tables?.[place] ?? this.table;
      await this.screen.step(event, entry);
    }
    this.version = entry.version;
  }

  /** Show once more what happened after a version, and then the match as it is. */
  async showAgain(after) {
    if (this.stepping) {
      return;
    }
    const { signal } = this.stopping;
    this.stepping = true;
    try {
      const { entries } = await untilAnswered(() => feedOf(this.matchId, `after=${Math.max(0, after - 1)}&limit=100`, { signal }), { signal });
      const missed = entries.filter(({ version }) => version > after && version <= this.version);
      this.table = entries.filter(({ version }) => version <= after).flatMap(({ tables }) => tables ?? []).findLast(Boolean) ?? this.table;
      for (const entry of missed) {
        await this.showEntry(entry, { again: true });
      }
      await this.refresh();
    } finally {
      this.stepping = false;
    }
    this.screen.changed();
    await this.showSteps(); // what has come meanwhile
  }

  /** Take the match anew from the server; what happened meanwhile is shown first. */
  async refresh() {
    const signal = this.stopping.signal;
    const view = this.answered?.version >= this.version ? this.answered : await untilAnswered(() => get(`matches/${this.matchId}`, { signal }), { signal });
    this.answered = null;
    if (view.table && !this.kind) {
      this.kind = await this.kindOf(view);
    }
    if (view.version > this.version && this.table) {
      const { entries } = await untilAnswered(() => feedOf(this.matchId, `after=${this.version}`, { signal }), { signal });
      this.enqueue(entries);
      if (this.queue.length) {
        return;
      }
    }
    this.take(view);
  }

  /** Make a move: it is kept until there is an answer, whatever becomes of the line and the page. */
  async play(move) {
    if (this.myMove) {
      outbox.put(this.matchId, move, this.view.version);
      await this.send();
    }
  }

  sendWaiting() {
    if (!this.sending && outbox.waitingMove(this.matchId)) {
      this.send();
    }
  }

  async send() {
    this.sending = outbox.waitingMove(this.matchId);
    this.screen.changed();
    try {
      const answer = await outbox.send(this.matchId, this.patience);
      this.sending = null;
      this.answered = answer.view;
      await this.news(answer.entries);
    } catch (error) {
      this.sending = null;
      if (error.name === "AbortError") {
        return;
      }
      this.screen.refused(error);
      await this.again();
    }
    this.screen.changed();
  }

  /** Do something else at the table, such as resigning, and show what came of it. */
  async act(path) {
    const signal = this.stopping.signal;
    const view = await post(`matches/${this.matchId}/${path}`, {}, { signal });
    await this.again();
    return view;
  }

  /** Switch the autopilot of the own seat off. */
  async resume() {
    await call("DELETE", `matches/${this.matchId}/autopilot`);
    await this.again();
  }

  /** Show the match as it is now, at once; what happened meanwhile is told, but not shown step by step. */
  async again() {
    const { signal } = this.stopping;
    try {
      const view = await untilAnswered(() => get(`matches/${this.matchId}`, { signal }), { signal });
      const { entries } = await feedOf(this.matchId, `after=${this.version}`, { signal });
      this.kind ??= await this.kindOf(view);
      if (this.stepping || view.version < this.version) {
        return; // steps are being shown, which end with the same
      }
      entries.filter(({ version }) => version > this.version && version <= view.version).forEach((entry) => this.screen.said(entry));
      this.take(view);
      await this.news(entries);
    } catch (error) {
      if (error instanceof Problem) {
        this.screen.refused(error);
      }
    }
  }
}
