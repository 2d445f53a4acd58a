/** The player's warnings and limits with reason and end, and the player's appeals. */

import { get, post } from "../../server/api.js";
import { h, redraw } from "../../parts/dom.js";
import { tell } from "../../frame.js";
import { wordsOf } from "../../server/problems.js";
import { date, loadLater, t } from "../../language/texts.js";
import { ownPage } from "../own.js";

export async function show(main) {
  const page = await ownPage(main);
  if (!page) {
    return;
  }
  await loadLater();
  const draw = async () => {
    const { sanctions } = await get("me/sanctions");
    redraw(page, [
      h(
        "section",
        { class: "panel form" },
        h("h1", {}, t("sanctions.title")),
        h("p", {}, t("sanctions.text")),
        sanctions.length ? null : h("p", { class: "quiet" }, t("sanctions.none")),
      ),
      sanctions.map((one) => sanction(one, draw)),
    ]);
  };
  await draw();
}

function sanction(one, draw) {
  const ends =
    one.is_over && one.until
      ? t("sanctions.over")
      : one.until
        ? t("sanctions.until", { time: date(one.until) })
        : date(one.at);
  return h(
    "section",
    { class: "panel form", "data-sanction": one.id, "data-kind": one.kind, "aria-labelledby": `sanction-${one.id}` },
    h("h2", { id: `sanction-${one.id}` }, t(`sanctions.kind.${one.kind}`), " · ", ends),
    h("p", { dir: "auto" }, one.reason),
    one.appeal
      ? [h("p", { class: "quiet" }, t("sanctions.yours")), h("p", { dir: "auto" }, one.appeal)]
      : appealing(one, draw),
    one.answer
      ? [h("p", { class: "quiet" }, t("sanctions.answer")), h("p", { dir: "auto" }, one.answer)]
      : one.appeal
        ? h("p", { class: "quiet" }, t("sanctions.waits"))
        : null,
  );
}

function appealing(one, draw) {
  const text = h("textarea", { id: `appeal-${one.id}`, rows: "4", maxlength: "2000", required: true });
  const send = async (event) => {
    event.preventDefault();
    try {
      await post(`me/sanctions/${one.id}/appeal`, { text: text.value });
      await draw();
    } catch (error) {
      tell(wordsOf(error));
    }
  };
  return h(
    "form",
    { class: "form", onsubmit: send },
    h("div", { class: "field" }, h("label", { for: text.id }, t("sanctions.appeal")), text),
    h("div", { class: "row" }, h("button", { type: "submit", "data-act": "appeal" }, t("sanctions.send"))),
  );
}
