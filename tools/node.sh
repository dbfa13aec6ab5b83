#!/usr/bin/env bash
# Prints the folder of a Node.js that is new enough for the page's tools (20.19, or 22.12 and later), for PATH.
# Where there is none, npm brings one into build/node, so that the system's own stays as it is.
# Usage: PATH="$(tools/node.sh):$PATH"
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

is_new_enough() {  # is_new_enough PROGRAM
  "$1" -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' 2>/dev/null
}

readonly ours="$PWD/build/node/node_modules/node/bin"
if is_new_enough node; then dirname "$(command -v node)"; exit 0; fi
if [[ ! -x "$ours/node" ]] || ! is_new_enough "$ours/node"; then
  mkdir -p build/node
  npm install --prefix build/node --no-save --no-audit --no-fund --loglevel=error node@22.23.3 >&2
fi
echo "$ours"
