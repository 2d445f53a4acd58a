/** The question for a recent login before sensitive changes, since another person may hold the device. */

import { call } from "../../server/api.js";
import { dialog, h } from "../../parts/dom.js";
import { inLine } from "../../server/retry.js";
import { able, ask, givenUp } from "../../player/passkeys.js";
import { loadLater, t } from "../../language/texts.js";

/** Run an action. If it needs a recent login, let the player log in and run it again. */
export async function withRecentLogIn(action) {
  try {
    return await action();
  } catch (error) {
    if (error.code !== "recent_login_needed" || !(await prove())) {
      throw error;
    }
    return action();
  }
}

/** Ask for the password, the recovery code or a passkey. Return true on success; throw Problem for a wrong one. */
async function prove() {
  await loadLater();
  const field = (id, label, attributes) => {
    const input = h("input", { id, maxlength: "200", ...attributes });
    return [input, h("div", { class: "field" }, h("label", { for: id }, label), input)];
  };
  const [password, passwordField] = field("recent-password", t("you.account.password.current"), {
    type: "password",
    autocomplete: "current-password",
  });
  const [factor, factorField] = field("recent-factor", t("recent.factor"), {
    autocomplete: "one-time-code",
    spellcheck: "false",
    dir: "ltr",
  });
  const [code, codeField] = field("recent-code", t("recent.code"), {
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    dir: "ltr",
  });
  const ways = [
    [t("close"), "close"],
    ...(able ? [[t("device.passkey"), "passkey"]] : []),
    [t("device.log_in"), "prove", { class: "primary" }],
  ];
  const chosen = await dialog(
    t("recent.title"),
    h("div", { class: "form" }, h("p", {}, t("recent.text")), passwordField, factorField, codeField),
    ways,
  );
  if (chosen === "passkey") {
    const credential = await ask().catch((error) => (givenUp(error) ? null : Promise.reject(error)));
    if (!credential) {
      return false;
    }
    await call("PUT", "me/recent-login", { credential });
  } else if (chosen === "prove") {
    const byPassword = { password: password.value, ...(factor.value ? { second_factor: factor.value.trim() } : {}) };
    await inLine(() =>
      call("PUT", "me/recent-login", password.value ? byPassword : { recovery_code: code.value.trim() }),
    );
  }
  return ["passkey", "prove"].includes(chosen);
}
