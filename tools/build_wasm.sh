#!/usr/bin/env bash
# Builds the rules and the engine as WebAssembly: featured_games.wasm, rules.wasm and engine.wasm in build/wasm, which the
# build of the page takes in.
# Quick where nothing has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec tools/build.sh wasm featured_games rules engine
