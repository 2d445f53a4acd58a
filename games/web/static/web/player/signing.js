/** Signing in with a token, and out. The page of a player who is known already does not need it. */

import { get } from "../server/api.js";
import { showWaiting } from "../frame.js";
import { remember } from "./player.js";
import * as store from "../browser/store.js";
import { loadTexts } from "../language/texts.js";

/** Sign in with a token from the server, in the language of its player. Throws Problem when it is not valid. */
export async function signInWith(token) {
  const before = store.token.get();
  store.token.set(token);
  try {
    const me = await get("me");
    if (store.me.get()?.id !== me.id) {
      forgetTables();
    }
    store.me.set(me);
    await loadTexts().catch(() => {}); // else remember() draws the page again, over what the caller draws next
    remember(me);
  } catch (error) {
    store.token.set(before);
    throw error;
  }
}

/** Forget the player in this browser. */
export function signOut() {
  store.token.set(null);
  store.recovery.set(null);
  forgetTables();
  remember(null);
  showWaiting(0);
}

/** Delete the tables, moves and seeks of the player, and end the push subscription of this browser. */
function forgetTables() {
  if (store.pushed.get()) {
    import("../browser/subscription.js").then(({ unsubscribe }) => unsubscribe()).catch(() => {}); // the server learns it at the next push
  }
  store.tables.set(null);
  store.moves.set(null);
  store.sought.set(null);
}
