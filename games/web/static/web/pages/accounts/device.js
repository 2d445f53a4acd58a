/** Signing in on another device: by the code that the first device shows, or by the recovery code. */

import { codeInput, nameCode, showCode } from "../../parts/codes.js";
import { post } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { wordsOf } from "../../server/problems.js";
import { href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";
import { enter } from "./recovery.js";

const LOG_IN = "log-in";

/** Show the page. The rest of the address is a code, or `log-in` with the secret of a link in a mail. */
export async function show(main, [given = "", secret = ""]) {
  if (given === LOG_IN) {
    return (await import("./login.js")).show(main, secret);
  }
  history.replaceState(null, "", "/#/device"); // the code is a secret, so it must not stay in the address
  await loadLater();
  const me = store.me.get();
  const said = h("p", { role: "alert" });
  const code = codeInput({
    id: "device-code",
    name: "code",
    value: showCode(given),
    required: true,
    class: "wide-input",
    placeholder: "K7QX-9DMA-3F",
  });
  const panel = h("section", { class: "panel narrow form" });
  const accept = async () => {
    said.textContent = "";
    try {
      await enter(
        panel,
        await post("auth/device-codes/redeem", { code: nameCode(code.value), device: t("player.device") }),
      );
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  panel.append(
    h("h1", {}, t("device.title")),
    h("p", {}, me ? t("device.replace", { name: me.nickname }) : t("device.text")),
    h(
      "form",
      { class: "form", onsubmit: (event) => (event.preventDefault(), accept()) },
      h("div", { class: "field" }, h("label", { for: "device-code" }, t("device.code")), code),
      said,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-act": "accept-device" }, t("device.accept")),
      ),
    ),
    h("p", {}, h("a", { href: href("device", LOG_IN) }, t("device.log_in"))),
  );
  main.append(panel);
}
