#!/usr/bin/env bash
# Builds the rules as WebAssembly: build/wasm/doors.wasm and build/wasm/rules.wasm, which the page's build takes in.
# Quick where nothing has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec tools/build.sh wasm doors rules
