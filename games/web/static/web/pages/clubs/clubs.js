/** The list of clubs: the player's own, those that they can join, a form to found one. `club.js` is the page of one. */

import { get, post } from "../../server/api.js";
import { someAvatar } from "../../parts/avatars.js";
import { codeInput } from "../../parts/codes.js";
import { button, h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { createGuest, loadPlayer } from "../../player/player.js";
import { go, goInstead, href } from "../../router.js";
import { loadLater, t } from "../../language/texts.js";
import * as club from "./club.js";
import { about, attempt, JOINING } from "./clubforms.js";

const SHOWN = 50;

/** Show `#/clubs`, `#/clubs/ID`, or `#/clubs/join/CODE`, the address of a shared link. */
export async function show(main, [id, code]) {
  await loadLater();
  if (!(await loadPlayer())) {
    main.append(newcomer(id === "join" ? () => joinByCode(code) : () => go("clubs")));
    return null;
  }
  if (id === "join") {
    return joinByCode(code);
  }
  return id ? club.show(main, id) : list(main);
}

/** Return the form for the nickname of a new player, who has followed a link. */
function newcomer(then) {
  const name = h("input", {
    id: "nickname",
    name: "nickname",
    required: true,
    maxlength: "24",
    autocomplete: "nickname",
  });
  const enter = attempt(async () => {
    await createGuest(name.value.trim(), someAvatar());
    await then();
  });
  return h(
    "section",
    { class: "panel narrow" },
    h("h1", {}, t("club.title")),
    h(
      "form",
      { class: "form", onsubmit: enter },
      field("nickname", t("make.nickname"), name),
      h("div", { class: "row" }, h("button", { type: "submit", class: "primary", "data-act": "join" }, t("club.join"))),
    ),
  );
}

async function joinByCode(code) {
  const { club: joined } = await post("clubs/join", { code });
  goInstead("clubs", joined.id);
}

async function list(main) {
  const mine = h("section", { class: "panel form", "data-zone": "my-clubs", "aria-labelledby": "my-clubs-title" });
  const others = h("section", { class: "panel form", "data-zone": "clubs", "aria-labelledby": "clubs-title" });
  main.append(h("div", { class: "form" }, h("h1", {}, t("club.title")), mine, others, founding()));
  const draw = async () => {
    const [{ results: own }, { results: listed }] = await Promise.all([
      get(`me/clubs?limit=${SHOWN}`),
      get(`clubs?limit=${SHOWN}`),
    ]);
    const known = new Set(own.map(({ club: { id } }) => id));
    const open = listed.filter(({ id }) => !known.has(id));
    redraw(
      mine,
      h("h2", { id: "my-clubs-title" }, t("club.mine")),
      own.length
        ? h(
            "ul",
            { class: "matches" },
            own.map((one) => myRow(one, draw)),
          )
        : h("p", { class: "quiet" }, t("club.none")),
      invited(),
    );
    redraw(
      others,
      h("h2", { id: "clubs-title" }, t("club.listed")),
      open.length
        ? h(
            "ul",
            { class: "matches" },
            open.map((one) => row(one, one.description.split("\n")[0], t("club.members", { count: one.members }))),
          )
        : h("p", { class: "quiet" }, t("club.listed.none")),
    );
  };
  await draw();
}

function row({ id, name }, ...facts) {
  return h(
    "li",
    { class: "match-row", "data-club": id },
    h(
      "a",
      { href: href("clubs", id) },
      h("span", { class: "match-game" }, h("bdi", {}, name)),
      h(
        "span",
        { class: "match-state" },
        facts.filter(Boolean).map((fact, index) => [index ? " · " : null, h("bdi", {}, fact)]),
      ),
    ),
  );
}

/** Return the row of a club of the player. A player who was removed may see only the reason. */
function myRow({ club: { id, name }, standing, reason }, draw) {
  if (standing === "member" || standing === "organizer") {
    return row({ id, name }, t(`club.standing.${standing}`));
  }
  const forget =
    standing === "banned"
      ? null
      : button(
          t(standing === "asked" ? "club.withdraw" : "club.forget"),
          "forget-club",
          attempt(async () => (await club.leave(id), draw())),
          { class: "small ghostly", "data-key": id },
        );
  return h(
    "li",
    { class: "match-row", "data-club": id },
    h("span", { class: "match-game" }, h("bdi", {}, name)),
    h("span", { class: "match-state" }, t(`club.standing.${standing}`), reason ? [": ", h("bdi", {}, reason)] : null),
    forget,
  );
}

function invited() {
  const code = codeInput({ id: "club-code", required: true, maxlength: "40" });
  return h(
    "form",
    { class: "form", onsubmit: attempt(() => joinByCode(code.value)) },
    h(
      "div",
      { class: "field" },
      h("label", { for: "club-code" }, t("club.code")),
      h(
        "div",
        { class: "row" },
        code,
        h("button", { type: "submit", "data-act": "join-club-code" }, t("club.code.button")),
      ),
    ),
  );
}

function founding() {
  const fields = about({ name: "", description: "", joining: JOINING[0] });
  const found = attempt(async () => go("clubs", (await post("clubs", fields.wish())).id));
  return h(
    "details",
    { class: "panel agreements" },
    h("summary", { "data-act": "found" }, t("club.found")),
    h(
      "form",
      { class: "form", onsubmit: found },
      fields.shown,
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-act": "found-club" }, t("club.found.button")),
      ),
    ),
  );
}
