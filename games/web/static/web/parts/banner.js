/** A banner over the page with an action. */

import { button, h } from "./dom.js";
import { t } from "../language/texts.js";

/** Show a banner until the player takes its action or closes it. The caller has loaded the later texts. */
export function banner(zone, text, [label, act, action]) {
  document.querySelector(".hint")?.remove();
  const close = () => line.remove();
  const line = h(
    "aside",
    { class: "hint", "data-zone": zone, "aria-label": text },
    h("p", {}, text),
    h(
      "div",
      { class: "row" },
      button(label, act, () => (close(), action()), { class: "primary small" }),
      button(t("app.later"), "later", close, { class: "small ghostly" }),
    ),
  );
  document.body.append(line);
}
