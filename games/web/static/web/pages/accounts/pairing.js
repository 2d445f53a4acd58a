/** Pairing of another device, or of the installed app, which may share no storage with the browser. */

import { post } from "../../server/api.js";
import { dialog, h } from "../../parts/dom.js";
import { qr } from "../../parts/qr.js";
import { share } from "../../browser/share.js";
import { date, t } from "../../language/texts.js";
import { withRecentLogIn } from "./recentlogin.js";

/** Show a code for signing in on another device, to type, scan or send. */
export async function createDeviceToken() {
  const { code, link: address, qr: rows, expires_at: until } = await withRecentLogIn(() => post("me/pairing-code", {}));
  const shown = [
    h("p", {}, t("you.device.code", { time: date(until) })),
    h("p", { class: "code", "data-zone": "pairing-code", dir: "ltr" }, code),
    qr(rows, t("you.device.qr")),
  ];
  const sent = await dialog(t("you.device.add"), shown, [
    [t("close"), "close"],
    [t("you.device.show"), "show-link"],
  ]);
  if (sent === "show-link") {
    await share(address);
  }
}
