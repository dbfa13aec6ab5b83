"""A site for tests: nodes on one PostgreSQL and one broker, each in a network of its own where that is to be had."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from links import Link
from rooms import ADDRESSES, make_room
from service_process import Broker, Database
from wire_client import Caller, Server


class Node:
    """A node, with lines of its own to the database and the broker, which can be cut, silenced and slowed down."""

    def __init__(self, database: Database, broker: Broker, name: str, more: Sequence[str] = ()) -> None:
        folder = database.address.rpartition("host=")[2]
        socket = Path(folder) / ".s.PGSQL.5432"
        self.room = make_room()
        store = database.address.replace("/postgres?", f"/{name}?")
        if self.room:
            self.store_link = Link(socket, self.room.outside("store"))
            self.bus_link = Link(broker.port, self.room.outside("bus"))
            store = store.replace(folder, f"{self.room.outside('store')}&port={self.store_link.port}")
            bus = f"nats://{self.room.outside('bus')}:{self.bus_link.port}"
            place = {"host": self.room.host, "started_by": self.room.enter()}
            flags = ["--address", "0.0.0.0"]
        else:
            self.store_link = Link(socket)
            self.bus_link = Link(broker.port)
            store = store.replace(folder, str(self.store_link.folder))
            bus = f"nats://127.0.0.1:{self.bus_link.port}"
            place, flags = {}, []
        flags += ["--bus", bus, "--unthrottled", "127.0.0.0/8", "--unthrottled", ADDRESSES, "--metrics-reader", ADDRESSES, *more]
        self.server = Server(*flags, "--engine-threads", "1", store=store, **place)  # type: ignore[arg-type]

    def silence(self, line: str) -> None:
        """`store` or `bus`: what is sent is lost, and nobody is told."""
        if self.room:
            self.room.silence(line)
        else:
            self._link(line).silence()

    def mend(self) -> None:
        for line in ("store", "bus"):
            if self.room:
                self.room.mend(line)
            self._link(line).mend()

    def _link(self, line: str) -> Link:
        return self.store_link if line == "store" else self.bus_link

    def close(self) -> None:
        self.server.close()
        self.store_link.close()
        self.bus_link.close()
        if self.room:
            self.room.close()


class Site:
    """`more`: further words of each node's command line."""

    def __init__(self, name: str, count: int = 3, *more: str) -> None:
        self.name = name
        self.database = Database()
        self.broker = Broker()
        self.database.create(name)
        self.nodes: list[Node] = []
        for _ in range(count):
            self.nodes.append(Node(self.database, self.broker, name, more))

    @property
    def store(self) -> str:
        return self.database.address.replace("/postgres?", f"/{self.name}?")

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        self.broker.close()
        self.database.close()

    def ask(self, sql: str) -> str:
        return self.database.ask(self.name, sql)

    def at(self, person: Caller, index: int) -> Caller:
        """The same person, at this node."""
        return Caller(self.nodes[index].server, dict(person.cookies))
