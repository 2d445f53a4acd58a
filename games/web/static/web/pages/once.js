/** Secrets that the server shows only once. */

import { h } from "../parts/dom.js";
import { copyButton } from "../browser/share.js";

/** Return a field with a secret to copy; the server never shows it again. */
export function shownOnce(name, label, text, value) {
  return h(
    "div",
    { class: "field", "data-zone": `once-${name}`, "data-secret": "once" },
    h("label", { for: `once-${name}` }, label),
    h("input", {
      id: `once-${name}`,
      class: "wide-input",
      readonly: true,
      dir: "ltr",
      value,
      onfocus: (event) => event.target.select(),
    }),
    h("p", { class: "quiet" }, text),
    h("div", { class: "row" }, copyButton(`copy-${name}`, value)),
  );
}
