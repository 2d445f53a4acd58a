/** Written by `make texts` from games/texts; sentences are changed there. */

export const LANGUAGES = {
  en: { name: "English", direction: "ltr", load: () => import("./en.js"), later: () => import("./later/en.js") },
  fr: { name: "Français", direction: "ltr", load: () => import("./fr.js"), later: () => import("./later/fr.js") },
};
