"""Starts the program's server and speaks to it over real sockets: HTTP, WebSocket and raw bytes, with the standard library alone."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import http.client
import json
import os
import re
import secrets
import signal
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PROGRAM = os.environ["CROWNSTAR"]
# Seconds after which something will not happen any more. Beside ten busy processes and behind all of them in turn, everything
# takes a hundred times as long; nobody waits for so long where nothing is wrong.
PATIENCE = 300

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ACCEPT_SALT = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Gone(Exception):
    """The other side has ended the connection."""


def frame(kind: int, payload: bytes, *, masked: bool = True, final: bool = True) -> bytes:
    """One WebSocket frame as a client writes it."""
    head = bytes([(0x80 if final else 0) | kind])
    flag = 0x80 if masked else 0
    if len(payload) < 126:
        head += bytes([flag | len(payload)])
    elif len(payload) < 65536:
        head += bytes([flag | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([flag | 127]) + struct.pack(">Q", len(payload))
    if not masked:
        return head + payload
    mask = secrets.token_bytes(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


@dataclass
class Answer:
    """What came for one request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def code(self) -> str:
        error = self.json()["error"]
        return str(error["code"] if isinstance(error, dict) else error)  # OAuth has a word there


class Server:
    """A run of `crownstar serve` on a port and a store of its own."""

    def __init__(
        self,
        *flags: str,
        folder: Path | None = None,
        tls: ssl.SSLContext | None = None,
        store: str = "",
        host: str = "127.0.0.1",
        started_by: list[str] | None = None,
    ) -> None:
        self._own_folder = None if folder else tempfile.TemporaryDirectory(prefix="crownstar-test-")
        self.folder = folder or Path(self._own_folder.name)  # type: ignore[union-attr]
        self.tls = tls
        self.store = store or str(self.folder / "store.db")
        self.flags = list(flags)
        self._log = os.memfd_create("log")  # of all its runs: a file has at once what a pipe has only when it is read
        weakref.finalize(self, os.close, self._log)
        self.host = host
        self.port = 0
        self.started_by = started_by or []  # a program that becomes the server: with fewer rights, or elsewhere
        self.start()

    def start(self) -> None:
        command = [*self.started_by, PROGRAM, "serve", "--port", "0", "--store", self.store, *self.flags]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CROWNSTAR_")}
        environment["XDG_CONFIG_HOME"] = str(self.folder)
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._log, env=environment
        )
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        found = re.search(r"://[^ ]*:(\d+)/", line)
        if not found:
            self.wait()
            said = self.log
            self.close()
            raise AssertionError(f"it did not start: {line!r} {said}")
        self.port = int(found.group(1))

    @property
    def log(self) -> list[str]:
        """The lines that it has said, from its first start on."""
        text = os.pread(self._log, os.fstat(self._log).st_size, 0).decode(errors="replace")
        return [line.rstrip() for line in text.split("\n")[:-1]]

    def wait(self) -> int:
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait()
        if self.process.stdout:
            self.process.stdout.close()
        if self._own_folder:
            self._own_folder.cleanup()

    def stop(self) -> int:
        """As a person stops it; gives its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        self.process.kill()
        self.wait()

    def connect(self, is_narrow: bool = False) -> socket.socket:
        """A narrow line holds some kilobytes on the way, not the megabytes that a kernel otherwise takes for who does not read."""
        raw = socket.socket()
        if is_narrow:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        raw.settimeout(PATIENCE)
        raw.connect((self.host, self.port))
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.tls.wrap_socket(raw, server_hostname="localhost") if self.tls else raw

    def exchange(self, bytes_out: bytes) -> bytes:
        """Everything that comes for these bytes until the server ends the connection."""
        with self.connect() as sock:
            sock.sendall(bytes_out)
            return read_to_end(sock)


def read_to_end(sock: socket.socket) -> bytes:
    got = b""
    with contextlib.suppress(ConnectionResetError, BrokenPipeError):
        while piece := sock.recv(65536):
            got += piece
    return got


class ServedTest(unittest.TestCase):
    """Tests that share one server."""

    server: Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.server = Server()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.server.close()


@dataclass
class Caller:
    """Somebody with a cookie or a token, who makes requests one after the other."""

    server: Server
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""

    def headers(self, extra: dict[str, str] | None = None) -> dict[str, str]:
        headers = dict(extra or {})
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return headers

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, raw: bytes | None = None
    ) -> Answer:
        kind = http.client.HTTPSConnection if self.server.tls else http.client.HTTPConnection
        extra: dict[str, Any] = {"context": self.server.tls} if self.server.tls else {}
        connection = kind(self.server.host, self.server.port, timeout=PATIENCE, **extra)
        sent = self.headers(headers)
        if raw is None and body is not None:
            raw = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, raw, sent)
            response = connection.getresponse()
            answer = Answer(response.status, {n.lower(): v for n, v in response.getheaders()}, response.read())
            for cookie in response.headers.get_all("Set-Cookie") or []:
                name, _, rest = cookie.partition("=")
                value = rest.split(";")[0]
                if value:
                    self.cookies[name] = value
                else:
                    self.cookies.pop(name, None)
        finally:
            connection.close()
        return answer

    def get(self, path: str, **more: Any) -> Answer:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.ask("POST", path, {} if body is None and "raw" not in more else body, **more)

    def stream(self, path: str, method: str = "GET", body: Any = None) -> Stream:
        return Stream(self, path, method, body)

    def open_socket(self, **more: Any) -> WebSocket:
        return WebSocket(self.server, headers=self.headers(), **more)


class Stream:
    """An answer that goes on, line by line."""

    def __init__(self, caller: Caller, path: str, method: str = "GET", body: Any = None) -> None:
        self.connection = http.client.HTTPConnection(caller.server.host, caller.server.port, timeout=PATIENCE)
        headers = {} if body is None else {"Content-Type": "application/json"}
        self.connection.request(method, path, None if body is None else json.dumps(body), caller.headers(headers))
        self.response = self.connection.getresponse()
        self.status = self.response.status

    def line(self) -> Any:
        """The next line that is not empty; None at the end."""
        while line := self.response.readline():
            if line.strip():
                return json.loads(line)
        return None

    def until(self, fits: Callable[[Any], bool]) -> Any:
        while (line := self.line()) is not None:
            if fits(line):
                return line
        raise Gone("the stream ended")

    def close(self) -> None:
        self.response.close()
        self.connection.close()


class WebSocket:
    """A client of the socket; answers pings while it reads."""

    def __init__(
        self,
        server: Server,
        headers: dict[str, str] | None = None,
        path: str = "/socket",
        answers_pings: bool = True,
        is_narrow: bool = False,
    ) -> None:
        self.sock = server.connect(is_narrow)
        self.buffer = b""
        self.answers_pings = answers_pings
        self.close_code: int | None = None
        self.close_reason = ""
        self.messages: deque[Any] = deque()
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {server.host}:{server.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]
        self.sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = self._until(b"\r\n\r\n").decode()
        self.status = int(head.split()[1])
        self.refusal: Any = None
        if self.status == 101:
            wanted = base64.b64encode(hashlib.sha1((key + ACCEPT_SALT).encode()).digest()).decode()
            if wanted not in head:
                raise AssertionError(f"the handshake was not answered: {head}")
        elif found := re.search(r"content-length: (\d+)", head.lower()):
            self.refusal = json.loads(self._take(int(found.group(1))))

    def _fill(self) -> None:
        try:
            piece = self.sock.recv(65536)
        except (ConnectionResetError, BrokenPipeError) as problem:
            raise Gone("reset") from problem
        if not piece:
            raise Gone("ended")
        self.buffer += piece

    def _until(self, end: bytes) -> bytes:
        while end not in self.buffer:
            self._fill()
        return self._take(self.buffer.index(end) + len(end))

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            self._fill()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def send_raw(self, raw: bytes) -> None:
        try:
            self.sock.sendall(raw)
        except (ConnectionResetError, BrokenPipeError) as problem:
            raise Gone("reset") from problem

    def send_text(self, text: str) -> None:
        self.send_raw(frame(TEXT, text.encode()))

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(json.dumps(message))

    def next_frame(self) -> tuple[int, bytes]:
        first, second = self._take(2)
        if second & 0x80:
            raise AssertionError("a server does not mask")
        size = second & 0x7F
        if size == 126:
            size = struct.unpack(">H", self._take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self._take(8))[0]
        return first & 0x0F, self._take(size)

    def receive(self) -> Any:
        """The next message; Gone at the end, after which `close_code` says how. Pings alone are not waited for without end."""
        end = time.monotonic() + PATIENCE
        while True:
            kind, payload = self.next_frame()
            assert time.monotonic() < end, "nothing but pings"
            if kind == TEXT:
                return json.loads(payload)
            if kind == PING and self.answers_pings:
                self.send_raw(frame(PONG, payload))
            if kind == CLOSE:
                self.close_code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 1005
                self.close_reason = payload[2:].decode()
                with contextlib.suppress(Gone):
                    self.send_raw(frame(CLOSE, payload[:2]))
                raise Gone(f"closed with {self.close_code} {self.close_reason}")

    def answer_ping(self) -> None:
        """The next frame, which must be one."""
        kind, payload = self.next_frame()
        assert kind == PING, kind
        self.send_raw(frame(PONG, payload))

    def until(self, fits: Callable[[Any], bool] | str) -> Any:
        """Reads on to the message that fits, or has that `t`; what came before it is dropped."""
        while True:
            message = self.receive()
            if message.get("t") == fits if isinstance(fits, str) else fits(message):
                return message

    def rest(self) -> Iterator[Any]:
        """All that still comes, to the end."""
        with contextlib.suppress(Gone):
            while True:
                yield self.receive()

    def close(self) -> None:
        self.sock.close()

    def __enter__(self) -> WebSocket:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def wait_for(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """Until it holds, for as long as one can be patient."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if result := holds():
            return result
        time.sleep(0.02)
    raise AssertionError(f"in vain: {what}")
