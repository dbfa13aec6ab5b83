#!/usr/bin/env bash
# Makes the npm package of web/packages/crownstar and prints its file.
# Usage: tools/npm_package.sh [FOLDER]    FOLDER: where to put it (default: build/npm-package)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder="$(realpath --canonicalize-missing "${1:-build/npm-package}")"
tools/page.sh packages
tools/build_wasm.sh package
tools="$(tools/node.sh)"
# npm keeps its downloads in the home folder; an account without one gets them here.
if [[ ! -w "${HOME:-/nonexistent}" ]]; then export npm_config_cache="$PWD/build/npm"; fi
PATH="$tools:$PATH" node web/tools/npm_package.mjs "$folder"
