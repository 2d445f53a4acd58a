/** The check of the shuffles of a finished match. The browser computes every deck by itself. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { wordsOf } from "../problems.js";
import { href } from "../router.js";
import { VERSION, checks, isSealed } from "../shuffle.js";
import { secretOf } from "../secrets.js";
import * as store from "../store.js";
import { loadLater, rich, t } from "../texts.js";

export async function show(main, [matchId]) {
  await loadLater();
  const list = h("ul", { class: "check-list" });
  const result = h("p", { class: "check-result", role: "status" }, t("check.working"));
  const page = h(
    "section",
    { class: "panel narrow", "data-zone": "check" },
    h("h1", {}, t("check.title")),
    ["one", "two", "three"].map((part) => h("p", {}, t(`check.text.${part}`))),
    result,
    list,
    h("p", {}, h("a", { href: href("match", matchId) }, t("replay.back"))),
  );
  main.append(page);
  try {
    const record = await get(`matches/${matchId}/record`);
    await check(record, matchId, list, result, page);
  } catch (error) {
    result.textContent = wordsOf(error);
  }
}

async function check(record, matchId, list, result, page) {
  const { about } = record;
  if (!crypto.subtle) {
    page.dataset.result = "unable";
    result.textContent = t("check.unable");
    return;
  }
  if (about.shuffle !== VERSION) {
    page.dataset.result = "unable";
    result.textContent = t("check.version", { version: about.shuffle });
    return;
  }
  const promised = store.commitments.get()[matchId];
  if (promised) {
    add(list, promised === about.commitment, t(promised === about.commitment ? "check.promised" : "check.broken"));
  }
  let right = !promised || promised === about.commitment;
  let decks = 0;
  for await (const found of checks(record)) {
    right &&= found.right;
    decks += found.what === "deck" ? 1 : 0;
    if (found.what !== "deck") {
      add(list, found.right, t(`check.${found.what}.${found.right}`, { name: found.name }));
    } else if (!found.right) {
      add(list, false, t("check.deck.false", { round: found.round + 1, number: found.attempt + 1 }));
    }
  }
  const sealed = store.sealings.get()[matchId];
  if (sealed) {
    right &&= isSealed(about, sealed);
    add(list, isSealed(about, sealed), t(`check.noted.${isSealed(about, sealed)}`));
  }
  const mine = about.seats.some(({ seed, seed_commitment: promise }) => seed && secretOf(promise));
  for (const { name, seed, seed_commitment: promise } of about.seats) {
    if (promise && !seed) {
      add(list, true, t("check.kept", { name }));
    }
    if (secretOf(promise)) {
      right &&= seed === secretOf(promise);
      add(list, seed === secretOf(promise), t(`check.mine.${seed === secretOf(promise)}`));
    }
  }
  add(list, right, t("check.decks", { count: decks }));
  page.dataset.result = !right ? "wrong" : mine ? "right" : "unchecked"; // the check protects only players who added a secret
  result.replaceChildren(h("strong", {}, t(`check.${page.dataset.result}`)));
  page.append(
    h(
      "details",
      {},
      h("summary", {}, t("check.numbers")),
      h("p", {}, t("check.seed")),
      h("p", { class: "hex" }, about.seed),
      h("p", {}, t("check.commitment")),
      h("p", { class: "hex" }, about.commitment),
      h("p", {}, t("check.words")),
      h(
        "ul",
        {},
        about.seats.map((seat) =>
          h("li", {}, rich("named", { name: h("bdi", {}, seat.name), value: seat.seed || "–" })),
        ),
      ),
    ),
  );
}

function add(list, right, text) {
  list.append(
    h(
      "li",
      { "data-result": right ? "right" : "wrong" },
      h("span", { class: "check-mark", "aria-hidden": "true" }, right ? "✓" : "✗"),
      h("span", {}, text),
    ),
  );
}
