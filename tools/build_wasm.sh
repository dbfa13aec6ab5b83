#!/usr/bin/env bash
# Builds the rules and the engine as WebAssembly: featured_games.wasm, rules.wasm and engine.wasm in build/wasm, which the
# build of the page takes in. Quick where nothing has changed.
# Usage: tools/build_wasm.sh [package]    package: engine_with_tables.wasm too, which only the npm package has
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
targets=(featured_games rules engine)
if [[ "${1:-}" == package ]]; then targets+=(engine_with_tables); fi
exec tools/build.sh wasm "${targets[@]}"
