/** The table of an unknown kind: the hand, and simple values of the table. Players choose moves by their sentences. */

import { h } from "../parts/dom.js";
import { t } from "../language/texts.js";

export function middle(table) {
  const simple = Object.entries(table).filter(
    ([name, value]) => !["kind", "hand"].includes(name) && ["string", "number"].includes(typeof value),
  );
  return h(
    "div",
    { class: "unknown", "data-zone": "table" },
    h("p", {}, t("unknown.text")),
    h(
      "dl",
      {},
      simple.map(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))]),
    ),
  );
}
