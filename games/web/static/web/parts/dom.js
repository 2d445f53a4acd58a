/** Functions that create and change elements. Text becomes text nodes, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element: h("button", {class: "big", onclick: play, "data-act": "play"}, "Play", more).
 *
 * Functions become listeners. True sets an attribute and false leaves it out; `data-` attributes get the word itself.
 * Null children are left out.
 */
export function h(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Create an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (name === "value" || name === "checked") {
      element[name] = value;
    } else if (typeof value === "boolean" && name.startsWith("data-")) {
      element.setAttribute(name, String(value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Return a button. `act` is the hook for tests and style sheets. */
export function button(label, act, onclick, attributes = {}) {
  return h("button", { type: "button", "data-act": act, onclick, ...attributes }, label);
}

/** Return a text only for screen readers. */
export function spoken(text) {
  return h("span", { class: "spoken" }, text);
}

/**
 * Replace the children of an element and restore the focus: on the element with the same `data-key`, `data-card`,
 * `data-act`, id or address in the same zone, if it still exists. A row of a list (a list item or a section) has its
 * identity in its first `data-` attribute, so the focus never moves to the same button of another row.
 */
export function redraw(element, ...children) {
  const hook = focusHook(element);
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (hook) {
    element.querySelector(hook)?.focus({ preventScroll: true });
  }
}

function focusHook(element) {
  const focused = document.activeElement;
  if (!focused || focused === element || !element.contains(focused)) {
    return null;
  }
  const name = ["data-key", "data-card", "data-act", "id", "href"].find((known) => focused.hasAttribute(known));
  const around = ["[data-zone]", "li,section"].map((kind) => focused.parentElement.closest(kind));
  const places = around.map((place) => {
    const known = place?.getAttributeNames().find((one) => one.startsWith("data-"));
    return known ? `:is(${named(place, known)} *)` : "";
  });
  return name ? named(focused, name) + places.join("") : null;
}

/** Return the selector of elements with the same attribute. */
function named(element, name) {
  return `[${name}="${CSS.escape(element.getAttribute(name))}"]`;
}

/**
 * Show a modal dialog. The promise resolves with the name of the button that closed it. A button closes the dialog,
 * unless it has its own listener.
 */
export function dialog(title, content, buttons = [], attributes = {}) {
  return new Promise((resolve) => {
    const heading = h("h2", { id: "dialog-title" }, title);
    const choices = buttons.map(([label, act, look, press = () => box.close(act)]) => button(label, act, press, look));
    const box = h(
      "dialog",
      { "aria-labelledby": "dialog-title", ...attributes },
      heading,
      h("div", { class: "dialog-body" }, content),
      h("div", { class: "dialog-buttons" }, choices),
    );
    box.addEventListener("close", () => {
      box.remove();
      resolve(box.returnValue);
    });
    document.body.append(box);
    box.showModal();
    box.querySelector(".dialog-body").scrollTop = 0;
  });
}
