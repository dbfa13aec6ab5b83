#!/usr/bin/env bash
# Installs the Debian packages of tools/packages.txt that are missing; silent and quick where none is.
# Usage: tools/install.sh play|test|package|bare
# Without root it prints the one line that someone with root must run, and fails. It starts no service.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly list=tools/packages.txt
readonly for_whom="${1:?usage: tools/install.sh play|test|package|bare}"

is_for_us() {  # is_for_us SECTION
  case "$1" in
    play | "$for_whom") return 0 ;;
    "unless "*) ! (${1#unless }) >/dev/null 2>&1 ;;
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

source tools/progress.sh
export DEBIAN_FRONTEND=noninteractive
mkdir -p build/log
readonly log=build/log/install.log
# What a package would start with itself stays off: where nobody has said what may run, nothing may while we install.
readonly policy="/usr/sbin/policy-rc.d" mark="# of Crownstar's tools/install.sh, which takes it away again"
policy_is_ours=false
tidy_up() {
  if [[ "$policy_is_ours" == true ]]; then rm -f "$policy"; fi
}
trap tidy_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
# One that was killed may have left its own.
if [[ ! -e "$policy" ]] || grep -qF "$mark" "$policy"; then
  printf '#!/bin/sh\n%s\nexit 101\n' "$mark" >"$policy"
  chmod 755 "$policy"
  policy_is_ours=true
fi

# apt tells on a descriptor of its own how far it is: dlstatus:3:12.5:what, pmstatus:package:12.5:what.
show_apt() {
  local kind percent begun=$SECONDS phase="" what
  while IFS=: read -r kind _ percent _; do
    case "$kind" in
      dlstatus) what="Fetching Debian's packages" ;;
      pmstatus) what="Installing Debian's packages" ;;
      *) continue ;;
    esac
    percent="${percent%%.*}"
    if [[ ! "$percent" =~ ^[0-9]+$ ]]; then continue; fi
    if [[ "$phase" != "$kind" ]]; then phase="$kind" begun=$SECONDS; fi
    status "$what, $percent %$(remaining $((SECONDS - begun)) "$percent" 100)"
  done
  clear_status
}

# Lists that could not be fetched are an error; apt itself would go on with the old ones.
update() {
  status "Fetching the lists of Debian's packages"
  apt-get update --error-on=any -o DPkg::Lock::Timeout=300 >"$log" 2>&1
}
# Another program may hold the lock for a while, as a new machine's own updates do.
install() {
  "${get[@]}" -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=3 "${missing[@]}" 3>&1 >"$log" 2>&1 | show_apt
}
readonly title="Installing ${#missing[@]} of Debian's packages"

step "$title: ${missing[*]}"
is_updated=false
if ! compgen -G "/var/lib/apt/lists/*_Packages*" >/dev/null; then
  update || { fail "$log" "$title"; exit 1; }
  is_updated=true
fi
if install; then exit 0; fi
# What was cut off while it installed is finished first.
if grep -q 'dpkg was interrupted' "$log"; then
  step "Finishing what an interrupted installation left"
  dpkg --configure -a >"$log" 2>&1 || { fail "$log" "$title"; exit 1; }
  if install; then exit 0; fi
fi
# Lists that are there may still be too old to know a package or where it is now.
if [[ "$is_updated" == false ]] && update && install; then exit 0; fi
fail "$log" "$title"
exit 1
