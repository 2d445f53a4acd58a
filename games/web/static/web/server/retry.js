/** Repeated requests: of the page to a server that handles one at a time, and of a player who tries again. */

import { newKey, pause, post } from "./api.js";

/** Send a request; repeat it while the server asks for a pause of at most two seconds (`Retry-After`). */
export async function inLine(action, times = 8) {
  try {
    return await action();
  } catch (error) {
    const seconds = error.document?.retry_after;
    if (error.code !== "throttled" || seconds > 2 || times <= 1) {
      throw error;
    }
    await pause(seconds * 1000);
    return inLine(action, times - 1);
  }
}

const keys = {};

/** Send a POST. If the same one is sent again before the server has accepted it, it takes effect once. */
export async function postOnce(path, body) {
  const request = JSON.stringify([path, body]);
  keys[request] ??= newKey();
  const answer = await post(path, body, { headers: { "Idempotency-Key": keys[request] } });
  delete keys[request];
  return answer;
}
