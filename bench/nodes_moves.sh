#!/usr/bin/env bash
# Moves a second of one, two and three nodes on one PostgreSQL that waits for its disk, and in the same run, before and
# after, that PostgreSQL's own rate of the same rows, each in a synced transaction of its own (pgbench). At the end of each
# what a stored event has cost: statements, bytes of the table with its index, bytes of PostgreSQL's log.
# Usage: bench/nodes_moves.sh BUILD [NODES...]    BUILD: such as build/release; 1 2 3 nodes if not said
# SECONDS_EACH, ROUNDS, TABLES and CLIENTS of the environment say how long, how often, and how many at once.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly build="${1:?usage: bench/nodes_moves.sh BUILD [NODES...]}"
shift
counts=("$@")
if ((${#counts[@]} == 0)); then counts=(1 2 3); fi
readonly seconds="${SECONDS_EACH:-5}" rounds="${ROUNDS:-3}" tables="${TABLES:-200}" clients="${CLIENTS:-32}"

scratch="$(mktemp -d)"
chmod 755 "$scratch"
tidy_up() {
  tests/support/nats.sh stop "$scratch/broker" || true
  tests/support/postgres.sh stop "$scratch/database" || true
  rm -rf "$scratch"
}
trap tidy_up EXIT
# The tests' database does not wait for its disk; this one does, as a site's.
export POSTGRES_MORE="-c fsync=on -c full_page_writes=on -c shared_buffers=256MB -c shared_preload_libraries=pg_stat_statements"
tests/support/postgres.sh start "$scratch/database"
tests/support/nats.sh start "$scratch/broker"
address="$(cat "$scratch/database")"
readonly address
ask() { psql --quiet --no-psqlrc --tuples-only --no-align --dbname="$address" --command="$1"; }

# A row as a move's: a match's name of the same length, one of as many as there are tables, the next number, and the
# body of a move as the store has it.
ask 'CREATE TABLE bare(match text COLLATE "C", number integer, kind text COLLATE "C", body bytea, PRIMARY KEY(match, number));
     CREATE SEQUENCE bare_number; CREATE EXTENSION pg_stat_statements'
cat >"$scratch/row.sql" <<END
\set table random(1, $tables)
INSERT INTO bare VALUES('m7413wqk5' || lpad(:table::text, 4, '0'), nextval('bare_number'), 'moved',
  '{"event":{"t":"moved","at":1795354440129,"seat":1,"text":"17-13","spent_ms":1},"credit_ms":3,"request":"r6","by":1}'::bytea);
END
chmod 644 "$scratch/row.sql"
bare() {
  pgbench --no-vacuum --protocol=prepared --client="$1" --jobs=2 --time="$seconds" --file="$scratch/row.sql" "$address" 2>/dev/null |
    sed -n "s/^tps = \([0-9]*\).*/bare synced rows by $1 at once: \1 a second/p"
}

forget_costs() {
  ask "SELECT pg_stat_statements_reset(), pg_stat_reset_shared('wal')" >/dev/null
}
# cost ROWS TABLE: of each of those rows, as the database counts.
cost() {
  ask "SELECT format('  an event: %s statements, %s bytes of the table and its index, %s of the log',
         round((SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%') / rows, 2),
         round(pg_total_relation_size('$2') / whole), round((SELECT wal_bytes FROM pg_stat_wal) / rows))
       FROM (SELECT ($1)::numeric AS rows, greatest((SELECT count(*) FROM $2), 1)::numeric AS whole) AS counted"
}

bare 1
forget_costs
bare "$clients"
cost "SELECT sum(calls) FROM pg_stat_statements WHERE query LIKE 'INSERT INTO bare%'" bare
events() { ask "SELECT CASE WHEN to_regclass('events') IS NULL THEN 0 ELSE 1 END" | grep -q 1 && ask 'SELECT count(*) FROM events' || echo 0; }
for count in "${counts[@]}"; do
  before="$(events)"
  forget_costs
  "$build/bench/nodes_moves" "$build/crownstar" --store "$address" --bus "$(cat "$scratch/broker")" \
    --nodes "$count" --tables "$tables" --seconds "$seconds" --rounds "$rounds"
  cost "SELECT count(*) - $before FROM events" events
done
bare "$clients"
