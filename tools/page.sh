#!/usr/bin/env bash
# Builds the page into web/dist, which the program takes in; says nothing and is quick where nothing has changed.
# Usage: tools/page.sh [packages]    packages: only fetches what the page is built with
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/progress.sh

mkdir -p build/log
quietly() {  # quietly NAME WHAT COMMAND...: says what it does; the output matters only where it fails
  local log="build/log/page-$1.log"
  step "$2"
  "${@:3}" >"$log" 2>&1 || { fail "$log" "$2"; return 1; }
}

with_node() {  # runs a command in web/ with a Node.js that is new enough for the page's tools
  (
    cd web
    PATH="$node:$PATH"
    # Node's own builds know only the authorities that they came with; a network may have one of its own.
    if [[ -z "${NODE_EXTRA_CA_CERTS:-}" && -e /etc/ssl/certs/ca-certificates.crt ]]; then
      export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
    fi
    # npm keeps its downloads in the home folder; an account without one gets them here.
    if [[ ! -w "${HOME:-/nonexistent}" ]]; then export npm_config_cache="$PWD/../build/npm"; fi
    "$@"
  )
}

find_node() {
  if node="$(tools/node.sh found)"; then return 0; fi
  quietly node "Fetching Node.js, 61 MB" tools/node.sh
  node="$(tools/node.sh found)"
}

# What was installed for another lock file is installed anew. npm leaves out optional packages that refuse the Node.js it
# runs under, and says nothing: an older one than the page's tools need leaves them without their native half.
readonly lock=web/package-lock.json stamp=web/node_modules/.crownstar-packages
if ! cmp -s "$lock" "$stamp"; then
  find_node
  quietly packages "Fetching what the page is built with" with_node npm ci --no-audit --no-fund --loglevel=error \
    --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 --fetch-timeout=60000
  cp "$lock" "$stamp"
fi
if [[ "${1:-}" == packages ]]; then exit 0; fi

tools/build_wasm.sh

# The stamp is as old as the beginning of the last build that came to its end.
readonly built=build/page.stamp
is_stale() {
  [[ ! -e web/dist/index.html || ! -e "$built" ]] ||
    [[ -n "$(find web/src web/public web/index.html web/*.ts "$lock" build/wasm/*.wasm nets/*.net puzzles/*.csv \
      -newer "$built" -print -quit 2>/dev/null)" ]]
}
if is_stale; then
  find_node
  touch "$built.new"
  quietly build "Building the page" with_node node node_modules/vite/bin/vite.js build
  # While the program is still being compiled; it would be done before the program's last step otherwise, with a core idle.
  quietly compress "Compressing the page" "$node/node" tools/compress_page.mjs web/dist build/page
  mv "$built.new" "$built"
fi
