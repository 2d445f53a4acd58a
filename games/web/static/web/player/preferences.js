/** The settings of the player that also concern texts of the server: the language, and the names of cards. */

import { patch } from "../server/api.js";
import { offered } from "../language/language.js";
import { remember } from "./player.js";
import * as store from "../browser/store.js";

/** Set the language of the account and of this browser; null means the language of each browser. */
export async function setLanguage(chosen) {
  const player = store.token.get() ? await patch("me", { language: offered(chosen) }) : null;
  store.language.set(chosen);
  remember(player);
}

/** Set the names of cards for texts of the server, to match the drawn cards. */
export async function setSuits(suits) {
  if (store.token.get()) {
    remember(await patch("me", { cards: suits }));
  }
}
