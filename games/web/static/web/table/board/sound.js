/** The sounds and vibrations of the table. The module that makes them is loaded only for players who chose some. */

import { sounds, vibration } from "../../browser/store.js";

/** Play a sound or a vibration by its name, if the player has chosen that. */
export function sound(name) {
  if (sounds.get() === "on" || vibration.get() === "on") {
    import("./sounds.js").then((made) => made[name]());
  }
}
