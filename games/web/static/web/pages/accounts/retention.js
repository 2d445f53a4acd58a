/** The data stored about players and its retention: on the server, as the server describes it, and in this browser. */

import { get } from "../../server/api.js";
import { h } from "../../parts/dom.js";
import { served, t } from "../../language/texts.js";

export async function show(main) {
  const server = await get("server");
  const links = [
    [server.contact_url, t("stored.contact")],
    [server.privacy_url, t("stored.privacy")],
  ].filter(([url]) => url);
  main.append(
    h(
      "article",
      { class: "panel prose" },
      h("h1", {}, t("stored.title")),
      h("h2", {}, t("stored.server")),
      h(
        "ul",
        {},
        server.stored.map(({ key, text }) => h("li", { "data-key": key }, served(text))),
      ),
      h("h2", {}, t("stored.here")),
      h("p", {}, t("stored.browser")),
      links.length
        ? h(
            "ul",
            {},
            links.map(([url, text]) => h("li", {}, h("a", { href: url }, text))),
          )
        : null,
    ),
  );
}
