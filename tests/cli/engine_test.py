"""crownstar engine: a conversation in Hub, as another program has it."""

import os
import socket
import subprocess
import time
import unittest

CROWNSTAR = os.environ["CROWNSTAR"]
NETS = os.path.join(os.path.dirname(__file__), "..", "..", "nets")
PATIENCE = 60
FIRST = "W" + "b" * 20 + "e" * 10 + "w" * 20


def talk(*lines, arguments=()):
    return subprocess.run(
        [CROWNSTAR, "engine", *arguments],
        input="".join(line + "\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=120,
    )


def connected(port):
    """A line to an engine that was just started, as soon as it listens."""
    for _ in range(20 * PATIENCE):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("nobody listens")


class Engine(unittest.TestCase):
    def test_introduces_itself(self):
        answer = talk("hub", "init", "ping", "quit")
        self.assertEqual(answer.returncode, 0)
        lines = answer.stdout.splitlines()
        self.assertTrue(lines[0].startswith("id name=Crownstar"))
        self.assertEqual(lines[-3:], ["wait", "ready", "pong"])

    def test_hub_is_another_name_of_the_command(self):
        answer = subprocess.run([CROWNSTAR, "hub"], input="hub\nquit\n", capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(answer.returncode, 0)
        self.assertEqual(answer.stdout, talk("hub", "quit").stdout)

    def test_a_game_has_other_names(self):
        answer = talk("hub", "quit", arguments=["english"])
        self.assertIn("param name=variant value=american ", answer.stdout)

    def test_plays_a_forced_capture_and_ends_when_nothing_more_comes(self):
        answer = talk(f'pos pos={FIRST} moves="32-28 19-23"', "level depth=3", "go think")
        self.assertEqual(answer.returncode, 0)
        self.assertTrue(answer.stdout.splitlines()[-1].startswith("done move=28x19x23"), answer.stdout)

    def test_what_has_an_end_is_thought_to_the_end_though_nothing_more_comes(self):
        answer = talk(f"pos pos={FIRST}", "level nodes=30000", "go think")
        info, done = answer.stdout.splitlines()[-2:]
        self.assertRegex(info, r" nodes=30\d\d\d ")
        self.assertRegex(done, r"^done move=\d+-\d+")
        for endless in ("go analyze", "go ponder"):
            answer = talk(f"pos pos={FIRST}", endless)
            self.assertRegex(answer.stdout.splitlines()[-1], r"^done move=")

    def test_plays_another_game_from_the_command_line(self):
        answer = talk("pos pos=B" + "b" * 12 + "e" * 8 + "w" * 12, "go think", arguments=["american", "--level", "casual"])
        self.assertRegex(answer.stdout.splitlines()[-1], r"^done move=\d+-\d+")

    def test_a_network_of_another_game_is_named_and_played_without(self):
        net = os.path.join(NETS, "russian.net")
        lines = ("pos pos=B" + "b" * 12 + "e" * 8 + "w" * 12, "level nodes=2000", "go think")
        foreign = talk(*lines, arguments=["american", "--net", net])
        self.assertIn("is a network of russian, not of american", foreign.stderr)
        usual = talk(*lines, arguments=["american"])
        told = [answer.stdout.splitlines()[-2].split(" score=")[1] for answer in (foreign, usual)]
        self.assertEqual(told[0], told[1])
        match = subprocess.run([CROWNSTAR, "match", f"net={net}", "full"], capture_output=True, text=True, timeout=60)
        self.assertEqual((match.returncode, match.stdout), (2, ""))
        self.assertIn("has a network of russian", match.stderr)

    def test_refuses_a_game_and_a_level_that_are_not_there(self):
        for arguments in (["chess"], ["american", "--level", "grandmaster"]):
            answer = talk(arguments=arguments)
            self.assertEqual(answer.returncode, 2)
            self.assertTrue(answer.stderr.startswith("crownstar: "))
            self.assertEqual(answer.stdout, "")

    def test_refuses_tables_that_are_none(self):
        for folder in ("/no/such/folder", "/etc/passwd"):
            answer = talk(arguments=["--tables", folder])
            self.assertEqual((answer.returncode, answer.stdout), (2, ""))
            self.assertIn(folder, answer.stderr)
            answer = talk(f"set-param name=tables value={folder}", "hub", "quit")
            self.assertIn(f"error message=\"tables: there is no folder '{folder}'", answer.stdout)
            self.assertIn("param name=tables value=\"\" type=string", answer.stdout)

    def test_refuses_what_is_for_dam_exchange_only(self):
        for option in ("--time", "--games", "--minutes", "--moves"):
            answer = talk("quit", arguments=[option, "1"])
            self.assertEqual((answer.returncode, answer.stdout), (2, ""))
            self.assertEqual(answer.stderr, f"crownstar: {option}: goes with --dxp only\n")

    def test_accepts_a_game_of_dam_exchange_before_it_thinks(self):
        # It thinks far longer about its first move than anybody waits here for the acceptance.
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        engine = subprocess.Popen(
            [CROWNSTAR, "engine", "--dxp", f"wait:{port}", "--time", "3600", "--tables", "none"],
            stdout=subprocess.DEVNULL,
        )
        try:
            with connected(port) as line:
                line.settimeout(PATIENCE)
                line.sendall(f"R01{'Somebody':<32}W005075A\0".encode())
                self.assertTrue(line.recv(64).startswith(b"A"))
        finally:
            engine.kill()
            engine.wait()

    def test_complains_of_nonsense_and_goes_on(self):
        answer = talk("nonsense", "pos pos=W", "x" * 300000, "ping", "quit")
        self.assertEqual(answer.stdout.count("error message="), 3)
        self.assertTrue(answer.stdout.endswith("pong\n"))


if __name__ == "__main__":
    unittest.main()
