#!/usr/bin/env bash
# Does what a newcomer does on a bare Debian 12: makes one in a temporary folder, clones the checkout's last commit into it, and goes
# from ./play to a game in a browser. Prints seconds for each step; fails where something does not hold.
# Usage: tests/bare/check.sh [OPTION...] [PART...]     as root
#   parts: root   as root, from nothing to a game: without a network, killed, two at once, in a browser, started again
#          user   without root and home, in a path with a space, in a folder that may only be read, on a full disk
#          test   after root: ./test quick
#          moved  after root: the clone is moved and plays on
#   all of them if none is named
#   --compiler-cache FOLDER   lends a folder of ccache to it, and keeps the clone at the checkout's own path, where the cache knows it
#   --packages FOLDER         keeps Debian's packages there for the next time
#   --keep                    leaves the temporary folder where it is
#   --possible                says whether this machine lets it be done, and why not; does nothing else
# In the root there are a Debian of `debootstrap --variant=minbase`, the apt sources and the certificates that this machine's
# administrator gave it, and the clone. All mounts lie in a namespace of their own and go with it, whatever happens.
set -euo pipefail
readonly checkout="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
readonly here="$checkout/tests/bare"

usage() {
  sed -n '/^# Usage/,/^#   --possible/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

# Some machines, containers above all, let not even root mount in a namespace of its own.
possible() {
  local reason=""
  if ((EUID != 0)); then
    reason="only root can make a root folder: run this as root"
  elif ! unshare --mount --propagation private --pid --fork --net mount -t proc proc /proc 2>/dev/null; then
    reason="this machine lets nobody mount in a namespace of its own"
  fi
  [[ -z "$reason" ]] || { echo "A bare machine cannot be made here: $reason." && return 1; }
}

cache="" packages="" keeps=false asked=" "
while (($# > 0)); do
  case "$1" in
    --compiler-cache) cache="$(mkdir -p "${2:?}" && cd "$2" && pwd)" && shift 2 ;;
    --packages) packages="$(mkdir -p "${2:?}" && cd "$2" && pwd)" && shift 2 ;;
    --keep) keeps=true && shift ;;
    --possible) possible && exit 0 || exit 1 ;;
    root | user | moved | test) asked+="$1 " && shift ;;
    *) usage ;;
  esac
done
parts=()
for part in user root test moved; do
  if [[ "$asked" == " " || "$asked" == *" $part "* ]]; then parts+=("$part"); fi
done
possible >&2 || exit 1
if [[ " ${parts[*]} " == *" moved "* || " ${parts[*]} " == *" test "* ]] && [[ " ${parts[*]} " != *" root "* ]]; then usage; fi

cd "$checkout"
tools/install.sh bare
tools/page.sh packages
node="$(tools/node.sh)"
scratch="$(mktemp -d "${TMPDIR:-/var/tmp}/crownstar-bare.XXXXXX")"
inner=0
tidy_up() {
  if ((inner > 0)); then kill -KILL "$inner" 2>/dev/null && wait "$inner" || true; fi
  # The namespace has taken its mounts with it. Should one be left all the same, nothing beyond it is touched.
  if [[ "$keeps" == true ]]; then
    echo "Left in $scratch"
  elif ! grep -qF " $scratch/" /proc/self/mounts; then
    rm -rf --one-file-system "$scratch"
  fi
}
trap tidy_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

export CROWNSTAR_BARE_NODE="$node/node" CROWNSTAR_BARE_CACHE="$cache" CROWNSTAR_BARE_PACKAGES="$packages"
unshare --mount --propagation private --pid --fork --kill-child "$here/parts.sh" "$checkout" "$scratch" "${parts[@]}" </dev/null &
inner=$!
status=0
wait "$inner" || status=$?
inner=0
exit "$status"
