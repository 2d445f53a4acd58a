/** The login page: by passkey, by name and password, by a link in a mail. */

import { get, post } from "../../server/api.js";
import { codeInput } from "../../parts/codes.js";
import { button, h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { inLine } from "../../server/retry.js";
import { able, givenUp, use } from "../../player/passkeys.js";
import { wordsOf } from "../../server/problems.js";
import { href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";
import { enter } from "./recovery.js";

export async function show(main, secret) {
  history.replaceState(null, "", "/#/device/log-in"); // the link is a secret, so it must not stay in the address
  await loadLater();
  const { log_in: ways } = await get("server");
  const me = store.me.get();
  const said = h("p", { role: "alert" });
  const panel = h(
    "section",
    { class: "panel narrow form" },
    h("h1", {}, t("device.log_in")),
    h("p", {}, me ? t("device.replace", { name: me.nickname }) : t("device.log_in.text")),
    said,
  );
  const factor = new SecondFactor();
  const trying = (action) => attempting(action, said, factor);
  if (secret) {
    panel.append(byLink(panel, trying, factor, secret));
  } else {
    panel.append(
      ...(ways.includes("passkey") && able ? [byPasskey(panel, trying)] : []),
      byPassword(panel, trying, factor),
      ...(ways.includes("mail") ? [byMail(trying)] : []),
      h("p", {}, h("a", { href: href("device") }, t("device.by_code"))),
    );
  }
  main.append(panel);
}

/** The field for the second factor. It appears when the server asks for one. */
class SecondFactor {
  constructor() {
    this.input = codeInput({ id: "login-factor", autocomplete: "one-time-code" });
    this.field = field("login-factor", t("device.factor"), this.input);
  }

  /** Show the field above the button that was pressed. */
  ask(pressed) {
    pressed.before(this.field);
    this.input.required = true;
    this.input.focus();
  }

  /** Return the part of a request with the second factor, if the server has asked for one. */
  get answer() {
    return this.input.required ? { second_factor: this.input.value.trim() } : {};
  }
}

/** Return a listener that runs an action and shows its error. The pressed button waits meanwhile. */
function attempting(action, said, factor) {
  return async (event) => {
    event.preventDefault();
    said.textContent = "";
    const pressed = event.submitter ?? event.currentTarget;
    pressed.disabled = true;
    try {
      await action();
    } catch (error) {
      said.textContent = givenUp(error) ? t("device.passkey.none") : wordsOf(error);
      if (error.code === "second_factor_needed") {
        factor.ask(pressed);
      }
    }
    pressed.disabled = false;
  };
}

function byLink(panel, trying, factor, secret) {
  const come = trying(async () => {
    const wish = { link: secret, device: t("player.device"), ...factor.answer };
    await enter(panel, await post("auth/login-links/redeem", wish));
  });
  return h("div", { class: "row" }, button(t("device.log_in"), "use-link", come, { class: "primary" }));
}

function byPasskey(panel, trying) {
  const come = trying(async () => enter(panel, await use(t("player.device"))));
  return h("div", { class: "row" }, button(t("device.passkey"), "use-passkey", come, { class: "primary" }));
}

function byPassword(panel, trying, factor) {
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
          ...factor.answer,
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
