/** The player of this browser: signing in and out, and their settings. */

import { knowAhead } from "./ahead.js";
import { get, patch, post } from "./api.js";
import { showWaiting } from "./frame.js";
import { languageWanted, offered } from "./language.js";
import * as store from "./store.js";
import { language, t } from "./texts.js";

/** Create a guest account and store its token in this browser. */
export async function comeIn(nickname, avatar) {
  const guest = await post("players/guests", { nickname, avatar, device: t("player.device") });
  store.token.set(guest.token);
  remember(guest.player);
  knowAhead("me", guest.player);
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

/** Set the language of the account and of this browser; null means the language of each browser. */
export async function speak(chosen) {
  const player = store.token.get() ? await patch("me", { language: offered(chosen) }) : null;
  store.language.set(chosen);
  remember(player);
}

/** Set the names of cards for texts of the server, to match the drawn cards. */
export async function callCards(suits) {
  if (store.token.get()) {
    remember(await patch("me", { cards: suits }));
  }
}

/** Sign in with a token that another device has created. Throws Problem when it is not valid. */
export async function comeInWith(token) {
  const before = store.token.get();
  store.token.set(token);
  try {
    const me = await get("me");
    if (store.me.get()?.id !== me.id) {
      forgetTables();
    }
    remember(me);
  } catch (error) {
    store.token.set(before);
    throw error;
  }
}

/** Forget the player in this browser. */
export function forget() {
  store.token.set(null);
  store.recovery.set(null);
  forgetTables();
  remember(null);
  showWaiting(0);
}

/** Delete the tables, moves and seeks of the player, and end the push subscription of this browser. */
function forgetTables() {
  if (store.pushed.get()) {
    import("./subscription.js").then(({ unsubscribe }) => unsubscribe()).catch(() => {}); // the server learns it at the next push
  }
  store.tables.set(null);
  store.moves.set(null);
  store.sought.set(null);
}

/**
 * Load the player from the server. Return true if this browser has a player.
 *
 * An offline server, or one that does not accept the token, changes nothing: only the player signs out (refused.js).
 */
export async function stillKnown() {
  if (!store.token.get()) {
    return false;
  }
  await get("me").then(remember, () => {});
  return Boolean(store.me.get());
}
