/** The events of a match, shown step by step. */

import { pause } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { pace } from "../../browser/store.js";
import { plain } from "../board/faces.js";
import { lay, settle, snapshot } from "../board/motion.js";
import { sound } from "../board/sound.js";

/** Milliseconds for which a step is shown; a capture takes as long before it. */
const PACES = { slow: 1700, normal: 950, fast: 300, none: 0 };
/** Events that change little, and are shown for a quarter of the time. */
const SHORT = ["shuffled", "joined", "bot_joined", "changed", "created"];
/** Upper bound of the events of an entry that is shown step by step. */
const MOST_EVENTS = 6;

/** Return true if an entry is not shown step by step: the page is hidden, or the entry has too many events. */
const unseen = (entry) => document.hidden || entry.events.length > MOST_EVENTS;

export class Stepping {
  constructor(screen) {
    this.screen = screen;
    this.laid = null; // the key of a card that lies on others, and the card
  }

  /** Return the positions of all cards, and of one that lies on others. */
  snapshot() {
    const cards = snapshot(this.screen.board);
    if (this.laid) {
      cards.set(...this.laid);
    }
    return cards;
  }

  /** Start to show an event: a card that captures others moves onto them and rests there for a moment. */
  async begin(event, entry) {
    const { board, latest, session, words } = this.screen;
    const { view, kind, table } = session;
    this.end = new AbortController();
    const { onto = [], from = {} } = kind?.travel?.(event, view) ?? {};
    const [key] = Object.keys(from);
    this.mover = event.seat ?? entry.seat;
    latest.take(entry, view, kind, words);
    if (table && onto.length && !unseen(entry)) {
      this.screen.changed();
      const way = { key, from: from[key], onto, time: PACES[pace.get()], signal: this.end.signal };
      const laid = await lay(board, plain(key), way);
      this.laid = laid ? [key, laid] : null;
    }
  }

  /** Show an event: the table after it, a line of the story, and a short pause. */
  async step(event, entry) {
    const { session, words } = this.screen;
    const { view, kind, table } = session;
    const travel = kind?.travel?.(event, view) ?? {};
    if (table && kind) {
      this.screen.changed(travel);
    }
    this.laid?.[1].element.remove();
    this.laid = null;
    const call = kind?.callOut?.(event, words);
    this.accompany(event, travel, call);
    if (event.type !== "cut") {
      // After a cut, no card lies yet, and the text beside the felt stays during the deal.
      await this.rest(entry, SHORT.includes(event.type) ? 0.25 : call ? 1.5 : 1);
    }
  }

  /** Show what comes with an event: the sound of a card, a call, the scores of a round. */
  accompany({ round, type }, { from = {} }, call) {
    if (Object.keys(from).length) {
      sound("cardLaid");
    }
    if (call) {
      this.callOut(call);
    }
    if (type === "round_ended" && !document.hidden) {
      this.screen.showScores(round);
    }
  }

  /** Wait while the step is shown: a share of the pace that the player has chosen, or until they skip it. */
  async rest(entry, share) {
    await pause(unseen(entry) ? 0 : PACES[pace.get()] * share, this.end.signal).catch(() => {});
  }

  /** Skip the step that is shown. */
  skip() {
    if (this.screen.session.stepping) {
      this.end?.abort();
      settle(this.screen.root);
    }
  }

  /** Show a call over the table, as players call it out in the café. */
  callOut(text) {
    const word = h("span", {}, text);
    this.screen.call.replaceChildren(word);
    setTimeout(() => word.remove(), 1800);
  }
}
