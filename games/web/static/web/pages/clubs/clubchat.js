/** The chat of a club. The panel looks for new messages while the page is visible. */

import { call, get } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { href } from "../../router.js";
import { postOnce } from "../../server/retry.js";
import { messageList } from "../../parts/messagelist.js";
import { savingDialog } from "../../parts/saving.js";
import { sendMessage, textForm } from "../../parts/writing.js";
import { date, loadLater, t } from "../../language/texts.js";
import { attempt } from "./clubforms.js";

/** Milliseconds between two requests; those without new messages cost next to nothing. */
const EVERY = 20_000;
const SHOWN = 50;
const LONGEST_REPORT = 2000;

/** Return the panel of the chat. */
export async function talk(club) {
  const [{ phrases }] = await Promise.all([get("phrases"), loadLater()]);
  const lines = h("ol", {
    class: "story-lines",
    tabindex: "0",
    "aria-label": t("club.talk"),
    "data-zone": "club-messages",
  });
  const writing = h("div", { class: "form" });
  const kept = h("p", { class: "quiet" });
  const drawLines = messageList(lines, (message) => line(club, message, look));
  let state = null;
  const look = async () => {
    const messages = await get(`clubs/${club.id}/chat?limit=${SHOWN}`);
    drawLines(messages.results);
    kept.textContent = t("messages.kept.club", { count: messages.kept_days });
    const now = JSON.stringify([messages.free_text, messages.muted_until]);
    if (now !== state) {
      state = now; // redraw only on changes, so that a text in progress stays
      redraw(
        writing,
        messages.muted_until
          ? h("p", { class: "notice" }, t("club.muted", { time: date(messages.muted_until) }))
          : writer(phrases, messages.free_text, say),
      );
    }
  };
  const say = (message) => sendMessage(`clubs/${club.id}/chat`, message, look);
  await look();
  const timer = setInterval(
    () => (lines.isConnected ? document.hidden || look().catch(() => {}) : clearInterval(timer)),
    EVERY,
  );
  return h(
    "section",
    { class: "panel form", "data-zone": "club-talk", "aria-labelledby": "club-talk-title" },
    h("h2", { id: "club-talk-title" }, t("club.talk")),
    lines,
    writing,
    kept,
  );
}

function writer(phrases, free, say) {
  const phrase = h(
    "select",
    { id: "club-phrase" },
    phrases.map(({ key, text }) => h("option", { value: key }, text)),
  );
  const canned = h(
    "div",
    { class: "field" },
    h("label", { for: "club-phrase" }, t("messages.phrase")),
    h(
      "div",
      { class: "row" },
      phrase,
      button(t("messages.say"), "say-phrase", () => say({ type: "phrase", key: phrase.value })),
    ),
  );
  if (free !== "allowed") {
    return [
      canned,
      h("p", { class: "quiet" }, t("messages.off_for_you"), " ", h("a", { href: href("you", "talk") }, t("you.title"))),
    ];
  }
  return [canned, textForm("club-text", say)];
}

function line(club, message, look) {
  const text = message.removed ? h("em", {}, t("messages.removed")) : h("bdi", { class: "said" }, message.text);
  const more =
    message.removed || (message.mine && club.standing !== "organizer")
      ? null
      : [
          " ",
          button(
            "⋯",
            "about-word",
            attempt(async () => (await about(club, message)) && look()),
            {
              class: "small ghostly",
              "aria-label": t("messages.more", { who: message.name }),
              "data-key": `about-${message.id}`,
            },
          ),
        ];
  return h(
    "li",
    { "data-message": message.id, title: date(message.at) },
    h("b", {}, h("bdi", {}, message.mine ? t("messages.you") : message.name)),
    " ",
    text,
    more,
  );
}

/** Show the actions on a message: mute its author, report it, and for organizers hide it. Return the one that ran. */
async function about(club, message) {
  const what = h("textarea", { id: "club-report", rows: 3, maxlength: LONGEST_REPORT, dir: "auto" });
  const content = [
    h("blockquote", { dir: "auto" }, message.text),
    message.mine ? null : h("div", { class: "field" }, h("label", { for: "club-report" }, t("messages.what")), what),
  ];
  const choices = [
    club.standing === "organizer" ? [t("club.hide"), "hide-word"] : null,
    ...(message.mine
      ? []
      : [
          [t("messages.report"), "report-word"],
          [t("messages.mute", { who: message.name }), "mute"],
        ]),
    [t("close"), "close"],
  ];
  return savingDialog(t("messages.more", { who: message.name }), content, choices.filter(Boolean), async (act) => {
    if (act === "hide-word") {
      await call("DELETE", `clubs/${club.id}/chat/${message.id}`);
    } else if (act === "report-word") {
      await postOnce(`clubs/${club.id}/chat/${message.id}/report`, { happened: what.value });
      tell(t("report.sent"));
    } else {
      await call("PUT", `me/mutes/${message.player}`, {});
      tell(t("messages.muted", { who: message.name }));
    }
  });
}
