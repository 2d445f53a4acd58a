/** The consent page of OAuth: the program that asks, its scopes, the end of its access, and the player's answer. */

import { Problem, get, post } from "../../server/api.js";
import { avatarChoice, someAvatar } from "../../parts/avatars.js";
import { button, h, redraw } from "../../parts/dom.js";
import { createGuest, loadPlayer } from "../../player/player.js";
import { wordsOf } from "../../server/problems.js";
import { href } from "../../router.js";
import * as store from "../../browser/store.js";
import { loadLater, t } from "../../language/texts.js";
import { allowed } from "./programs.js";
import { withRecentLogIn } from "./recentlogin.js";

export async function show(main, [query = ""]) {
  await loadLater();
  const asking = Object.fromEntries(new URLSearchParams(query));
  const panel = h("section", { class: "panel narrow form", "data-zone": "authorize" });
  try {
    const [request, { stored }] = await Promise.all([
      get(`authorizations?${new URLSearchParams(asking)}`),
      get("server"),
    ]);
    const { days } = stored.find(({ key }) => key === "tokens"); // a program's token lasts as long as a device's
    const asked = { ...request, days };
    const draw = async () =>
      redraw(panel, (await loadPlayer()) ? deciding(panel, asking, asked) : coming(asked, query, draw));
    await draw();
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw error;
    }
    redraw(
      panel,
      h("h1", {}, t("authorize.bad")),
      h("p", { role: "alert" }, error.message),
      h("p", {}, h("a", { href: href() }, t("match.home"))),
    );
  }
  main.append(panel);
}

/** Return the description of the program. Its address comes first, since only that is verified. */
function who({ name, place, origin }) {
  return [
    h("h1", {}, t("authorize.title")),
    h("p", {}, t(`authorize.${place}`)),
    h("p", { class: "origin" }, h("bdi", { dir: "ltr" }, origin)),
    h("p", {}, t("authorize.calls", { client: name })),
  ];
}

function deciding(panel, asking, asked) {
  const said = h("p", { role: "alert" });
  const decide = (allow) => async () => {
    try {
      const { redirect_to: address } = await withRecentLogIn(() => post("me/authorizations", { ...asking, allow }));
      redraw(panel, h("p", {}, t("authorize.done")), h("p", {}, h("a", { href: href() }, t("match.home")))); // the address of an app does not leave this page
      location.assign(address);
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  return [
    ...who(asked),
    h("p", {}, t("authorize.as", { name: store.me.get().nickname })),
    h(
      "ul",
      {},
      asked.scopes.map((scope) => h("li", {}, allowed(scope))),
    ),
    h("p", {}, t("authorize.lasts", { count: asked.days })),
    h("p", { class: "quiet" }, t("authorize.not")),
    said,
    h(
      "div",
      { class: "row" },
      button(t("authorize.refuse"), "refuse", decide(false)),
      button(t("authorize.allow"), "allow", decide(true), { class: "primary" }),
    ),
  ];
}

/** Return the forms to sign in first, as a new guest or with an account. */
function coming(asked, query, draw) {
  const said = h("p", { role: "alert" });
  const nickname = h("input", { id: "nickname", required: true, maxlength: "24", autocomplete: "nickname" });
  const enter = async (event) => {
    event.preventDefault();
    try {
      await createGuest(nickname.value.trim(), new FormData(event.target).get("avatar") ?? someAvatar());
      await draw();
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  return [
    ...who(asked),
    h("p", {}, t("authorize.come")),
    h(
      "form",
      { class: "form", onsubmit: enter },
      h("div", { class: "field" }, h("label", { for: "nickname" }, t("make.nickname")), nickname),
      avatarChoice(),
      said,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-act": "come-in" }, t("authorize.enter")),
      ),
    ),
    h(
      "p",
      {},
      h(
        "a",
        {
          href: href("device", "log-in"),
          "data-act": "log-in-first",
          onclick: () => store.onward.set(["authorize", query]),
        },
        t("home.back"),
      ),
    ),
  ];
}
