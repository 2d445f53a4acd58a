/** Where the link for another device leads: this browser now plays for the same player. */

import { button, h } from "../dom.js";
import { comeInWith } from "../player.js";
import { wordsOf } from "../problems.js";
import { goInstead } from "../router.js";
import * as store from "../store.js";
import { loadLater, t } from "../texts.js";

export async function show(main, [token = ""]) {
  history.replaceState(null, "", "#/device"); // the token is a key; it has no business in the address
  await loadLater();
  const said = h("p", { role: "alert" });
  const accept = async () => {
    try {
      await comeInWith(token);
      goInstead("");
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  const me = store.me.get();
  main.append(h("section", { class: "panel narrow" }, h("h1", {}, t("device.title")), h("p", {}, me ? t("device.replace", { name: me.nickname }) : t("device.text")), said, token ? button(t("device.accept"), "accept-device", accept, { class: "primary" }) : null));
}
