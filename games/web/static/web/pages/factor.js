/** The second factor: a key for an app, a code to confirm it, and codes to write down. */

import { call, get, post } from "../api.js";
import { h, redraw } from "../dom.js";
import { inLine } from "../retry.js";
import { wordsOf } from "../problems.js";
import { qr } from "../qr.js";
import { copyButton } from "../share.js";
import { date, t } from "../texts.js";
import { withRecentLogIn } from "./recent.js";

/** Return the part for the panel of login methods. */
export async function factor({ is_set: isSet, needs_current: needed }) {
  const part = h("details", { class: "agreements", "data-zone": "factor" });
  const said = h("p", { role: "alert" });
  const trying = (action) => async (event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      await action(event.submitter?.value);
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  const draw = (...shown) =>
    redraw(part, h("summary", {}, t("you.factor")), h("p", {}, t("you.factor.text")), shown, said);
  const code = field("factor-code", t("you.factor.code"), {
    maxlength: "60",
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
  });
  const set = async (on) => {
    const state = await call("PUT", "me/second-factor", { on, code: code.input.value.trim() });
    code.input.value = "";
    show(state);
  };
  const show = ({ since, codes_left: count, codes = [] }) => {
    part.dataset.on = Boolean(since);
    if (!since) {
      return draw(beginning());
    }
    return draw(
      h("p", {}, t("you.factor.since", { time: date(since), count })),
      codes.length
        ? [
            h("p", {}, t("you.factor.write")),
            h(
              "ul",
              { class: "hex", "data-zone": "factor-codes", dir: "ltr" },
              codes.map((one) => h("li", {}, one)),
            ),
            h("div", { class: "row" }, copyButton("copy-factor-codes", codes.join("\n"))),
          ]
        : null,
      form(
        trying((on) => set(on === "on")),
        code.field,
        [submit(t("you.factor.anew"), "factor-anew", "on"), submit(t("you.factor.off"), "factor-off", "off")],
      ),
    );
  };
  const beginning = () => {
    const current = field("factor-current", t("you.account.password.current"), {
      type: "password",
      maxlength: "200",
      autocomplete: "current-password",
    });
    const begin = async () => {
      const { key, qr: rows } = await withRecentLogIn(() =>
        inLine(() => post("me/second-factor", isSet && needed ? { current: current.input.value } : {})),
      );
      draw(
        h("p", {}, t("you.factor.scan")),
        qr(rows, t("you.factor.qr")),
        h("p", { class: "hex", "data-zone": "factor-key", dir: "ltr" }, key),
        form(
          trying(() => set(true)),
          code.field,
          [submit(t("you.factor.on"), "factor-on", "on", "primary")],
        ),
      );
    };
    return form(trying(begin), isSet && needed ? current.field : null, [
      submit(t("you.factor.begin"), "factor-begin", "begin"),
    ]);
  };
  show(await get("me/second-factor"));
  return part;
}

function field(id, label, attributes) {
  const input = h("input", { id, required: true, ...attributes });
  return { input, field: h("div", { class: "field" }, h("label", { for: id }, label), input) };
}

function form(onsubmit, shown, buttons) {
  return h("form", { class: "form", onsubmit }, shown, h("div", { class: "row" }, buttons));
}

function submit(label, act, value, look = "") {
  return h("button", { type: "submit", class: look, value, "data-act": act }, label);
}
