/** The tables of a whole match, one after each event: what a replay shows. */

/** Return {table, totals, event, entry} for each event from the first deal on. */
export function steps(view, kind, entries) {
  let table = blank(view.table);
  let totals = view.totals.map(() => 0);
  const all = [];
  for (const entry of entries) {
    for (const event of entry.events) {
      if (event.type === "round_ended") {
        totals = event.totals;
      }
      const before = table;
      table = kind.fold(table, event, view);
      if (all.length || table !== before) {
        all.push({ table, totals, event, entry });
      }
    }
  }
  return all.length ? all : [{ table: view.table, totals: view.totals, event: { type: "finished" }, entry: entries.at(-1) ?? { seat: null, version: view.version, by: "chance" } }];
}

/** The table before the first deal: numbers at nothing, lists empty or filled with nothing, as long as they were. */
function blank(table) {
  const nothing = (value) => {
    if (Array.isArray(value)) {
      return value.every((one) => typeof one === "number" || Array.isArray(one)) && value.length ? value.map((one) => (Array.isArray(one) ? [] : 0)) : [];
    }
    return typeof value === "number" ? 0 : value;
  };
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, name === "kind" ? value : nothing(value)]));
}
