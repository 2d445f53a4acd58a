/** Codes that people read aloud and type: with and without dashes, and the input for them. */

import { h } from "./dom.js";

/** Return a code without spaces and dashes, in capitals. */
export function nameCode(text) {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** Return a code in groups of four, as people read it aloud. */
export function showCode(code) {
  return nameCode(code).replace(/(.{4})(?=.)/g, "$1-");
}

/** Return an input for a code. Keyboards write capitals in it, and correct nothing. */
export function codeInput(attributes) {
  return h("input", {
    maxlength: "60",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
    ...attributes,
  });
}
