/** The parts of the table that few matches show. The module of each is loaded when it is first needed. */

import { redraw } from "../parts/dom.js";
import { guided } from "../browser/store.js";
import { loadLater } from "../language/texts.js";

export class LaterParts {
  constructor(screen) {
    this.screen = screen;
    this.modules = {};
  }

  /** Return a module, if it is loaded. If it is not, load it with the later texts, and draw the table again. */
  module(name, load) {
    if (!this.modules[name]) {
      Promise.all([load(), loadLater()]).then(([module]) => {
        this.modules[name] = module;
        this.screen.changed();
      });
    }
    return this.modules[name];
  }

  /** Draw the lobby. */
  drawLobby() {
    const lobby = this.module("lobby", () => import("./lobby/lobby.js"));
    if (lobby) {
      redraw(this.screen.board, lobby.lobby(this.screen));
    }
  }

  /** Draw the hint of the guide in a guided match. It names numbers of the game. */
  drawGuide(view) {
    if (guided.get() === view.id) {
      const guide = this.module("guide", async () => (await this.screen.game, import("./turn/guide.js")));
      if (guide) {
        redraw(this.screen.since, guide.guide(this.screen));
      }
    }
  }

  /** Return the result of the match. */
  outcome() {
    return this.module("outcome", () => import("./ending/ending.js"))?.outcome(this.screen);
  }

  /** Return the open offer, if there is one. Without one, a loaded module forgets the last offer. */
  offer(view) {
    const isOpen = view.pause || view.end_offer || view.undo_offer;
    const offers = isOpen ? this.module("offers", () => import("./turn/offers.js")) : this.modules.offers;
    return offers?.offered(this.screen);
  }

  /** Return the notes about seats that await a substitute, if there are some. */
  substitutes(view) {
    const isAwaited = view.seats.some((seat) => seat.substitute_from);
    return isAwaited
      ? this.module("substitutes", () => import("./lobby/substitute.js"))?.substitute(this.screen)
      : null;
  }
}
