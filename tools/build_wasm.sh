#!/usr/bin/env bash
# Builds the rules and the engine as WebAssembly: doors.wasm, rules.wasm and engine.wasm in build/wasm, which the page's build
# takes in.
# Quick where nothing has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec tools/build.sh wasm doors rules engine
