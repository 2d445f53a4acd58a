"""The focus of the keyboard after a part of the page was drawn again."""

from __future__ import annotations

import pytest

from tests.web.files import run_in_node

pytestmark = pytest.mark.node

REDRAWN = """
globalThis.CSS = { escape: (text) => text };
class Part {
  constructor(name, given, ...parts) {
    Object.assign(this, { name, given, dataset: { zone: given["data-zone"] } });
    parts.forEach((part) => (part.parentElement = this));
  }
  hasAttribute(name) { return name in this.given; }
  getAttribute(name) { return this.given[name]; }
  getAttributeNames() { return Object.keys(this.given); }
  matches(selector) { return selector.split(",").some((one) => one === this.name || one.slice(1, -1) in this.given); }
  closest(selector) { return this.matches(selector) ? this : (this.parentElement?.closest(selector) ?? null); }
  contains() { return true; }
  replaceChildren() {}
  querySelector(selector) { looked.push(selector); }
}
const looked = [];
const { redraw } = await import("./parts/dom.js");
for (const [row, about, name, own] of %s) {
  const focused = new Part(name, own);
  const list = new Part("section", { "data-zone": "public" }, new Part("ul", {}, new Part(row, about, focused)));
  globalThis.document = { activeElement: focused };
  redraw(list);
}
console.log(JSON.stringify(looked));
"""


def test_the_focus_returns_to_the_same_row():
    """A button is looked for in its row, and a link by its address. Without a name, the focus is not moved."""
    button, link = '["button", {"type": "button", "data-act": "sit-down"}]', '["a", {"href": "/match/2"}]'
    row = '"li", {"class": "match-row", "data-match": "2", "data-status": "lobby"}'
    nameless = f'[{row}, "summary", {{}}]'
    cases = ", ".join(f"[{row}, {own[1:]}" for own in (button, link)) + f", {nameless}"

    assert run_in_node(REDRAWN % f"[{cases}]") == [
        '[data-act="sit-down"]:is([data-zone="public"] *):is([data-match="2"] *)',
        '[href="/match/2"]:is([data-zone="public"] *):is([data-match="2"] *)',
    ]
