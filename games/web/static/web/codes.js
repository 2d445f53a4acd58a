/** Room codes, with and without dashes. */

/** Return a code without spaces and dashes, in capitals. */
export function nameCode(text) {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** Return a code in groups of four, as people read it aloud. */
export function showCode(code) {
  return nameCode(code).replace(/(.{4})(?=.)/g, "$1-");
}
