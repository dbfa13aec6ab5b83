# Says what is being done and how far it is; sourced by the scripts that take long.
# On a terminal it is one line that is written over, elsewhere a line every ten seconds. The file named by CROWNSTAR_LOG gets
# the same with the time of day.

progress_shown=0  # when a line was last written where nobody writes over it

# step TEXT...: something begins, or is worth keeping.
step() {
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
  printf '%s\n' "$*" >&2
  note "$*"
}

note() {  # note TEXT...: for the log alone, where the disk has room for it
  if [[ -n "${CROWNSTAR_LOG:-}" ]]; then { printf '%(%H:%M:%S)T %s\n' -1 "$*" >>"$CROWNSTAR_LOG"; } 2>/dev/null || true; fi
}

# status TEXT...: how far it is now.
status() {
  local columns=80
  if [[ -t 2 ]]; then
    read -r _ columns < <(stty size <&2 2>/dev/null) || true
    if ((${columns:-0} < 2)); then columns=80; fi
    printf '\r\033[K%.*s' $((columns - 1)) "$*" >&2
  fi
  if ((EPOCHSECONDS - progress_shown < 10)); then return 0; fi
  progress_shown=$EPOCHSECONDS
  if [[ ! -t 2 ]]; then printf '%s\n' "$*" >&2; fi
  note "$*"
}

clear_status() {
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

in_words() {  # in_words SECONDS: roughly
  if (($1 < 50)); then echo "$((($1 + 9) / 10 * 10)) s"; else echo "$((($1 + 40) / 60)) min"; fi
}

# remaining SECONDS DONE ALL: how long the rest takes if it goes on so; nothing while too little is known.
remaining() {
  if (($1 < 10 || $2 * 20 < $3 || $2 >= $3)); then return 0; fi
  echo ", about $(in_words $(($1 * ($3 - $2) / $2))) left"
}

# explain FILE: one line that says what to do about a failure whose output is in the file.
explain() {
  local file="$1" again="Then run the same command again: it goes on where it stopped." line=""
  reason() {
    line="$(grep -aioEm1 "($1).{0,60}" "$file" | head -n 1 | tr -d '\r' | sed -E 's/^[[:space:]]+//')"
    [[ -n "$line" ]]
  }
  # On a full disk the output itself may be lost.
  local free
  free="$(df --output=avail -k "${file%/*}" 2>/dev/null | tail -n 1)" || free=""
  if [[ "$free" =~ ^\ *([0-9]+)$ ]] && ((BASH_REMATCH[1] < 20480)); then line="$((BASH_REMATCH[1] / 1024)) MB are free"; fi
  if [[ -n "$line" ]] || reason 'No space left on device|ENOSPC|enough free space|Disk quota exceeded'; then
    echo "There is no room left on the disk ($line): a first build needs about 2 GB. $again"
  elif reason 'CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|certificate verification failed'; then
    echo "The certificate of a package server is not known here ($line): put your network's own into" \
      "/usr/local/share/ca-certificates and run update-ca-certificates as root. $again"
  elif reason 'Could not resolve|Temporary failure|Could not connect|Unable to connect|Connection (timed out|refused|failed)|[a-z]* ?timed out|Network is unreachable|NewConnectionError|E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT|CONNRESET|HOSTUNREACH|NETUNREACH|RR_SOCKET_TIMEOUT)\b'; then
    echo "A package server does not answer ($line): check the network. $again"
  elif reason 'Could not get lock|is locked by another|dpkg frontend lock'; then
    echo "Another program is installing packages ($line): wait until it has finished. $again"
  elif reason 'Permission denied|EACCES|Read-only file system|EROFS'; then
    echo "A file cannot be written ($line): this folder must be yours. $again"
  elif reason 'Killed|out of memory|Cannot allocate memory|std::bad_alloc'; then
    echo "Something was killed, as happens where there is not enough memory ($line): a build needs about 2 GB. $again"
  else
    return 1
  fi
}

# fail FILE WHAT...: says that something failed, in one line where its output tells why, else with the end of the output.
fail() {
  local file="$1" advice
  shift
  clear_status
  if advice="$(explain "$file")"; then
    step "$* failed. $advice (All of it: $file)"
  else
    step "$* failed:"
    tail -n 40 "$file" >&2
    step "All of it is in $file"
  fi
}
