/** The steps of a replay: the table after each event of a match. */

/** Return {table, totals, event, entry} for each event from the start on. `entries` is the feed with tables. */
export function steps(view, entries) {
  let table = null;
  let totals = view.totals.map(() => 0);
  const all = [];
  for (const entry of entries) {
    for (const [place, event] of entry.events.entries()) {
      table = entry.tables[place] ?? table;
      totals = event.type === "round_ended" ? event.totals : totals;
      if (table) {
        all.push({ table, totals, event, entry });
      }
    }
  }
  return all;
}
