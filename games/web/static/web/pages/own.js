/** Pages that are for a player alone. */

import { h } from "../dom.js";
import { tell } from "../frame.js";
import { stillKnown } from "../player.js";
import { wordsOf } from "../problems.js";
import { go } from "../router.js";

/** Return where such a page is drawn; null where nobody plays here, who is led to coming in. */
export async function ownPage(main) {
  if (!(await stillKnown())) {
    go("you");
    return null;
  }
  const page = h("div", { class: "form" });
  main.append(page);
  return page;
}

/** Do something and draw what the server says then; say that it is done, or why it is not. `said` is told the answer. */
export async function changeAndDraw(draw, asking, said) {
  try {
    const answer = await asking();
    await draw(answer);
    tell(said(answer));
  } catch (error) {
    tell(wordsOf(error));
  }
}
