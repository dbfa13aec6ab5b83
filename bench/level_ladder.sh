#!/usr/bin/env bash
# Plays each level against the one below, and the weakest against simple players; prints a line for each match.
#   bench/level_ladder.sh CROWNSTAR GAME GAMES [ONLY...]
# ONLY names the better side of each match that is wanted; without it all are played. Levels stop by depth and nodes,
# so other work on the machine changes nothing.
set -euo pipefail
readonly program="$1" game="$2" games="$3"
shift 3
readonly only=" $* "

levels=(first-steps learner beginner casual attentive steady practised keen strong seasoned expert master full)
# What a match is limited by where a level has no limit of its own: it only matters for the strongest.
limits=(--nodes 1500000 --agreed-draw 20)
equal=,tables=none
if [[ "$game" == american* ]]; then limits+=(--starts three-move); fi
if [[ "$game" == sternhalma* ]]; then
  limits=(--nodes 400000)
  equal=,memory=1
fi

compare() {
  local better="$1" worse="$2" seed="$3"
  if [[ "$only" != "  " && "$only" != *" ${better%%,*} "* ]]; then return; fi
  printf '%s %s against %s: ' "$game" "$better" "$worse"
  "$program" match "$better" "$worse" --game "$game" --games "$games" --seed "$seed" "${limits[@]}" |
    sed -nE '1{s/, Elo.*//;h;}; /plies a game/{s/ plies a game.*//;H;x;s/\n/, half-moves a game /;p;}'
}

compare player=careless player=random 3
compare player=careful player=careless 3
compare player=three player=careful 3
for ((number = 0; number < ${#levels[@]}; ++number)); do
  level="${levels[number]}$equal"
  if ((number < 3)); then
    for player in random careless careful three; do compare "$level" "player=$player" 3; done
  fi
  if ((number > 0)); then compare "$level" "${levels[number - 1]}$equal" 3; fi
done
