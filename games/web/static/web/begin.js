/** The first that runs: it asks for what the address needs, while what can show it is still on its way. */

import { askAhead } from "./ahead.js";
import { languageWanted } from "./language.js";
import { currentRoute } from "./router.js";
import * as store from "./store.js";
import { LANGUAGES } from "./texts/index.js";

const unheard = () => {}; // who needs it asks again, and says what went wrong
const { name, parameters } = currentRoute();
const words = LANGUAGES[languageWanted()].load();
words.catch(unheard);
if (name === "match") {
  import("./pages/match.js").catch(unheard);
  askAhead(`matches/${parameters[0]}`);
  if (store.token.get()) {
    askAhead("me");
  }
} else if (!name) {
  askAhead("games"); // a browser asks six things at a time, and should have one left when "Play" is pressed
  words.then(() => import("./pages/match.js")).catch(unheard); // after what the first page needs itself
}
