/** The notification channels of the player: a list, their settings, and forms to add one. */

import { call, get, patch, post } from "../../server/api.js";
import { button, h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { wordsOf } from "../../server/problems.js";
import { hindrance, turnOff, turnOn } from "../../browser/push.js";
import { date, has, t } from "../../language/texts.js";
import { knowZone } from "../../player/zone.js";
import { settings } from "./channelsettings.js";
import { shownOnce } from "../once.js";
import { changeAndDraw, ownPage } from "../own.js";
import { createDeviceToken } from "../accounts/pairing.js";

/** Functions that return the form to add a channel, by the type of channel. */
const ADDING = { mail: addMail, webhook: addWebhook };

/** Reasons for which the switch for this browser had no effect. */
const HINDERED = { not_allowed: () => t("push.not_allowed"), failed: () => t("push.failed") };

export async function show(main) {
  const page = await ownPage(main);
  if (!page) {
    return;
  }
  /** Secrets that the server shows only once: those of webhooks by their channel, and the address of the calendar. */
  const once = {};
  const draw = async () => {
    const [{ channels, kinds, offered }, feed] = await Promise.all([get("me/channels"), get("me/calendar-feed")]);
    const offer = Object.fromEntries(offered.map((one) => [one.type, one]));
    redraw(page, [
      h(
        "section",
        { class: "panel form" },
        h("h1", {}, t("notifications.title")),
        h("p", {}, t("notifications.text")),
        channels.length ? null : h("p", { class: "quiet" }, t("notifications.none")),
      ),
      offer.web_push ? thisDevice(offer.web_push, draw, channels) : null,
      channels.map((channel) => place(channel, offer[channel.type], kinds, once, draw)),
      Object.entries(ADDING).map(([type, adding]) => (offer[type] ? adding(offer[type], draw, once) : null)),
      calendar(feed, once, draw),
    ]);
  };
  await draw();
}

const change = (draw, asking, said = () => t("notifications.saved")) => changeAndDraw(draw, asking, said);

function place(channel, offer, kinds, once, draw) {
  const name = has(`notifications.type.${channel.type}`) ? t(`notifications.type.${channel.type}`) : channel.type;
  return h(
    "section",
    {
      class: "panel form",
      "data-channel": channel.id,
      "data-type": channel.type,
      "data-state": stateOf(channel),
      "aria-labelledby": `place-${channel.id}`,
    },
    h("h2", { id: `place-${channel.id}` }, name, channel.name ? [" · ", h("bdi", {}, channel.name)] : null),
    h("p", { class: "target" }, h("bdi", {}, channel.target), channel.current ? ` · ${t("push.this")}` : null),
    h(
      "p",
      { "data-zone": "state" },
      t(`notifications.state.${stateOf(channel)}`, {
        time: date(channel.turned_off_at ?? channel.failing_since ?? channel.created_at),
      }),
    ),
    once[channel.id]
      ? shownOnce("secret", t("notifications.secret"), t("notifications.secret.once"), once[channel.id])
      : null,
    channel.confirmed
      ? [
          settings(channel, kinds, (wish) => change(draw, () => patch(`me/channels/${channel.id}`, wish))),
          sent(channel, kinds),
        ]
      : readHere(offer),
    h(
      "div",
      { class: "row" },
      channel.confirmed
        ? [
            channel.on
              ? button(t("notifications.try"), "try-channel", () =>
                  change(draw, () => post(`me/channels/${channel.id}/test`), tried),
                )
              : null,
            button(t(channel.on ? "notifications.off" : "notifications.on"), "switch-channel", () =>
              change(draw, () => patch(`me/channels/${channel.id}`, { on: !channel.on })),
            ),
          ]
        : button(t("notifications.again"), "send-again", () =>
            change(
              draw,
              () => post(`me/channels/${channel.id}/confirmation`),
              () => t("notifications.sent", { target: channel.target }),
            ),
          ),
      button(
        t("notifications.remove"),
        "remove-channel",
        () => change(draw, () => (channel.current ? turnOff(channel) : call("DELETE", `me/channels/${channel.id}`))),
        { class: "ghostly" },
      ),
    ),
  );
}

function stateOf({ confirmed, on, turned_off_at, failing_since }) {
  if (!confirmed) {
    return "waiting";
  }
  if (!on) {
    return turned_off_at ? "given_up" : "off";
  }
  return failing_since ? "failing" : "on";
}

function tried({ taken, outcome }) {
  return taken ? t("notifications.tried") : t("notifications.not_tried", { reason: reason(outcome) });
}

/** Return why a message did not arrive: the receiver's status in digits, or a reason that has a text. */
function reason(outcome) {
  const text = `notifications.outcome.${outcome}`;
  return has(text) ? t(text) : t("notifications.outcome", { outcome });
}

/** Return a link to the mailbox of a try-out server, which sends no mails; else null. */
function readHere(offer) {
  return offer?.mailbox
    ? h("p", {}, h("a", { href: offer.mailbox, target: "_blank", "data-act": "mailbox" }, t("notifications.read")))
    : null;
}

/** Return the log of a channel, which is loaded when it is opened. */
function sent(channel, kinds) {
  const labels = Object.fromEntries(kinds.map(({ kind, label }) => [kind, label]));
  const list = h("ul", { class: "plain" });
  const load = async () => {
    const { deliveries } = await get(`me/channels/${channel.id}/deliveries`);
    const lines = deliveries.map(({ type, at, state, outcome }) => {
      const parts = [date(at), labels[type] ?? type, t(`notifications.log.${state}`)];
      const why = state !== "taken" && outcome ? [reason(outcome)] : [];
      return h("li", { "data-state": state }, [...parts, ...why].join(" · "));
    });
    list.replaceChildren(...(lines.length ? lines : [h("li", { class: "quiet" }, t("notifications.log.none"))]));
  };
  return h(
    "details",
    { class: "agreements", "data-zone": "log", ontoggle: (event) => event.target.open && load() },
    h("summary", {}, t("notifications.log")),
    list,
  );
}

function addMail(offer, draw) {
  const add = ({ elements }) =>
    change(
      draw,
      async () => (await knowZone(), post("me/channels", { type: "mail", target: elements.target.value })),
      ({ confirmed, target }) => t(confirmed ? "notifications.saved" : "notifications.sent", { target }),
    );
  return h(
    "form",
    { class: "panel form", "data-zone": "add-mail", onsubmit: (event) => (event.preventDefault(), add(event.target)) },
    h("h2", {}, t("notifications.mail")),
    h("p", {}, t("notifications.mail.text")),
    h(
      "div",
      { class: "field" },
      h("label", { for: "mail" }, t("notifications.mail.address")),
      h("input", {
        type: "email",
        id: "mail",
        name: "target",
        required: true,
        maxlength: "254",
        autocomplete: "email",
      }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", "data-act": "add-mail" }, t("notifications.mail.add")),
    ),
  );
}

function addWebhook({ formats }, draw, once) {
  const add = ({ elements }) =>
    change(draw, async () => {
      await knowZone();
      const { id, secret } = await post("me/channels", {
        type: "webhook",
        target: elements.target.value,
        format: elements.format.value,
      });
      once[id] = secret;
    });
  return h(
    "form",
    {
      class: "panel form",
      "data-zone": "add-webhook",
      onsubmit: (event) => (event.preventDefault(), add(event.target)),
    },
    h("h2", {}, t("notifications.webhook")),
    h("p", {}, t("notifications.webhook.text")),
    h(
      "div",
      { class: "field" },
      h("label", { for: "webhook" }, t("notifications.webhook.address")),
      h("input", {
        type: "url",
        id: "webhook",
        name: "target",
        required: true,
        maxlength: "500",
        dir: "ltr",
        placeholder: "https://",
      }),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { for: "webhook-format" }, t("notifications.webhook.format")),
      h(
        "select",
        { id: "webhook-format", name: "format" },
        formats.map((value) =>
          h(
            "option",
            { value },
            has(`notifications.webhook.format.${value}`) ? t(`notifications.webhook.format.${value}`) : value,
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "primary", "data-act": "add-webhook" }, t("notifications.webhook.add")),
    ),
  );
}

/** Return the panel of the calendar feed with the player's deadlines. Its address is secret and can be renewed. */
function calendar(feed, once, draw) {
  const renew = () => change(draw, async () => ({ address: once.calendar } = await post("me/calendar-feed", {})));
  const end = () =>
    change(draw, async () => {
      await call("DELETE", "me/calendar-feed");
      delete once.calendar;
    });
  return h(
    "section",
    { class: "panel form", "data-zone": "calendar", "data-on": feed.on, "aria-labelledby": "calendar" },
    h("h2", { id: "calendar" }, t("notifications.calendar")),
    h("p", {}, t("notifications.calendar.text")),
    once.calendar
      ? shownOnce("calendar", t("notifications.calendar.address"), t("notifications.calendar.once"), once.calendar)
      : feed.on
        ? h("p", { class: "quiet" }, t("notifications.calendar.on", { time: date(feed.renewed_at) }))
        : null,
    h(
      "div",
      { class: "row" },
      button(t(feed.on ? "notifications.calendar.renew" : "notifications.calendar.start"), "renew-calendar", renew, {
        class: feed.on ? "" : "primary",
      }),
      feed.on ? button(t("notifications.calendar.off"), "end-calendar", end, { class: "ghostly" }) : null,
    ),
  );
}

/** Return a panel with a switch for this browser, or the reason for having none. `offer` has the server's key. */
function thisDevice(offer, draw, channels) {
  const mine = channels.find(({ type, current }) => type === "web_push" && current);
  const state = mine ? "on" : (hindrance() ?? "off");
  const act = (action) => async () => {
    try {
      const hindered = await action();
      await draw();
      tell(hindered ? HINDERED[hindered]() : t("notifications.saved"));
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  return h(
    "section",
    { class: "panel form", "data-zone": "this-device", "data-state": state, "aria-labelledby": "this-device" },
    h("h2", { id: "this-device" }, t("push.title")),
    h("p", {}, state === "off" ? t("push.text") : t(`push.${state}`)),
    mine
      ? h(
          "div",
          { class: "row" },
          button(
            t("push.turn_off"),
            "push-off",
            act(() => turnOff(mine)),
          ),
        )
      : state === "off"
        ? h(
            "div",
            { class: "row" },
            button(
              t("push.turn_on"),
              "push-on",
              act(() => turnOn(offer)),
              { class: "primary" },
            ),
          )
        : state === "install"
          ? [
              h("p", {}, t("push.install.code")),
              button(
                t("push.install.show"),
                "add-device",
                () => createDeviceToken().catch((error) => tell(wordsOf(error))),
                { class: "primary" },
              ),
            ]
          : null,
  );
}
