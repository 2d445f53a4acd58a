/** Passkeys: conversion between the JSON of the server and the WebAuthn objects of the browser. */

import { post } from "../server/api.js";

/** True if this browser supports passkeys; it does on secure connections only. */
export const able = Boolean(globalThis.PublicKeyCredential);

/** Create a passkey on this device and register it at the server under a name. */
export async function add(name) {
  const { options } = await post("me/passkeys/options");
  const known = (options.excludeCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) }));
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: known,
  };
  const made = await navigator.credentials.create({ publicKey });
  await post("me/passkeys", { credential: sent(made, ["clientDataJSON", "attestationObject"]), name });
}

/** Log in with a passkey; return the response of the server. */
export async function use(device) {
  return post("auth/passkeys", { credential: await ask(), device });
}

/** Ask the player for a passkey of this site; return the credential as JSON for the server. */
export async function ask() {
  const { options } = await post("auth/passkeys/options");
  const used = await navigator.credentials.get({
    publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: [] },
  });
  return sent(used, ["clientDataJSON", "authenticatorData", "signature", "userHandle"]);
}

/** Return true if the player cancelled. Browsers report other causes in the same way. */
export function givenUp(error) {
  return error.name === "NotAllowedError" || error.name === "AbortError";
}

function sent({ id, rawId, type, response }, names) {
  const said = names.filter((name) => response[name]).map((name) => [name, text(response[name])]);
  return { id, rawId: text(rawId), type, response: Object.fromEntries(said) };
}

function bytes(encoded) {
  return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
