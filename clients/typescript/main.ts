// Plays a match of each game that is named: node main.js http://127.0.0.1:8000 '{"chkobba": {"target": 3}}'

import { inShort, playAgainstBots } from "./play.js";

const [server = "", games = "{}"] = process.argv.slice(2);
for (const [game, options] of Object.entries(JSON.parse(games) as Record<string, object>)) {
  const view = await playAgainstBots(server, game, options);
  if (view.status !== "finished" || view.table === null) throw new Error(`${game} is ${view.status}`);
  console.log(`${game}: ${view.version} versions, totals ${view.totals.join(" to ")}; ${inShort(view)}`);
}
