"""The networks that tests give to their nodes: apart from each other, gone with whoever made them, and to be had in a chroot too."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from rooms import Room, environment, make_room
from wire_client import wait_for

# A root with everything of this one in it, which itself is a plain folder: no file system is mounted at it. What is mounted
# for it is seen by nobody else, and gone with its last process.
IN_A_CHROOT = """
set -e
root=$1; shift
for entry in /*; do
  if [ -L "$entry" ]; then cp -P "$entry" "$root$entry"
  elif [ -d "$entry" ]; then mkdir "$root$entry" && mount --rbind "$entry" "$root$entry"
  fi
done
exec chroot "$root" "$@"
"""
MAKE_ONE = "import rooms; print(rooms.Room().host, flush=True); input()"


def listed(what: str, enter: list[str] | None = None) -> str:
    command = [*(enter or []), "ip", "-brief", what]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment()).stdout


class Rooms(unittest.TestCase):
    def setUp(self) -> None:
        room = make_room()
        if room is None:
            self.skipTest("no network of one's own is to be had here")
        self.room: Room = room
        self.addCleanup(room.close)

    def elsewhere(self, *into: str) -> subprocess.Popen[str]:
        """Another process that makes one and keeps it."""
        path = {**environment(), "PYTHONPATH": str(Path(__file__).resolve().parent)}
        command = [*into, sys.executable, "-B", "-c", MAKE_ONE]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=path)

    def test_two_have_nothing_in_common_and_leave_nothing_behind(self) -> None:
        other = Room()
        for room, stranger in ((self.room, other), (other, self.room)):
            inside = listed("address", room.enter())
            self.assertIn(f"{room.host}/", inside)
            self.assertNotIn(f"{stranger.host}/", inside)
        self.assertIn(other.device("bus"), listed("link"))
        other.close()
        self.assertNotIn(other.device("bus"), listed("link"))

    def test_one_is_gone_with_a_process_that_is_killed(self) -> None:
        with self.elsewhere() as process:
            assert process.stdout
            host = process.stdout.readline().strip()
            around = host.rpartition(".")[0] + "."
            self.assertIn(around, listed("address"))
            process.kill()
        wait_for(lambda: around not in listed("address"), "its end")

    def test_one_can_be_made_where_the_root_is_no_mount_point(self) -> None:
        if subprocess.run(["unshare", "--mount", "true"], check=False, capture_output=True).returncode != 0:
            return  # the root of this very machine is none, and one has been made
        root = tempfile.mkdtemp(prefix="crownstar-root-")
        try:
            with self.elsewhere("unshare", "--mount", "sh", "-c", IN_A_CHROOT, "sh", root) as process:
                assert process.stdout
                host = process.stdout.readline().strip()
                self.assertNotIn(host, ("", self.room.host))  # it takes none that is taken, though it sees other files
                self.assertIn(host.rpartition(".")[0] + ".", listed("address"))
                process.kill()
        finally:
            # Entry by entry, and only what is empty: the folders were those of this machine, for whoever was in there.
            for entry in Path(root).iterdir():
                if entry.is_symlink():
                    entry.unlink()
                else:
                    entry.rmdir()
            os.rmdir(root)


if __name__ == "__main__":
    unittest.main()
