"""What may happen to a site, and when it did."""

from __future__ import annotations

import random
import signal
import time
from collections import Counter

from sites import Node, Site
from wire_client import wait_for


class Faults:
    def __init__(self, site: Site, seed: int) -> None:
        self.site = site
        self.random = random.Random(seed)
        self.kinds = [
            self.kill_node,
            self.kill_database,
            self.cut_store,
            self.silence_store,
            self.stop_node,
            self.kill_broker,
            self.cut_bus,
            self.silence_bus,
            self.slow_store,
            self.slow_bus,
            self.freeze_node,
            self.lose_bus,
            self.lose_node,
        ]
        self.done: Counter[str] = Counter()
        self.times: list[tuple[float, float]] = []  # from when until when each lasted, as the store counts time

    def one(self) -> None:
        kind = self.kinds[len(self.times) % len(self.kinds)]
        self.done[kind.__name__] += 1
        begun = time.time()
        kind(self.random.choice(self.site.nodes))
        self.times.append((begun, time.time()))

    def wait(self) -> None:
        time.sleep(self.random.uniform(0.2, 1.0))

    def wait_long(self) -> None:
        """Longer than the four seconds after which a node that says nothing is taken for gone."""
        time.sleep(self.random.uniform(5.0, 8.0))

    def kill_node(self, node: Node) -> None:
        node.server.kill()
        self.wait()
        self.start(node)

    def stop_node(self, node: Node) -> None:
        """As for a new version."""
        node.server.stop()
        self.start(node)

    @staticmethod
    def start(node: Node) -> None:
        """As systemd would: where the store cannot be reached at once, again."""

        def has_started() -> bool:
            try:
                node.server.start()
            except AssertionError:
                return False
            return True

        wait_for(has_started, "a node that starts")

    def kill_broker(self, _: Node) -> None:
        self.site.broker.kill()
        self.wait()
        self.site.broker.start()

    def kill_database(self, _: Node) -> None:
        self.site.database.kill()
        self.wait()
        self.site.database.start()

    def cut_store(self, node: Node) -> None:
        node.store_link.cut()
        self.wait()
        node.mend()

    def cut_bus(self, node: Node) -> None:
        node.bus_link.cut()
        self.wait()
        node.mend()

    def silence_store(self, node: Node) -> None:
        node.silence("store")
        self.wait()
        node.mend()

    def silence_bus(self, node: Node) -> None:
        node.silence("bus")
        self.wait()
        node.mend()

    def freeze_node(self, node: Node) -> None:
        """As a machine that stands still: it wakes up and has noticed nothing."""
        node.server.process.send_signal(signal.SIGSTOP)
        self.wait_long()
        node.server.process.send_signal(signal.SIGCONT)

    def lose_bus(self, node: Node) -> None:
        node.bus_link.cut()
        self.wait_long()
        node.mend()

    def lose_node(self, node: Node) -> None:
        node.silence("store")
        node.silence("bus")
        self.wait_long()
        node.mend()

    def slow_store(self, node: Node) -> None:
        node.store_link.delay = 0.05
        self.wait()
        node.mend()

    def slow_bus(self, node: Node) -> None:
        node.bus_link.delay = 0.2
        self.wait()
        node.mend()
