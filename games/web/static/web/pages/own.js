/** Pages that are for a player alone. */

import { h } from "../dom.js";
import { stillKnown } from "../player.js";
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
