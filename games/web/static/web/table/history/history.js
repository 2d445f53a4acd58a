/** The entries of the feed that have come: shown as sentences, and stored for a player who returns. */

import { say } from "../../frame.js";
import { has, loadLater } from "../../language/texts.js";
import { add, line } from "./story.js";

/** Upper bound of stored entries of the feed, to show players on return what they have missed. */
const KEPT = 200;
/** Events that need the later texts. */
const RARE =
  /^(autopilot|bot_left|cancelled|changed|declared|end_|hint_|undo|left|pause|rematch|resigned|resumed|seed|sealed|substitut|table_bonus|invit|terms|seat_|moved)/;

const isRare = ({ by, events }) => by === "admin" || events.some(({ type }) => RARE.test(type));

export class History {
  constructor(screen) {
    this.screen = screen;
    this.entries = [];
    this.early = []; // those that came before the texts
    this.worded = false; // true when the texts of the game are loaded
  }

  /** Add an entry to the story, as soon as its texts are loaded. */
  add(entry) {
    if (this.worded && !has("say.sealed") && isRare(entry)) {
      this.worded = false;
      loadLater().finally(() => ((this.worded = true), this.addEarly()));
    }
    if (!this.worded) {
      this.early.push(entry);
      return;
    }
    const { latest, session, story, words } = this.screen;
    const { view, kind } = session;
    const lines = entry.events.map((event) => line(event, entry, view, kind, words)).filter(Boolean);
    lines.forEach((item) => add(story, item));
    latest.take(entry, view, kind, words);
    this.entries = [...this.entries, entry].slice(-KEPT);
    if (session.stepping && lines.length) {
      say(lines.map((item) => item.textContent).join(". "));
    }
  }

  /** Add the entries that waited for their texts. */
  addEarly() {
    if (this.worded) {
      this.early.splice(0).forEach((entry) => this.add(entry));
    }
  }

  /** Return the event that ended a round, by default the last one; undefined if it is no longer stored. */
  roundEnd(round) {
    const known = [...this.entries, ...this.early].flatMap(({ events }) => events);
    return known.findLast((event) => event.type === "round_ended" && event.round === (round ?? event.round));
  }
}
