/** The login page: by passkey, by name and password, by a link in a mail. */

import { get, post } from "../api.js";
import { button, h, redraw } from "../dom.js";
import { inLine } from "../retry.js";
import { able, givenUp, use } from "../passkeys.js";
import { wordsOf } from "../problems.js";
import { href } from "../router.js";
import * as store from "../store.js";
import { loadLater, t } from "../texts.js";
import { enter } from "./recovery.js";

export async function show(main, secret) {
  history.replaceState(null, "", "/#/device/log-in"); // the link is a secret, so it must not stay in the address
  await loadLater();
  const { log_in: ways } = await get("server");
  const me = store.me.get();
  const said = h("p", { role: "alert" });
  const panel = h("section", { class: "panel narrow form" });
  const factor = h("input", {
    id: "login-factor",
    maxlength: "60",
    autocomplete: "one-time-code",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
  });
  const asked = h(
    "div",
    { class: "field", hidden: true },
    h("label", { for: "login-factor" }, t("device.factor")),
    factor,
  );
  /** Return the second factor, if the server has asked for one. */
  const code = () => (asked.hidden ? {} : { second_factor: factor.value.trim() });
  const trying = (action) => async (event) => {
    event.preventDefault();
    said.textContent = "";
    const pressed = event.submitter ?? event.currentTarget;
    pressed.disabled = true;
    try {
      await action();
    } catch (error) {
      said.textContent = givenUp(error) ? t("device.passkey.none") : wordsOf(error);
      if (error.code === "second_factor_needed") {
        pressed.before(asked);
        asked.hidden = false;
        factor.required = true;
        factor.focus();
      }
    }
    pressed.disabled = false;
  };
  const head = [
    h("h1", {}, t("device.log_in")),
    h("p", {}, me ? t("device.replace", { name: me.nickname }) : t("device.log_in.text")),
  ];
  if (secret) {
    const come = trying(async () =>
      enter(panel, await post("auth/login-links/redeem", { link: secret, device: t("player.device"), ...code() })),
    );
    panel.append(
      ...head,
      said,
      h("div", { class: "row" }, button(t("device.log_in"), "use-link", come, { class: "primary" })),
    );
  } else {
    panel.append(
      ...head,
      said,
      ...(ways.includes("passkey") && able
        ? [
            h(
              "div",
              { class: "row" },
              button(
                t("device.passkey"),
                "use-passkey",
                trying(async () => enter(panel, await use(t("player.device")))),
                { class: "primary" },
              ),
            ),
          ]
        : []),
      byPassword(panel, trying, code),
      ...(ways.includes("mail") ? [byMail(trying)] : []),
      h("p", {}, h("a", { href: href("device") }, t("device.by_code"))),
    );
  }
  main.append(panel);
}

function byPassword(panel, trying, code) {
  const name = h("input", {
    id: "login-name",
    required: true,
    maxlength: "150",
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
  });
  const password = h("input", {
    id: "login-password",
    type: "password",
    required: true,
    maxlength: "200",
    autocomplete: "current-password",
  });
  const come = trying(async () =>
    enter(
      panel,
      await inLine(() =>
        post("auth/log-in", {
          name: name.value.trim(),
          password: password.value,
          device: t("player.device"),
          ...code(),
        }),
      ),
    ),
  );
  return h(
    "form",
    { class: "form", onsubmit: come },
    h("div", { class: "field" }, h("label", { for: "login-name" }, t("you.account.name")), name),
    h("div", { class: "field" }, h("label", { for: "login-password" }, t("you.account.password")), password),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", "data-act": "log-in" }, t("device.log_in")),
    ),
  );
}

function byMail(trying) {
  const mail = h("input", { id: "login-mail", type: "email", required: true, maxlength: "254", autocomplete: "email" });
  const sent = h("p", { role: "status" });
  const ask = trying(async () => {
    await post("auth/login-links", { mail: mail.value.trim() });
    redraw(sent, t("device.link.sent"));
  });
  return h(
    "form",
    { class: "form", onsubmit: ask },
    h("h2", {}, t("device.link")),
    h("div", { class: "field" }, h("label", { for: "login-mail" }, t("device.link.mail")), mail),
    sent,
    h("div", { class: "row" }, h("button", { type: "submit", "data-act": "ask-link" }, t("device.link.send"))),
  );
}
