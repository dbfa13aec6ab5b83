"""The server as a whole: how it starts and stops, what it sends with every answer, TLS, proxies, settings."""

from __future__ import annotations

import json
import os
import re
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from tables import OPENING, guest, play_on, sit_down
from wire_client import PATIENCE, PROGRAM, Caller, Gone, ServedTest, Server, read_to_end, wait_for

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("CROWNSTAR_")}


def refused_start(*flags: str, status: int = 1, **variables: str) -> str:
    """The one line of a server that does not start."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [PROGRAM, "serve", "--port", "0", "--store", f"{folder}/s.db", *flags],
            capture_output=True,
            timeout=PATIENCE,
            env={**CLEAN, "XDG_CONFIG_HOME": folder, **variables},
            check=False,
        )
    assert done.returncode == status, done
    assert done.stdout == b"", done
    lines = done.stderr.decode().splitlines()
    return next(line for line in lines if line.startswith("crownstar: "))


def printed_settings(*flags: str, **variables: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [PROGRAM, "serve", "--print-settings", *flags],
            capture_output=True,
            timeout=PATIENCE,
            check=True,
            env={**CLEAN, "XDG_CONFIG_HOME": folder, **variables},
        ).stdout.decode()


class Serving(ServedTest):
    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.caller = Caller(cls.server)

    def test_the_page_and_its_headers(self) -> None:
        page = self.caller.get("/")
        self.assertEqual(page.status, 200)
        self.assertIn(b"<title>Crownstar</title>", page.body)
        self.assertEqual(page.headers["cache-control"], "no-cache")
        policy = page.headers["content-security-policy"]
        self.assertIn("default-src 'none'", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertNotIn("unsafe-inline", policy)
        self.assertIn(f"connect-src 'self' ws://127.0.0.1:{self.server.port};", policy)
        self.assertEqual(page.headers["x-content-type-options"], "nosniff")
        self.assertEqual(page.headers["cross-origin-opener-policy"], "same-origin")
        self.assertEqual(self.caller.get("/match/some-match").body, page.body)
        again = self.caller.get("/", headers={"If-None-Match": page.headers["etag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(self.caller.get("/assets/nothing.js").code(), "not_found")
        self.assertEqual(self.caller.get("/nothing.png").status, 404)
        head = self.caller.ask("HEAD", "/")
        self.assertEqual((head.status, head.body), (200, b""))
        self.assertEqual(int(head.headers["content-length"]), len(page.body))

    def test_compressed_where_asked_for(self) -> None:
        import gzip

        plain = self.caller.get("/").body
        zipped = self.caller.get("/", headers={"Accept-Encoding": "gzip;q=0.5, br;q=0"})
        if "content-encoding" in zipped.headers:
            self.assertEqual(gzip.decompress(zipped.body), plain)
        self.assertEqual(zipped.headers["vary"], "Accept-Encoding")

    def test_errors_have_one_shape(self) -> None:
        for method, path, status, code in (
            ("GET", "/api/nothing", 404, "not_found"),
            ("PUT", "/api/me", 405, "method_not_allowed"),
            ("POST", "/", 405, "method_not_allowed"),
            ("GET", "/api/me", 401, "not_signed_in"),
            ("GET", "/api/matches/nothing", 404, "no_such_match"),
            ("GET", "/socket", 426, "malformed"),
        ):
            answer = self.caller.ask(method, path)
            self.assertEqual((answer.status, answer.code()), (status, code), path)
            self.assertTrue(answer.json()["error"]["reason"])
        self.assertIn("GET", self.caller.ask("PUT", "/api/me").headers["allow"])

    def test_the_cookie(self) -> None:
        caller = Caller(self.server)
        answer = caller.post("/api/guest", {})
        cookie = answer.headers["set-cookie"]
        self.assertRegex(cookie, r"^crownstar=[^;]{40,}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax$")
        self.assertEqual(caller.get("/api/me").json(), answer.json())
        self.assertEqual(caller.ask("DELETE", "/api/session").status, 204)
        self.assertEqual(caller.cookies, {})

    def test_health_and_figures(self) -> None:
        health = self.caller.get("/health").json()
        self.assertEqual((health["state"], health["store"]), ("ok", "ok"))
        figures = self.caller.get("/metrics")
        self.assertIn("text/plain", figures.headers["content-type"])
        for line in figures.body.decode().splitlines():
            self.assertRegex(line, r"^(# (HELP|TYPE) crownstar_|crownstar_[a-z_]+(\{[^}]*\})? [-+.e0-9]+$)")
        self.assertIn("crownstar_connections 1\n", figures.body.decode())
        self.assertNotIn("strict-transport-security", figures.headers)

    def test_several_requests_on_one_connection(self) -> None:
        request = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n\r\n".encode()
        last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        answers = self.server.exchange(request + request + last)
        self.assertEqual(answers.count(b"HTTP/1.1 200 OK"), 3)

    def test_old_http(self) -> None:
        answer = self.server.exchange(b"GET /health HTTP/1.0\r\nHost: here\r\n\r\n")
        self.assertIn(b"Connection: close", answer)
        self.assertTrue(answer.endswith(b"}"))


class StartAndStop(unittest.TestCase):
    def test_players_are_told_and_nothing_is_lost(self) -> None:
        with Server() as server:
            anna, bert = guest(server), guest(server)
            seats = sit_down(anna, bert)
            play_on(seats, OPENING[:4])
            match = seats[0].match
            idle = server.connect()
            self.assertEqual(server.process.poll(), None)
            server.process.terminate()
            for seat in seats:
                messages = list(seat.socket.rest())
                self.assertEqual([m for m in messages if m["t"] == "goodbye"], [{"t": "goodbye", "reason": "stopping"}])
                self.assertEqual(seat.socket.close_code, 1001)
            self.assertEqual(server.wait(), 0)
            idle.close()
            self.assertTrue(any("what=stopped" in line for line in server.log), server.log)
            server.start()
            snapshot = anna.get(f"/api/matches/{match}").json()["snapshot"]
            self.assertEqual([move["text"] for move in snapshot["moves"]], OPENING[:4])

    def test_nobody_else_may_read_the_store(self) -> None:
        with Server() as server:
            guest(server)
            modes = {file.name: file.stat().st_mode & 0o077 for file in server.folder.iterdir() if file.is_file()}
            self.assertIn("store.db", modes)
            self.assertEqual({name: mode for name, mode in modes.items() if mode}, {})

    def test_a_second_server_does_not_take_the_store(self) -> None:
        with Server() as server:
            line = refused_start("--store", str(server.folder / "store.db"))
            self.assertIn("store", line)

    def test_a_port_that_was_asked_for_and_is_taken(self) -> None:
        with Server() as server:
            line = refused_start("--port", str(server.port))
            self.assertIn(f"port {server.port}", line)
            self.assertIn("name another with --port", line)


    def test_plain_http_beyond_this_machine_is_warned_of(self) -> None:
        everywhere = "--address", "0.0.0.0"
        cases = (((), False), (everywhere, True), ((*everywhere, "--trusted-proxy", "127.0.0.1"), False))
        for flags, is_warned in cases:
            with Server(*flags) as server:
                self.assertEqual(Caller(server).get("/health").status, 200)
                self.assertEqual(server.stop(), 0)
                self.assertEqual(any("what=plain_http" in line for line in server.log), is_warned, flags)


class Settings(unittest.TestCase):
    def test_wrong_ones_are_named(self) -> None:
        for flags, wanted in (
            (["--store", "nonsense://here"], "--store: expected the name of a file"),
            (["--address", "here"], "--address: expected an address"),
            (["--port", "99999"], "--port: expected a number from 0 to 65535"),
            (["--log-form", "xml"], "--log-form: expected text or json"),
            (["--trusted-proxy", "10.0.0.0/99"], "--trusted-proxy: expected an address or a range"),
            (["--origin", "play.example"], "--origin: expected an address such as https://"),
            (["--tls-key", "/nowhere"], "tls-certificate and tls-key belong together"),
        ):
            self.assertIn(wanted, refused_start(*flags, status=2), flags)
        # What the line says can be understood; the world is another.
        for flags, wanted in (
            (["--tls-key", "/nowhere", "--tls-certificate", "/nowhere"], "the file '/nowhere' does not exist"),
            (["--settings", "/nowhere.toml"], "the settings file '/nowhere.toml' does not exist"),
            (["--store", "/"], "is a folder"),
        ):
            self.assertIn(wanted, refused_start(*flags), flags)
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("is a folder", refused_start("--settings", folder))
        self.assertIn("CROWNSTAR_PROT: there is no such setting", refused_start_without_port(CROWNSTAR_PROT="8417"))
        self.assertIn("CROWNSTAR_PORT: expected a number", refused_start_without_port(CROWNSTAR_PORT="many"))

    def test_a_misspelt_variable_is_refused_by_every_command_that_reads_variables(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            place = {**CLEAN, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder}
            for variable, command in (
                ("CROWNSTAR_STOER", ["people", "ban", "Anna"]),
                ("CROWNSTAR_STOER", ["check"]),
                ("CROWNSTAR_THREADS", ["worker", "--bus", "nats://127.0.0.1:1"]),
            ):
                with self.subTest(command):
                    environment = {**place, variable: "1"}
                    done = subprocess.run([PROGRAM, *command], capture_output=True, timeout=PATIENCE, env=environment, check=False)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(f"{variable}: there is no such setting", done.stderr.decode())
        self.assertIn("port = ", printed_settings(CROWNSTAR_TOKEN="of a bot"))

    def test_which_one_counts(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "settings.toml"
            file.write_text('log_level = "error"\naddress = "127.0.0.2"\nproxy_header = "forwarded"\ntrusted_proxy = ["10.0.0.0/8", "::1"]\n')
            printed = printed_settings(
                "--settings", str(file), "--log-level", "debug", CROWNSTAR_LOG_LEVEL="warning", CROWNSTAR_ADDRESS="127.0.0.3"
            )
            self.assertIn('log_level = "debug"', printed)
            self.assertIn('address = "127.0.0.3"', printed)
            self.assertIn('proxy_header = "forwarded"', printed)
            self.assertIn('trusted_proxy = ["10.0.0.0/8", "::1/128"]', printed)
            # What is printed is a file that says the same.
            file.write_text(printed)
            again = printed_settings("--settings", str(file))
            strip = re.compile(r"^#.*$", re.MULTILINE)
            self.assertEqual(strip.sub("", again), strip.sub("", printed))

    def test_what_is_printed_leaves_open_what_was_left_open(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "settings.toml"
            file.write_text(printed_settings())
            # A port that is asked for must be free; one that nobody chose is the next that is.
            for printed in (file.read_text(), printed_settings("--settings", str(file))):
                self.assertRegex(printed, r"\(default\)\n# port = 8417\n")
            self.assertIn("\nport = 8417\n", printed_settings("--port", "8417"))

    def test_a_wrong_line_of_the_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "settings.toml"
            for text, wanted in (
                ("portt = 1", "portt in '"),
                ("port = [", "line 1"),
                ("port = 1.5", "expected a text or a number"),
                ("[[engine]]\nname = 'x'", "an engine needs a name and a command"),
            ):
                file.write_text(text)
                self.assertIn(wanted, refused_start("--settings", str(file)))

    def test_lines_of_the_log_as_json(self) -> None:
        with Server("--log-form", "json") as server:
            wait_for(lambda: any('"what":"listening"' in line for line in server.log), "the log")
            lines = [json.loads(line) for line in server.log]
            self.assertTrue(all("what" in line for line in lines))
            self.assertEqual((lines[0]["what"], lines[0]["process"]), ("starting", server.process.pid))
            self.assertRegex(lines[0]["version"], r"^\d+\.")

    def test_secrets_are_not_printed(self) -> None:
        printed = printed_settings("--store", "postgresql://ann:geheim@db/site", "--bus", "nats://ann:geheim@broker:4222")
        self.assertIn("postgresql://", printed)
        self.assertNotIn("geheim", printed)

    def test_a_line_for_each_request_where_asked_for(self) -> None:
        with Server("--access-log") as server:
            Caller(server).get("/api/games?secret=x")
            wait_for(lambda: any("what=request" in line for line in server.log), "the log")
            line = next(line for line in server.log if "what=request" in line)
            self.assertRegex(line, r"address=127.0.0.1 method=GET path=/api/games status=200 bytes=\d+ ms=\d+")
            self.assertNotIn("secret", line)
        with Server() as server:
            Caller(server).get("/api/games")
            self.assertFalse(any("what=request" in line for line in server.log))


def refused_start_without_port(**variables: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [PROGRAM, "serve", "--store", f"{folder}/s.db"],
            capture_output=True,
            timeout=PATIENCE,
            env={**CLEAN, "XDG_CONFIG_HOME": folder, **variables},
            check=False,
        )
    return done.stderr.decode()


class Tls(unittest.TestCase):
    def test_page_cookie_and_socket(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
                + ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", "-days", "2", "-subj", "/CN=localhost"]
                + ["-addext", "subjectAltName=DNS:localhost"],
                check=True,
                capture_output=True,
            )
            context = ssl.create_default_context(cafile=f"{folder}/cert.pem")
            context.check_hostname = False
            flags = ["--tls-certificate", f"{folder}/cert.pem", "--tls-key", f"{folder}/key.pem"]
            with Server(*flags, tls=context) as server:
                caller = Caller(server)
                answer = caller.post("/api/guest", {})
                self.assertRegex(answer.headers["set-cookie"], r"^__Host-crownstar=.*; HttpOnly; SameSite=Lax; Secure$")
                self.assertIn("wss://127.0.0.1", caller.get("/").headers["content-security-policy"])
                self.assertEqual(answer.headers["strict-transport-security"], "max-age=15552000")
                # A page of the same name that came in the clear may have been written by anybody on the way.
                here = f"127.0.0.1:{server.port}"
                for origin, status in ((f"http://{here}", 403), (f"https://{here}", 201)):
                    made = caller.post("/api/matches", {"game": "american"}, headers={"Origin": origin, "Host": here})
                    self.assertEqual(made.status, status, origin)
                # The end is said in TLS's own words: without them Python would complain of a cut line.
                with server.connect() as sock:
                    sock.sendall(f"GET /health HTTP/1.1\r\nHost: {here}\r\nConnection: close\r\n\r\n".encode())
                    got = b""
                    while piece := sock.recv(65536):
                        got += piece
                    self.assertTrue(got.endswith(b"}"))
                anna, bert = caller, guest(server)
                seats = sit_down(anna, bert)
                play_on(seats, OPENING[:4])
                # A snapshot larger than one record of TLS comes whole.
                with anna.open_socket() as socket:
                    socket.until("welcome")
                    for _ in range(40):
                        socket.send({"t": "watch", "match": seats[0].match})
                    for _ in range(40):
                        self.assertEqual(len(socket.until("snapshot")["snapshot"]["moves"]), 4)
                # Speaking without TLS to it ends the connection and harms nobody.
                plain = Server.__new__(Server)
                plain.tls, plain.host, plain.port = None, server.host, server.port
                self.assertNotIn(b"200", plain.exchange(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
                # Who begins a handshake and goes no further is cut off, and meanwhile others are served.
                silent = plain.connect()
                silent.sendall(b"\x16\x03\x01\x02\x00\x01")
                self.assertEqual(caller.get("/health").status, 200)
                self.assertEqual(read_to_end(silent), b"")
                silent.close()
                self.assertEqual(caller.get("/health").status, 200)
                self.assertEqual(server.stop(), 0)


class Proxies(unittest.TestCase):
    def test_only_a_trusted_one_is_believed(self) -> None:
        claims = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
        with Server("--metrics-reader", "192.0.2.7") as server:
            caller = Caller(server)
            self.assertEqual(caller.get("/metrics", headers=claims).code(), "forbidden")
            self.assertNotIn("Secure", caller.post("/api/guest", {}, headers=claims).headers["set-cookie"])
        with Server("--metrics-reader", "192.0.2.7", "--trusted-proxy", "127.0.0.1") as server:
            caller = Caller(server)
            self.assertEqual(caller.get("/metrics", headers=claims).status, 200)
            self.assertIn("Secure", caller.post("/api/guest", {}, headers=claims).headers["set-cookie"])
            # What the caller itself has put in front of the list is not believed.
            forged = {"X-Forwarded-For": "192.0.2.7, 198.51.100.1"}
            self.assertEqual(caller.get("/metrics", headers=forged).code(), "forbidden")
            # Nor in a line of its own above the proxy's.
            two = b"GET /metrics HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 198.51.100.1\r\n\r\n"
            self.assertIn(b" 403 ", server.exchange(two.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))[:20])
            # The header that this proxy does not write is never read.
            self.assertEqual(caller.get("/metrics", headers={"Forwarded": "for=192.0.2.7"}).code(), "forbidden")
        with Server("--metrics-reader", "192.0.2.7", "--trusted-proxy", "127.0.0.1", "--proxy-header", "forwarded") as server:
            caller = Caller(server)
            self.assertEqual(caller.get("/metrics", headers={"Forwarded": 'for="192.0.2.7:99";proto=https'}).status, 200)
            self.assertEqual(caller.get("/metrics", headers=claims).code(), "forbidden")


class FullHouse(unittest.TestCase):
    def test_too_many_connections_of_one_address(self) -> None:
        with Server("--connections-of-an-address", "5") as server:
            held = [server.connect() for _ in range(5)]
            answer = server.exchange(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            self.assertIn(b"429", answer)
            self.assertIn(b'"code":"too_many"', answer)
            held.pop().close()
            wait_for(lambda: b"200 OK" in server.exchange(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "room")
            for each in held:
                each.close()

    def test_too_many_sockets_of_one_person(self) -> None:
        with Server() as server:
            caller = guest(server)
            sockets = [caller.open_socket() for _ in range(11)]
            for socket in sockets:
                socket.until("welcome")
            self.assertEqual(sockets[0].until("goodbye")["reason"], "replaced")
            with self.assertRaises(Gone):
                sockets[0].receive()
            for socket in sockets:
                socket.close()


if __name__ == "__main__":
    unittest.main()
