"""Records what is said in a session, listener by listener, and compares it with the transcripts that are kept beside the tests."""

from __future__ import annotations

import json
import os
import re
import time
import unittest
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher, unified_diff
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from wire_client import Caller, Gone, Stream, WebSocket

FOLDER = Path(__file__).resolve().parent / "transcripts"
WRITE = "CROWNSTAR_WRITE_TRANSCRIPTS"
HOW_TO_WRITE = f"{WRITE}=1 ctest --preset release -R server.transcript_test"

# What a server makes up, by the member that it is said in. A number elsewhere, and any other text, is kept as it is.
IDS = {"id", "match", "host", "player", "seek", "previous", "next", "gameId", "fullId"}
INSTANTS = {"at", "now", "created_at", "updated_at", "used_at", "deadline_at", "claims_at", "createdAt"}
LENGTHS = {"left_ms", "spent_ms", "wtime", "btime", "secondsLeft"}
# A move takes longer than all the lag that is credited on it, for a length of nothing is left out.
THINKING_S = 1.1
MEMBER = re.compile(r"(?<=[,{\[])")  # begins after one of these
WORD = re.compile(r"[\w-]+")


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def differences_of(name: str, kept: list[str], said: list[str]) -> Iterator[str]:
    """Line by line what is gone and what is new; of a line that has changed, the members that have."""
    for what, first, last, new_first, new_last in SequenceMatcher(None, kept, said, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        if last - first != new_last - new_first:
            yield from (f"{name}, line {index + 1}, is gone: {kept[index]}" for index in range(first, last))
            yield from (f"{name}, line {index + 1}, is new: {said[index]}" for index in range(new_first, new_last))
            continue
        for index, new_index in zip(range(first, last), range(new_first, new_last), strict=True):
            yield f"{name}, line {index + 1}: {kept[index][:70]}"
            members = unified_diff(MEMBER.split(kept[index]), MEMBER.split(said[new_index]), lineterm="", n=2)
            yield from (f"    {member}" for member in list(members)[2:])


class Session:
    """The transcripts of one session. An id has the same placeholder in all of them: the first to be said is ID1."""

    def __init__(self) -> None:
        self.ids: dict[str, str] = {}
        self.texts: dict[str, list[str]] = {}
        self.lost = ""

    def listener(self, name: str) -> list[str]:
        return self.texts.setdefault(name, [])

    def named(self, text: str) -> str:
        """With the placeholders of ids that are known: in an address, or a position."""
        return WORD.sub(lambda word: self.ids.get(word.group(), word.group()), text)

    def meet(self, value: Any, key: str = "") -> None:
        """Gives placeholders to the ids in it."""
        if isinstance(value, dict):
            for each, member in value.items():
                # A refusal's code is a word of the protocol; any other opens a seat.
                self.meet(member, "" if each == "code" and "reason" in value else each)
        elif isinstance(value, list):
            for each in value:
                self.meet(each, key)
        elif isinstance(value, str) and value and (key in IDS or key == "code"):
            self.ids.setdefault(value, f"{'CODE' if key == 'code' else 'ID'}{len(self.ids) + 1}")

    def stable(self, value: Any, key: str = "") -> Any:
        """With placeholders for all that differs from run to run."""
        if isinstance(value, dict):
            return {each: self.stable(member, each) for each, member in value.items()}
        if isinstance(value, list):
            return [self.stable(each, key) for each in value]
        if isinstance(value, int) and not isinstance(value, bool):
            if key == "id":
                return "NUMBER"  # of a line of chat
            return "INSTANT" if key in INSTANTS and value != 0 else "MS" if key in LENGTHS else value
        if not isinstance(value, str):
            return value
        if key == "version":
            return "VERSION"
        if key == "secret":
            return "SECRET"
        return self.named(value)

    def check(self, test: unittest.TestCase, kind: str) -> None:
        """That the files of this kind of session, `kind.listener.txt`, say the same; writes them where that is wanted."""
        new = {f"{kind}.{name}.txt": "".join(f"{line}\n" for line in lines) for name, lines in self.texts.items()}
        if os.environ.get(WRITE) and not self.lost:
            for path in FOLDER.glob(f"{kind}.*.txt"):
                path.unlink()
            for name, text in new.items():
                (FOLDER / name).write_text(text, encoding="utf-8")
        old = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob(f"{kind}.*.txt")}
        differences = [
            line
            for name in sorted(old | new)
            for line in differences_of(name, old.get(name, "").splitlines(), new.get(name, "").splitlines())
        ]
        if differences or self.lost:
            test.fail(
                "\n".join(
                    [
                        "what travels has changed.",
                        *([self.lost] if self.lost else []),
                        *differences,
                        f"If that is on purpose, this writes the transcripts anew: {HOW_TO_WRITE}",
                    ]
                )
            )


