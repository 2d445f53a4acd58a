/** Room codes as people write them. */

/** Return a code without spaces and dashes, in capitals. */
export function nameCode(text) {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/** Return a code as it is read aloud: in groups of four. */
export function showCode(code) {
  return nameCode(code).replace(/(.{4})(?=.)/g, "$1-");
}
