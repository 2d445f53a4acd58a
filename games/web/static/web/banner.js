/** A line over the page with something to do. */

import { button, h } from "./dom.js";
import { t } from "./texts.js";

/** Show a line until what it offers is done or it is sent away. The words of later must be there. */
export function banner(zone, text, [label, act, action]) {
  document.querySelector(".hint")?.remove();
  const close = () => line.remove();
  const line = h(
    "aside",
    { class: "hint", "data-zone": zone, "aria-label": text },
    h("p", {}, text),
    h("div", { class: "row" }, button(label, act, () => (close(), action()), { class: "primary small" }), button(t("app.later"), "later", close, { class: "small ghostly" })),
  );
  document.body.append(line);
}
