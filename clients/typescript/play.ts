// A whole client in a page: come in, play a match of any game against bots, read the score.
// The types in api.d.ts are generated from openapi/schema.yaml (`make proofs ARGS=clients-typescript` plays with this).

import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type MatchView = components["schemas"]["MatchView"];
type Move = components["schemas"]["Move"];
type Options = components["schemas"]["Options"];

export async function playAgainstBots(server: string, game: string, options: Options = {}): Promise<MatchView> {
  const api = createClient<paths>({ baseUrl: server });

  const guest = await api.POST("/api/v1/players/guests", { body: { nickname: "Amel", avatar: "fennec" } });
  if (guest.error) throw new Error(guest.error.detail);
  const headers = { Authorization: `Bearer ${guest.data.token}` };

  const made = await api.POST("/api/v1/matches", {
    headers,
    body: { game, options, bots: { "1": "medium" }, autostart: true },
  });
  if (made.error) throw new Error(made.error.detail);

  let view: MatchView = made.data;
  const params = { path: { match_id: view.id } };

  // A view lists the legal moves, unless there are very many: then they come in pages, best a kind at a time.
  async function firstLegalMove({ legal_moves: legal }: MatchView): Promise<Move | undefined> {
    if (!legal || legal.complete) return legal?.moves[0]?.move;
    const page = await api.GET("/api/v1/matches/{match_id}/legal-moves", {
      params: { ...params, query: { limit: 1 } },
      headers,
    });
    return page.data?.moves[0]?.move;
  }

  while (view.status === "running") {
    const move = await firstLegalMove(view);
    if (move) {
      const played = await api.POST("/api/v1/matches/{match_id}/moves", {
        params,
        headers,
        body: { move, expected_version: view.version },
      });
      if (played.error) throw new Error(`${played.error.code}: ${played.error.detail}`);
      view = played.data.view;
    } else {
      // Held by the server until something happens, 25 seconds at the most.
      await api.GET("/api/v1/matches/{match_id}/events", {
        params: { ...params, query: { after: view.version, wait: 25 } },
        headers,
      });
      const seen = await api.GET("/api/v1/matches/{match_id}", { params, headers });
      if (seen.data) view = seen.data;
    }
  }
  return view;
}

// The table of a match is one of several shapes; `kind` tells which, and TypeScript knows the rest.
export function inShort({ table }: MatchView): string {
  switch (table?.kind) {
    case "fishing":
      return `${table.table.length} cards on the table, ${table.stock} in the stock`;
    case "camba":
      return `${table.discard} cards on the pile, ${table.draw} to draw`;
    case "haggis":
      return `${table.trick.length} plays in the trick, ${table.haggis} cards in the haggis`;
    default:
      return "no table that this client knows";
  }
}
