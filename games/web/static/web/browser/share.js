/** Sharing and copying of links and secrets. */

import { button, dialog, h } from "../parts/dom.js";
import { tell } from "../frame.js";
import { loadLater, t } from "../language/texts.js";

/** Share a link with the dialog of the device, or copy it. */
export async function share(url) {
  if (navigator.share) {
    await navigator.share({ title: t("frame.name"), url }).catch(() => {});
  } else {
    await copy(url);
  }
}

/** Return a button that copies a value. */
export function copyButton(act, value) {
  return button(t("share.copy"), act, () => copy(value));
}

/** Copy a link. If the browser refuses, show it for copying by hand. */
export async function copy(url) {
  await loadLater();
  try {
    await navigator.clipboard.writeText(url);
    tell(t("share.copied"));
  } catch {
    await dialog(
      t("share.title"),
      h("input", {
        readonly: true,
        value: url,
        "aria-label": t("share.title"),
        class: "wide-input",
        onfocus: (event) => event.target.select(),
      }),
      [[t("close"), "close"]],
    );
  }
}
