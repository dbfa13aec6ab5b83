#!/usr/bin/env bash
# Builds the Debian package crownstar_VERSION_ARCHITECTURE.deb and prints its name.
# Usage: tools/package.sh [FOLDER]    FOLDER: where to put it (default: build/package)
# If the environment variable CROWNSTAR names a program, that is packed instead of a new build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly output="$(mkdir -p "${1:-build/package}" && cd "${1:-build/package}" && pwd)"
program="${CROWNSTAR:-}"
if [[ -z "$program" ]]; then
  tools/install.sh package
  tools/page.sh
  tools/build.sh portable crownstar
  program=build/portable/crownstar
fi

# The same sources give the same package: file times are that of the last commit.
if [[ -z "${SOURCE_DATE_EPOCH:-}" ]]; then
  SOURCE_DATE_EPOCH="$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CMakeLists.txt)"
fi
export SOURCE_DATE_EPOCH
version="$("$program" --version | sed 's/.* //')"
architecture="$(dpkg --print-architecture)"
readonly version architecture

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
root="$work/root"
place() {  # place MODE FILE TARGET
  install -D --mode="$1" "$2" "$root/$3"
}

place 755 "$program" usr/bin/crownstar
strip --strip-unneeded "$root/usr/bin/crownstar"
place 644 packaging/debian/crownstar.service lib/systemd/system/crownstar.service
place 644 packaging/debian/crownstar-worker.service lib/systemd/system/crownstar-worker.service
place 644 packaging/debian/crownstar-backup.service lib/systemd/system/crownstar-backup.service
place 644 packaging/debian/crownstar-backup.timer lib/systemd/system/crownstar-backup.timer
place 755 packaging/debian/backup usr/lib/crownstar/backup
place 640 packaging/debian/settings.toml etc/crownstar/settings.toml
place 600 packaging/debian/worker.env etc/crownstar/worker.env
for file in proxy/nginx.conf proxy/Caddyfile fail2ban/crownstar.filter.conf fail2ban/crownstar.jail.conf \
  monitoring/prometheus.yml monitoring/alerts.yml monitoring/dashboard.json; do
  place 644 "packaging/$file" "usr/share/doc/crownstar/examples/$file"
done
for document in README.md docs/operations.md docs/security.md docs/asvs.md docs/threat-model.md docs/people.md docs/server.md docs/store.md docs/site-stream.md docs/site-of-100000.md; do
  place 644 "$document" "usr/share/doc/crownstar/$(basename "$document")"
done
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nLicense: Apache-2.0\n'
  printf ' On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.\n'
} >"$work/copyright"
place 644 "$work/copyright" usr/share/doc/crownstar/copyright

# The packages whose libraries it needs.
mkdir -p "$work/source/debian"
printf 'Source: crownstar\n\nPackage: crownstar\nArchitecture: any\n' >"$work/source/debian/control"
depends="$(cd "$work/source" && dpkg-shlibdeps -O "$root/usr/bin/crownstar" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')"

mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: crownstar
Version: $version
Architecture: $architecture
Maintainer: Crownstar <crownstar@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: adduser, $depends
Suggests: postgresql, nats-server
Section: games
Priority: optional
Description: server for draughts and Chinese checkers in the browser
 Serves a page on which people play draughts, checkers and Chinese checkers
 against each other and the computer. Games are kept in one file or in PostgreSQL.
END
printf '/etc/crownstar/%s\n' settings.toml worker.env >"$root/DEBIAN/conffiles"
for script in postinst prerm postrm; do
  install --mode=755 "packaging/debian/$script" "$root/DEBIAN/$script"
done
(cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

package="$output/crownstar_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package"
