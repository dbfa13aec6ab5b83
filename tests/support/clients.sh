#!/usr/bin/env bash
# Prints the folder into which a client of tests/support/clients.txt has been installed; pip fetches it the first time.
# Usage: tests/support/clients.sh NAME
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly name="${1:?usage: clients.sh NAME}" list=tests/support/clients.txt
readonly folder="$PWD/build/clients/$name"
wanted=$(sed -n "/^\[$name\]$/,/^\[/{/^[^[]/p}" "$list")
if [[ -z "$wanted" ]]; then echo "clients.sh: $list has no [$name]" >&2; exit 1; fi
if [[ "$(cat "$folder/installed.txt" 2>/dev/null)" == "$wanted" ]]; then echo "$folder"; exit 0; fi

# Debian's pip lies there as a file that Python runs without installing it.
pip=(python3 -m pip)
for wheel in /usr/share/python-wheels/pip-*.whl; do
  if [[ -e "$wheel" ]]; then pip=(env "PYTHONPATH=$wheel" python3 -m pip); fi
done
# The folder comes into being whole, though two tests may ask for it at once.
mkdir -p build/clients
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new" "$new.txt"' EXIT
echo "$wanted" >"$new.txt"
"${pip[@]}" install --quiet --no-input --disable-pip-version-check --no-cache-dir --retries 2 --timeout 30 --no-deps \
  --root-user-action ignore --require-hashes --only-binary :all: --target "$new" --requirement "$new.txt" >&2
echo "$wanted" >"$new/installed.txt"
rm -rf "$folder"
mv -T "$new" "$folder"
echo "$folder"
