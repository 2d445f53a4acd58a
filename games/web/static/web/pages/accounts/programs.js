/** Programs that act for the player: their scopes, expiry and last use, and a token for another one. */

import { call, get, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { wordsOf } from "../../server/problems.js";
import { date, has, list, loadLater, t } from "../../language/texts.js";
import { shownOnce } from "../once.js";
import { withRecentLogIn } from "./recentlogin.js";

const SCOPES = ["read", "play", "lobby", "chat", "profile", "clubs", "channels"];
const USUAL = ["read", "play", "lobby"];
const DAY = 24 * 3600 * 1000;

/** Return the panel of programs, from all devices and programs with a token. */
export async function programs(all) {
  await loadLater();
  const panel = h("section", { class: "panel form", "data-zone": "programs", "aria-labelledby": "programs-title" });
  const draw = (devices, made = null) => {
    const there = devices.filter(({ scopes }) => scopes);
    redraw(panel, [
      h("h2", { id: "programs-title" }, t("you.programs")),
      h("p", {}, t("you.programs.text")),
      there.length
        ? h(
            "ul",
            {},
            there.map((one) => program(one, change)),
          )
        : null,
      made ? shownOnce("key", t("you.program.key"), t("you.program.once"), made) : null,
      adding(change),
    ]);
  };
  const change = async (asking) => {
    try {
      const answer = await withRecentLogIn(asking);
      draw((await get("me/devices")).devices, answer?.token);
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  draw(all);
  return panel;
}

function program({ id, device, scopes, origin, used_at: used, expires_at: ends }, change) {
  const name = device || t("you.program.unnamed");
  const facts = [
    origin ? t("you.program.origin", { origin }) : null,
    list(scopes.map(allowed)),
    used ? t("you.program.used", { time: date(used) }) : t("you.program.unused"),
    ends ? t("you.program.until", { time: date(ends) }) : null,
  ];
  return h(
    "li",
    { "data-program": id },
    h("bdi", {}, name),
    facts.filter(Boolean).map((fact) => ` · ${fact}`),
    " ",
    button(t("you.program.end"), "end-program", () => change(() => call("DELETE", `me/devices/${id}`)), {
      class: "ghostly",
      "aria-label": t("you.program.end.of", { name }),
    }),
  );
}

/** Return a scope in words, or its name if it is newer than this page. */
export function allowed(scope) {
  return has(`you.scope.${scope}`) ? t(`you.scope.${scope}`) : scope;
}

function adding(change) {
  const boxes = SCOPES.map((scope) =>
    h(
      "div",
      { class: "field-check" },
      h("input", {
        type: "checkbox",
        id: `scope-${scope}`,
        name: "scope",
        value: scope,
        checked: USUAL.includes(scope),
      }),
      h("label", { for: `scope-${scope}` }, allowed(scope)),
    ),
  );
  const make = (form) => {
    const scopes = [...form.querySelectorAll("[name='scope']:checked")].map(({ value }) => value);
    const { program: name, lasts } = form.elements;
    const days = Number(lasts.value);
    return change(() =>
      post("me/devices", {
        device: name.value.trim(),
        scopes,
        expires_at: days ? new Date(Date.now() + days * DAY).toISOString() : null,
      }),
    );
  };
  return h(
    "details",
    { class: "agreements", "data-zone": "add-program" },
    h("summary", {}, t("you.program.add")),
    h(
      "form",
      { class: "form", onsubmit: (event) => (event.preventDefault(), make(event.target)) },
      h(
        "div",
        { class: "field" },
        h("label", { for: "program" }, t("you.program.name")),
        h("input", { id: "program", name: "program", required: true, maxlength: "60", autocomplete: "off" }),
      ),
      h("fieldset", {}, h("legend", {}, t("you.program.allowed")), boxes),
      h(
        "div",
        { class: "field" },
        h("label", { for: "lasts" }, t("you.program.lasts")),
        h(
          "select",
          { id: "lasts", name: "lasts" },
          h("option", { value: "0" }, t("you.program.lasts.used")),
          ["30", "1"].map((days) => h("option", { value: days }, t(`you.program.lasts.${days}`))),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-act": "make-program" }, t("you.program.make")),
      ),
    ),
  );
}
