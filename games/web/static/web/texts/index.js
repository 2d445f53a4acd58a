/** Written by `make texts` from games/texts; sentences are changed there. `spoken`: the server speaks it, too. */

export const LANGUAGES = {
  en: { name: "English", direction: "ltr", spoken: true, load: () => import("./en.js"), later: () => import("./later/en.js") },
  fr: { name: "Français", direction: "ltr", spoken: true, load: () => import("./fr.js"), later: () => import("./later/fr.js") },
  ar: { name: "العربية (تجربة)", direction: "rtl", spoken: false, load: () => import("./ar.js"), later: () => import("./later/ar.js") },
};
