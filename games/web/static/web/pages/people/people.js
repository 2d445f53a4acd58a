/** The player's friends, follows and blocks, and the actions on another player. */

import { call, get, patch } from "../../server/api.js";
import { avatar } from "../../parts/avatars.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { remember } from "../../player/player.js";
import { wordsOf } from "../../server/problems.js";
import { loadLater, t } from "../../language/texts.js";

/** Return the panel of friends, follows and blocks. */
export async function people() {
  await loadLater();
  const panel = h("section", {
    class: "panel form",
    id: "people",
    "data-zone": "people",
    "aria-labelledby": "people-title",
  });
  const change = async (asking) => {
    try {
      await asking();
      await draw();
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  const draw = async () => {
    const [me, friends, follows, followers, blocks] = await Promise.all([
      get("me"),
      get("me/friends?limit=100"),
      get("me/follows?limit=100"),
      get("me/followers?limit=100"),
      get("me/blocks?limit=100"),
    ]);
    const others = ({ results }) => results.filter(({ friend }) => !friend);
    const lists = [
      list("friends", t("people.friends"), friends.results, [unfollow, block], change),
      list("follows", t("people.follows"), others(follows), [unfollow, block], change),
      list("followers", t("people.followers"), others(followers), [follow, block], change),
      list("blocks", t("people.blocked"), blocks.results, [unblock], change),
    ].filter(Boolean);
    redraw(panel, [
      h("h2", { id: "people-title" }, t("people.title")),
      lists.length ? lists : h("p", { class: "quiet" }, t("people.none")),
      finding(change),
      audience("profile", me.profile),
      audience("invitations", me.invitations),
    ]);
  };
  await draw();
  return panel;
}

function list(zone, title, players, actions, change) {
  const row = (who) =>
    h(
      "li",
      {},
      h("bdi", {}, who.name),
      " ",
      actions.map((make) => [make(who, change), " "]),
    );
  return players.length ? h("div", { "data-list": zone }, h("h3", {}, title), h("ul", {}, players.map(row))) : null;
}

function action(label, act, { player, name }, onclick) {
  return button(label, act, onclick, {
    class: "small",
    "aria-label": t("named", { name: label, value: name }),
    "data-key": `${act}-${player}`,
  });
}

function follow(who, change) {
  return action(t("people.follow"), "follow", who, () => change(() => call("PUT", `me/follows/${who.player}`, {})));
}

function unfollow(who, change) {
  return action(t("people.unfollow"), "unfollow", who, () => change(() => call("DELETE", `me/follows/${who.player}`)));
}

function block(who, change) {
  return action(t("people.block"), "block", who, () => change(() => blockSurely(who.player, who.name)));
}

function unblock(who, change) {
  return action(t("people.unblock"), "unblock", who, () => change(() => call("DELETE", `me/blocks/${who.player}`)));
}

/** Explain a block, and block the player on confirmation. Return true if they are blocked. */
async function blockSurely(player, name) {
  const chosen = await dialog(t("people.about", { who: name }), h("p", {}, t("people.sure", { who: name })), [
    [t("people.block"), "block-surely"],
    [t("close"), "close"],
  ]);
  if (chosen !== "block-surely") {
    return false;
  }
  await call("PUT", `me/blocks/${player}`, {});
  tell(t("people.is_blocked", { who: name }));
  return true;
}

/** Show a player and run the chosen action. Return true if something was done. */
export async function about(player) {
  return known(await get(`players/${player}`), true);
}

/** Do the same for a loaded profile. A player met at a table can be muted, too. */
async function known({ id, nickname: who, avatar: picture, name, since, followed, friend, blocked }, met = false) {
  await loadLater();
  const facts = [
    name && `@${name}`,
    since && t("people.since", { time: month(since) }),
    friend && t("people.friend"),
    blocked && t("people.blocked.you"),
  ].filter(Boolean);
  const content = h(
    "div",
    { class: "row", "data-zone": "profile" },
    avatar(picture),
    h(
      "span",
      {},
      h("b", {}, h("bdi", {}, who)),
      facts.map((fact) => [" · ", h("bdi", {}, fact)]),
    ),
  );
  const choices = [
    blocked ? null : followed ? [t("people.unfollow"), "unfollow"] : [t("people.follow"), "follow"],
    met && !blocked ? [t("messages.mute", { who }), "mute"] : null,
    blocked ? [t("people.unblock"), "unblock"] : [t("people.block"), "block"],
    [t("close"), "close"],
  ].filter(Boolean);
  switch (await dialog(t("people.about", { who }), content, choices)) {
    case "follow":
      await call("PUT", `me/follows/${id}`, {});
      tell(t("people.followed", { who }));
      return true;
    case "unfollow":
      await call("DELETE", `me/follows/${id}`);
      return true;
    case "mute":
      await call("PUT", `me/mutes/${id}`, {});
      tell(t("messages.muted", { who }));
      return true;
    case "block":
      return blockSurely(id, who);
    case "unblock":
      await call("DELETE", `me/blocks/${id}`);
      return true;
    default:
      return false;
  }
}

/** Return the form that finds a player by name. */
function finding(change) {
  const input = h("input", {
    id: "find-player",
    maxlength: "100",
    required: true,
    autocapitalize: "none",
    autocomplete: "off",
    spellcheck: "false",
  });
  const find = (event) => {
    event.preventDefault();
    return change(
      async () =>
        (await known(await get(`players?name=${encodeURIComponent(input.value.trim())}`))) && (input.value = ""),
    );
  };
  return h(
    "form",
    { class: "form", onsubmit: find },
    h(
      "div",
      { class: "field" },
      h("label", { for: "find-player" }, t("people.find")),
      h(
        "div",
        { class: "row" },
        input,
        h("button", { type: "submit", "data-act": "find-player" }, t("people.find.button")),
      ),
    ),
  );
}

/** Return the setting for the players who may see the profile, or who may send invitations. */
function audience(what, chosen) {
  const select = h(
    "select",
    { id: what, "data-act": what },
    ["everybody", "friends", "nobody"].map((one) =>
      h("option", { value: one, selected: one === chosen }, t(`people.profile.${one}`)),
    ),
  );
  select.addEventListener("change", () =>
    patch("me", { [what]: select.value }).then(remember, (error) => ((select.value = chosen), tell(wordsOf(error)))),
  );
  return h("div", { class: "field" }, h("label", { for: what }, t(`people.${what}`)), select);
}

function month(time) {
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(time));
}
