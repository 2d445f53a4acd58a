/** The fields of forms, each with its label. */

import { h } from "./dom.js";

/** Return an input below its label, with a help text if given. */
export function field(id, label, input, help = null) {
  return h("div", { class: "field" }, h("label", { for: id }, label), input, help);
}

/** Return a checkbox before its label. `attributes` are those of the input; `type` may make it a radio button. */
export function check(attributes, ...label) {
  const input = h("input", { type: "checkbox", ...attributes });
  return h("div", { class: "field-check" }, input, h("label", { for: attributes.id }, label));
}

/** Return a list to choose one of `options`: pairs of a value and its text. */
export function select(attributes, options, chosen) {
  const one = ([value, text]) => h("option", { value, selected: value === chosen }, text);
  return h("select", attributes, options.map(one));
}

/** Return a part of a form with a title. */
export function part(title, ...content) {
  return h("fieldset", {}, h("legend", {}, title), content);
}

/** Return the row with the button that submits the form. */
export function submitRow(label, act, attributes = { class: "primary" }) {
  return h("div", { class: "row" }, h("button", { type: "submit", ...attributes, "data-act": act }, label));
}

/** Return the fields for the begin and the end of a night, or of other hours. `words` returns their labels. */
export function hoursFields(hours, words, id = (name) => name) {
  const usual = { begins: "22:00", ends: "08:00" };
  const input = (name) =>
    h("input", { type: "time", id: id(name), name, required: true, value: hours?.[name] ?? usual[name] });
  return h(
    "div",
    { class: "form-grid" },
    Object.keys(usual).map((name) => field(id(name), words(name), input(name))),
  );
}
