/** The data export of the player as one file, and the account deletion, in three days or at once. */

import { call, get, untilAnswered } from "../../server/api.js";
import { button, dialog, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { remember } from "../../player/player.js";
import { signOut } from "../../player/signing.js";
import { wordsOf } from "../../server/problems.js";
import { go } from "../../router.js";
import * as store from "../../browser/store.js";
import { dateInZone, loadLater, t } from "../../language/texts.js";
import { withRecentLogIn } from "./recentlogin.js";

/** Return the panel of the player's data. */
export function myData() {
  const panel = h("section", { class: "panel form", id: "data", "data-zone": "data", "aria-labelledby": "data-title" });
  const draw = () =>
    redraw(
      panel,
      h("h2", { id: "data-title" }, t("you.data")),
      h("p", {}, t("you.data.text")),
      taking(),
      leaving(draw),
    );
  draw();
  return panel;
}

/** Show a planned account deletion on the first page, with a button to cancel it. */
export async function showDeletion(main) {
  if (!store.me.get()?.leaves_at) {
    return;
  }
  await loadLater();
  const banner = h("section", { class: "panel home-waiting", "data-zone": "leaving" });
  const draw = () => (store.me.get().leaves_at ? redraw(banner, leaving(draw)) : banner.remove());
  draw();
  main.querySelector(".home").prepend(banner);
}

/** Return the button for the export. It counts rows as progress, since the total is unknown. */
function taking() {
  const said = h("output", { class: "quiet", "aria-live": "polite" });
  const take = button(t("you.data.take"), "take-data", async () => {
    take.disabled = true;
    try {
      save(await everything((count) => (said.textContent = t("you.data.rows", { count }))));
      said.textContent = t("you.data.done");
    } catch (error) {
      said.textContent = "";
      tell(wordsOf(error));
    }
    take.disabled = false;
  });
  return h("div", { class: "row" }, take, said);
}

/** Load all data of the player, page after page. */
async function everything(say) {
  const { results, ...file } = await untilAnswered(() => get("me/data?limit=100"));
  let { next } = file;
  while (next) {
    say(results.length);
    const page = await untilAnswered(() => get(next.slice(next.indexOf("me/data"))));
    results.push(...page.results);
    next = page.next;
  }
  return { format: file.format, made_at: file.server_time, results };
}

function save(file) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: "application/json" }));
  h("a", { href: address, download: `chkobba-${file.made_at.slice(0, 10)}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function leaving(draw) {
  const { leaves_at: until } = store.me.get();
  const change = async (asking) => {
    try {
      await asking();
      remember(await get("me"));
      draw();
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  if (!until) {
    return h(
      "div",
      { class: "row" },
      button(t("you.delete"), "delete-me", () => leave(change), { class: "ghostly" }),
    );
  }
  return [
    h("p", { "data-until": until }, t("you.leaving", { time: dateInZone(until) })),
    h(
      "div",
      { class: "row" },
      button(t("you.stay"), "stay", () => change(() => call("DELETE", "me/deletion")), { class: "primary" }),
      button(t("you.delete.now"), "delete-now", () => leave(change), { class: "ghostly" }),
    ),
  ];
}

async function leave(change) {
  const planned = store.me.get().leaves_at;
  const ways = [
    [t("close"), "close"],
    [t("you.delete.now"), "now"],
    ...(planned ? [] : [[t("you.delete.soon"), "soon"]]),
  ];
  const chosen = await dialog(
    t("you.delete"),
    [h("p", {}, t("you.delete.text")), planned ? null : h("p", {}, t("you.delete.soon.text"))],
    ways,
  );
  if (chosen === "soon") {
    await change(() => withRecentLogIn(() => call("PUT", "me/deletion", {})));
  } else if (chosen === "now") {
    try {
      await withRecentLogIn(() => call("DELETE", "me"));
      signOut();
      go("");
    } catch (error) {
      tell(wordsOf(error));
    }
  }
}
