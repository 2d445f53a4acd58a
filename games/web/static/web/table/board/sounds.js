/** Sounds and vibration of the table, if the player has chosen them. The browser generates the tones without files. */

import { sounds, vibration } from "../../browser/store.js";

/** Sequences of tones in Hz: a knock for a played card, two rising tones for the player's turn. */
const CARD = [196];
const TURN = [523, 659];
const SECONDS = 0.12;

let context = null;

/** Play the sound of a card. */
export function cardLaid() {
  play(CARD);
}

/** Announce the player's turn by sound and vibration. */
export function yourTurn() {
  play(TURN);
  if (vibration.get() === "on") {
    navigator.vibrate?.(80);
  }
}

function play(tones) {
  if (sounds.get() !== "on") {
    return;
  }
  context ??= new AudioContext();
  context.resume(); // browsers are silent until the player has touched the page
  tones.forEach((frequency, index) => {
    const at = context.currentTime + index * SECONDS;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const loudness = new GainNode(context, { gain: 0.15 });
    loudness.gain.setValueAtTime(0.15, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + SECONDS);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + SECONDS);
  });
}
