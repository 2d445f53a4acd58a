/**
 * A converter from a part of Markdown to elements: headings, paragraphs, lists, tables, bold, italic, code.
 *
 * Texts become text nodes and never markup, so untrusted texts are safe. Unknown syntax stays as it is.
 */

import { h } from "../parts/dom.js";

/** Return the elements of a text. Its headings start at `level`. */
export function markdown(text, level = 2) {
  const blocks = text
    .replace(/\r/g, "")
    .trim()
    .split(/\n{2,}/);
  return blocks.flatMap((block) => read(block.split("\n"), level));
}

function read(lines, level) {
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0]);
  if (heading) {
    const depth = Math.min(6, Math.max(1, heading[1].length - 2 + level));
    return [h(`h${depth}`, {}, inline(heading[2])), ...(lines.length > 1 ? read(lines.slice(1), level) : [])];
  }
  if (lines[0].startsWith("|") && /^\|[\s:|-]+\|$/.test(lines[1] ?? "")) {
    return [table(lines)];
  }
  const start = lines.findIndex((line) => BULLET.test(line) || NUMBER.test(line));
  if (start >= 0) {
    const before = start ? [h("p", {}, inline(lines.slice(0, start).join(" ")))] : [];
    return [...before, list(lines.slice(start))];
  }
  return [h("p", {}, inline(lines.join(" ")))];
}

const BULLET = /^[-*]\s+/;
const NUMBER = /^\d+[.)]\s+/;

function list(lines) {
  const mark = NUMBER.test(lines[0]) ? NUMBER : BULLET;
  const items = [];
  for (const line of lines) {
    if (mark.test(line)) {
      items.push(line.replace(mark, ""));
    } else {
      items[items.length - 1] += ` ${line.trim()}`;
    }
  }
  return h(
    mark === NUMBER ? "ol" : "ul",
    {},
    items.map((item) => h("li", {}, inline(item))),
  );
}

function table([head, , ...rows]) {
  const cells = (line) =>
    line
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          cells(head).map((cell) => (cell ? h("th", { scope: "col" }, inline(cell)) : h("td", {}))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            cells(row).map((cell) => h("td", {}, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

const MARKS = /(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/;

/** Return the nodes of a line with bold, italic and code. */
function inline(text) {
  return text.split(MARKS).map((part) => {
    if (part.length > 4 && part.startsWith("**") && part.endsWith("**")) {
      return h("strong", {}, inline(part.slice(2, -2)));
    }
    if (part.length > 2 && part.startsWith("*") && part.endsWith("*")) {
      return h("em", {}, part.slice(1, -1));
    }
    return part.length > 2 && part.startsWith("`") && part.endsWith("`") ? h("code", {}, part.slice(1, -1)) : part;
  });
}
