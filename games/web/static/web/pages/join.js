/** Where a shared link leads: a table, by its room code. */

import { Problem, post } from "../api.js";
import { showCode } from "../codes.js";
import { avatarChoice, someAvatar } from "../avatars.js";
import { h } from "../dom.js";
import { comeIn, stillKnown } from "../player.js";
import { wordsOf } from "../problems.js";
import { goInstead, href } from "../router.js";
import { loadLater, t } from "../texts.js";

export async function show(main, [code = ""]) {
  const known = await stillKnown();
  const wrong = h("p", { role: "alert", class: "quiet" });
  let substitute = false;
  const join = async (event) => {
    event?.preventDefault();
    try {
      if (!(await stillKnown())) {
        await comeIn(name.value.trim(), new FormData(form).get("avatar") ?? someAvatar());
      }
      goInstead("match", (await post("matches/join", { code, ...(substitute ? { substitute } : {}) })).id);
    } catch (error) {
      const mine = error instanceof Problem && error.code === "already_seated" ? error.document.match : null;
      if (mine) {
        goInstead("match", mine);
      } else if (error.document?.substitute_wanted) {
        await loadLater();
        substitute = true;
        wrong.textContent = t("substitute.join");
        form.querySelector("[data-act=join]").textContent = t("substitute.take");
      } else {
        wrong.textContent = wordsOf(error);
      }
    }
  };
  const name = h("input", { id: "nickname", name: "nickname", required: true, maxlength: "24", autocomplete: "nickname" });
  const form = h("form", { class: "form", onsubmit: join }, known ? null : h("div", { class: "field" }, h("label", { for: "nickname" }, t("make.nickname")), name), known ? null : avatarChoice(), wrong, h("div", { class: "row" }, h("button", { type: "submit", class: "primary", "data-act": "join" }, t("join.button")), h("a", { href: href() }, t("match.home"))));
  main.append(
    h(
      "section",
      { class: "panel narrow" },
      h("h1", {}, t("join.title")),
      h("p", {}, t("join.text", { code: showCode(code) })),
      form,
    ),
  );
  if (known) {
    await join();
  }
}
