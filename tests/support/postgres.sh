#!/usr/bin/env bash
# A PostgreSQL of the tests' own: in a scratch folder, as an ordinary user, on a socket in that folder and nowhere else.
# Usage: tests/support/postgres.sh start FILE      makes and starts one; FILE then says where it is, in a line
#        tests/support/postgres.sh stop FILE       stops it and takes everything away
#        tests/support/postgres.sh kill FILE       as if the machine had failed: no goodbye to anyone
#        tests/support/postgres.sh again FILE      starts it again, with what it holds
# What it holds must survive its processes, not a loss of power: it never waits for the disk, unless POSTGRES_MORE of the
# environment has other options for it.
set -euo pipefail

readonly action="${1:?usage: postgres.sh start|stop|kill|again FILE}" file="${2:?a FILE}"

programs() {  # the folder of the newest server that is installed
  local newest
  newest="$(compgen -G '/usr/lib/postgresql/*/bin' | sort -t/ -k5 -n | tail -1)"
  if [[ -n "$newest" ]]; then echo "$newest"; else dirname "$(command -v initdb)"; fi
}

as_user() {  # PostgreSQL refuses to run as root
  if ((EUID == 0)); then runuser -u postgres -- "$@"; else "$@"; fi
}

begin() {  # begin FOLDER
  as_user "$bin/pg_ctl" --pgdata="$1/store" --log="$1/log" --silent --wait --timeout=60 \
    --options="-k '$1' -c listen_addresses='' -c fsync=off -c full_page_writes=off -c shared_buffers=32MB -c max_connections=200 ${POSTGRES_MORE:-}" start >/dev/null ||
    { cat "$1/log" >&2; return 1; }
}

end() {  # end FOLDER MODE
  as_user "$bin/pg_ctl" --pgdata="$1/store" --silent --wait --mode="$2" stop >/dev/null 2>&1 || true
}

bin="$(programs)" || { echo "PostgreSQL is not installed: tools/install.sh test" >&2; exit 1; }
folder=""
if [[ -s "$file" ]]; then folder="$(sed 's/.*host=//' "$file")"; fi
cd /

case "$action" in
  start)
    if [[ -n "$folder" ]]; then "$0" stop "$file"; fi
    folder="$(mktemp -d "${TMPDIR:-/tmp}/crownstar_pg_XXXXXX")"
    if ((EUID == 0)); then chown postgres: "$folder"; fi
    mkdir -p "$(dirname "$file")"
    # Before it runs, so that whoever is cut off here can still be cleaned up after.
    echo "postgresql://postgres@/postgres?host=$folder" >"$file"
    as_user "$bin/initdb" --pgdata="$folder/store" --username=postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$folder.log" 2>&1 ||
      { cat "$folder.log" >&2; exit 1; }
    rm -f "$folder.log"
    begin "$folder"
    ;;
  stop)
    if [[ -z "$folder" ]]; then exit 0; fi
    end "$folder" immediate
    rm -rf "$folder" "$file"
    ;;
  kill) end "$folder" immediate ;;
  again) begin "$folder" ;;
  *) echo "unknown action $action" >&2; exit 2 ;;
esac
