"""A server that somebody means harm to: whatever was tried, it lives and answers everybody else."""

from __future__ import annotations

from tables import guest
from wire_client import Caller, ServedTest


class AttackedTest(ServedTest):

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.caller = guest(cls.server, "Anna")

    def tearDown(self) -> None:
        self.assertEqual(Caller(self.server).get("/health").json()["state"], "ok")
        self.assertIsNone(self.server.process.poll())

    def request(self, text: str, ending: str = "\r\n\r\n") -> bytes:
        return self.server.exchange((text.replace("\n", "\r\n") + ending).encode("latin-1"))

    def figure(self, name: str) -> float:
        text = Caller(self.server).get("/metrics").body.decode()
        return float(next(line.split()[1] for line in text.splitlines() if line.startswith(f"crownstar_{name} ")))
