#!/usr/bin/env bash
# Installs the Debian packages of tools/packages.txt that are missing; silent and quick where none is.
# Usage: tools/install.sh play|test|package
# Without root it prints the one line that someone with root must run, and fails. It starts no service.
set -euo pipefail

readonly list="${BASH_SOURCE[0]%/*}/packages.txt"
readonly for_whom="${1:?usage: tools/install.sh play|test|package}"

is_for_us() {  # is_for_us SECTION
  case "$1" in
    play | "$for_whom") return 0 ;;
    "without "*) ! command -v "${1#without }" >/dev/null ;;
    *) return 1 ;;
  esac
}

wanted() {  # the packages of the sections that this caller needs
  local section="" name rest
  while read -r name rest; do
    case "$name" in
      "" | "#"*) ;;
      "["*) section="${name:1}${rest:+ $rest}" section="${section%]}" ;;
      *) if is_for_us "$section"; then echo "$name"; fi ;;
    esac
  done <"$list"
}

mapfile -t packages <<<"$(wanted)"
# dpkg-query fails where it has never heard of one of them, and still lists the others.
installed=" $(dpkg-query --show --showformat='${db:Status-Status}:${Package} ' "${packages[@]}" 2>/dev/null || true)"
missing=()
for package in "${packages[@]}"; do
  if [[ "$installed" != *" installed:$package "* ]]; then missing+=("$package"); fi
done
if ((${#missing[@]} == 0)); then exit 0; fi

# The unsafe writing is dpkg's syncing of each file: it triples the time, and a cut-off install is simply run again.
get=(apt-get install -y --no-install-recommends -o DPkg::Options::=--force-unsafe-io)
if ((EUID != 0)); then
  echo "apt-get update && ${get[*]} ${missing[*]}"
  exit 1
fi

export DEBIAN_FRONTEND=noninteractive
log="$(mktemp)"
# What a package would start with itself stays off: where nobody has said what may run, nothing may while we install.
readonly policy="/usr/sbin/policy-rc.d"
policy_is_ours=false
tidy_up() {
  rm -f "$log"
  if [[ "$policy_is_ours" == true ]]; then rm -f "$policy"; fi
}
trap tidy_up EXIT
if [[ ! -e "$policy" ]]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
  policy_is_ours=true
fi
quietly() {  # runs a command whose output matters only where it fails
  "$@" >"$log" 2>&1
}

echo "Installing ${#missing[@]} packages: ${missing[*]}" >&2
is_updated=false
if ! compgen -G "/var/lib/apt/lists/*_Packages*" >/dev/null; then
  quietly apt-get update || { cat "$log" >&2; exit 1; }
  is_updated=true
fi
# Another program may hold the lock for a while, as a new machine's own updates do.
install=("${get[@]}" -o DPkg::Lock::Timeout=300 "${missing[@]}")
if quietly "${install[@]}"; then exit 0; fi
# Lists that are there may still be too old to know a package or where it is now.
if [[ "$is_updated" == false ]] && quietly apt-get update && quietly "${install[@]}"; then exit 0; fi
cat "$log" >&2
exit 1
