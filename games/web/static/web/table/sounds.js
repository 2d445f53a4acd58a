/** The table to be heard and felt, by those who have chosen that: tones are made here, no file is loaded. */

import { sounds, vibration } from "../store.js";

/** Tones in Hz, each after the other: a knock for a card that is laid, two steps up for one's turn. */
const CARD = [196];
const TURN = [523, 659];
const SECONDS = 0.12;

let context = null;

/** A card was laid. */
export function cardLaid() {
  play(CARD);
}

/** It is the player's turn. */
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
