/** Who plays here: coming in, and being forgotten. */

import { Problem, get, post } from "./api.js";
import * as store from "./store.js";
import { t } from "./texts.js";

/** Come in as a guest; the token stays in this browser. */
export async function comeIn(nickname, avatar) {
  const guest = await post("players/guests", { nickname, avatar, device: t("player.device") });
  store.token.set(guest.token);
  store.me.set(guest.player);
}

/** Take a token that another device has made for this one. Throws Problem when it is not valid. */
export async function comeInWith(token) {
  const before = store.token.get();
  store.token.set(token);
  try {
    store.me.set(await get("me"));
  } catch (error) {
    store.token.set(before);
    throw error;
  }
}

/** Forget the player in this browser. */
export function forget() {
  store.token.set(null);
  store.me.set(null);
}

/** Look whether the token still holds; forget it when the server does not know it any more. */
export async function stillKnown() {
  if (!store.token.get()) {
    return false;
  }
  try {
    store.me.set(await get("me"));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      forget();
      return false;
    }
    return Boolean(store.me.get());
  }
}
