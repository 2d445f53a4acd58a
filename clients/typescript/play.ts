// A whole client in a page: come in, play a match against a bot, read the score.
// The types in api.d.ts are generated from openapi/schema.yaml (`make client` in the project's folder checks both).

import createClient from "openapi-fetch";
import type { components, paths } from "./api.d.ts";

type MatchView = components["schemas"]["MatchView"];

export async function playAgainstBot(server: string): Promise<MatchView> {
  const api = createClient<paths>({ baseUrl: server });

  const guest = await api.POST("/api/v1/players/guests", { body: { nickname: "Amel", avatar: "fennec" } });
  if (guest.error) throw new Error(guest.error.detail);
  const headers = { Authorization: `Bearer ${guest.data.token}` };

  const made = await api.POST("/api/v1/matches", {
    headers,
    body: { game: "chkobba", bots: { "1": "medium" }, autostart: true },
  });
  if (made.error) throw new Error(made.error.detail);

  let view: MatchView = made.data;
  const match = { path: { match_id: view.id } };
  while (view.status === "running") {
    const choice = view.legal_moves?.moves[0];
    if (choice) {
      const played = await api.POST("/api/v1/matches/{match_id}/moves", {
        params: match,
        headers,
        body: { move: choice.move, expected_version: view.version },
      });
      if (played.error) throw new Error(`${played.error.code}: ${played.error.detail}`);
      view = played.data.view;
    } else {
      // Held by the server until something happens, 25 seconds at the most.
      await api.GET("/api/v1/matches/{match_id}/events", {
        params: { ...match, query: { after: view.version, wait: 25 } },
        headers,
      });
      const seen = await api.GET("/api/v1/matches/{match_id}", { params: match, headers });
      if (seen.data) view = seen.data;
    }
  }
  return view;
}

// The table of a match is one of several shapes; `kind` tells which, and TypeScript knows the rest.
export function cardsInHand(view: MatchView): readonly string[] {
  if (view.table === null) return [];
  switch (view.table.kind) {
    case "fishing":
      return view.table.hand ?? [];
    case "camba":
      return view.table.hand ?? [];
    case "haggis":
      return view.table.hand ?? [];
  }
}
