/** What is said in a club: a panel that looks for what is new while the page is seen. */

import { call, get, newKey, post } from "../api.js";
import { button, dialog, h, redraw } from "../dom.js";
import { tell } from "../frame.js";
import { href } from "../router.js";
import { date, loadLater, t } from "../texts.js";
import { attempt } from "./clubforms.js";

/** Milliseconds between two looks; those that find nothing new cost next to nothing. */
const EVERY = 20_000;
const SHOWN = 50;
const LONGEST = 500;
const LONGEST_REPORT = 2000;

/** Return the panel. */
export async function talk(club) {
  const [{ phrases }] = await Promise.all([get("phrases"), loadLater()]);
  const lines = h("ol", { class: "story-lines", tabindex: "0", "aria-label": t("club.talk"), "data-zone": "club-words" });
  const writing = h("div", { class: "form" });
  const kept = h("p", { class: "quiet" });
  let state = null;
  const look = async () => {
    const words = await get(`clubs/${club.id}/words?limit=${SHOWN}`);
    redraw(lines, words.results.length ? words.results.toReversed().map((word) => line(club, word, look)) : h("li", { class: "quiet" }, t("words.none")));
    lines.scrollTop = lines.scrollHeight;
    kept.textContent = t("words.kept.club", { count: words.kept_days });
    const now = JSON.stringify([words.free_text, words.muted_until]);
    if (now !== state) {
      state = now; // what is being written stays
      redraw(writing, words.muted_until ? h("p", { class: "notice" }, t("club.muted", { time: date(words.muted_until) })) : writer(phrases, words.free_text, say));
    }
  };
  const say = async (word) => {
    await post(`clubs/${club.id}/words`, { word }, { headers: { "Idempotency-Key": newKey() } });
    await look();
  };
  await look();
  const timer = setInterval(() => (lines.isConnected ? document.hidden || look().catch(() => {}) : clearInterval(timer)), EVERY);
  return h("section", { class: "panel form", "data-zone": "club-talk", "aria-labelledby": "club-talk-title" }, h("h2", { id: "club-talk-title" }, t("club.talk")), lines, writing, kept);
}

function writer(phrases, free, say) {
  const phrase = h("select", { id: "club-phrase" }, phrases.map(({ key, text }) => h("option", { value: key }, text)));
  const canned = h("div", { class: "field" }, h("label", { for: "club-phrase" }, t("words.phrase")), h("div", { class: "row" }, phrase, button(t("words.say"), "say-phrase", attempt(() => say({ type: "phrase", key: phrase.value })))));
  if (free !== "allowed") {
    return [canned, h("p", { class: "quiet" }, t("words.off_for_you"), " ", h("a", { href: href("you", "talk") }, t("you.title")))];
  }
  const text = h("textarea", { id: "club-text", rows: 2, maxlength: LONGEST, required: true, dir: "auto" });
  const send = attempt(async () => {
    await say({ type: "text", text: text.value });
    text.value = "";
  });
  return [canned, h("form", { class: "form", onsubmit: send }, h("div", { class: "field" }, h("label", { for: "club-text" }, t("words.text")), text), h("div", { class: "row" }, h("button", { type: "submit", "data-act": "send-words" }, t("words.send"))))];
}

function line(club, word, look) {
  const text = word.removed ? h("em", {}, t("words.removed")) : h("bdi", { class: "said" }, word.text);
  const more = word.removed || (word.mine && club.standing !== "organizer") ? null : [" ", button("⋯", "about-word", attempt(async () => (await about(club, word)) && look()), { class: "small ghostly", "aria-label": t("words.more", { who: word.name }), "data-key": `about-${word.id}` })];
  return h("li", { "data-word": word.id, title: date(word.at) }, h("b", {}, h("bdi", {}, word.mine ? t("words.you") : word.name)), " ", text, more);
}

/** What can be done about a word: not to hear who said it, to report it, and for organizers to hide it. */
async function about(club, word) {
  const what = h("textarea", { id: "club-report", rows: 3, maxlength: LONGEST_REPORT, dir: "auto" });
  const content = [h("blockquote", { dir: "auto" }, word.text), word.mine ? null : h("div", { class: "field" }, h("label", { for: "club-report" }, t("words.what")), what)];
  const choices = [club.standing === "organizer" ? [t("club.hide"), "hide-word"] : null, ...(word.mine ? [] : [[t("words.report"), "report-word"], [t("words.mute", { who: word.name }), "mute"]]), [t("close"), "close"]];
  switch (await dialog(t("words.more", { who: word.name }), content, choices.filter(Boolean))) {
    case "hide-word":
      await call("DELETE", `clubs/${club.id}/words/${word.id}`);
      return true;
    case "report-word":
      await post(`clubs/${club.id}/words/${word.id}/report`, { happened: what.value }, { headers: { "Idempotency-Key": newKey() } });
      tell(t("report.sent"));
      return false;
    case "mute":
      await call("PUT", `me/mutes/${word.player}`, {});
      tell(t("words.muted", { who: word.name }));
      return true;
    default:
      return false;
  }
}
