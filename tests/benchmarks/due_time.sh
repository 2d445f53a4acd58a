#!/usr/bin/env bash
# Where the due time of a match should live: in the match row with a partial index, or in a narrow table of its own.
# Prints moves per second of each layout, three rounds in turn, and how many updates were heap-only.
# Usage: tests/benchmarks/due_time.sh [postgres://user@host:port/database]   (makes and drops a schema of its own)
set -euo pipefail
URL=${1:-postgres://postgres@127.0.0.1:5432/postgres}
WORK=$(mktemp -d)
trap 'psql "$URL" -q -c "DROP SCHEMA IF EXISTS due_time CASCADE" 2>/dev/null; rm -rf "$WORK"' EXIT

psql "$URL" -q <<'SQL'
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS due_time CASCADE;
CREATE SCHEMA due_time;
CREATE TABLE due_time.row (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), n int UNIQUE, code text UNIQUE, status text,
  created timestamptz DEFAULT now(), version int, snapshot text, due timestamptz) WITH (fillfactor = 80);
CREATE TABLE due_time.apart (LIKE due_time.row INCLUDING ALL) WITH (fillfactor = 80);
CREATE INDEX ON due_time.row (status, created);
CREATE INDEX ON due_time.apart (status, created);
CREATE INDEX ON due_time.row (due) WHERE due IS NOT NULL;
CREATE TABLE due_time.due (match uuid PRIMARY KEY, at timestamptz NOT NULL);
CREATE INDEX ON due_time.due (at);
INSERT INTO due_time.row (n, code, status, version, snapshot, due)
  SELECT n, md5(n::text), 'running', 1, repeat('x', 250), now() + interval '1 day' FROM generate_series(1, 100000) n;
INSERT INTO due_time.apart SELECT * FROM due_time.row;
INSERT INTO due_time.due SELECT id, due FROM due_time.apart;
VACUUM ANALYZE due_time.row, due_time.apart, due_time.due;
SQL

move() { # one accepted move on a table, and what it needs beside it
  printf '%s\n' '\set n random(1, 100000)' BEGIN\; "SELECT id, version, snapshot FROM due_time.$1 WHERE n = :n FOR UPDATE;" \
    "UPDATE due_time.$1 SET version = version + 1, snapshot = repeat('y', 250), due = now() + interval '1 day' WHERE n = :n;" \
    "${2:-}" COMMIT\;
}
move row > "$WORK/row.sql"
move apart "UPDATE due_time.due SET at = now() + interval '1 day' WHERE match = (SELECT id FROM due_time.apart WHERE n = :n);" \
  > "$WORK/apart.sql"

for round in 1 2 3; do
  for layout in row apart; do
    printf '%s %-6s' "$round" "$layout"
    pgbench "$URL" -n -c 8 -j 2 -T 8 -M prepared -f "$WORK/$layout.sql" 2>/dev/null | awk '/^tps/ { print $3, "moves/s" }'
  done
done
psql "$URL" -c "SELECT relname AS layout, n_tup_upd AS updates, n_tup_hot_upd AS heap_only FROM pg_stat_user_tables
  WHERE schemaname = 'due_time' ORDER BY relname"
