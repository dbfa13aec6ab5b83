#!/usr/bin/env bash
# Configures a preset where that has not been done, and builds targets of it; says nothing where nothing has changed.
# Usage: tools/build.sh [--with-tests] PRESET TARGET...
# Without --with-tests a folder is configured for the program alone, which needs fewer packages; one that ./test has
# configured is taken as it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=OFF
if [[ "$1" == --with-tests ]]; then
  tests=ON
  shift
fi
readonly preset="$1" folder="build/$1"
shift

# Prints what the build says, with its steps on one line that is written over where someone is looking.
show() {
  local line
  while IFS= read -r line || [[ -n "$line" ]]; do
    case "$line" in
      "ninja: no work to do."* | *"Re-checking globbed directories"* | "") ;;
      "["*"/"*"] "*)
        if [[ -t 2 ]]; then printf '\r\033[K%.79s' "$line" >&2; else echo "$line" >&2; fi
        ;;
      *) echo "$line" >&2 ;;
    esac
  done
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# ccache keeps its store in the home folder; an account without one gets it here.
if [[ -z "${CCACHE_DIR:-}" && ! -w "${HOME:-/nonexistent}" ]]; then export CCACHE_DIR="$PWD/build/ccache"; fi
# ccache otherwise preprocesses what it does not know yet, only to name it: one compilation in twenty.
export CCACHE_DEPEND="${CCACHE_DEPEND:-1}"

# A checkout that was moved or copied keeps a cache that speaks of its old place.
if ! grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$folder/CMakeCache.txt"; then rm -rf "$folder"; fi
if [[ "$tests" == ON ]]; then
  cmake --preset "$preset" 2>&1 | show  # which turns on again what an earlier ./play left out
elif [[ ! -e "$folder/build.ninja" ]]; then
  cmake --preset "$preset" -DCROWNSTAR_TESTS=OFF -DCROWNSTAR_BENCH=OFF 2>&1 | show
fi
cmake --build --preset "$preset" --target "$@" 2>&1 | show
