/** The kinds of tables, by `kind` of a table. Similar games share one. docs/web.md has the exports of a kind module. */

import { loadLater } from "../language/texts.js";

const KINDS = {
  fishing: () => import("./fishing.js"),
  camba: () => further(import("./camba.js")),
  haggis: () => further(import("./haggis.js")),
};

async function further(module) {
  await loadLater();
  return module;
}

/** Return the module for the table of a match; null before there is a table. */
export async function kindOf(view) {
  if (!view.table) {
    return null;
  }
  return (KINDS[view.table.kind] ?? (() => further(import("./unknown.js"))))();
}
