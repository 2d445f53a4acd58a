/** Presses and keys at the table. */

const RELEASES = ["pointerup", "pointercancel", "click"];
/** Milliseconds within which the click comes after a finger has left the screen. */
const AFTER_RELEASE = 50;
/** Milliseconds after which a press counts as released, if the page got no event for it. */
const LONGEST_PRESS = 2000;
/** Elements that handle a tap themselves; anywhere else it skips a step. */
const ACTIVE = "a, button, summary, input, dialog";

export class Input {
  constructor(screen) {
    this.screen = screen;
  }

  /** Handle presses and keys until the signal. */
  listen(signal) {
    const { root, stepping } = this.screen;
    const released = ({ type }) => this.pressed && this.hold(type === "click" ? 0 : AFTER_RELEASE);
    RELEASES.forEach((type) => addEventListener(type, released, { capture: true, signal }));
    root.addEventListener("pointerdown", () => this.hold(LONGEST_PRESS));
    root.addEventListener("click", ({ target }) => target.closest(ACTIVE) || stepping.skip());
    addEventListener("keydown", (event) => this.pressKey(event), { signal });
    signal.addEventListener("abort", () => clearTimeout(this.held));
  }

  /** Return true while a finger presses the table. A redraw would lose its tap, so it comes after the release. */
  delays(travel) {
    if (this.pressed) {
      this.waiting = { ...this.waiting, ...travel };
    }
    return this.pressed;
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
        this.screen.changed(waiting);
      }
    }, milliseconds);
  }

  /** Handle keys: 1 to 9 choose cards of the hand, Enter makes the chosen move, Escape clears the choice. */
  pressKey(event) {
    const { board, turn } = this.screen;
    const { choice } = turn;
    const { key, target } = event;
    if (!choice || isForOthers(event)) {
      return;
    }
    if (key === "Escape" && !choice.empty) {
      turn.clear();
    } else if (/^[1-9]$/.test(key)) {
      board.querySelectorAll("[data-zone=hand] .card")[key - 1]?.click();
    } else if (
      key === "Enter" &&
      choice.ready.length === 1 &&
      !target.closest?.("a, summary, button:not([data-chosen=true])")
    ) {
      event.preventDefault();
      turn.play(choice.ready[0].move);
    }
  }
}

/** Return true for a key that belongs to the browser, a dialog or a field. */
function isForOthers({ ctrlKey, metaKey, altKey, target }) {
  return (
    ctrlKey ||
    metaKey ||
    altKey ||
    document.querySelector("dialog[open]") !== null ||
    Boolean(target.closest?.("input, select, textarea"))
  );
}
