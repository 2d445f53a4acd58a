/** The page of a shared link and of a typed code: it asks for a name, shows the table, and then offers a seat. */

import { Problem, post } from "../api.js";
import { showCode } from "../codes.js";
import { avatarChoice, someAvatar } from "../avatars.js";
import { h, redraw } from "../dom.js";
import { comeIn, stillKnown } from "../player.js";
import { wordsOf } from "../problems.js";
import { goInstead, href } from "../router.js";
import { loadLater, served, t } from "../texts.js";
import { nameOf } from "../words.js";

export async function show(main, [code = ""]) {
  let known = await stillKnown();
  let seen = null;
  let substitute = false;
  const wrong = h("p", { role: "alert", class: "quiet" });
  const told = h("div", { "data-zone": "invitation" }, h("p", {}, t("join.text", { code: showCode(code) })));
  const name = h("input", {
    id: "nickname",
    name: "nickname",
    required: true,
    maxlength: "24",
    autocomplete: "nickname",
  });
  const naming = [
    h("div", { class: "field" }, h("label", { for: "nickname" }, t("make.nickname")), name),
    avatarChoice(),
  ];
  const button = h("button", { type: "submit", class: "primary", "data-act": "join" }, t("join.go_on"));
  const attempt = async (action) => {
    try {
      wrong.textContent = "";
      await action();
    } catch (error) {
      await explain(error);
    }
  };
  const explain = async (error) => {
    const mine = error instanceof Problem && error.code === "already_seated" ? error.document.match : null;
    if (mine) {
      goInstead("match", mine);
    } else if (error.document?.substitute_wanted) {
      await loadLater();
      seen = substitute = true;
      wrong.textContent = t("substitute.join");
      button.textContent = t("substitute.take");
    } else {
      wrong.textContent = wordsOf(error);
    }
  };
  const look = async () => {
    seen = await post("matches/join", { code, dry_run: true });
    redraw(told, described(seen));
    button.textContent = t("join.button");
  };
  const submit = async (event) => {
    event.preventDefault();
    await attempt(async () => {
      if (!known) {
        await comeIn(name.value.trim(), new FormData(form).get("avatar") ?? someAvatar());
        known = true;
        form.querySelectorAll(".field, .avatars").forEach((one) => one.remove());
      }
      if (seen) {
        const how = substitute ? { substitute } : { terms_version: seen.terms_version };
        goInstead("match", (await post("matches/join", { code, ...how })).id);
      } else {
        await look();
      }
    });
  };
  const way = h("div", { class: "row" }, button, h("a", { href: href() }, t("match.home")));
  const form = h("form", { class: "form", onsubmit: submit }, known ? null : naming, wrong, way);
  main.append(h("section", { class: "panel narrow" }, h("h1", {}, t("join.title")), told, form));
  if (known) {
    await attempt(look);
  }
}

/** Return the description of the match: the host, the game, the pace, and the players at its seats. */
function described({ game, seats, creator, control_text: pace }) {
  const host = seats.find(({ player }) => player && player === creator);
  const players = seats.map(nameOf).filter(Boolean);
  const free = t("match.free", { count: seats.length - players.length });
  const lines = {
    "join.host": host ? nameOf(host) : null,
    "home.game": game.name,
    "make.time": served(pace),
    "join.players": [players.join(t("list.comma")), " · ", free],
  };
  const shown = Object.entries(lines).filter(([, value]) => value);
  return h(
    "dl",
    { class: "agreed" },
    shown.map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, h("bdi", {}, value)))),
  );
}
