#!/usr/bin/env bash
# Makes the environment of the Python tests in build/python/venv, installs the package into it, and runs something there.
# Usage: tools/python.sh install|install-for-tests|COMMAND...    tools/python.sh python -m unittest discover -s tests/python -p '*_test.py'
# install-for-tests optimises only what plays, which compiles in half of the time; to measure a speed, install.
# pip fetches what tests/python/requirements.txt names the first time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly venv="$PWD/build/python/venv" list=tests/python/requirements.txt
if (($# == 0)); then
  echo "usage: tools/python.sh install|install-for-tests|COMMAND..." >&2
  exit 2
fi

optimises_little=OFF
if [[ "$1" == install-for-tests ]]; then
  optimises_little=ON
elif [[ "$1" != install ]]; then
  export PATH="$venv/bin:$PATH"
  exec "$@"
fi

# An environment knows its own path: that of a checkout that was moved or copied is made again.
if ! cmp -s "$list" "$venv/installed.txt" || ! grep -qsF "$venv" "$venv/bin/pip"; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --no-input --disable-pip-version-check --retries 2 --timeout 60 \
    --require-hashes --only-binary :all: --no-deps --requirement "$list"
  cp "$list" "$venv/installed.txt"
fi

# Without an environment of its own the build finds nanobind where it was, and compiles only what has changed.
if [[ -z "${CCACHE_DIR:-}" && ! -w "${HOME:-/nonexistent}" ]]; then export CCACHE_DIR="$PWD/build/ccache"; fi
PATH="$venv/bin:$PATH" "$venv/bin/pip" install --verbose --no-input --disable-pip-version-check --no-build-isolation \
  --no-deps --force-reinstall --config-settings=cmake.define.CROWNSTAR_FIRST="$optimises_little" .
