/** Helpers of pages that need a player. */

import { h } from "../parts/dom.js";
import { tell } from "../frame.js";
import { loadPlayer } from "../player/player.js";
import { wordsOf } from "../server/problems.js";
import { go } from "../router.js";

/** Return the element for the page. Without a player, lead to the sign-in and return null. */
export async function ownPage(main) {
  if (!(await loadPlayer())) {
    go("you");
    return null;
  }
  const page = h("div", { class: "form" });
  main.append(page);
  return page;
}

/** Send a request, draw its response, and show a message: `said(response)`, or the error. */
export async function changeAndDraw(draw, asking, said) {
  try {
    const answer = await asking();
    await draw(answer);
    tell(said(answer));
  } catch (error) {
    tell(wordsOf(error));
  }
}
