"""What the server tells systemd: that it is ready when it is, that it is alive while it is, and that it stops."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
import time
import unittest
from pathlib import Path

from sites import Site
from wire_client import PATIENCE, Caller, Server

LIMIT = 2.0  # seconds, after which systemd would take it for dead


class Service(unittest.TestCase):
    def test_it_tells_systemd_what_it_does(self) -> None:
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            place = str(Path(folder) / "notify")
            heard.bind(place)
            heard.settimeout(PATIENCE)
            settings = {"NOTIFY_SOCKET": place, "WATCHDOG_USEC": str(int(LIMIT * 1e6))}
            with Server(started_by=["env", *(f"{name}={value}" for name, value in settings.items())]) as server:
                self.assertEqual(heard.recv(100), b"READY=1")
                self.assertEqual(Caller(server).get("/health").status, 200)
                for _ in range(3):
                    self.assertEqual(heard.recv(100), b"WATCHDOG=1")
                os.kill(server.process.pid, signal.SIGSTOP)
                time.sleep(0.2)
                heard.setblocking(False)
                try:
                    while heard.recv(100):
                        pass
                except BlockingIOError:
                    pass
                time.sleep(LIMIT)
                with self.assertRaises(BlockingIOError):  # a server that hangs is not alive
                    heard.recv(100)
                heard.settimeout(PATIENCE)
                os.kill(server.process.pid, signal.SIGCONT)
                server.process.send_signal(signal.SIGTERM)
                while (said := heard.recv(100)) != b"STOPPING=1":
                    self.assertEqual(said, b"WATCHDOG=1")
                self.assertEqual(server.wait(), 0)

    def test_a_node_of_several_is_ready_when_its_health_says_so(self) -> None:
        site = Site("ready", 1)
        self.addCleanup(site.close)
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            place = str(Path(folder) / "notify")
            heard.bind(place)
            heard.settimeout(PATIENCE)
            bus = f"nats://127.0.0.1:{site.broker.port}"
            with Server("--bus", bus, store=site.store, started_by=["env", f"NOTIFY_SOCKET={place}"]) as server:
                self.assertEqual(heard.recv(100), b"READY=1")
                self.assertEqual(Caller(server).get("/health").status, 200)


if __name__ == "__main__":
    unittest.main()
