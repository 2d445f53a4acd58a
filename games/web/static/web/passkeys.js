/** Passkeys: what the server asks, as browsers take it, and what they give, as the server does. */

import { post } from "./api.js";

/** Whether this browser can have any: on a safe connection, where there is a name of a host. */
export const able = Boolean(globalThis.PublicKeyCredential);

/** Make one on this device, and have the server keep it under a name. */
export async function add(name) {
  const { options } = await post("me/passkeys/options");
  const known = (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const publicKey = { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: known };
  const made = await navigator.credentials.create({ publicKey });
  await post("me/passkeys", { credential: sent(made, ["clientDataJSON", "attestationObject"]), name });
}

/** Ask for one of this site; return what the server answers to it. */
export async function use(device) {
  return post("auth/passkeys", { credential: await ask(), device });
}

/** Have the player use one of this site; return what it says, as the server takes it. */
export async function ask() {
  const { options } = await post("auth/passkeys/options");
  const used = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] } });
  return sent(used, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

/** Whether somebody has only thought better of it: browsers say no more than that. */
export function givenUp(error) {
  return error.name === "NotAllowedError" || error.name === "AbortError";
}

function sent({ id, rawId, type, response }, names) {
  const said = names.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(said) };
}

function bytes(encoded) {
  return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
