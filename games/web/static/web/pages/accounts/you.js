/** The page of the player: name, picture, looks, language, devices. */

import { call, get, patch, post } from "../../server/api.js";
import { avatar, avatars } from "../../parts/avatars.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { createGuest, remember, loadPlayer } from "../../player/player.js";
import { setLanguage } from "../../player/preferences.js";
import { signOut } from "../../player/signing.js";
import { wordsOf } from "../../server/problems.js";
import { go, href } from "../../router.js";
import * as store from "../../browser/store.js";
import { date, t } from "../../language/texts.js";
import { LANGUAGES } from "../../texts/index.js";
import { looks } from "../../table/settings.js";
import { account } from "./account.js";
import { another } from "./another.js";
import { keepIt } from "./recovery.js";
import { myData } from "./mydata.js";
import { createDeviceToken } from "./pairing.js";
import { people } from "../people/people.js";
import { programs } from "./programs.js";
import { withRecentLogIn } from "./recentlogin.js";

export async function show(main, [part = "", ...rest] = []) {
  if (part === "ratings") {
    return (await import("../people/ratings.js")).show(main, rest); // a separate page, which this one need not import
  }
  const [known, all] = await Promise.all([loadPlayer(), avatars()]);
  const me = store.me.get();
  main.append(
    h(
      "div",
      { class: "form" },
      h("section", { class: "panel form" }, h("h1", {}, t("you.title")), profile(me, all)),
      h(
        "section",
        { class: "panel form", "aria-labelledby": "look-title" },
        h("h2", { id: "look-title" }, t("look.title")),
        looks(() => {}),
        languages(),
      ),
      known
        ? await Promise.all([account(), people(), talking(), devices(), recovery(), myData()])
        : h("p", {}, h("a", { href: href("device") }, t("home.back"))),
      known ? h("p", {}, h("a", { href: href("you", "ratings"), "data-act": "ratings" }, t("ratings.title"))) : null,
      known ? h("p", {}, h("a", { href: href("availability") }, t("availability.title"))) : null,
      known ? h("p", {}, h("a", { href: href("notifications") }, t("notifications.title"))) : null,
      known ? h("p", {}, h("a", { href: href("sanctions"), "data-act": "sanctions" }, t("sanctions.title"))) : null,
      h("p", {}, h("a", { href: href("stored") }, t("stored.title"))),
      h("p", { class: "quiet" }, t("you.api"), " ", h("a", { href: "/api/docs/" }, "/api/docs/")),
    ),
  );
  if (part) {
    document.getElementById(part)?.scrollIntoView();
  }
}

