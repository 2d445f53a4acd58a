/**
 * The state of a match in this browser: the shown state, the queue of entries still to show, and the move being sent.
 *
 * The server always has the truth. The feed brings the table after each event, so the page shows events step by step.
 * After the last one, it loads the match from the server again.
 */

import { Offline, Problem, call, get, serverTime, untilAnswered } from "../server/api.js";
import { feedOf, follow } from "../server/feed.js";
import * as outbox from "../server/outbox.js";
import * as store from "../browser/store.js";
import { allMoves } from "./turn/moves.js";

/** The least number of earlier entries in the story when a match is opened; more if the player missed more. */
const TOLD_AGAIN = 40;
/** Upper bound of the matches whose last seen version is stored. */
const SEEN = 50;
/** Upper bound of the matches whose fingerprint is stored for the check after their end: some 100 bytes each. */
const PROMISES = 2000;
/** Upper bound of the player's tables that are stored for offline use. */
const TABLES = 12;
/** With more waiting steps, they are not shown one by one. */
const TOO_MANY = 24;

export class Session {
  /**
   * `kindOf(view)` returns the module that draws the kind of table.
   *
   * `screen` has `changed()`, `said(entry)`, `refused(problem)` and `connection(seconds)`. It also has
   * `begins(event, entry)`, called with the table before an event, and `step(event, entry)`; both may return a promise.
   */
  constructor(matchId, kindOf, screen) {
    Object.assign(this, { matchId, kindOf, screen });
    this.view = null;
    this.table = null;
    this.version = -1;
    // The last version that was shown or is in the queue.
    this.taken = -1;
    this.moves = null;
    this.sending = null;
    // The time of the stored state that is shown, until the server has sent the current one.
    this.old = null;
    this.queue = [];
    this.stepping = false;
    this.stopping = new AbortController();
  }

