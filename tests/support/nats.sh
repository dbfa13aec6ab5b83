#!/usr/bin/env bash
# A NATS broker of the tests' own, on a port of 127.0.0.1 that was free, with nothing kept.
# Usage: tests/support/nats.sh start FILE      starts one; FILE then says where it is, in a line
#        tests/support/nats.sh stop FILE       ends it and takes everything away
#        tests/support/nats.sh kill FILE       as if the machine had failed: no goodbye to anyone
#        tests/support/nats.sh again FILE      starts it again, on its old port
# NATS_MORE of the environment has further options for it.
set -euo pipefail

readonly action="${1:?usage: nats.sh start|stop|kill|again FILE}" file="${2:?a FILE}"
readonly notes="$file.broker"  # what it says of itself, and its process

program="$(PATH="$PATH:/usr/sbin:/sbin" command -v nats-server)" ||
  { echo "nats-server is not installed: tools/install.sh test" >&2; exit 1; }

lives() {  # whether it still runs; one that nobody has buried yet does not
  [[ -s "$notes/process" ]] && grep -qs '^State:[[:space:]]*[^ZX[:space:]]' "/proc/$(cat "$notes/process")/status"
}

begin() {  # begin PORT: true when it listens there
  rm -rf "$notes"
  mkdir -p "$notes"
  # In a session of its own, with nothing of its caller's open: it is to outlive whoever starts it.
  setsid "$program" --addr 127.0.0.1 --port "$1" --ports_file_dir "$notes" --log "$notes/log" ${NATS_MORE:-} </dev/null >/dev/null 2>&1 9>&- &
  echo $! >"$notes/process"
  for ((tries = 0; tries < 600; ++tries)); do
    if compgen -G "$notes/*.ports" >/dev/null; then return 0; fi
    if ! lives; then return 1; fi
    sleep 0.1
  done
  return 1
}

end() {  # at once
  if ! lives; then return 0; fi
  kill -KILL "$(cat "$notes/process")"
  while lives; do sleep 0.05; done
}

case "$action" in
  start)
    mkdir -p "$(dirname "$file")"
    # Below the ports that the kernel gives to whoever connects: nobody takes it while the broker is away.
    for ((tries = 0; tries < 50; ++tries)); do
      port=$((10000 + RANDOM % 22000))
      if begin "$port"; then
        echo "nats://127.0.0.1:$port" >"$file"
        exit 0
      fi
    done
    cat "$notes/log" >&2
    exit 1
    ;;
  stop)
    end
    rm -rf "$notes" "$file"
    ;;
  kill) end ;;
  again)
    for ((tries = 0; tries < 50; ++tries)); do
      if begin "$(sed 's/.*://' "$file")"; then exit 0; fi
      sleep 0.2
    done
    cat "$notes/log" >&2
    exit 1
    ;;
  *) echo "unknown action $action" >&2; exit 2 ;;
esac
