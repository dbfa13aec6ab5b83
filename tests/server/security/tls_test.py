"""TLS to players: forward secrecy only, a certificate that no browser would take is said at once, and a new one needs no restart."""

from __future__ import annotations

import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import unittest
from pathlib import Path

from certificates import Authority, openssl
from wire_client import PATIENCE, PROGRAM, Caller, Server, wait_for

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("CROWNSTAR_")}


class Tls(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory(prefix="crownstar-tls-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.authority = Authority(self.folder, "ours")
        self.context = ssl.create_default_context(cafile=self.authority.certificate)

    def refused(self, certificate: Path, key: Path) -> str:
        store = self.folder / "never.db"
        command = [PROGRAM, "serve", "--port", "0", "--store", str(store)]
        command += ["--tls-certificate", str(certificate), "--tls-key", str(key)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, env=CLEAN)
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse(store.exists(), "nothing is opened before")
        return run.stderr

    def test_a_certificate_that_is_of_no_use_is_said_before_anything_is_opened(self) -> None:
        certificate, key = self.authority.sign("DNS:localhost")
        other = self.authority.sign("DNS:elsewhere.example")
        self.assertIn("is not that of the certificate", self.refused(certificate, other[1]))
        expired = self.folder / "expired.pem"
        request = self.folder / "DNS-localhost.csr"
        openssl("x509", "-req", "-in", request, "-signkey", key, "-days", "-1", "-out", expired)
        self.assertIn("expired on", self.refused(expired, key))

    def test_forward_secrecy_only(self) -> None:
        certificate, key = self.authority.sign("DNS:localhost")
        with Server("--tls-certificate", str(certificate), "--tls-key", str(key), tls=self.context) as server:
            for ciphers in ("AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"):
                context = ssl.create_default_context(cafile=self.authority.certificate)
                context.maximum_version = ssl.TLSVersion.TLSv1_2
                context.set_ciphers(ciphers)
                server.tls = context
                with self.assertRaises((ssl.SSLError, ConnectionResetError), msg=ciphers):
                    server.connect().close()
            context = ssl.create_default_context(cafile=self.authority.certificate)
            context.maximum_version = ssl.TLSVersion.TLSv1_2
            server.tls = context
            with server.connect() as sock:
                self.assertRegex(sock.cipher()[0], r"^ECDHE-.*(GCM|POLY1305)")  # type: ignore[attr-defined]
            failed = 'what=transport address=127.0.0.1 reason="the TLS handshake failed"'
            wait_for(lambda: any(line.endswith(failed) for line in server.log), "failed handshakes are in the log")

    def test_a_certificate_for_another_host_is_said(self) -> None:
        certificate, key = self.authority.sign("DNS:localhost,DNS:*.club.example")
        hosts = ("localhost", "play.club.example", "draughts.example")
        options = [option for host in hosts for option in ("--host", host)]
        with Server("--tls-certificate", str(certificate), "--tls-key", str(key), *options, tls=self.context) as server:
            said = [line for line in server.log if "is not for" in line]
            self.assertEqual(len(said), 1, said)
            self.assertIn("is not for draughts.example", said[0])

    def test_a_new_certificate_is_taken_without_a_restart(self) -> None:
        first = self.authority.sign("DNS:localhost")
        used = [Path(shutil.copy(file, self.folder / f"used{file.suffix}")) for file in first]
        with Server("--tls-certificate", str(used[0]), "--tls-key", str(used[1]), tls=self.context) as server:
            with server.connect() as open_one:
                before = open_one.getpeercert()["serialNumber"]  # type: ignore[attr-defined]
                used[0].write_text("no certificate", encoding="ascii")
                server.process.send_signal(signal.SIGHUP)
                wait_for(lambda: any("certificate_not_reloaded" in line for line in server.log), "the log says so")
                for file, target in zip(self.authority.sign("DNS:localhost"), used, strict=True):
                    shutil.copy(file, target)
                server.process.send_signal(signal.SIGHUP)
                wait_for(lambda: any("what=reloaded" in line for line in server.log), "the log says so")
                with server.connect() as sock:
                    self.assertNotEqual(sock.getpeercert()["serialNumber"], before)  # type: ignore[attr-defined]
                open_one.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                self.assertIn(b"200 OK", open_one.recv(1000), "who was there goes on")
            # By its name: the certificate is for that.
            with server.connect() as sock:
                sock.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                figures = b"".join(iter(lambda: sock.recv(65536), b"")).decode()
            self.assertRegex(figures, re.compile(r"^crownstar_certificate_expires_seconds \d+", re.M))


class Hangup(unittest.TestCase):
    def test_it_ends_nothing(self) -> None:
        with Server() as server:
            server.process.send_signal(signal.SIGHUP)
            wait_for(lambda: any("what=reloaded" in line for line in server.log), "the log says so")
            self.assertEqual(Caller(server).get("/health").status, 200)


if __name__ == "__main__":
    unittest.main()