  /**
   * Load the match and start to follow it. Throws Problem when it does not exist.
   *
   * While offline, the last known state is shown. The feed brings later entries.
   */
  async open() {
    const view = await untilAnswered(() => this.first(), this.patience);
    this.kind = await this.kindOf(view);
    this.stopping.signal.throwIfAborted();
    this.seenBefore = store.seen.get()[this.matchId] ?? null;
    this.earlier = this.addEarlier(view);
    this.take(view);
    this.following = follow(this.matchId, view.version, {
      news: (entries) => this.news(entries),
      connected: () => this.connected(),
      lost: (seconds) => this.screen.connection(seconds),
      ended: (problem) => this.screen.refused(problem),
    });
    this.sendWaiting(); // a move from before the page was closed
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

  /** Handle the return of the connection: replace a stored state by the current one. */
  connected() {
    const { old } = this;
    this.old = null;
    this.screen.connection(0);
    if (old) {
      this.again();
    }
  }

  /** Add earlier entries to the story. The table does not wait for them; later entries come after them. */
  async addEarlier(view) {
    const { signal } = this.stopping;
    const since = Math.max(0, Math.min(this.seenBefore ?? Infinity, view.version - TOLD_AGAIN), view.version - 100);
    const { entries } = await get(`matches/${this.matchId}/events?after=${since}&limit=100`, { signal }).catch(() => ({
      entries: [],
    }));
    if (!signal.aborted) {
      entries.filter(({ version }) => version <= view.version).forEach((entry) => this.screen.said(entry));
      this.screen.changed(); // the felt shows the last move beside it
    }
  }

  /** Stop to follow the match. What is still to be shown ends with an AbortError. */
  close() {
    this.stopping.abort();
    this.following?.stop();
  }

  /** True if the player may move now: all steps have been shown, and no move is being sent. */
  get myMove() {
    return Boolean(this.view?.legal_moves) && !this.stepping && !this.sending;
  }

  /** Show the state of the match from the server. */
  take(view) {
    this.stopping.signal.throwIfAborted();
    const fresh = view.version !== this.view?.version || !this.moves;
    this.view = view;
    this.table = view.table;
    this.version = view.version;
    this.taken = Math.max(this.taken, view.version);
    if (!document.hidden) {
      this.saw();
    }
    if (view.status !== "finished" && !(this.matchId in store.commitments.get())) {
      // keep the first one
      store.commitments.set(store.withLatest(store.commitments.get(), this.matchId, view.commitment, PROMISES));
    }
    if (view.seeds_due_at && !view.you?.seed) {
      import("../player/secrets.js").then(({ sendAwaited }) => sendAwaited(view)).catch(() => {}); // the feed brings the result
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
      this.sendWaiting(); // a pause may have delayed a move
    }
  }

  /** Store that the player has seen the match up to the shown version. */
  saw() {
    store.seen.set(store.withLatest(store.seen.get(), this.matchId, this.version, SEEN));
  }

  /** Load all legal moves. If there are very many, the view has only their number. */
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

  /** Show new entries, from the feed or from the response to a move. */
  async news(entries) {
    this.enqueue(entries);
    await this.showSteps();
  }

  /** Queue new entries. Both sources send them in order and without gaps, so older versions are known already. */
  enqueue(entries) {
    for (const entry of entries) {
      if (entry.version > this.taken) {
        this.queue.push(entry);
        this.taken = entry.version;
      }
    }
  }

  async showSteps() {
    await this.earlier;
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

  /** Add entries from before the first deal to the story, after the seats are loaded. */
  async gather() {
    const entries = this.queue.splice(0);
    this.version = entries.at(-1).version;
    await this.refresh();
    entries.forEach((entry) => this.screen.said(entry));
  }

  async showEntry(entry, { again = false } = {}) {
    const { signal } = this.stopping;
    signal.throwIfAborted();
    if (!again) {
      this.screen.said(entry);
    }
    for (const [place, event] of entry.events.entries()) {
      await this.screen.begins(event, entry);
      signal.throwIfAborted();
      this.table = entry.tables?.[place] ?? this.table;
      await this.screen.step(event, entry);
      signal.throwIfAborted();
    }
    this.version = entry.version;
  }

  /** Load the match from the server again. Entries from meanwhile are shown first. */
  async refresh() {
    const signal = this.stopping.signal;
    const view =
      this.answered?.version >= this.version
        ? this.answered
        : await untilAnswered(() => get(`matches/${this.matchId}`, { signal }), { signal });
    this.answered = null;
    if (view.table && !this.kind) {
      this.kind = await this.kindOf(view);
    }
    if (view.version > this.version && this.table) {
      const { entries } = await untilAnswered(() => feedOf(this.matchId, `after=${this.version}`, { signal }), {
        signal,
      });
      this.enqueue(entries);
      if (this.queue.length) {
        return;
      }
    }
    this.take(view);
  }

  /** Make a move. It is stored until the server answers, also if the connection breaks or the page is closed. */
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

  /** Switch the autopilot of the player's seat off. */
  async resume() {
    await call("DELETE", `matches/${this.matchId}/autopilot`);
    await this.again();
  }

  /** Show the current state at once. Entries from meanwhile go to the story, without steps. */
  async again() {
    const { signal } = this.stopping;
    try {
      const view = await untilAnswered(() => get(`matches/${this.matchId}`, { signal }), { signal });
      const { entries } = await feedOf(this.matchId, `after=${this.version}`, { signal });
      this.kind ??= await this.kindOf(view);
      if (this.stepping || view.version < this.version) {
        return; // steps are being shown, which end with this state
      }
      entries
        .filter(({ version }) => version > this.version && version <= view.version)
        .forEach((entry) => this.screen.said(entry));
      this.take(view);
      await this.news(entries);
    } catch (error) {
      if (error instanceof Problem) {
        this.screen.refused(error);
      }
    }
  }
}
