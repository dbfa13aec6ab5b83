"""`crownstar bot`: our engine, and another program, play whole games on a site through its API for bots."""

from __future__ import annotations

import json
import os
import re
import ssl
import subprocess
import tempfile
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from certificates import Authority
from tables import Seat, account, guest, make_match, make_token
from wire_client import PATIENCE, PROGRAM, Caller, ServedTest, Server

QUICK = "nodes=40,tables=none"


class BotCommand(ServedTest):
    def maker(self, name: str) -> tuple[Caller, str]:
        """An account, and a secret of it for a program."""
        owner = account(self.server, name)
        return owner, str(make_token(owner)["secret"])

    def bot(self, secret: str, *arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [PROGRAM, "bot", "--server", f"http://127.0.0.1:{self.server.port}", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "CROWNSTAR_TOKEN": secret},
        )
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def test_two_programs_play_games_to_their_ends(self) -> None:
        _, first = self.maker("Ours")
        other, second = self.maker("Hub")
        host = self.bot(first, "--seek", "american", "--clock", "600+5", "--games", "2", "--engine", QUICK)
        guest_bot = self.bot(second, "--games", "2", "--engine", f"nodes=40,hub:{PROGRAM} hub --tables none")
        for process, name in ((host, "Ours"), (guest_bot, "Hub")):
            assert process.stdout is not None
            self.assertEqual(process.stdout.readline(), f"playing as {name}\n")
        lobby = Caller(self.server).stream("/api/lobby/stream")
        taken = 0
        while taken < 2:
            for seek in lobby.line().get("seeks", []):
                if seek["host"]["name"] == "Ours":
                    self.assertEqual(other.post(f"/api/seeks/{seek['id']}/take", {}).status, 200)
                    taken += 1
        lobby.close()
        ends = []
        for process in (host, guest_bot):
            said, complaints = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, complaints), (0, ""))
            ends.append(re.findall(r"^(\w+): (won|lost|draw)", said, re.MULTILINE))
        opposite = {"won": "lost", "lost": "won", "draw": "draw"}
        self.assertEqual(len(ends[0]), 2)
        self.assertEqual(ends[1], [(game, opposite[end]) for game, end in ends[0]])
        for game, _ in ends[0]:
            record = other.get(f"/api/matches/{game}/export").body.decode()
            self.assertIn('[Termination "normal"]', record)

    def test_it_plays_a_star_against_a_person_and_answers_offers(self) -> None:
        _, secret = self.maker("Star")
        bot = self.bot(secret, "--games", "1", "--engine", QUICK)
        assert bot.stdout is not None
        self.assertEqual(bot.stdout.readline(), "playing as Star\n")
        person = guest(self.server, "Person")
        match = make_match(person, Caller(self.server, token=secret), game="sternhalma:pieces=10")
        seat = Seat(person, match)
        seat.hear("snapshot")
        self.assertIn(f"{match}: sternhalma:pieces=10 against Person", bot.stdout.readline())
        seat.move("d5-e6")
        seat.until_moves(2)
        seat.do({"t": "offer_takeback"})
        seat.until_event("takeback_declined")
        seat.do({"t": "offer_draw"})
        seat.until_event("draw_declined")
        seat.do({"t": "resign"})
        said, complaints = bot.communicate(timeout=PATIENCE)
        self.assertEqual((bot.returncode, complaints), (0, ""))
        self.assertEqual(said, f"{match}: won (resign)\n")
        seat.close()

    def test_lines_that_it_does_not_know_are_told_once_a_kind(self) -> None:
        """A site of a newer version: its answers and lines have members that this program does not know."""
        owner, secret = self.maker("Newer")
        me = {**owner.get("/api/me").json(), "moon": "full"}
        lines = [{"type": "gift", "what": [1]}, {"type": "gift"}, {"type": "challengeDeclined"}, {"no": "type"}]
        asked: list[str] = []

        class Site(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                asked.append(self.path)
                is_again = asked.count("/api/stream/event") > 1
                self.send_response(401 if is_again else 200)
                self.end_headers()
                if not is_again:
                    said = [me] if self.path == "/api/me" else lines
                    self.wfile.write("".join(json.dumps(each) + "\n" for each in said).encode())

            def log_message(self, *_: object) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Site) as site:
            Thread(target=site.serve_forever, daemon=True).start()
            done = subprocess.run([PROGRAM, "bot", "--server", f"http://127.0.0.1:{site.server_port}", "--token", secret],
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
            site.shutdown()
        self.assertEqual((done.returncode, done.stdout), (1, "playing as Newer\n"), done.stderr)
        kinds = re.findall(r"^crownstar: a line (.*) from the site is not understood, and passed over: .", done.stderr, re.MULTILINE)
        self.assertEqual(kinds, ["of the type 'gift'", "of the type 'challengeDeclined'", "without a type"], done.stderr)

    def test_what_cannot_be_played_with_is_refused(self) -> None:
        server = f"http://127.0.0.1:{self.server.port}"
        for words, status, reason in (
            (["--server", "example.org", "--token", "a"], 2, "--server: expected an address such as https://example.org"),
            (["--server", server], 2, "--token: expected an API token"),
            (["--server", server, "--token", "a b"], 2, "--token: "),
            (["--server", server, "--token", "a", "--engine", "nobody"], 2, "nobody"),
            (["--server", server, "--token", "a", "--rated"], 2, "--rated: goes with --seek only"),
            (["--server", server, "--token", "a", "--clock", "60+1"], 2, "--clock: goes with --seek only"),
            (["--server", server, "--token", "a", "--seek", "sternhalma:players=3"], 2, "--seek: expected a game of two"),
            (["--server", server, "--token", "a", "--seek", "chess"], 2, "no game 'chess'"),
            (["--server", server, "--token", "a", "--seek", "american", "--clock", "x"], 2, "--clock: "),
            (["--server", server, "--token", "wrong"], 1, ""),
            (["--server", "http://127.0.0.1:1", "--token", "a"], 1, "127.0.0.1:1: "),
        ):
            done = subprocess.run([PROGRAM, "bot", *words], capture_output=True, text=True, timeout=PATIENCE, check=False,
                                  env={name: value for name, value in os.environ.items() if name != "CROWNSTAR_TOKEN"})
            self.assertEqual((done.returncode, done.stdout), (status, ""), done)
            self.assertTrue(done.stderr.startswith("crownstar: "), done.stderr)
            self.assertIn(reason, done.stderr)


class EncryptedBot(unittest.TestCase):
    def test_a_site_is_taken_at_its_word_only_with_a_certificate_of_its_name(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            authority = Authority(Path(folder), "ours")
            certificate, key = authority.sign("DNS:localhost")
            context = ssl.create_default_context(cafile=authority.certificate)
            flags = ("--tls-certificate", str(certificate), "--tls-key", str(key))
            with Server(*flags, tls=context, host="localhost") as server:
                owner = account(server, "Sealed")
                secret = make_token(owner)["secret"]
                trusting = {**os.environ, "SSL_CERT_FILE": str(authority.certificate), "CROWNSTAR_TOKEN": secret}
                command = [PROGRAM, "bot", "--games", "1", "--engine", QUICK, "--server"]
                for place, environment in ((f"https://127.0.0.1:{server.port}", trusting),
                                           (f"https://localhost:{server.port}", {**trusting, "SSL_CERT_FILE": "/dev/null"})):
                    done = subprocess.run([*command, place], capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment)
                    self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                    self.assertIn("certificate verify failed", done.stderr)
                bot = subprocess.Popen([*command, f"https://localhost:{server.port}"], stdout=subprocess.PIPE, text=True, env=trusting)
                self.addCleanup(bot.communicate)
                self.addCleanup(bot.kill)
                assert bot.stdout is not None
                self.assertEqual(bot.stdout.readline(), "playing as Sealed\n")
                person = guest(server, "Person")
                seat = Seat(person, make_match(person, Caller(server, token=secret)))
                seat.hear("snapshot")
                seat.move("11-15")
                seat.until_moves(2)
                seat.do({"t": "resign"})
                said, _ = bot.communicate(timeout=PATIENCE)
                self.assertEqual((bot.returncode, said.splitlines()[-1]), (0, f"{seat.match}: won (resign)"))
                seat.close()


if __name__ == "__main__":
    unittest.main()
