#!/usr/bin/env bash
# Builds the program, and the page that it takes in, side by side so that no core waits; says how far they are. Quick and silent
# where nothing has changed. One at a time: a second one waits for the first.
# Usage: tools/make.sh PRESET [page]              page: with the page; without it the program takes in the page that is there
#        tools/make.sh PRESET beside PROCESS      gives up when that process has ended
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh

readonly preset="$1" how="${2:-}" process="${3:-$$}"
readonly program_log="build/log/program-$preset.log" page_log=build/log/page.log
program=0 page=0

is_running() {
  (($1 > 0)) && kill -0 "$1" 2>/dev/null
}

give_up_if_alone() {
  is_running "$process" || exit 1
}

lock() {  # lock NAME: one at a time builds what is called so
  local file
  exec {file}>"build/$1.lock"
  if flock -n "$file"; then return 0; fi
  step "Another command is building here: this one goes on when it has finished."
  until flock -w 1 "$file"; do give_up_if_alone; done
}

mkdir -p build/log
if [[ "$how" == page ]]; then lock page; fi
lock "$preset"

# Ctrl-C shall end what was started; each is a group of its own, with all that it started.
stop() {
  local group
  for group in $program $page; do
    if ((group > 0)); then kill -- "-$group" 2>/dev/null || true; fi
  done
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# read_log FILE: how far a build is, into made, all and text.
read_log() {
  local last
  made=0 all=0 text=""
  last="$(tail -c 4000 "$1" 2>/dev/null | tr '\r' '\n' | grep -aE '^\[[0-9]+/[0-9]+\] |^(Fetching|Building) ' | tail -n 1)" || return 0
  if [[ "$last" =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
    made="${BASH_REMATCH[1]}" all="${BASH_REMATCH[2]}"
  else
    text="$last"
  fi
}

# What is fetched tells nothing of itself: how long it has taken, and what one can do where that is long.
readonly slow_after="${CROWNSTAR_SLOW_AFTER:-60}"
step_shown="" step_since=0
waited() {  # waited STEP
  local seconds=$((SECONDS - step_since))
  if [[ "$1" == Fetching* ]] && ((seconds >= slow_after)); then
    echo " ($seconds s: the package server is slow; Ctrl-C stops this, and the next ./play goes on from here)"
  else
    echo " ($seconds s)"
  fi
}

readonly begun=$SECONDS
since=$begun  # when what is shown began
show() {
  local made all text parts="" together=0 of=0
  if ((program > 0)); then
    read_log "$program_log"
    if ((all > 0)); then
      parts="Compiling the program, $made of $all"
      together=$made of=$all
    fi
  fi
  if ((page > 0)); then
    read_log "$page_log"
    if [[ "$text" != "$step_shown" ]]; then step_shown="$text" step_since=$SECONDS; fi
    if ((all > 0)); then
      parts+="${parts:+; }the page's rules and engine, $made of $all"
      together=$((together + made)) of=$((of + all))
    elif [[ -n "$text" ]]; then
      parts+="${parts:+; }$text$(waited "$text")"
    fi
  fi
  if [[ -n "$parts" ]]; then status "$parts$(remaining $((SECONDS - since)) "$together" "$of")"; fi
}

end_program() {
  if ! wait "$program"; then
    fail "$program_log" "Compiling the program"
    exit 1
  fi
  program=0
}

end_page() {
  if ! wait "$page"; then
    # Where it has said itself what to do, that is all.
    clear_status
    if ! sed -n '/ failed[.:]/,$p' "$page_log" | grep . >&2; then fail "$page_log" "Building the page"; fi
    exit 1
  fi
  page=0
}

# await: until both are done or one of them fails.
await() {
  local turns=0
  while is_running "$program" || is_running "$page"; do
    # A build that has nothing to do is not kept waiting.
    sleep "$((turns < 20 ? 0 : 1)).05"
    turns=$((turns + 1))
    give_up_if_alone
    if ((turns > 20)); then show; fi
    if ((program > 0)) && ! is_running "$program"; then
      end_program
    fi
    if ((page > 0)) && ! is_running "$page"; then
      end_page
    fi
  done
  if ((program > 0)); then end_program; fi
  if ((page > 0)); then end_page; fi
  clear_status
}

start() {  # start LOG COMMAND...
  "${@:2}" </dev/null >"$1" 2>&1 &
}

set -m
if [[ "$how" == page ]]; then
  # The page needs the compiler less long than the program, and is needed before the program's last step: it goes first.
  start "$page_log" tools/page.sh
  page=$!
  start "$program_log" nice -n 5 tools/build.sh "$preset" crownstar_objects
  program=$!
  await
fi
since=$SECONDS
start "$program_log" tools/build.sh "$preset" crownstar
program=$!
await
if ((SECONDS - begun > 2)); then step "Built in $((SECONDS - begun)) s."; fi
