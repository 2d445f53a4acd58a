/** The turn of the player: the cards that they choose, their move, and the focus after it. */

import { redraw } from "../../parts/dom.js";
import { entitle, say } from "../../frame.js";
import { t } from "../../language/texts.js";
import { Choice } from "./moves.js";
import { sound } from "../board/sound.js";

export class Turn {
  constructor(screen) {
    this.screen = screen;
    this.choice = null; // while the player may move
  }

  /** Begin a choice when the player may move; keep it while the moves stay the same. */
  update() {
    const { myMove, moves } = this.screen.session;
    if (!myMove || !moves) {
      this.choice = null;
    } else if (!this.choice || this.choiceOf !== moves) {
      this.choiceOf = moves;
      this.choice = new Choice(moves);
    }
  }

  /** Announce the turn: in the title of the page, and once in words and by a sound. */
  announce({ game }) {
    const isTurn = this.choice !== null;
    entitle(isTurn ? t("title.turn", { game: game.name }) : `${game.name} · ${t("frame.name")}`);
    if (isTurn && !this.wasTurn) {
      say(t("act.yours"));
      sound("yourTurn");
      this.restoreFocus();
    }
    this.wasTurn = isTurn;
  }

  tap(zone, card) {
    this.choice.tap(zone, card);
    this.screen.changed();
  }

  clear() {
    this.choice.clear();
    this.screen.changed();
  }

  async play(move) {
    const { actions, sentences, session, since } = this.screen;
    const inWords = sentences.contains(document.activeElement);
    this.playedFrom = inWords ? "[data-act=sentences]" : "[data-zone=hand] button, .choices button";
    redraw(since);
    const playing = session.play(move);
    actions.focus({ preventScroll: true });
    await playing;
    await (await import("./next.js")).offerNext(this.screen);
  }

  /** Restore the focus after a move by keyboard: to the sentences, or to the hand. */
  restoreFocus() {
    const { actions, root } = this.screen;
    const place = this.playedFrom;
    this.playedFrom = null;
    if (place && (document.activeElement === document.body || document.activeElement === actions)) {
      root.querySelector(place)?.focus({ preventScroll: true });
    }
  }
}
