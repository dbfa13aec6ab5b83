"""The site's open data over HTTP: what is listed, what is sent, whole or in part, and to whom, and what never is."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import time
import unittest
from pathlib import Path

from described import DescribedTest
from tables import account
from wire_client import Answer, Caller, Gone, Server, wait_for

TEXT = "".join(f"{line}\n" for line in range(60_000))
LARGE = 300_000_000  # bytes of a file that has a hole for them
FILES_AT_ONCE = 10  # limits::downloads_of_an_address


class OpenData(DescribedTest):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.server.close()
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = Path(cls.temporary.name) / "open-data"
        cls.folder.mkdir()
        cls.server = Server("--open-data", str(cls.folder))

    def setUp(self) -> None:
        for each in self.folder.iterdir():
            shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
        (self.folder / "games-2026-11.pdn").write_text(TEXT)
        self.caller = Caller(self.server)

    def ask(self, path: str, status: int = 200, **headers: str) -> Answer:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.caller.get(path, headers=sent)
        self.assertEqual(answer.status, status, answer.body[:200])
        return self.check("GET", path, answer) if status not in (206, 304) else answer

    def file(self, name: str = "games-2026-11.pdn", status: int = 200, **headers: str) -> Answer:
        return self.ask(f"/open-data/{name}", status, **headers)

    def test_files_are_listed(self) -> None:
        (self.folder / "games-2026-11.parquet").write_bytes(b"PAR1")
        (self.folder / "index.html").write_text("<script>alert(1)</script>")
        first, second = self.ask("/api/open-data").json()["files"]
        self.assertEqual((first["name"], first["media"], first["bytes"]), ("games-2026-11.parquet", "application/vnd.apache.parquet", 4))
        self.assertEqual((second["name"], second["bytes"]), ("games-2026-11.pdn", len(TEXT)))
        self.assertLess(abs(second["changed_at"] / 1000 - time.time()), 100)

    def test_a_file_comes_whole(self) -> None:
        answer = self.file()
        self.assertEqual(answer.body.decode(), TEXT)
        wanted = {
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(TEXT)),
            "accept-ranges": "bytes",
            "content-disposition": 'attachment; filename="games-2026-11.pdn"',
            "x-content-type-options": "nosniff",
            "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        }
        self.assertEqual({name: answer.headers.get(name) for name in wanted}, wanted)
        for end, media in (("csv", "text/csv"), ("ndjson", "application/x-ndjson"), ("json", "application/json"), ("csv.gz", "application/gzip")):
            (self.folder / f"other.{end}").write_text("{}")
            self.assertEqual(self.file(f"other.{end}").headers["content-type"].split(";")[0], media)

    def test_its_head_comes_without_it(self) -> None:
        answer = self.caller.ask("HEAD", "/open-data/games-2026-11.pdn", headers={"Range": "bytes=0-1"})
        self.assertEqual((answer.status, answer.headers["content-length"], answer.body), (200, str(len(TEXT)), b""))

    def test_a_part_of_it_comes(self) -> None:
        for text, first, last in (("bytes=0-0", 0, 0), ("bytes=100000-299999", 100_000, 299_999), ("bytes=-10", len(TEXT) - 10, len(TEXT) - 1)):
            answer = self.file(status=206, Range=text)
            self.assertEqual(answer.body.decode(), TEXT[first : last + 1])
            self.assertEqual(answer.headers["content-range"], f"bytes {first}-{last}/{len(TEXT)}")
        outside = self.file(status=416, Range=f"bytes={len(TEXT)}-")
        self.assertEqual(outside.headers["content-range"], f"bytes */{len(TEXT)}")
        self.assertEqual(self.file(Range="bytes=0-1,5-6").body.decode(), TEXT)  # several at once: all of it

    def test_it_is_not_sent_twice(self) -> None:
        first = self.file()
        mark, date = first.headers["etag"], first.headers["last-modified"]
        for headers in ({"If_None_Match": mark}, {"If_Modified_Since": date}):
            again = self.file(status=304, **headers)
            self.assertEqual((again.body, again.headers["etag"]), (b"", mark))
        rest = self.file(status=206, Range="bytes=1000-", If_Range=mark)
        self.assertEqual(rest.body.decode(), TEXT[1000:])
        (self.folder / "games-2026-11.pdn").write_text(TEXT + "more")
        self.assertEqual(self.file(If_None_Match=mark).body.decode(), TEXT + "more")
        self.assertEqual(self.file(Range="bytes=1000-", If_Range=mark).body.decode(), TEXT + "more")
        self.assertEqual(self.file(status=412, If_Match=mark).code(), "too_late")

    def test_nothing_else_comes(self) -> None:
        secret = Path(self.temporary.name) / "secret.csv"
        secret.write_text("secret")
        (self.folder / "link.csv").symlink_to(secret)
        (self.folder / "up").symlink_to(secret.parent)
        (self.folder / ".hidden.csv").write_text("secret")
        (self.folder / "page.html").write_text("secret")
        (self.folder / "store.db").write_text("secret")
        (self.folder / "inner").mkdir()
        (self.folder / "inner" / "file.csv").write_text("secret")
        os.mkfifo(self.folder / "pipe.csv")
        for name in ("link.csv", ".hidden.csv", "page.html", "store.db", "inner", "pipe.csv", "missing.csv", "%00.csv"):
            self.assertIn(self.caller.get(f"/open-data/{name}").status, (400, 404), name)
        for path in ("up/secret.csv", "inner/file.csv", "..%2fsecret.csv", "../secret.csv", "./../secret.csv", "%2e%2e/secret.csv", "..%5csecret.csv"):
            answer = self.caller.get(f"/open-data/{path}")
            self.assertIn(answer.status, (400, 404), path)
            self.assertNotIn(b"secret", answer.body.replace(path.encode(), b""), path)
        self.assertEqual([each["name"] for each in self.ask("/api/open-data").json()["files"]], ["games-2026-11.pdn"])
        self.assertEqual(self.caller.ask("POST", "/open-data/games-2026-11.pdn").status, 405)

    def test_pages_of_other_sites_may_read_it(self) -> None:
        for path in ("/api/open-data", "/open-data/games-2026-11.pdn"):
            answer = self.ask(path, Origin="https://elsewhere.example")
            self.assertEqual(answer.headers["access-control-allow-origin"], "*")
            self.assertIn("Content-Range", answer.headers["access-control-expose-headers"])
            self.assertNotIn("set-cookie", answer.headers)

    def begin(self, name: str) -> socket.socket:
        """Somebody who asks, and reads the head alone."""
        sock = self.server.connect(is_narrow=True)
        sock.sendall(f"GET /open-data/{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += sock.recv(1)
        self.assertTrue(head.startswith(b"HTTP/1.1 200 "), head)
        self.addCleanup(sock.close)
        return sock

    def memory(self) -> float:
        """Megabytes of the server."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def open_files(self) -> int:
        return sum(os.readlink(each).startswith(str(self.folder)) for each in Path(f"/proc/{self.server.process.pid}/fd").iterdir() if each.is_symlink())

    def large(self) -> str:
        with (self.folder / "large.zip").open("wb") as file:
            file.truncate(LARGE)
        return "large.zip"

    def test_however_large_it_takes_little_memory(self) -> None:
        name = self.large()
        self.file()
        before = self.memory()
        with self.server.connect() as sock:
            sock.sendall(f"GET /open-data/{name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            count, most = 0, 0.0
            while piece := sock.recv(1 << 20):
                count += len(piece)
                most = max(most, self.memory() - before)
        self.assertGreater(count, LARGE)
        self.assertLess(most, 10)
        wait_for(lambda: self.open_files() == 0, "the file is closed")  # a moment after its reader has the last of it

    def test_many_slow_readers_hold_little_and_are_so_many_at_most(self) -> None:
        name = self.large()
        before = self.memory()
        readers = [self.begin(name) for _ in range(FILES_AT_ONCE)]
        refused = self.file(name, 429)
        self.assertIn("retry-after", refused.headers)
        self.assertLess(self.memory() - before, 10)
        self.assertEqual(self.caller.get("/health").status, 200)
        for each in readers:
            each.close()
        wait_for(lambda: self.open_files() == 0, "the files are closed")
        self.file()

    def test_one_that_shrinks_breaks_off(self) -> None:
        name = self.large()
        reader = self.begin(name)
        os.truncate(self.folder / name, 1000)
        count = 0
        while piece := reader.recv(1 << 20):
            count += len(piece)
        self.assertLess(count, LARGE)

    def test_one_that_is_replaced_comes_as_it_was(self) -> None:
        for letter in ("a", "b"):
            (self.folder / f"{letter}.csv").write_text(letter * 5_000_000)
        reader = self.begin("a.csv")
        os.replace(self.folder / "b.csv", self.folder / "a.csv")
        body = b""
        while len(body) < 5_000_000:
            piece = reader.recv(1 << 20)
            if not piece:
                raise Gone
            body += piece
        self.assertEqual(body, b"a" * 5_000_000)
        self.assertEqual(self.file("a.csv").body, b"b" * 5_000_000)

    def test_a_server_that_stops_does_not_wait_for_it(self) -> None:
        with Server("--open-data", str(self.folder)) as server:
            name = self.large()
            with server.connect(is_narrow=True) as reader:
                reader.sendall(f"GET /open-data/{name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                self.assertTrue(reader.recv(100))
                self.assertEqual(server.stop(), 0)
            self.assertFalse(any("stopped_late" in line for line in server.log))

    def test_a_folder_that_goes_is_told_of(self) -> None:
        place = Path(self.temporary.name) / "other"
        place.mkdir()
        with Server("--open-data", str(place)) as server:
            place.rmdir()
            self.assertEqual(Caller(server).get("/api/open-data").json(), {})
            self.assertEqual(Caller(server).get("/open-data/games.csv").status, 404)
            wait_for(lambda: any("open_data_gone" in line for line in server.log), "the log has it")
            place.mkdir()
            Caller(server).get("/api/open-data")
            wait_for(lambda: any("open_data_back" in line for line in server.log), "the log has it")

    def test_there_is_none_without_a_folder(self) -> None:
        with Server() as server:
            self.assertEqual(Caller(server).get("/api/open-data").json(), {})
            self.assertEqual(Caller(server).get("/open-data/games.csv").status, 404)
            self.assertEqual(account(server, "Reader").get("/open-data/games.csv").status, 404)


if __name__ == "__main__":
    unittest.main()