class Silence(Exception):
    """What a listener waits for does not come: the session ends here, and what was said so far is compared."""


class Recorder:
    """Somebody whose requests, and whose messages on a socket or a stream, are recorded."""

    def __init__(self, session: Session, name: str, caller: Caller) -> None:
        self.session = session
        self.name = name
        self.caller = caller
        self.lines = session.listener(name)
        self.socket: WebSocket | None = None
        self.stream: Stream | None = None

    def record(self, direction: str, value: Any) -> None:
        self.session.meet(value)
        self.lines.append(f"{direction} {text_of(self.session.stable(value))}")

    # ---- HTTP ----

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.caller.post(path, body)
        self.record(f"→ POST {self.session.named(path)}", body)
        said = answer.json()
        self.record(f"← {answer.status}", said)
        return said

    def get(self, path: str) -> Any:
        answer = self.caller.get(path)
        self.lines.append(f"→ GET {self.session.named(path)}")
        said = answer.json()
        self.record(f"← {answer.status}", said)
        return said

    def form(self, path: str, fields: dict[str, str] | None = None) -> Any:
        """As clients of the large sites post: a form, or nothing at all."""
        text = urlencode(fields or {})
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if fields else {}
        answer = self.caller.ask("POST", path, raw=text.encode(), headers=headers)
        self.lines.append(f"→ POST {self.session.named(path)} {text}".rstrip())
        said = answer.json()
        self.record(f"← {answer.status}", said)
        return said

    def open_stream(self, path: str) -> None:
        self.stream = self.caller.stream(path)
        self.lines.append(f"→ GET {self.session.named(path)}")
        self.lines.append(f"← {self.stream.status}")

    # ---- the socket ----

    def connect(self) -> Any:
        self.socket = self.caller.open_socket()
        self.lines.append("→ GET /socket")
        return self.hear("welcome")

    def say(self, message: dict[str, Any]) -> None:
        assert self.socket
        self.record("→", message)
        self.socket.send(message)

    def think(self) -> None:
        time.sleep(THINKING_S)

    # ---- both ----

    def hear(self, *kinds: str) -> Any:
        """Hears on until all of these kinds have come; gives the last that is no `presence`.

        Who is present is told by a timer too, so its place among what comes for the same reason is no promise: it is put last.
        """
        wanted, heard = Counter(kinds), []
        while any(count > 0 for count in wanted.values()):
            message = self._next(kinds)
            wanted[self._kind(message)] -= 1
            heard.append(message)
        heard.sort(key=lambda each: self._kind(each) == "presence")
        for message in heard:
            self.record("←", message)
        others = [message for message in heard if self._kind(message) != "presence"]
        return others[-1] if others else None

    def hear_the_rest(self) -> None:
        """What came and was not waited for is recorded too."""
        if self.socket:
            self.socket.send({"t": "ping", "mark": 1})
            while (message := self._next(("pong",)))["t"] != "pong":
                self.record("←", message)

    def close(self) -> None:
        if self.socket:
            self.socket.close()
            self.lines.append("→ closes")
        if self.stream:
            self.stream.close()
        self.socket = self.stream = None

    @staticmethod
    def _kind(message: Any) -> str:
        return str(message.get("t") or message.get("type"))

    def _next(self, kinds: tuple[str, ...]) -> Any:
        try:
            message = self.socket.receive() if self.socket else self.stream.line() if self.stream else None
        except (TimeoutError, Gone) as problem:
            message, why = None, str(problem)
        else:
            why = "the stream ended"
        if message is None:
            self.session.lost = f"{self.name} waits in vain for {' and '.join(kinds)}: {why}"
            raise Silence(self.session.lost)
        return message
