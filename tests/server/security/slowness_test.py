"""Those who say what they want a byte at a time: a handshake of TLS, a head, a body, a WebSocket's handshake. Each has a time for the
whole of it, is ended after that and counted, and meanwhile everybody else is served."""

from __future__ import annotations

import socket
import ssl
import tempfile
import time
import unittest
from pathlib import Path

from certificates import Authority
from wire_client import PATIENCE, Caller, Server, wait_for

OF_EACH = 8
BETWEEN_BYTES = 0.4  # so that the longest of these takes far longer than any limit
HELLO_BYTES = 300  # said to follow, and given to nobody
UPGRADE = "GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "


class Dribbler:
    """One connection, and what it says bit by bit."""

    def __init__(self, sock: socket.socket, at_once: bytes, slowly: bytes) -> None:
        self.sock = sock
        self.sock.sendall(at_once)
        self.rest = slowly
        self.is_over = False

    def go_on(self) -> None:
        if self.is_over:
            return
        try:
            self.sock.sendall(self.rest[:1] or b"x")
            self.rest = self.rest[1:]
            self.sock.setblocking(False)
            self.is_over = self.sock.recv(4096) == b""
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        except OSError:
            self.is_over = True
        finally:
            self.sock.setblocking(True)


def client_hello() -> bytes:
    """What a real client would say first."""
    outgoing = ssl.MemoryBIO()
    context = ssl.create_default_context()
    try:
        context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


class Slowness(unittest.TestCase):
    def end(self, server: Server, dribblers: list[Dribbler]) -> None:
        """They go on until each is cut off; others are served all the while; each is counted."""
        caller = Caller(server)
        end = time.monotonic() + 2 * PATIENCE
        while not all(dribbler.is_over for dribbler in dribblers):
            self.assertLess(time.monotonic(), end, "they are let go on and on")
            for dribbler in dribblers:
                dribbler.go_on()
            self.assertEqual(caller.get("/health").json()["state"], "ok")
            time.sleep(BETWEEN_BYTES)
        wait_for(lambda: self.silent(server) >= len(dribblers), "each is counted")
        for dribbler in dribblers:
            dribbler.sock.close()

    def silent(self, server: Server) -> int:
        text = Caller(server).get("/metrics").body.decode()
        return int(next(line.split()[1] for line in text.splitlines() if line.startswith("crownstar_silent_total ")))

    def test_heads_bodies_and_the_handshake_of_a_socket(self) -> None:
        body = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"
        chunked = "POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        with Server() as server:
            dribblers = [
                Dribbler(server.connect(), at_once.encode(), slowly.encode())
                for at_once, slowly in (
                    ("GET / HTTP/1.1\r\nHost: x\r\nX: ", "x" * 1000),
                    (body, " " * 1000),
                    (chunked, "1\r\n \r\n" * 1000),
                    (UPGRADE, "A" * 1000),
                    (UPGRADE + "dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: http://x\r\nX: ", "x" * 1000),
                )
                for _ in range(OF_EACH)
            ]
            self.end(server, dribblers)

    def test_handshakes_of_tls(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            authority = Authority(Path(name), "ours")
            certificate, key = authority.sign("IP:127.0.0.1")
            context = ssl.create_default_context(cafile=str(authority.certificate))
            context.check_hostname = False
            flags = ["--tls-certificate", str(certificate), "--tls-key", str(key)]
            with Server(*flags, tls=context) as server:
                hello = client_hello()
                self.assertGreater(len(hello), HELLO_BYTES)
                raw = [socket.create_connection((server.host, server.port), timeout=PATIENCE) for _ in range(3 * OF_EACH)]
                dribblers = [
                    Dribbler(sock, hello[:bytes_at_once], hello[bytes_at_once:-1])
                    for sock, bytes_at_once in zip(raw, (0, 5, HELLO_BYTES) * OF_EACH, strict=True)
                ]
                # Those who take their time with the head once the handshake is done have no more of it.
                dribblers += [Dribbler(server.connect(), b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"x" * 1000) for _ in range(OF_EACH)]
                self.end(server, dribblers)


if __name__ == "__main__":
    unittest.main()
