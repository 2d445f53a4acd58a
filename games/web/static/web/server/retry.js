/** Retries of requests that the server handles one at a time, such as checks of passwords. */

import { pause } from "./api.js";

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
