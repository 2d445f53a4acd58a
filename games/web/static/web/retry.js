/** Requests for which clients wait in line: the server checks one password at a time. */

import { pause } from "./api.js";

/** Send a request, and send it again as long as the server asks for a short pause (`Retry-After` of two seconds at most). */
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
