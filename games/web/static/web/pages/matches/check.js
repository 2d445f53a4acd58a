/** The check of the shuffles of a finished match. The browser computes every deck by itself. */

import { get } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { wordsOf } from "../../server/problems.js";
import { href } from "../../router.js";
import { VERSION, checks, isSealed } from "../../player/shuffle.js";
import { secretOf } from "../../player/secrets.js";
import * as store from "../../browser/store.js";
import { loadLater, rich, t } from "../../language/texts.js";

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
  const unable = whyUnable(about);
  if (unable) {
    page.dataset.result = "unable";
    result.textContent = unable;
    return;
  }
  const isPromiseKept = checkPromise(about, matchId, list);
  const decks = await checkDecks(record, list);
  const areSecretsRight = checkSecrets(about, matchId, list);
  const right = isPromiseKept && decks.right && areSecretsRight;
  add(list, right, t("check.decks", { count: decks.count }));
  const mine = about.seats.some(({ seed, seed_commitment: promise }) => seed && secretOf(promise));
  page.dataset.result = !right ? "wrong" : mine ? "right" : "unchecked"; // the check protects only players who added a secret
  result.replaceChildren(h("strong", {}, t(`check.${page.dataset.result}`)));
  page.append(numbers(about));
}

/** Return why this browser cannot check the match, or null. */
function whyUnable({ shuffle }) {
  if (!crypto.subtle) {
    return t("check.unable");
  }
  return shuffle === VERSION ? null : t("check.version", { version: shuffle });
}

/** Check that the server has kept the commitment that this browser saw at the start. Return true if it has. */
function checkPromise({ commitment }, matchId, list) {
  const promised = store.commitments.get()[matchId];
  const right = !promised || promised === commitment;
  if (promised) {
    add(list, right, t(right ? "check.promised" : "check.broken"));
  }
  return right;
}

/** Compute every deck anew. Return {right, count}: whether all follow from the seeds, and the number of decks. */
async function checkDecks(record, list) {
  let right = true;
  let count = 0;
  for await (const found of checks(record)) {
    right &&= found.right;
    count += found.what === "deck" ? 1 : 0;
    if (found.what !== "deck") {
      add(list, found.right, t(`check.${found.what}.${found.right}`, { name: found.name }));
    } else if (!found.right) {
      add(list, false, t("check.deck.false", { round: found.round + 1, number: found.attempt + 1 }));
    }
  }
  return { right, count };
}

/** Check the secrets that this browser has noted or added. Return true if the match has used all of them. */
function checkSecrets(about, matchId, list) {
  const sealed = store.sealings.get()[matchId];
  let right = !sealed || isSealed(about, sealed);
  if (sealed) {
    add(list, right, t(`check.noted.${right}`));
  }
  for (const { name, seed, seed_commitment: promise } of about.seats) {
    if (promise && !seed) {
      add(list, true, t("check.kept", { name }));
    }
    if (secretOf(promise)) {
      const isUsed = seed === secretOf(promise);
      right &&= isUsed;
      add(list, isUsed, t(`check.mine.${isUsed}`));
    }
  }
  return right;
}

/** Return the seeds and the commitment, for players who check them with a program of their own. */
function numbers({ commitment, seats, seed: drawn }) {
  const line = ({ name, seed }) => h("li", {}, rich("named", { name: h("bdi", {}, name), value: seed || "–" }));
  return h(
    "details",
    {},
    h("summary", {}, t("check.numbers")),
    h("p", {}, t("check.seed")),
    h("p", { class: "hex" }, drawn),
    h("p", {}, t("check.commitment")),
    h("p", { class: "hex" }, commitment),
    h("p", {}, t("check.words")),
    h("ul", {}, seats.map(line)),
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