function profile(me, all) {
  const form = h(
    "form",
    { class: "form", onsubmit: (event) => (event.preventDefault(), save(event.target)) },
    h(
      "div",
      { class: "field" },
      h("label", { for: "nickname" }, t("make.nickname")),
      h("input", {
        id: "nickname",
        name: "nickname",
        required: true,
        maxlength: "24",
        value: me?.nickname ?? "",
        autocomplete: "nickname",
      }),
    ),
    h(
      "div",
      { class: "avatars", role: "radiogroup", "aria-label": t("home.avatar") },
      all.map(({ key, name }) =>
        h(
          "label",
          { class: "avatar-choice" },
          h("input", {
            type: "radio",
            name: "avatar",
            value: key,
            checked: key === (me?.avatar ?? "cat"),
            "aria-label": name,
            "data-avatar": key,
          }),
          avatar(key),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", "data-act": "save-me" }, me ? t("you.save") : t("you.come")),
    ),
  );
  return form;
}

async function save(form) {
  const wanted = { nickname: form.elements.nickname.value.trim(), avatar: form.elements.avatar.value };
  try {
    if (store.token.get()) {
      remember(await patch("me", wanted));
    } else {
      await createGuest(wanted.nickname, wanted.avatar);
    }
    go("");
  } catch (error) {
    tell(wordsOf(error));
  }
}

function languages() {
  const chosen = store.me.get()?.language ?? store.language.get();
  const select = h(
    "select",
    {
      id: "language",
      onchange: () =>
        setLanguage(select.value || null).catch((error) => ((select.value = chosen ?? ""), tell(wordsOf(error)))),
    },
    h("option", { value: "" }, t("look.language.system")),
    Object.entries(LANGUAGES).map(([code, { name }]) =>
      h("option", { value: code, lang: code, selected: code === chosen }, name),
    ),
  );
  return h("div", { class: "field" }, h("label", { for: "language" }, t("look.language")), select);
}

/** Return the panel with the setting for free text, and the muted players. */
async function talking() {
  const [{ free_text: allowed, kid_mode }, { players }] = await Promise.all([get("me"), get("me/mutes")]);
  const free = h("input", { type: "checkbox", id: "free-text", checked: allowed, "data-act": "free-text" });
  free.addEventListener("change", () =>
    patch("me", { free_text: free.checked }).then(
      remember,
      (error) => ((free.checked = !free.checked), tell(wordsOf(error))),
    ),
  );
  const list = h(
    "ul",
    {},
    players.map(({ player, name }) => muted(player, name)),
  );
  return h(
    "section",
    { class: "panel form", id: "talk", "data-zone": "talk", "aria-labelledby": "talk-title" },
    h("h2", { id: "talk-title" }, t("you.talk")),
    kid_mode
      ? null
      : h(
          "div",
          { class: "field-check" },
          free,
          h("label", { for: "free-text" }, t("you.free_text"), h("small", {}, t("you.free_text.text"))),
        ),
    players.length ? [h("h3", {}, t("you.muted")), list] : null,
    kidMode(kid_mode),
  );
}

/** Kid mode: its state, or a button behind the warning that only the staff can switch it off. */
function kidMode(isOn) {
  if (isOn) {
    return h("p", { "data-in-kid-mode": "" }, t("you.kid_mode.on"));
  }
  const begin = () =>
    call("PUT", "me/kid-mode").then(
      (me) => (remember(me), location.reload()),
      (error) => tell(wordsOf(error)),
    );
  return h(
    "details",
    { "data-kid-mode": "" },
    h("summary", {}, t("you.kid_mode")),
    h("p", {}, t("you.kid_mode.text")),
    button(t("you.kid_mode.begin"), "kid-mode", begin),
  );
}

function muted(player, name) {
  const hear = async () => {
    try {
      await call("DELETE", `me/mutes/${player}`);
      item.remove();
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  const item = h(
    "li",
    {},
    h("bdi", {}, name),
    " ",
    button(t("you.unmute", { who: name }), "unmute", hear, { class: "small" }),
  );
  return item;
}

async function devices() {
  const { devices: acting } = await get("me/devices");
  const all = acting.filter(({ scopes }) => !scopes);
  const again = async (action) => {
    try {
      await withRecentLogIn(action);
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  const added = h("input", { type: "checkbox", id: "remove-added" });
  const revokeOtherDevices = async () => {
    await call("DELETE", added.checked ? "me/devices?remove_what_they_added=true" : "me/devices");
    location.reload();
  };
  const panel = h(
    "section",
    { class: "panel form", "aria-labelledby": "devices-title" },
    h("h2", { id: "devices-title" }, t("you.devices")),
    h("p", {}, t("you.devices.text")),
    h(
      "ul",
      {},
      all.map((device) =>
        h(
          "li",
          {},
          device.device || t("you.device.unnamed"),
          device.current ? ` · ${t("you.device.this")}` : ` · ${date(device.created_at)}`,
        ),
      ),
    ),
    acting.length > 1
      ? h(
          "div",
          { class: "field-check" },
          added,
          h(
            "label",
            { for: "remove-added" },
            t("you.device.others.remove"),
            h("small", {}, t("you.device.others.remove.text")),
          ),
        )
      : null,
    h(
      "div",
      { class: "row" },
      button(t("you.device.add"), "add-device", () => again(createDeviceToken)),
      acting.length > 1 ? button(t("you.device.others"), "sign-out-others", () => again(revokeOtherDevices)) : null,
      button(t("you.leave"), "sign-out", () => again(() => revokeDevice(all.find(({ current }) => current))), {
        class: "ghostly",
      }),
    ),
    another(),
  );
  return [panel, await programs(acting)];
}

/** Return the panel of the recovery code, for a player who has lost every device. */
async function recovery() {
  const { made_at: madeAt } = await get("me/recovery-code");
  const panel = h("section", {
    class: "panel form",
    id: "recovery",
    "data-zone": "recovery",
    "data-made": Boolean(madeAt),
    "aria-labelledby": "recovery-title",
  });
  const make = async () => {
    try {
      const { code } = await withRecentLogIn(() => post("me/recovery-code", {}));
      store.recovery.set("made");
      panel.dataset.made = "true";
      redraw(panel, h("h2", { id: "recovery-title" }, t("recovery.title")), keepIt(code));
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  redraw(
    panel,
    h("h2", { id: "recovery-title" }, t("recovery.title")),
    h("p", {}, t("recovery.text")),
    madeAt ? h("p", { class: "quiet" }, t("recovery.made", { time: date(madeAt) })) : null,
    h(
      "div",
      { class: "row" },
      button(t(madeAt ? "recovery.anew" : "recovery.make"), "make-recovery", make, { class: madeAt ? "" : "primary" }),
    ),
  );
  return panel;
}

async function revokeDevice(device) {
  if (await sure(t("you.leave"), t("you.leave.text"))) {
    await call("DELETE", `me/devices/${device.id}`);
    signOut();
    go("");
  }
}

/** Ask the player to confirm an action that cannot be undone. */
async function sure(what, text) {
  return (
    (await dialog(what, h("p", {}, text), [
      [t("close"), "close"],
      [what, "really"],
    ])) === "really"
  );
}
