"""Limits hold against requests that come at the same moment, each on a connection of its own."""

from __future__ import annotations

import threading
import unittest
from collections.abc import Callable

from tables import SECRET, account, guest, make_match, make_token
from wire_client import Answer, Caller, Server

TOKENS, SEEKS, MATCHES, CHALLENGES = 20, 5, 30, 10  # src/base/limits.hpp
AT_ONCE = 40
TOKENS_AT_ONCE = 8  # more passwords of one account are not compared at once


def all_at_once(count: int, ask: Callable[[int], Answer]) -> list[int]:
    """The statuses of the answers, sorted."""
    statuses: list[int] = []
    begin = threading.Barrier(count)

    def work(number: int) -> None:
        begin.wait()
        statuses.append(ask(number).status)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return sorted(statuses)


class LimitsAtOnce(unittest.TestCase):
    def test_tokens_of_a_player(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            owner = account(server, "Owner")
            for _ in range(TOKENS - TOKENS_AT_ONCE // 2):
                make_token(owner)
            callers = [Caller(server, dict(owner.cookies)) for _ in range(TOKENS_AT_ONCE)]
            request = {"name": "bot", "password": SECRET}
            made = all_at_once(TOKENS_AT_ONCE, lambda number: callers[number].post("/api/tokens", request))
            self.assertEqual(made, [201] * (TOKENS_AT_ONCE // 2) + [429] * (TOKENS_AT_ONCE // 2))
            self.assertEqual(len(owner.get("/api/tokens").json()["tokens"]), TOKENS)

    def test_seeks_of_a_player(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            owner = guest(server)
            with owner.open_socket() as socket:
                socket.until("welcome")
                callers = [Caller(server, dict(owner.cookies)) for _ in range(4 * SEEKS)]
                terms = {"game": "american", "clock": {"kind": "fischer", "main_ms": 60_000}}
                made = all_at_once(len(callers), lambda number: callers[number].post("/api/seeks", terms))
                self.assertEqual(made.count(201), SEEKS, made)
                self.assertTrue(all(400 <= status < 500 for status in made[SEEKS:]), made)

    def test_matches_of_a_player(self) -> None:
        """One is left, and is asked for in both ways: by making one, and by sitting down."""
        with Server("--unthrottled", "127.0.0.0/8") as server:
            owner, tables = self.with_one_match_left(server)
            callers = [Caller(server, dict(owner.cookies)) for _ in range(2 * len(tables))]

            def ask(number: int) -> Answer:
                if number % 2:
                    return callers[number].post("/api/matches", {"game": "american"})
                table = tables[number // 2]
                return callers[number].post(f"/api/matches/{table['match']}/join", {"code": table["code"]})

            made = all_at_once(len(callers), ask)
            self.assertEqual(made.count(200) + made.count(201), 1, made)

    def test_seeks_of_one_with_a_match_left(self) -> None:
        """Whoever takes one of their seeks begins a match of theirs too."""
        with Server("--unthrottled", "127.0.0.0/8") as server:
            owner, _ = self.with_one_match_left(server)
            with owner.open_socket() as socket:
                socket.until("welcome")
                terms = {"game": "american", "clock": {"kind": "days", "step_ms": 86_400_000}}
                seeks = [owner.post("/api/seeks", terms).json()["seek"] for _ in range(SEEKS)]
                others = [guest(server) for _ in range(SEEKS)]
                taken = all_at_once(SEEKS, lambda number: others[number].post(f"/api/seeks/{seeks[number]}/take", {}))
                self.assertEqual(taken.count(200), 1, taken)

    def with_one_match_left(self, server: Server) -> tuple[Caller, list[dict[str, str]]]:
        """An account that has as many games as it may but one, and tables of others."""
        owner = account(server, "Owner")
        hosts = [guest(server) for _ in range(2)]
        for number in range(MATCHES - 1):
            make_match(hosts[number % 2], owner)
        return owner, [guest(server).post("/api/matches", {"game": "american"}).json() for _ in range(10)]

    def test_challenges_of_a_player(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            owner = account(server, "Owner")
            others = ["Other" + letter for letter in "abcdefghjkmnpqr"]
            for name in others:
                account(server, name)
            program = make_token(owner)["secret"]
            callers = [Caller(server, token=program) for _ in others]
            made = all_at_once(len(others), lambda number: callers[number].post(f"/api/challenge/{others[number]}", {}))
            self.assertEqual(made.count(200), CHALLENGES, made)
            self.assertEqual(len(callers[0].get("/api/challenge").json()["out"]), CHALLENGES)

    def test_a_name_and_a_seat_are_given_once(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            word = "a long enough secret"
            made = all_at_once(10, lambda number: Caller(server).post("/api/account", {"name": "Wanted", "password": f"{word} {number}"}))
            self.assertEqual(made, [201] + [409] * 9)
            match = guest(server).post("/api/matches", {"game": "american", "draw_seats": False}).json()
            guests = [guest(server) for _ in range(10)]
            sat = all_at_once(10, lambda number: guests[number].post(f"/api/matches/{match['match']}/join", {"code": match["code"]}))
            self.assertEqual(sat.count(200), 1, sat)


if __name__ == "__main__":
    unittest.main()
