/** Giving what is on the page to somebody or something else. */

import { button, dialog, h } from "./dom.js";
import { tell } from "./frame.js";
import { loadLater, t } from "./texts.js";

/** Give a link to whoever shall have it: by what the device has for that, or to be copied. */
export async function share(url) {
  if (navigator.share) {
    await navigator.share({ title: t("frame.name"), url }).catch(() => {});
  } else {
    await copy(url);
  }
}

/** A button that copies something which is shown once. */
export function copyButton(act, value) {
  return button(t("share.copy"), act, () => copy(value));
}

/** Copy a link, or show it to who has to do so by hand. */
export async function copy(url) {
  await loadLater();
  try {
    await navigator.clipboard.writeText(url);
    tell(t("share.copied"));
  } catch {
    await dialog(t("share.title"), h("input", { readonly: true, value: url, "aria-label": t("share.title"), class: "wide-input", onfocus: (event) => event.target.select() }), [[t("close"), "close"]]);
  }
}
