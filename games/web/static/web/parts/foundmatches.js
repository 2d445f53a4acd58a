/** Matches that seeks have found. The first page, where players wait, opens them; any other page shows a banner. */

import { banner } from "./banner.js";
import { currentRoute, go } from "../router.js";
import * as store from "../browser/store.js";
import { t } from "../language/texts.js";

/** Store the player's seeks from the server, and lead to a new match. */
export function found(seeks) {
  const known = store.sought.get();
  const isNew = (id, match) => known[id] && !known[id].includes(match);
  const fresh = seeks.flatMap(({ id, game, matches }) =>
    matches.filter((match) => isNew(id, match)).map((match) => ({ match, game })),
  );
  store.sought.set(
    Object.fromEntries(seeks.filter(({ ended_at }) => !ended_at).map(({ id, matches }) => [id, matches])),
  );
  if (fresh.length) {
    lead(fresh[0]);
  }
}

function lead({ match, game }) {
  const { name, parameters } = currentRoute();
  if (name === "match" && parameters[0] === match) {
    return;
  }
  if (name || document.hidden || document.querySelector("dialog[open]")) {
    banner("found", t("seek.found", { game: game.name }), [t("seek.go"), "open-found", () => go("match", match)]);
  } else {
    go("match", match);
  }
}
