/** The player of this browser, as the server knows them. */

import { keepPrefetched } from "../server/prefetch.js";
import { get, patch, post } from "../server/api.js";
import { languageWanted, offered } from "../language/language.js";
import * as store from "../browser/store.js";
import { language, t } from "../language/texts.js";

let creation; // shared by calls at the same time, such as those of a form that is submitted twice

/** Create a guest account and store its token, unless this browser has one, perhaps from an attempt that failed. */
export function createGuest(nickname, avatar) {
  creation ??= create(nickname, avatar).finally(() => (creation = null));
  return creation;
}

async function create(nickname, avatar) {
  if (store.token.get()) {
    return;
  }
  const guest = await post("players/guests", { nickname, avatar, device: t("player.device") });
  store.token.set(guest.token);
  remember(guest.player);
  keepPrefetched("me", guest.player);
  const chosen = { language: offered(store.language.get()), cards: store.suits.chosen() };
  if (chosen.language || chosen.cards) {
    await patch("me", chosen).then(remember, () => {}); // without the server, the choice stays in this browser
  }
}

/** Store the player from the server, with the suits and the language that they chose on any device. */
export function remember(player) {
  store.me.set(player);
  if (player?.cards) {
    store.suits.set(player.cards);
  }
  if (languageWanted() !== language()) {
    dispatchEvent(new Event("languagechange")); // as browsers do when their own settings change
  }
}

/**
 * Load the player from the server. Return true if this browser has a player.
 *
 * An offline server, or one that does not accept the token, changes nothing: only the player signs out (refused.js).
 */
export async function loadPlayer() {
  if (!store.token.get()) {
    return false;
  }
  await get("me").then(remember, () => {});
  return Boolean(store.me.get());
}
