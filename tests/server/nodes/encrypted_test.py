"""The ways to the broker and to PostgreSQL are encrypted, and whoever shows a wrong certificate is not spoken to."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from certificates import Authority
from service_process import Broker, Database
from tables import OPENING, guest, play_on, sit_down
from wire_client import Caller, Server, wait_for
from workers_test import Worker


def figure(server: Server, name: str) -> int:
    text = Caller(server).get("/metrics").body.decode()
    found = re.search(rf"^crownstar_{name} (\d+)", text, re.MULTILINE)
    assert found, text
    return int(found.group(1))


class Encrypted(unittest.TestCase):
    folder: Path
    ours: Authority
    theirs: Authority

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory(prefix="crownstar-certificates-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = Path(scratch.name)
        cls.folder.chmod(0o755)
        cls.ours, cls.theirs = Authority(cls.folder, "ours"), Authority(cls.folder, "theirs")

    def broker_for(self, alternative: str) -> Broker:
        certificate, key = self.ours.sign(alternative)
        broker = Broker({"NATS_MORE": f"--tls --tlscert {certificate} --tlskey {key}"})
        self.addCleanup(broker.close)
        return broker

    def test_nodes_and_workers_speak_to_a_broker_that_shows_the_right_certificate(self) -> None:
        broker = self.broker_for("IP:127.0.0.1")
        address = f"tls://127.0.0.1:{broker.port}?trusted={self.ours.certificate}"
        with Server("--bus", address, "--engine-threads", "1") as server:
            wait_for(lambda: figure(server, "bus_connected") == 1, "the broker")
            worker = Worker(address)
            self.addCleanup(worker.close)
            wait_for(lambda: figure(server, "workers") == 1, "the worker")
        # As it is said openly, it is not spoken to.
        before = len(broker.log())
        with Server("--bus", f"nats://127.0.0.1:{broker.port}", "--engine-threads", "1") as server:
            wait_for(lambda: "TLS" in broker.log()[before:], "the broker's refusal")
            self.assertEqual(figure(server, "bus_connected"), 0)

    def test_a_broker_with_a_wrong_certificate_is_not_spoken_to(self) -> None:
        for alternative, authority in (("DNS:elsewhere.example", self.ours), ("IP:127.0.0.1", self.theirs)):
            broker = self.broker_for(alternative)
            address = f"tls://127.0.0.1:{broker.port}?trusted={authority.certificate}"
            with Server("--bus", address, "--engine-threads", "1") as server:
                # It has tried more than once, and each time ended it before a word was said.
                wait_for(lambda broker=broker: broker.log().count("TLS handshake error") > 1, "handshakes that fail")
                self.assertEqual(figure(server, "bus_connected"), 0)

    def database_for(self, alternative: str) -> tuple[Database, int]:
        """One that takes nothing that is not encrypted, on a port of 127.0.0.1."""
        signed = self.ours.sign(alternative)
        certificate, key = (Path(shutil.copy(file, self.folder / f"database-{file.name}")) for file in signed)
        key.chmod(0o600)
        if os.geteuid() == 0:
            shutil.chown(key, "postgres")
        rules = self.folder / "rules"
        rules.write_text("local all all trust\nhostssl all all 127.0.0.1/32 trust\n", encoding="ascii")
        rules.chmod(0o644)
        options = f"-c ssl=on -c ssl_cert_file={certificate} -c ssl_key_file={key} -c hba_file={rules}"
        for _ in range(10):
            port = random.randrange(10_000, 32_000)
            try:
                database = Database({"POSTGRES_MORE": f"{options} -c listen_addresses=127.0.0.1 -c port={port}"}, port)
            except subprocess.CalledProcessError:  # somebody has this port
                continue
            self.addCleanup(database.close)
            return database, port
        raise AssertionError("no port")

    def test_the_store_is_spoken_to_where_its_certificate_is_right(self) -> None:
        database, port = self.database_for("IP:127.0.0.1")
        database.create("encrypted")
        store = f"postgresql://postgres@127.0.0.1:{port}/encrypted?sslmode=verify-full&sslrootcert="
        with Server(store=store + str(self.ours.certificate)) as server:
            seats = sit_down(guest(server), guest(server))
            play_on(seats, OPENING[:4])
            for seat in seats:
                seat.close()
            open_lines = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING(pid)"
            of_ours = "WHERE application_name = 'crownstar' AND"
            self.assertEqual(database.ask("encrypted", f"{open_lines} {of_ours} NOT ssl"), "0")
            self.assertGreaterEqual(int(database.ask("encrypted", f"{open_lines} {of_ours} ssl")), 3)
        for wrong, reason in (
            (store + str(self.theirs.certificate), "certificate verify failed"),
            (store.replace("127.0.0.1", "localhost") + str(self.ours.certificate), "localhost"),
            (store.partition("?")[0] + "?sslmode=disable", "no encryption"),
        ):
            with self.assertRaisesRegex(AssertionError, reason):
                Server(store=wrong)


if __name__ == "__main__":
    unittest.main()
