#!/usr/bin/env bash
# Builds the page into web/dist, which the program takes in; says nothing and is quick where nothing has changed.
# Usage: tools/page.sh [packages]    packages: only fetches what the page is built with
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

log="$(mktemp)"
trap 'rm -f "$log"' EXIT
quietly() {
  "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
}

with_node() {  # runs a command with a Node.js that is new enough for the page's tools
  local folder
  folder="$(tools/node.sh)"
  (cd web && PATH="$folder:$PATH" quietly "$@")
}

# What was installed for another lock file is installed anew. npm leaves out optional packages that refuse the Node.js it
# runs under, and says nothing: an older one than the page's tools need leaves them without their native half.
readonly lock=web/package-lock.json stamp=web/node_modules/.crownstar-packages
if ! cmp -s "$lock" "$stamp"; then
  echo "Fetching what the page is built with" >&2
  with_node npm ci --no-audit --no-fund --loglevel=error
  cp "$lock" "$stamp"
fi
if [[ "${1:-}" == packages ]]; then exit 0; fi

tools/build_wasm.sh

is_stale() {
  [[ ! -e web/dist/index.html ]] ||
    [[ -n "$(find web/src web/public web/index.html web/vite.config.ts "$lock" build/wasm/*.wasm nets/*.net \
      -newer web/dist/index.html -print -quit 2>/dev/null)" ]]
}
if is_stale; then
  echo "Building the page" >&2
  with_node node node_modules/vite/bin/vite.js build
fi
