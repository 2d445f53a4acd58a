/** Merging with another guest account of the player, by the code that its device shows. */

import { codeInput, nameCode } from "../../parts/codes.js";
import { post } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { wordsOf } from "../../server/problems.js";
import { t } from "../../language/texts.js";
import { withRecentLogIn } from "./recentlogin.js";

/** Return the form for the code, collapsed: few players need it, and a merge cannot be undone. */
export function another() {
  const said = h("p", { role: "status", "data-zone": "merged" });
  const code = codeInput({
    id: "merge-code",
    name: "code",
    required: true,
    class: "wide-input",
    placeholder: "K7QX-9DMA-3F",
  });
  const merge = async () => {
    said.textContent = "";
    try {
      await withRecentLogIn(() => post("me/aliases", { code: nameCode(code.value) }));
      code.value = "";
      said.textContent = t("you.merge.done");
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  return h(
    "details",
    { "data-zone": "merge" },
    h("summary", {}, t("you.merge")),
    h("p", {}, t("you.merge.about")),
    h(
      "form",
      { class: "form", onsubmit: (event) => (event.preventDefault(), merge()) },
      h("div", { class: "field" }, h("label", { for: "merge-code" }, t("you.merge.code")), code),
      h("div", { class: "row" }, h("button", { type: "submit", "data-act": "merge" }, t("you.merge.do"))),
    ),
    said,
  );
}
