/** A table of a kind that this client does not know: the hand, and what is there in numbers. Sentences play it. */

import { h } from "../dom.js";
import { t } from "../texts.js";

export function middle(table) {
  const simple = Object.entries(table).filter(([name, value]) => !["kind", "hand"].includes(name) && ["string", "number"].includes(typeof value));
  return h("div", { class: "unknown", "data-zone": "table" }, h("p", {}, t("unknown.text")), h("dl", {}, simple.map(([name, value]) => [h("dt", {}, name), h("dd", {}, String(value))])));
}
