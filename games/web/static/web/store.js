/** What this browser remembers: the player's token, and how he likes the table. */

const PREFIX = "chkobba.";

function read(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // a browser that keeps nothing, or nonsense that somebody has put there
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
    // then it is forgotten when the page is left
  }
  memory[name] = value;
}

const memory = {};

/** What another tab has changed is read anew. */
globalThis.addEventListener?.("storage", ({ key }) => {
  const names = key === null ? Object.keys(memory) : [key.slice(PREFIX.length)];
  names.forEach((name) => delete memory[name]);
});

export function kept(name, fallback) {
  return { get: () => memory[name] ?? read(name, fallback), set: (value) => write(name, value), chosen: () => memory[name] ?? read(name, null) };
}

export const token = kept("token", null);
export const me = kept("me", null);
/** A language of texts/index.js, or null: as the browser. */
export const language = kept("language", null);
/** "french" or "italian". */
export const suits = kept("suits", "french");
/** "system", "light" or "dark". */
export const look = kept("look", "system");
/** "slow", "normal" or "fast": how quickly the steps of the others follow each other. */
export const pace = kept("pace", "normal");
/** "off" or "on": whether the table is heard, and felt. */
export const sounds = kept("sounds", "off");
export const vibration = kept("vibration", "off");
/** "most_urgent" or "least_urgent": which of the matches that wait comes first. */
export const order = kept("order", "most_urgent");
/** The versions of matches up to which the player has seen what happened, by id. */
export const seen = kept("seen", {});
/** The player's tables as this browser saw them last: {view, at}, by id. */
export const tables = kept("tables", {});
/** The match that a guide leads through, by its id. */
export const guided = kept("guided", null);
/** The player's moves that the server has not answered: {key, body}, by the id of the match. */
export const moves = kept("moves", {});
/** The address at which a push service takes what is shown here; null while nothing is. */
export const pushed = kept("pushed", null);
/** "made" or "later": what the player has said to a code for the day on which every device is lost. */
export const recovery = kept("recovery", null);
/** The player's seeks that look for matches, with those that this browser knows: {id: [match, …]}. */
export const sought = kept("sought", {});
/** The channels of the player that send no more, as this browser has said: when each ended, by its id. */
export const over = kept("over", {});
/** Whether the player has answered if they want to be told of their turns here. */
export const noticed = kept("noticed", false);
/** Whether this browser has been asked to keep what is remembered here. */
export const persisted = kept("persisted", false);
/** Whether the player has been asked to install the page. */
export const asked = kept("asked", false);
/** The fingerprints of seeds as this browser saw them while the matches were played, by id. */
export const commitments = kept("commitments", {});
/** What every seat had fixed when this browser told its secret, {commitments, seeds}, by the id of the match. */
export const sealings = kept("sealings", {});
/** The secrets of this browser that go into shuffles, by their fingerprints. */
export const secrets = kept("secrets", {});

/** The page, as the router names it, that has sent its reader to log in in this tab; it is taken once. */
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
    return null; // a browser that keeps nothing
  }
}

/** Return what is remembered by key, with one more at its end; of more than `most`, those that came first are forgotten. */
export function withLatest(remembered, key, value, most) {
  const { [key]: before, ...others } = remembered;
  return Object.fromEntries([...Object.entries(others).slice(1 - most), [key, value]]);
}
