/** The chat of a match between its players: a panel that is closed at first, and marks new messages. */

import { call, get } from "../server/api.js";
import { button, h, redraw } from "../parts/dom.js";
import { say, tell } from "../frame.js";
import { attempt, wordsOf } from "../server/problems.js";
import { postOnce } from "../server/retry.js";
import { href } from "../router.js";
import * as store from "../browser/store.js";
import { date, loadLater, t } from "../language/texts.js";
import { messageList } from "../parts/messagelist.js";
import { savingDialog } from "../parts/saving.js";
import { sendMessage, textForm } from "../parts/writing.js";
import { about } from "../pages/people/people.js";

/** Milliseconds between two requests while the page is visible; those without new messages cost next to nothing. */
const EVERY = 15_000;
const SHOWN = 50;
const LONGEST_NOTE = 2000;
/** Upper bound of the matches whose last read message is stored. */
const HEARD = 50;
/** The last read message of each match, by the id of the match. */
const heard = store.kept("heard", {});

/**
 * Add the chat panel to the table of a player and refresh it until the player leaves the page.
 *
 * It is added if another player (not a bot) has a seat, or with `opened`. An added one names the players anew.
 */
export async function openChat(screen, opened = false) {
  const { you, seats } = screen.session.view;
  const company = seats.some(({ player, number }) => player && number !== you?.seat);
  if (you && screen.root.isConnected && (opened || company || screen.chat)) {
    const panel = await (screen.chat ??= made(screen)).catch(wordsOf); // the error is reported only if the player opened the panel
    panel.drawCompany?.();
    if (opened) {
      panel.open ? panel.open() : tell(panel);
    }
  }
}

async function made(screen) {
  try {
    const [canned] = await Promise.all([get("phrases"), loadLater()]);
    const panel = new Chat(screen, canned);
    screen.story.parentElement.prepend(panel.root);
    await panel.look();
    return panel;
  } catch (error) {
    screen.chat = null; // the next call tries again
    throw error;
  }
}

class Chat {
  constructor(screen, { phrases, reactions }) {
    this.screen = screen;
    this.match = screen.session.matchId;
    this.lines = h("ol", {
      class: "story-lines",
      tabindex: "0",
      "aria-label": t("menu.talk"),
      "data-zone": "messages",
    });
    this.drawLines = messageList(this.lines, (message) => this.line(message));
    this.fresh = h("span", { class: "badge", hidden: true, "data-zone": "new-messages" });
    this.company = h("div", { class: "row", "data-zone": "company" });
    this.writing = h("div", { class: "form" });
    this.kept = h("p", { class: "quiet" });
    const phrase = h(
      "select",
      { id: "talk-phrase" },
      phrases.map(({ key, text }) => h("option", { value: key }, text)),
    );
    this.root = h(
      "details",
      { class: "panel", "data-zone": "talk", ontoggle: () => this.toggled() },
      h("summary", { "data-act": "messages" }, t("menu.talk"), " ", this.fresh),
      this.lines,
      h(
        "div",
        { class: "field" },
        h("label", { for: "talk-phrase" }, t("messages.phrase")),
        h(
          "div",
          { class: "row" },
          phrase,
          button(t("messages.say"), "say-phrase", () => this.say({ type: "phrase", key: phrase.value })),
        ),
      ),
      this.company,
      h(
        "div",
        { class: "row", role: "group", "aria-label": t("messages.react") },
        reactions.map(({ key, text, symbol }) =>
          button(symbol, `react-${key}`, () => this.say({ type: "reaction", key, about: screen.session.version }), {
            "aria-label": text,
            title: text,
            class: "small",
          }),
        ),
      ),
      this.writing,
      this.kept,
      h(
        "p",
        {},
        button(t("messages.note"), "note", () => attempt(() => this.note()), { class: "ghostly" }),
      ),
    );
    const timer = setInterval(
      () => (this.root.isConnected ? document.hidden || this.look() : clearInterval(timer)),
      EVERY,
    );
  }

  /** Open the panel from the menu. */
  open() {
    this.root.open = true;
    this.root.scrollIntoView({ block: "nearest" });
    this.root.querySelector("summary").focus();
  }

  /** Draw a button for each other player, with the actions to follow, mute or block them. */
  drawCompany() {
    const { you, seats } = this.screen.session.view;
    const buttons = seats
      .filter(({ player, number }) => player && number !== you?.seat)
      .map(({ player, name }) =>
        button(name, "about-player", () => attempt(async () => (await about(player)) && this.look()), {
          class: "small",
          "aria-label": t("people.about", { who: name }),
          "data-key": `player-${player}`,
        }),
      );
    redraw(this.company, buttons);
  }

  toggled() {
    if (this.root.open) {
      this.look();
    }
  }

