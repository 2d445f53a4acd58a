// The same match by another generated client: that of hey-api, which has a function for each operation.
// node hey.js http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'

import { client } from "./hey/client.gen.js";
import { createGuest, createMatch, getMatch, listLegalMoves, listMatchEvents, makeMove } from "./hey/sdk.gen.js";
import type { FeedEvent, MatchView, Move, Options } from "./hey/types.gen.js";

async function playAgainstBots(game: string, options: Options): Promise<MatchView> {
  const guest = await createGuest({ body: { nickname: "Amel" }, throwOnError: true });
  const headers = { Authorization: `Bearer ${guest.data.token}` };
  const made = await createMatch({
    headers,
    body: { game, options, bots: { "1": "medium" }, autostart: true },
    throwOnError: true,
  });
  let view: MatchView = made.data;
  const to = { headers, path: { match_id: view.id }, throwOnError: true } as const;
  while (view.status === "running") {
    let move: Move | undefined = view.legal_moves?.moves[0]?.move;
    if (view.legal_moves && !view.legal_moves.complete) {
      move = (await listLegalMoves({ ...to, query: { limit: 1 } })).data.moves[0]?.move;
    }
    if (move) {
      view = (await makeMove({ ...to, body: { move, expected_version: view.version } })).data.view;
    } else {
      await listMatchEvents({ ...to, query: { after: view.version, wait: 25 } });
      view = (await getMatch(to)).data;
    }
  }
  return view;
}

// Events of all games are one union; `shape` tells which one it is, and TypeScript knows the rest.
function roundsIn(events: FeedEvent[]): number {
  let rounds = 0;
  for (const event of events) {
    if (event.shape === "fishing_round_ended" || event.shape === "haggis_round_ended") rounds += event.totals.length && 1;
    if (event.shape === "camba_round_ended") rounds += event.places.length && 1;
  }
  return rounds;
}

const [server = "", games = "{}"] = process.argv.slice(2);
client.setConfig({ baseUrl: server });
for (const [game, options] of Object.entries(JSON.parse(games) as Record<string, Options>)) {
  const view = await playAgainstBots(game, options);
  if (view.status !== "finished") throw new Error(`${game} is ${view.status}`);
  let rounds = 0;
  for (let after = 0, more = true; more; ) {
    const { data: feed } = await listMatchEvents({ path: { match_id: view.id }, query: { after }, throwOnError: true });
    rounds += roundsIn(feed.entries.flatMap((entry) => entry.events));
    ({ version: after, more } = feed);
  }
  if (rounds < 1) throw new Error(`${game} ended without a round`);
  console.log(`${game}: ${view.version} versions, ${rounds} rounds, totals ${view.totals.join(" to ")}`);
}
