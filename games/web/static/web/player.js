/** Who plays here: coming in, and being forgotten. */

import { knowAhead } from "./ahead.js";
import { get, patch, post } from "./api.js";
import { showWaiting } from "./frame.js";
import { languageWanted, offered } from "./language.js";
import * as store from "./store.js";
import { language, t } from "./texts.js";

/** Come in as a guest; the token stays in this browser. */
export async function comeIn(nickname, avatar) {
  const guest = await post("players/guests", { nickname, avatar, device: t("player.device") });
  store.token.set(guest.token);
  remember(guest.player);
  knowAhead("me", guest.player);
  const chosen = { language: offered(store.language.get()), cards: store.suits.chosen() };
  if (chosen.language || chosen.cards) {
    await patch("me", chosen).then(remember, () => {}); // this browser knows it anyway
  }
}

/** Remember the player as the server tells, with the suits and the language that were chosen at any device. */
export function remember(player) {
  store.me.set(player);
  if (player?.cards) {
    store.suits.set(player.cards);
  }
  if (languageWanted() !== language()) {
    dispatchEvent(new Event("languagechange")); // as browsers do when their own settings change
  }
}

/** Speak a language from now on, here and wherever the player is; null: as each browser is set. */
export async function speak(chosen) {
  const player = store.token.get() ? await patch("me", { language: offered(chosen) }) : null;
  store.language.set(chosen);
  remember(player);
}

/** Have the server call cards as they are drawn here. */
export async function callCards(suits) {
  if (store.token.get()) {
    remember(await patch("me", { cards: suits }));
  }
}

/** Take a token that another device has made for this one. Throws Problem when it is not valid. */
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

/** Forget what another player must not see, and what nobody else may play; the device is told nothing more. */
function forgetTables() {
  if (store.pushed.get()) {
    import("./push.js").then((push) => push.unsubscribe()).catch(() => {}); // the server finds that it is over
  }
  store.tables.set(null);
  store.moves.set(null);
  store.sought.set(null);
}

/**
 * Ask the server for the player, and return whether this browser has one. A server that does not answer, or that does
 * not accept the token, ends nothing: only the player signs out (see refused.js).
 */
export async function stillKnown() {
  if (!store.token.get()) {
    return false;
  }
  await get("me").then(remember, () => {});
  return Boolean(store.me.get());
}
