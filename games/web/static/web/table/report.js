/** Reports to the staff about the current step of a match, and their answers. */

import { get } from "../server/api.js";
import { dialog, h } from "../parts/dom.js";
import { errorLine, save } from "../parts/saving.js";
import { tell } from "../frame.js";
import { wordsOf } from "../server/problems.js";
import { postOnce } from "../server/retry.js";
import { date, loadLater, t } from "../language/texts.js";

const LONGEST = 2000;

/** Show the form for a report. The text stays until the server has accepted it. */
export async function report(matchId, version) {
  try {
    const [, { reports }] = await Promise.all([loadLater(), get(`matches/${matchId}/reports`)]);
    await dialog(
      t("report.title"),
      [form(matchId, version), reports.length ? earlier(reports) : null],
      [[t("close"), "close"]],
      { class: "wide" },
    );
  } catch (error) {
    tell(wordsOf(error));
  }
}

function form(matchId, version) {
  const send = h("button", { type: "submit", class: "primary", "data-act": "send-report" }, t("report.send"));
  const sent = (event) => {
    event.preventDefault();
    const { expected, happened } = event.target.elements;
    return save(send, async () => {
      await postOnce(`matches/${matchId}/reports`, { version, expected: expected.value, happened: happened.value });
      tell(t("report.sent"));
    });
  };
  return h(
    "form",
    { class: "form", "data-zone": "report", "data-version": version, onsubmit: sent },
    h("p", {}, t("report.text", { version })),
    field("expected"),
    field("happened"),
    errorLine(),
    h("div", { class: "row" }, send),
  );
}

function field(name) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: `report-${name}` }, t(`report.${name}`)),
    h("textarea", { id: `report-${name}`, name, required: true, maxlength: LONGEST, rows: 3, dir: "auto" }),
  );
}

function earlier(reports) {
  return h(
    "section",
    { "aria-labelledby": "report-earlier" },
    h("h3", { id: "report-earlier" }, t("report.earlier")),
    h(
      "ul",
      {},
      reports.map((one) =>
        h(
          "li",
          { "data-state": one.state },
          t("report.one", { version: one.version, at: date(one.at) }),
          " ",
          h("bdi", {}, one.happened),
          h("br"),
          h("b", {}, t(`report.state.${one.state}`)),
          one.answer ? [" ", h("bdi", {}, one.answer)] : null,
        ),
      ),
    ),
  );
}
