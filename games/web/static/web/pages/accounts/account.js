/** The login methods of an account: a name with a password, passkeys, mail addresses, a second factor. */

import { call, get, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { inLine } from "../../server/retry.js";
import { tell } from "../../frame.js";
import { able, add, givenUp } from "../../player/passkeys.js";
import { remember } from "../../player/player.js";
import { wordsOf } from "../../server/problems.js";
import { factor } from "./factor.js";
import { withRecentLogIn } from "./recentlogin.js";
import { href } from "../../router.js";
import { date, loadLater, t } from "../../language/texts.js";

/** Return the panel of login methods. */
export async function account() {
  await loadLater();
  const panel = h("section", {
    class: "panel form",
    id: "account",
    "data-zone": "account",
    "aria-labelledby": "account-title",
  });
  const draw = async () => {
    const asked = ["me", "me/password", "me/passkeys", "me/login-addresses", "server"].map((path) => get(path));
    const [me, password, { passkeys }, { addresses }, { log_in: ways }] = await Promise.all(asked);
    remember(me);
    redraw(
      panel,
      [
        h("h2", { id: "account-title" }, t("you.account")),
        h("p", {}, t("you.account.text")),
        naming(me, change),
        me.name ? setting(me, password, change) : null,
        password.is_set || ways.includes("mail") ? await factor(password) : null,
        ways.includes("passkey") && able ? keys(passkeys, change) : null,
        ways.includes("mail") ? mails(addresses, change) : null,
      ].flat(),
    );
  };
  const change = async (action, done) => {
    try {
      await withRecentLogIn(action);
      await draw();
      if (done) {
        tell(done);
      }
    } catch (error) {
      if (!givenUp(error)) {
        tell(wordsOf(error));
      }
    }
  };
  await draw();
  return panel;
}

function naming(me, change) {
  const name = h("input", {
    id: "account-name",
    required: true,
    minlength: "3",
    maxlength: "20",
    value: me.name ?? "",
    autocomplete: "username",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": "account-name-text",
  });
  const claim = (event) => (
    event.preventDefault(),
    change(() => call("PUT", "me/name", { name: name.value }), t("you.account.named", { name: name.value.trim() }))
  );
  return h(
    "form",
    { class: "form", onsubmit: claim },
    h(
      "div",
      { class: "field" },
      h("label", { for: "account-name" }, t("you.account.name")),
      name,
      h("small", { id: "account-name-text" }, t("you.account.name.text")),
    ),
    h("div", { class: "row" }, h("button", { type: "submit", "data-act": "claim-name" }, t("you.account.name.claim"))),
  );
}

function setting(me, { is_set: isSet, needs_current: needed }, change) {
  const field = (id, label, complete) => {
    const input = h("input", { id, type: "password", required: true, maxlength: "200", autocomplete: complete });
    return [input, h("div", { class: "field" }, h("label", { for: id }, label), input)];
  };
  const [current, currentField] = field("password-current", t("you.account.password.current"), "current-password");
  const [wanted, wantedField] = field("password-new", t("you.account.password"), "new-password");
  const others = h("input", { type: "checkbox", id: "password-others" });
  const added = h("input", { type: "checkbox", id: "password-added" });
  const set = (event) => {
    event.preventDefault();
    const body = {
      password: wanted.value,
      sign_out_others: others.checked || added.checked,
      remove_what_they_added: added.checked,
      ...(needed ? { current: current.value } : {}),
    };
    change(() => inLine(() => call("PUT", "me/password", body)), t("you.account.password.done"));
  };
  return h(
    "details",
    { class: "agreements", "data-zone": "password", "data-set": isSet },
    h("summary", {}, t(isSet ? "you.account.password.change" : "you.account.password.set")),
    h(
      "form",
      { class: "form", onsubmit: set },
      h("input", { type: "text", value: me.name, autocomplete: "username", hidden: true, readonly: true }), // for password managers
      needed ? currentField : null,
      wantedField,
      h("p", { class: "quiet" }, t("you.account.password.text")),
      h("div", { class: "field-check" }, others, h("label", { for: "password-others" }, t("you.device.others"))),
      h(
        "div",
        { class: "field-check" },
        added,
        h(
          "label",
          { for: "password-added" },
          t("you.device.others.remove"),
          h("small", {}, t("you.device.others.remove.text")),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-act": "set-password" }, t("you.save")),
      ),
    ),
  );
}

function keys(passkeys, change) {
  const rows = passkeys.map(({ id, name, created_at: made, added_by: by }) => {
    const called = name || t("you.account.passkey");
    return h(
      "li",
      { "data-passkey": id },
      h("bdi", {}, called),
      ` · ${date(made)} `,
      addedBy(by),
      button(
        t("you.account.passkey.remove"),
        "remove-passkey",
        () => change(() => call("DELETE", `me/passkeys/${id}`)),
        { class: "ghostly", "aria-label": t("you.account.passkey.remove.of", { name: called }) },
      ),
    );
  });
  return [
    h("h3", {}, t("you.account.passkeys")),
    h("p", {}, t("you.account.passkeys.text")),
    rows.length ? h("ul", {}, rows) : null,
    h(
      "div",
      { class: "row" },
      button(t("you.account.passkey.add"), "add-passkey", () =>
        change(() => add(t("player.device")), t("you.account.passkey.done")),
      ),
    ),
  ];
}

/** Return the device that added a login method, if known. So the player notices methods that another person added. */
function addedBy(device) {
  return device ? `· ${t("you.account.added_by", { device })} ` : null;
}

function mails(addresses, change) {
  const mail = h("input", {
    id: "login-address",
    type: "email",
    required: true,
    maxlength: "254",
    autocomplete: "email",
  });
  const ask = (event) => (
    event.preventDefault(),
    change(
      () => post("me/login-addresses", { mail: mail.value.trim() }),
      t("you.account.mail.sent", { mail: mail.value.trim() }),
    )
  );
  const rows = addresses.map(({ id, mail: address, confirmed, added_by: by }) =>
    h(
      "li",
      { "data-login-address": address },
      h("bdi", {}, address),
      confirmed ? " " : ` · ${t("you.account.mail.unconfirmed")} `,
      addedBy(by),
      button(
        t("you.account.mail.remove"),
        "remove-login-address",
        () => change(() => call("DELETE", `me/login-addresses/${id}`)),
        { class: "ghostly", "aria-label": t("you.account.mail.remove.of", { mail: address }) },
      ),
    ),
  );
  return [
    h("h3", {}, t("you.account.mails")),
    h("p", {}, t("you.account.mails.text"), " ", h("a", { href: href("notifications") }, t("notifications.title"))),
    rows.length ? h("ul", {}, rows) : null,
    h(
      "form",
      { class: "form", onsubmit: ask },
      h("div", { class: "field" }, h("label", { for: "login-address" }, t("device.link.mail")), mail),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", "data-act": "add-login-address" }, t("you.account.mail.add")),
      ),
    ),
  ];
}
