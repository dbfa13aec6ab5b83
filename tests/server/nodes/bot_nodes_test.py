"""A bot without a socket, on one of four nodes: its opponent has two devices on two others, and somebody looks on at the fourth."""

from __future__ import annotations

import statistics
import sys
import threading
import time
import unittest
from typing import Any

from sites import Site
from tables import OPENING, Seat, account, guest, make_match, make_token
from wire_client import Caller

GAMES = 4
# A stream's reader may be later than a socket's at the same node by so much, in the median.
AS_SHORT_AS = 0.05


class RecordingListener(threading.Thread):
    """When each number of moves was seen first."""

    def __init__(self, see: Any) -> None:
        super().__init__(daemon=True)
        self.see = see
        self.at: dict[int, float] = {}
        self.changed = threading.Condition()

    def run(self) -> None:
        while (count := self.see()) is not None:
            with self.changed:
                self.at.setdefault(count, time.monotonic())
                self.changed.notify_all()
            if count == len(OPENING):
                return

    def until(self, count: int) -> float:
        with self.changed:
            assert self.changed.wait_for(lambda: count in self.at, 60), f"{count} moves were never seen"
            return self.at[count]


def of_socket(seat: Seat) -> Any:
    def see() -> int:
        seat.hear("events")
        return len(seat.moves)

    return see


class BotOnNodes(unittest.TestCase):
    def test_a_stream_hears_of_moves_on_other_nodes_as_soon_as_a_socket(self) -> None:
        site = Site("bots", 4)
        self.addCleanup(site.close)
        owner = account(site.nodes[0].server, "Botmaker")
        bot = Caller(site.nodes[0].server, token=make_token(owner)["secret"])
        human = guest(site.nodes[1].server)
        watcher = guest(site.nodes[3].server)
        waits: dict[str, list[float]] = {"stream": [], "socket": [], "device": [], "watcher": [], "answer": []}
        for _ in range(GAMES):
            self.play(site, bot, owner, human, watcher, waits)
        median = {name: statistics.median(each) for name, each in waits.items()}
        words = ", ".join(f"{name} {1000 * value:.1f}" for name, value in median.items())
        print(f"milliseconds from the post or the message to each, medians of {len(waits['stream'])}: {words}", file=sys.stderr)
        self.assertLess(median["stream"], median["socket"] + AS_SHORT_AS)

    def play(self, site: Site, bot: Caller, owner: Caller, human: Caller, watcher: Caller, waits: dict[str, list[float]]) -> None:
        match = make_match(human, bot)
        stream = bot.stream(f"/api/bot/game/stream/{match}")
        self.assertEqual(stream.line()["type"], "gameFull")
        devices = [Seat(human, match), Seat(site.at(human, 2), match)]
        sockets = {"socket": Seat(owner, match), "watcher": Seat(watcher, match)}
        for seat in (*devices, *sockets.values()):
            seat.hear("snapshot")

        def lines() -> int | None:
            line = stream.line()
            while line is not None and line["type"] != "gameState":
                line = stream.line()
            return None if line is None else len(line["moves"].split())

        ears = {"stream": RecordingListener(lines), "first": RecordingListener(of_socket(devices[0])), "second": RecordingListener(of_socket(devices[1]))}
        ears |= {name: RecordingListener(of_socket(seat)) for name, seat in sockets.items()}
        for ear in ears.values():
            ear.start()
        for made, text in enumerate(OPENING):
            begun = time.monotonic()
            if made % 2 == 0:
                mover = made // 2 % 2
                devices[mover].move(text)
                for name in ("stream", "socket", "watcher"):
                    waits[name].append(ears[name].until(made + 1) - begun)
                waits["device"].append(ears["second" if mover == 0 else "first"].until(made + 1) - begun)
            else:
                self.assertEqual(bot.post(f"/api/bot/game/{match}/move/{text}").json(), {"ok": True})
                waits["answer"].append(ears["first"].until(made + 1) - begun)
            for ear in ears.values():
                ear.until(made + 1)
        self.assertEqual(bot.post(f"/api/bot/game/{match}/resign").json(), {"ok": True})
        for ear in ears.values():
            ear.join(60)
        for seat in (*devices, *sockets.values()):
            seat.close()
        stream.close()


if __name__ == "__main__":
    unittest.main()
