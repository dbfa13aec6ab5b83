# How tests/bare makes a bare Debian 12 in a folder and runs commands in it; sourced by parts.sh, in a mount namespace of its own.
# Uses: checkout, scratch, cache, packages. Sets root; commands run as `who` with the home folder `home` in the clone at `place`.
root="" who=root home=/root place=/ is_offline=""

# What apt of this machine is told of Debian, and nobody else: mirror, updates, security.
debian_sources() {
  apt-get indextargets --format '$(LABEL)|deb $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n 's/^Debian\(-Security\)\?|//p' | grep ' bookworm\(-updates\|-security\)\? ' | sort -u
}

bootstrap() {
  local mirror
  mirror="$(debian_sources | awk '$3 == "bookworm" {print $2; exit}')"
  # Without apt lists here, debootstrap has a mirror of its own.
  debootstrap --variant=minbase ${packages:+--cache-dir="$packages"} bookworm "$scratch/base" $mirror >"$scratch/logs/debootstrap.log" 2>&1 ||
    { tail -n 20 "$scratch/logs/debootstrap.log"; return 1; }
  if [[ -n "$mirror" ]]; then debian_sources >"$scratch/base/etc/apt/sources.list"; fi
  apt-config dump Acquire::http::Proxy Acquire::https::Proxy >"$scratch/base/etc/apt/apt.conf.d/90proxy" 2>/dev/null || true
  # Authorities that this machine's administrator has added; Debian's ca-certificates takes them up when it is installed.
  mkdir -p "$scratch/base/usr/local/share/ca-certificates"
  find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$scratch/base/usr/local/share/ca-certificates" \;
}

make_root() {  # make_root NAME
  root="$scratch/$1"
  cp -a "$scratch/base" "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root"/dev/{pts,shm}
  local device
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  ln -s fd/0 "$root/dev/stdin"
  ln -s fd/1 "$root/dev/stdout"
  ln -s fd/2 "$root/dev/stderr"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}

lend_packages() {
  if [[ -n "$packages" ]]; then
    mkdir -p "$packages/partial"
    mount --bind "$packages" "$root/var/cache/apt/archives"
  fi
}

# The last commit of the checkout, and nothing else of it.
clone_into() {
  mkdir -p "$root$place"
  git -c safe.directory='*' clone --quiet --no-hardlinks "$checkout" "$root$place"
  if [[ -n "$cache" ]]; then
    # An account of its own cannot write into the cache of another.
    mkdir -p "$root/var/cache/lent" "$cache/of-others"
    chmod 777 "$cache/of-others"
    mount --bind "$cache" "$root/var/cache/lent"
  fi
}

in_root() {  # in_root COMMAND: in the clone, as who plays, with an environment of its own; where `is_offline`, without a network
  local surroundings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" USER="$who" LANG=C.UTF-8)
  if [[ -n "$cache" ]]; then
    surroundings+=(CCACHE_BASEDIR="$(ccache --get-config base_dir)" CCACHE_DIR=/var/cache/lent)
    if [[ "$(ccache --get-config hash_dir)" == false ]]; then surroundings+=(CCACHE_NOHASHDIR=1); fi
    if [[ "$who" != root ]]; then surroundings+=(CCACHE_DIR=/var/cache/lent/of-others CCACHE_UMASK=000); fi
  fi
  env -i "${surroundings[@]}" ${is_offline:+unshare --net} chroot --userspec="$who:$who" "$root" \
    /bin/bash -c 'cd "$0" && eval "$1"' "$place" "$1"
}

as_root() {  # as_root COMMAND: of the machine's administrator
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$root" /bin/bash -c "$1"
}
