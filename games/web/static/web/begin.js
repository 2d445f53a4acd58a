/** The module that runs first. It prefetches data for the address while the other modules still load. */

import { prefetch } from "./server/prefetch.js";
import { languageWanted } from "./language/language.js";
import { currentRoute } from "./router.js";
import * as store from "./browser/store.js";
import { LANGUAGES } from "./texts/index.js";

const unheard = () => {}; // the module that needs it asks again, and reports the error
const { name, parameters } = currentRoute();
const words = LANGUAGES[languageWanted()].load();
words.catch(unheard);
if (name === "match") {
  import("./pages/matches/match.js").catch(unheard);
  prefetch(`matches/${parameters[0]}`);
  if (store.token.get()) {
    prefetch("me");
  }
} else if (!name) {
  prefetch("games"); // browsers send six requests at a time: keep one free for the button Play
  words.then(() => import("./pages/matches/match.js")).catch(unheard); // after the requests of the first page
}
