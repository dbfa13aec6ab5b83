#!/usr/bin/env bash
# The parts of tests/bare/check.sh, run by it in a namespace of its own: parts.sh CHECKOUT SCRATCH PART...
set -euo pipefail
readonly checkout="$1" scratch="$2"
shift 2
readonly here="$checkout/tests/bare" cache="$CROWNSTAR_BARE_CACHE" packages="$CROWNSTAR_BARE_PACKAGES"
source "$here/root.sh"

readonly logs="$scratch/logs"
mkdir -p "$logs"
mount -t proc proc /proc
port=$((20000 + RANDOM % 10000))
passed=0

# holds WHAT COMMAND...: a step that must succeed; says how long it took.
holds() {
  local begun=$EPOCHREALTIME
  if ! "${@:2}"; then
    printf 'FAILED %9s   %s\n' "" "$1"
    for log in "$root"/tmp/*.log "$root$place"/build/log/play.log; do
      if [[ -s "$log" ]]; then echo "--- ${log#"$root"}" && tail -n 30 "$log"; fi
    done
    echo "$passed passed, 1 failed"
    exit 1
  fi
  passed=$((passed + 1))
  printf 'ok     %7.1f s   %s\n' "$(since "$begun")" "$1"
}

since() {  # since EPOCHREALTIME: seconds
  local now=$EPOCHREALTIME tenths
  tenths=$(((${now/[.,]/} - ${1/[.,]/}) / 100000))
  echo "$((tenths / 10)).$((tenths % 10))"
}

# Starts ./play in the background; its words are in the root's /tmp/NAME.log (and .err).
start() {  # start NAME ARGUMENT...
  in_root "exec ./play ${*:2}" >"$root/tmp/$1.log" 2>"$root/tmp/$1.err" </dev/null &
  player=$!
}

answers() {  # until the page answers, or the player has ended
  await_port "$player" "$port" && fetch "http://127.0.0.1:$port/" >"$root/tmp/page.log" || return 1
  # It is the page and no stand-in for it.
  grep -q '<title>Crownstar' "$root/tmp/page.log" && grep -q '<script' "$root/tmp/page.log"
}

await_port() {  # await_port PROCESS PORT: until somebody listens there, or the process has ended
  until (exec 3<>"/dev/tcp/127.0.0.1/$2") 2>/dev/null; do
    kill -0 "$1" 2>/dev/null || return 1
    sleep 0.1
  done
}

fetch() {
  "$CROWNSTAR_BARE_NODE" -e 'fetch(process.argv[1]).then((a) => a.text()).then((text) => console.log(text), () => process.exit(1))' "$1"
}

ends() {
  kill_group "$player"
  wait "$player" 2>/dev/null || true
  # The server is no child of this shell: the next one is not to be taken for it.
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do sleep 0.1; done
}

kill_group() {  # ends a process with all below it
  local child
  for child in $(cat "/proc/$1/task/$1/children" 2>/dev/null); do kill_group "$child"; done
  kill "-${2:-TERM}" "$1" 2>/dev/null || true
}

in_browser() {  # in_browser play|find: plays at three tables, or finds them again
  (cd "$checkout" && "$CROWNSTAR_BARE_NODE" "$here/plays.mjs" "$1" "http://127.0.0.1:$port/" "$scratch/tables.json") |
    sed 's/^/                   /'
}

# A failure is one line that says what to do, and no success.
advises() {  # advises WORDS COMMAND...
  local words="$1" status=0
  shift
  "$@" >"$root/tmp/advice.log" 2>&1 </dev/null || status=$?
  ((status != 0)) || return 1
  [[ "$(grep -c 'failed' "$root/tmp/advice.log")" == 1 ]] && tail -n 1 "$root/tmp/advice.log" | grep -q "$words"
}

play() {
  in_root "./play --port $port"
}

without_network() {
  local is_offline=yes
  play
}

compiles() {  # compiles NAME: until the program is being compiled by the one that was started by that name
  until grep -qs Compiling "$root/tmp/$1.err"; do
    kill -0 "$player" 2>/dev/null || return 1
    sleep 0.2
  done
}

dies_halfway() {
  start killed --port "$port"
  compiles killed || return 1
  kill_group "$player" KILL
  wait "$player" 2>/dev/null || true
}

second_waits() {
  start first --port "$port"
  compiles first || return 1
  in_root "exec ./play --port $((port + 1)) --store /tmp/second.db" >"$root/tmp/second.log" 2>&1 </dev/null &
  local second=$!
  until grep -qs 'Another command is building here' "$root/tmp/second.log"; do
    kill -0 "$second" 2>/dev/null || return 1
    sleep 0.2
  done
  answers || return 1
  await_port "$second" $((port + 1)) || return 1
  kill_group "$second"
  wait "$second" 2>/dev/null || true
}

starts_again() {  # with nothing built or fetched, within five seconds
  local begun=$EPOCHREALTIME took
  start again --port "$port"
  answers || return 1
  took="$(since "$begun")"
  [[ ! -s "$root/tmp/again.err" ]] || ! grep -qE 'Compiling|Fetching|Building|Installing' "$root/tmp/again.err" || return 1
  ((${took%.*} < 5))
}

# What was compiled quickly has played so far: the program that takes its place, compiled beside it, is waited for and plays on.
faster_one_starts() {
  until [[ -x "$root$place/build/release/crownstar" ]] && flock -n "$root$place/build/release.lock" true; do
    kill -0 "$player" 2>/dev/null || return 1
    sleep 1
  done
  ends
  start faster --port "$port"
  answers && [[ ! -e "$root$place/build/first" ]]  # which that one takes away
}

port_is_taken() {
  local status=0
  in_root "./play --port $port --store /tmp/taken.db" >"$root/tmp/taken.log" 2>&1 </dev/null || status=$?
  ((status != 0)) && grep "port $port" "$root/tmp/taken.log" | grep -q -- '--port'
}

part_root() {
  who=root home=/root place="${cache:+$checkout}"
  place="${place:-/root/crownstar}"
  holds "root: a bare Debian 12" make_root root
  holds "root: the clone" clone_into
  holds "root: ./play without a network says what to do" advises 'check the network' without_network
  lend_packages
  holds "root: ./play, killed while it compiles" dies_halfway
  holds "root: ./play again, and a second one that waits, until both pages answer" second_waits
  holds "root: a move of each game in a browser, still there after loading anew" in_browser play
  holds "root: a port that is taken is told" port_is_taken
  ends
  holds "root: started again it answers within five seconds" starts_again
  holds "root: the faster program is compiled beside it, and the next ./play starts that" faster_one_starts
  holds "root: another browser finds the moves of before" in_browser find
  ends
}

# Exactly one line, for root to run.
asks_for_root() {
  local status=0
  play >"$root/tmp/line.log" 2>"$root/tmp/line.err" </dev/null || status=$?
  ((status != 0)) && [[ ! -s "$root/tmp/line.err" && "$(wc -l <"$root/tmp/line.log")" == 1 ]] &&
    grep -q '^apt-get update && apt-get install ' "$root/tmp/line.log"
}

root_runs_the_line() {
  as_root "DEBIAN_FRONTEND=noninteractive; export DEBIAN_FRONTEND; $(cat "$root/tmp/line.log")" >"$root/tmp/apt.log" 2>&1 </dev/null
}

on_a_full_disk() {
  in_root "mkdir -p build"
  mount -t tmpfs -o size=40m,mode=777 tmpfs "$root$place/build"
  local status=0
  advises 'no room left on the disk' play || status=1
  umount --lazy "$root$place/build"  # what is being ended may still have a file there
  return "$status"
}

plays_at_once() {
  start "user" --port "$port"
  answers
}

part_user() {
  who=player home=/home/player place="/srv/only read/my games/crownstar"
  holds "user: a bare Debian 12" make_root user
  lend_packages
  as_root "useradd --create-home player && chown root:root /home/player && chmod 555 /home/player"
  holds "user: the clone, in a path with spaces" clone_into
  as_root "chown -R player:player '$place' && chmod 555 '/srv/only read' '/srv/only read/my games'"
  holds "user: ./play prints the one line that root must run" asks_for_root
  holds "user: root runs that line" root_runs_the_line
  holds "user: ./play on a full disk says what to do" on_a_full_disk
  holds "user: ./play until the page answers, without a home, in a folder that may only be read" plays_at_once
  holds "user: a move of each game in a browser, still there after loading anew" in_browser play
  ends
}

part_moved() {
  as_root "mkdir -p '/opt/moved here' && mv '$place' '/opt/moved here/crownstar'"
  place="/opt/moved here/crownstar"
  holds "moved: ./play until the page answers" plays_at_once
  holds "moved: another browser finds the moves of before" in_browser find
  ends
}

part_test() {
  holds "test: ./test quick" tests_quickly
  tail -n 1 "$root/tmp/test.log"
}

tests_quickly() {
  in_root "./test quick" >"$root/tmp/test.log" 2>&1 </dev/null
}

begun=$SECONDS
holds "Debian's base, by debootstrap" bootstrap
for part in "$@"; do "part_$part"; done
echo "$passed passed, 0 failed, in $((SECONDS - begun)) s"