  /** Load the messages. Errors are ignored, since the player did not ask for it. */
  async look() {
    const messages = await get(`matches/${this.match}/chat?limit=${SHOWN}`).catch(() => null);
    if (messages) {
      this.draw(messages);
    }
  }

  draw({ results, free_text: free, kept_days: days }) {
    const newest = results[0]?.id ?? "";
    this.showUnheard(results, newest);
    this.drawLines(results);
    this.newest = newest;
    this.kept.textContent = t("messages.kept", { count: days });
    if (free !== this.free) {
      this.free = free;
      redraw(this.writing, this.writer());
    }
  }

  /** Show the number of messages that the player has not seen, and say it when there are new ones. */
  showUnheard(results, newest) {
    const last = heard.get()[this.match] ?? "";
    if (this.root.open && newest && newest !== last) {
      heard.set(store.withLatest(heard.get(), this.match, newest, HEARD));
    }
    const place = results.findIndex(({ id }) => id === last);
    const unheard = this.root.open ? 0 : results.slice(0, place < 0 ? SHOWN : place).filter(({ mine }) => !mine).length;
    this.fresh.hidden = unheard === 0;
    this.fresh.textContent = unheard ? t("messages.new", { count: unheard }) : "";
    const menu = this.screen.bar.querySelector("[data-act=menu]");
    if (menu) {
      menu.style.boxShadow = unheard ? "inset 0 0 0 3px var(--terracotta)" : ""; // the panel may be out of sight
    }
    if (unheard && newest !== this.newest) {
      say(`${t("menu.talk")}: ${this.fresh.textContent}`);
    }
  }

  line(message) {
    const text = message.removed
      ? h("em", {}, t("messages.removed"))
      : h("bdi", { class: "said" }, message.symbol ? `${message.symbol} ${message.text}` : message.text);
    return h(
      "li",
      { "data-message": message.id, "data-type": message.type, title: date(message.at) },
      h("b", {}, h("bdi", {}, message.mine ? t("messages.you") : message.name)),
      " ",
      text,
      message.mine || message.removed
        ? null
        : [
            " ",
            button("⋯", "about-word", () => attempt(() => this.about(message)), {
              class: "small ghostly",
              "aria-label": t("messages.more", { who: message.name }),
              "data-key": `about-${message.id}`,
            }),
          ],
    );
  }

  /** Return the form for free text, or the reason for having none. */
  writer() {
    if (this.free === "allowed") {
      return textForm("talk-text", (message) => this.say(message));
    }
    if (this.free === "off_for_you") {
      return h(
        "p",
        { class: "quiet" },
        t("messages.off_for_you"),
        " ",
        h("a", { href: href("you", "talk") }, t("you.title")),
      );
    }
    return this.free === "off_for_others" ? h("p", { class: "quiet" }, t("messages.off_for_others")) : null;
  }

  say(message) {
    return sendMessage(`matches/${this.match}/chat`, message, () => this.look());
  }

  /** Show the actions on a message of another player: mute the player, or report the message. */
  async about(message) {
    const what = h("textarea", { id: "talk-report", rows: 3, maxlength: LONGEST_NOTE, dir: "auto" });
    const content = [
      h("blockquote", { dir: "auto" }, message.text),
      h("div", { class: "field" }, h("label", { for: "talk-report" }, t("messages.what")), what),
    ];
    const choices = [
      [t("messages.report"), "report-word"],
      [t("messages.mute", { who: message.name }), "mute"],
      [t("close"), "close"],
    ];
    await savingDialog(t("messages.more", { who: message.name }), content, choices, async (act) => {
      if (act === "mute") {
        await call("PUT", `me/mutes/${message.player}`, {});
        tell(t("messages.muted", { who: message.name }));
      } else {
        await postOnce(`matches/${this.match}/chat/${message.id}/report`, { happened: what.value });
        tell(t("report.sent"));
      }
    });
    await this.look();
  }

  /** Show the player's private note on the match. */
  async note() {
    const { text: before } = await get(`matches/${this.match}/note`);
    this.screen.left.signal.throwIfAborted(); // the dialog must not open over another page
    const input = h("textarea", { id: "talk-note", rows: 6, maxlength: LONGEST_NOTE, dir: "auto", value: before });
    const content = h("div", { class: "field" }, h("label", { for: "talk-note" }, t("messages.note.text")), input);
    const choices = [
      [t("messages.note.keep"), "keep-note"],
      [t("close"), "close"],
    ];
    await savingDialog(t("messages.note"), content, choices, async () => {
      await (input.value.trim()
        ? call("PUT", `matches/${this.match}/note`, { text: input.value })
        : call("DELETE", `matches/${this.match}/note`));
      tell(t("messages.note.kept"));
    });
  }
}
