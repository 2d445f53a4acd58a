/** Stored values of this browser: the player's token, settings and local data. */

const PREFIX = "chkobba.";

function read(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // a browser without storage, or an invalid value
  }
}

function write(name, value) {
  try {
    if (value === null) {
      localStorage.removeItem(PREFIX + name);
    } else {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    }
  } catch {
    // without storage, the value lasts until the page is closed
  }
  memory[name] = value;
}

const memory = {};

// Values that another tab has changed are read again.
globalThis.addEventListener?.("storage", ({ key }) => {
  const names = key === null ? Object.keys(memory) : [key.slice(PREFIX.length)];
  names.forEach((name) => delete memory[name]);
});

export function kept(name, fallback) {
  return {
    get: () => memory[name] ?? read(name, fallback),
    set: (value) => write(name, value),
    chosen: () => memory[name] ?? read(name, null),
  };
}

export const token = kept("token", null);
export const me = kept("me", null);
/** A language of texts/index.js, or null for that of the browser. */
export const language = kept("language", null);
/** The suits of the cards: "french" or "italian". */
export const suits = kept("suits", "french");
/** The colours of the page: "system", "light" or "dark". */
export const look = kept("look", "system");
/** The pace at which moves of the others are shown: "slow", "normal" or "fast". */
export const pace = kept("pace", "normal");
/** Sounds and vibration of the table: "off" or "on". */
export const sounds = kept("sounds", "off");
export const vibration = kept("vibration", "off");
/** The order of the matches that wait for the player: "most_urgent" or "least_urgent" first. */
export const order = kept("order", "most_urgent");
/** The version up to which the player has seen each match, by its id. */
export const seen = kept("seen", {});
/** The last known tables of the player: {view, at}, by the id of the match. */
export const tables = kept("tables", {});
/** The id of the match in which a guide explains the game. */
export const guided = kept("guided", null);
/** The player's moves without a response of the server: {key, body}, by the id of the match. */
export const moves = kept("moves", {});
/** The endpoint of the push subscription of this browser; null without one. */
export const pushed = kept("pushed", null);
/** The player's answer to the offer of a recovery code: "made" or "later". */
export const recovery = kept("recovery", null);
/** The player's open seeks with the matches that this browser knows: {id: [match, …]}. */
export const sought = kept("sought", {});
/** Ended channels that this browser has reported to the player: the time of the end, by the id of the channel. */
export const over = kept("over", {});
/** True when the player has answered the question about notifications in this browser. */
export const noticed = kept("noticed", false);
/** True when the page has asked this browser for persistent storage. */
export const persisted = kept("persisted", false);
/** True when the page has offered the player to install it. */
export const asked = kept("asked", false);
/** The fingerprints of the server's seeds as this browser saw them during the matches, by id. */
export const commitments = kept("commitments", {});
/** {commitments, seeds} of every seat when this browser sent its secret, by the id of the match. */
export const sealings = kept("sealings", {});
/** The secret seeds of this browser for shuffles, by their fingerprints. */
export const secrets = kept("secrets", {});

/** The route to return to after a login in this tab; it is taken once. */
export const onward = {
  set: (route) => inTab((tab) => tab.setItem(`${PREFIX}onward`, JSON.stringify(route))),
  take: () =>
    inTab((tab) => {
      const route = JSON.parse(tab.getItem(`${PREFIX}onward`));
      tab.removeItem(`${PREFIX}onward`);
      return route;
    }) ?? [""],
};

function inTab(action) {
  try {
    return action(sessionStorage);
  } catch {
    return null; // a browser without storage
  }
}

/** Return an object with one more entry at its end, without the oldest entries beyond `most`. */
export function withLatest(remembered, key, value, most) {
  const others = Object.entries(remembered).filter(([other]) => other !== key);
  return Object.fromEntries([...others.slice(1 - most), [key, value]]);
}
