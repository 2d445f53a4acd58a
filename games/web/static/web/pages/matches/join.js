/** The page of a shared link and of a typed code: it asks for a name, shows the table, and then offers a seat. */

import { Problem, post } from "../../server/api.js";
import { showCode } from "../../parts/codes.js";
import { avatarChoice, someAvatar } from "../../parts/avatars.js";
import { h, redraw } from "../../parts/dom.js";
import { field } from "../../parts/forms.js";
import { createGuest, loadPlayer } from "../../player/player.js";
import { wordsOf } from "../../server/problems.js";
import { goInstead, href } from "../../router.js";
import { loadLater, served, t } from "../../language/texts.js";
import { nameOf } from "../../language/words.js";

export async function show(main, [code]) {
  if (!code) {
    goInstead(); // the first page asks for a code
    return;
  }
  const known = await loadPlayer();
  await new Joining(main, code, known).begin();
}

/** The form: first a name, if this browser has no player, then the look at the match, then the seat. */
class Joining {
  constructor(main, code, known) {
    Object.assign(this, { code, known });
    this.seen = null; // the match, when the player has seen it
    this.isSubstitute = false;
    this.wrong = h("p", { role: "alert", class: "quiet" });
    this.invitation = h("div", { "data-zone": "invitation" }, h("p", {}, t("join.text", { code: showCode(code) })));
    this.name = h("input", {
      id: "nickname",
      name: "nickname",
      required: true,
      maxlength: "24",
      autocomplete: "nickname",
    });
    this.button = h("button", { type: "submit", class: "primary", "data-act": "join" }, t("join.go_on"));
    this.form = h(
      "form",
      { class: "form", onsubmit: (event) => (event.preventDefault(), this.attempt(() => this.submit())) },
      known ? null : [field("nickname", t("make.nickname"), this.name), avatarChoice()],
      this.wrong,
      h("div", { class: "row" }, this.button, h("a", { href: href() }, t("match.home"))),
    );
    main.append(h("section", { class: "panel narrow" }, h("h1", {}, t("join.title")), this.invitation, this.form));
  }

  /** Show the match at once to a player who is known. */
  async begin() {
    if (this.known) {
      await this.attempt(() => this.look());
    }
  }

  async attempt(action) {
    try {
      this.wrong.textContent = "";
      await action();
    } catch (error) {
      await this.explain(error);
    }
  }

  /** Explain an error. A player who sits there already goes to the match, and one who comes late may substitute. */
  async explain(error) {
    const mine = error instanceof Problem && error.code === "already_seated" ? error.document.match : null;
    if (mine) {
      goInstead("match", mine);
    } else if (error.document?.substitute_wanted) {
      await loadLater();
      this.seen = this.isSubstitute = true;
      this.wrong.textContent = t("substitute.join");
      this.button.textContent = t("substitute.take");
    } else {
      this.wrong.textContent = wordsOf(error);
    }
  }

  async look() {
    this.seen = await post("matches/join", { code: this.code, dry_run: true });
    redraw(this.invitation, described(this.seen));
    this.button.textContent = t("join.button");
  }

  async submit() {
    const { code, form, seen } = this;
    if (!this.known) {
      await createGuest(this.name.value.trim(), new FormData(form).get("avatar") ?? someAvatar());
      this.known = true;
      form.querySelectorAll(".field, .avatars").forEach((one) => one.remove());
    }
    if (!seen) {
      await this.look();
      return;
    }
    const how = this.isSubstitute ? { substitute: true } : { terms_version: seen.terms_version };
    goInstead("match", (await post("matches/join", { code, ...how })).id);
  }
}

/** Return the description of the match: the host, the game, the pace, and the players at its seats. */
function described({ game, seats, creator, control_text: pace }) {
  const host = seats.find(({ player }) => player && player === creator);
  const players = seats.map(nameOf).filter(Boolean);
  const free = t("match.free", { count: seats.length - players.length });
  const lines = {
    "join.host": host ? nameOf(host) : null,
    "home.game": game.name,
    "make.time": served(pace),
    "join.players": [players.join(t("list.comma")), " · ", free],
  };
  const shown = Object.entries(lines).filter(([, value]) => value);
  return h(
    "dl",
    { class: "agreed" },
    shown.map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, h("bdi", {}, value)))),
  );
}
