/** The visit of the player: the page may be hidden, and shows on return what they have missed. */

import { loadLater } from "../../language/texts.js";
import { tick } from "../board/seats.js";

export class Visit {
  constructor(screen) {
    this.screen = screen;
  }

  /** Offer what came since the last visit, and follow the page until the signal. */
  begin(signal) {
    const { root, session } = this.screen;
    session.earlier.then(() => this.offerSince(session.seenBefore));
    document.addEventListener("visibilitychange", () => this.looked(), { signal });
    const timer = setInterval(() => document.hidden || tick(root), 1000);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Store the version when the page is hidden, and offer the missed steps when it is visible again. */
  looked() {
    const { root, session } = this.screen;
    tick(root); // timers stood still meanwhile
    if (document.hidden) {
      this.leftAt = session.version;
    } else if (this.leftAt !== undefined && session.view) {
      this.offerSince(this.leftAt);
      session.saw();
    }
  }

  /** Offer to show the moves of the others after a version, if there are any. */
  async offerSince(version) {
    const { game, session } = this.screen;
    const me = session.view?.you?.seat ?? null;
    if (version === null || me === null || !session.table || version >= session.view.version) {
      return;
    }
    const [{ offerSince }] = await Promise.all([import("./missed.js"), loadLater(), game]);
    offerSince(this.screen, version, me);
  }
}
