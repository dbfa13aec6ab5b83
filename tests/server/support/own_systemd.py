"""A systemd of the tests' own, as process 1 of a machine within this one: it has this machine's files, and what is changed there is
in memory and goes with it.

It needs root, systemd, a cgroup2 file system, and a kernel that lets root make namespaces and mount in them; `reason_against`
says what is missing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from wire_client import wait_for

SYSTEMD = Path("/lib/systemd/systemd")

# Arguments: an empty folder, and files to copy into the new root's /opt.
BECOME = """
set -e
place=$1; shift
mount -t tmpfs tmpfs "$place"
mkdir "$place/above" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/above,workdir=$place/work" "$place/root"
cd "$place/root"
cp "$@" opt/
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run tmp dev etc/systemd/system; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 tmp
for device in null zero full random urandom tty ptmx; do cp -a /dev/$device dev/; done
ln -s /proc/self/fd dev/fd
# Nothing of this machine runs there.
for unit in getty.target remote-fs.target systemd-logind.service systemd-networkd.service systemd-resolved.service \
  systemd-timesyncd.service systemd-udevd.service systemd-udev-trigger.service; do
  ln -s /dev/null etc/systemd/system/$unit
done
ip link set lo up
mkdir -p mnt/outside
pivot_root . mnt/outside
umount -l /mnt/outside
mount --make-rshared /
export container=other
exec /lib/systemd/systemd --unit=basic.target --log-target=null --show-status=no
"""


def cgroups() -> Path | None:
    """Where cgroup2 is mounted."""
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _, place, kind, *_ = line.split()
        if kind == "cgroup2":
            return Path(place)
    return None


def reason_against() -> str:
    """Why none can be had here; empty if one can."""
    if os.geteuid() != 0:
        return "only root may make one"
    if not SYSTEMD.exists() or not shutil.which("systemctl"):
        return "systemd is not here"
    if not cgroups():
        return "no cgroup2 is mounted"
    with tempfile.TemporaryDirectory() as folder:
        tried = "mount -t tmpfs tmpfs $0 && mkdir $0/a $0/w $0/r && mount -t overlay o -o lowerdir=/,upperdir=$0/a,workdir=$0/w $0/r"
        command = ["unshare", "--mount", "--pid", "--cgroup", "--ipc", "--uts", "--net", "--fork", "sh", "-c", tried, folder]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stderr.strip() or "no namespaces" if run.returncode else ""


class OwnSystemd:
    def __init__(self, *files: Path) -> None:
        parent = cgroups()
        assert parent
        self._folder = tempfile.TemporaryDirectory(prefix="crownstar-systemd-")
        self._group = Path(tempfile.mkdtemp(prefix="crownstar-", dir=parent))
        enter = 'echo $$ >"$0/cgroup.procs"; exec "$@"'
        spaces = ["unshare", "--mount", "--pid", "--cgroup", "--ipc", "--uts", "--net", "--fork", "--kill-child"]
        command = ["sh", "-c", enter, self._group, *spaces, "bash", "-c", BECOME, "bash", self._folder.name, *files]
        self._outer = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            wait_for(self._is_up, "systemd runs")
        except BaseException:
            self.close()
            raise

    def _is_up(self) -> bool:
        if self._outer.poll() is not None:
            assert self._outer.stderr
            raise AssertionError(self._outer.stderr.read().decode())
        return bool(self._first()) and self.run("systemctl", "is-active", "basic.target").stdout == "active\n"

    def _first(self) -> int:
        """The number that its process 1 has here."""
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text(encoding="utf-8").split()
        return int(children[0]) if children else 0

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        enter = ["nsenter", "--target", str(self._first()), "--mount", "--pid", "--cgroup", "--ipc", "--uts", "--net"]
        return subprocess.run([*enter, *command], capture_output=True, text=True, check=False)

    def ask(self, *command: str) -> str:
        """What a command says that must succeed."""
        run = self.run(*command)
        assert run.returncode == 0, f"{command}: {run.stdout}{run.stderr}"
        return run.stdout.strip()

    def property(self, unit: str, name: str) -> str:
        return self.ask("systemctl", "show", "--value", "--property", name, unit)

    def close(self) -> None:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if first := self._first():
                os.kill(first, signal.SIGKILL)  # and all that it has started
        self._outer.wait()
        assert self._outer.stderr
        self._outer.stderr.close()
        for group in sorted(self._group.rglob("*/"), reverse=True):
            group.rmdir()
        self._group.rmdir()
        self._folder.cleanup()
