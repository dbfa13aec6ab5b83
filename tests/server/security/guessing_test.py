"""Many who guess passwords, each from an address of its own, keep nobody out who knows the right one."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import threading
import unittest
from collections.abc import Callable, Iterator

from tables import account
from wire_client import PATIENCE, Caller, Server, wait_for

GUESSERS = 100  # more than may wait for a hash
OWNERS = 10
# Seconds between two guesses of one: together far more than can be hashed, and the machine has time left for the server.
PAUSE = 0.1
PASSWORD = "a long enough secret"


def sign_in(server: Server, address: str, name: str, password: str, cookies: dict[str, str] | None = None) -> int:
    """From this address of this machine; gives the answer's status. Tries again where the machine was too slow, which is not
    the same as being turned away."""
    headers = {"Content-Type": "application/json"}
    if cookies:
        headers["Cookie"] = "; ".join(f"{each}={value}" for each, value in cookies.items())
    while True:
        connection = http.client.HTTPConnection(server.host, server.port, timeout=PATIENCE, source_address=(address, 0))
        try:
            connection.request("POST", "/api/session", json.dumps({"name": name, "password": password}), headers)
            answer = connection.getresponse()
            if answer.status != 503 or b"the answer takes too long" not in answer.read():
                return answer.status
        finally:
            connection.close()


@contextlib.contextmanager
def guessers(server: Server, name_of: Callable[[int, int], str]) -> Iterator[None]:
    """As many as GUESSERS guess until the block ends, and each has tried twice when it begins."""
    over = threading.Event()
    tried = [0] * GUESSERS

    def guess(number: int) -> None:
        for turn in itertools.count():
            sign_in(server, f"127.0.1.{number + 1}", name_of(number, turn), f"guess {turn} of many")
            tried[number] += 1
            if over.wait(PAUSE):
                return

    threads = [threading.Thread(target=guess, args=(number,)) for number in range(GUESSERS)]
    for each in threads:
        each.start()
    try:
        wait_for(lambda: min(tried) >= 2, "all of them guess")
        yield
    finally:
        over.set()
        for each in threads:
            each.join()


class Guessing(unittest.TestCase):
    def test_guessers_keep_nobody_out(self) -> None:
        # The owners come from addresses that are not known here: accounts may be many from this one.
        with Server("--unthrottled", "127.0.0.1") as server:
            owners = [account(server, f"Owner{chr(65 + i)}") for i in range(OWNERS)]
            marks = [{name: value for name, value in each.cookies.items() if "device" in name} for each in owners]
            self.assertTrue(all(marks), "each device keeps a mark")
            with guessers(server, lambda number, _: f"Owner{chr(65 + number % OWNERS)}"):
                # Each time from another address: one that has signed in is no stranger.
                addresses = (f"127.0.{9 + number // 200}.{1 + number % 200}" for number in itertools.count())
                wait_for(lambda: sign_in(server, next(addresses), "OwnerA", PASSWORD) == 429, "the name's own count is used up")
                for number, mark in enumerate(marks):
                    status = sign_in(server, f"127.0.2.{number + 1}", f"Owner{chr(65 + number)}", PASSWORD, mark)
                    self.assertEqual(status, 200, "on a device that signed in before")
                self.assertEqual(Caller(server).get("/health").json()["state"], "ok")

    def test_strangers_with_the_right_password_come_before_those_who_have_guessed(self) -> None:
        with Server("--unthrottled", "127.0.0.1") as server:
            for number in range(OWNERS):
                account(server, f"Owner{chr(65 + number)}")
            with guessers(server, lambda number, turn: f"Nobody{number}x{turn}"):
                for number in range(OWNERS):
                    self.assertEqual(sign_in(server, f"127.0.2.{number + 1}", f"Owner{chr(65 + number)}", PASSWORD), 200)


if __name__ == "__main__":
    unittest.main()
