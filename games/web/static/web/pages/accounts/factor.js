/** The second factor: a key for an app, a code to confirm it, and codes to write down. */

import { call, get, post } from "../../server/api.js";
import { h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { inLine } from "../../server/retry.js";
import { wordsOf } from "../../server/problems.js";
import { qr } from "../../parts/qr.js";
import { copyButton } from "../../browser/share.js";
import { date, t } from "../../language/texts.js";
import { withRecentLogIn } from "./recentlogin.js";

/** Return the part for the panel of login methods. */
export async function factor(methods) {
  const { part } = await new Factor(methods).load();
  return part;
}

class Factor {
  /** `is_set` is true if the player has a password, and `needs_current` if a change needs it. */
  constructor({ is_set: isSet, needs_current: needed }) {
    this.needsPassword = isSet && needed;
    this.part = h("details", { class: "agreements", "data-zone": "factor" });
    this.said = h("p", { role: "alert" });
    this.code = input("factor-code", t("you.factor.code"), {
      maxlength: "60",
      autocomplete: "one-time-code",
      autocapitalize: "characters",
      spellcheck: "false",
      dir: "ltr",
    });
  }

  async load() {
    this.show(await get("me/second-factor"));
    return this;
  }

  draw(...shown) {
    redraw(this.part, h("summary", {}, t("you.factor")), h("p", {}, t("you.factor.text")), shown, this.said);
  }

  /** Return a listener that runs an action with the value of the pressed button, and shows its error. */
  trying(action) {
    return async (event) => {
      event.preventDefault();
      this.said.textContent = "";
      try {
        await action(event.submitter?.value);
      } catch (error) {
        this.said.textContent = wordsOf(error);
      }
    };
  }

  /** Show the state from the server. It has codes to write down only after a change. */
  show({ since, codes_left: count, codes = [] }) {
    this.part.dataset.on = Boolean(since);
    if (!since) {
      this.draw(this.beginning());
      return;
    }
    const buttons = [
      submit(t("you.factor.anew"), "factor-anew", "on"),
      submit(t("you.factor.off"), "factor-off", "off"),
    ];
    this.draw(
      h("p", {}, t("you.factor.since", { time: date(since), count })),
      codes.length ? written(codes) : null,
      form(
        this.trying((on) => this.set(on === "on")),
        this.code.field,
        buttons,
      ),
    );
  }

  /** Turn the second factor on or off, with the code of the player. */
  async set(on) {
    const state = await call("PUT", "me/second-factor", { on, code: this.code.input.value.trim() });
    this.code.input.value = "";
    this.show(state);
  }

  /** Return the form that begins, with the current password if it is needed. */
  beginning() {
    const current = input("factor-current", t("you.account.password.current"), {
      type: "password",
      maxlength: "200",
      autocomplete: "current-password",
    });
    const begin = async () => {
      const body = this.needsPassword ? { current: current.input.value } : {};
      this.showKey(await withRecentLogIn(() => inLine(() => post("me/second-factor", body))));
    };
    return form(this.trying(begin), this.needsPassword ? current.field : null, [
      submit(t("you.factor.begin"), "factor-begin", "begin"),
    ]);
  }

  /** Show the key for the app of the player, and ask for the first code of the app. */
  showKey({ key, qr: rows }) {
    this.draw(
      h("p", {}, t("you.factor.scan")),
      qr(rows, t("you.factor.qr")),
      h("p", { class: "hex", "data-zone": "factor-key", dir: "ltr" }, key),
      form(
        this.trying(() => this.set(true)),
        this.code.field,
        [submit(t("you.factor.on"), "factor-on", "on", "primary")],
      ),
    );
  }
}

/** Return the codes to write down; the server never shows them again. */
function written(codes) {
  return [
    h("p", {}, t("you.factor.write")),
    h(
      "ul",
      { class: "hex", "data-zone": "factor-codes", "data-secret": "once", dir: "ltr" },
      codes.map((one) => h("li", {}, one)),
    ),
    h("div", { class: "row" }, copyButton("copy-factor-codes", codes.join("\n"))),
  ];
}

function input(id, label, attributes) {
  const made = h("input", { id, required: true, ...attributes });
  return { input: made, field: field(id, label, made) };
}

function form(onsubmit, shown, buttons) {
  return h("form", { class: "form", onsubmit }, shown, h("div", { class: "row" }, buttons));
}

function submit(label, act, value, look = "") {
  return h("button", { type: "submit", class: look, value, "data-act": act }, label);
}
