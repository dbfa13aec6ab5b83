"""What messengers are shown of a link to a match: tags in its page, and a picture of the position."""

from __future__ import annotations

import html
import re
import struct
import unittest
import zlib
from typing import Any

from tables import OPENING, guest, play_on, sit_down
from wire_client import Caller, ServedTest

WIDTH, HEIGHT = 1200, 630


def tags_of(page: bytes) -> dict[str, str]:
    head = page.decode().split("</head>")[0]
    return {name: html.unescape(content) for name, content in re.findall(r'<meta property="og:([a-z:_]+)" content="([^"]*)" />', head)}


def rows_of(picture: bytes) -> list[bytes]:
    """The rows of a PNG file, each chunk checked by its sum, the filter `up` undone."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        named = picture[at + 4 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0] == zlib.crc32(named)
        if named[:4] == b"IHDR":
            assert struct.unpack(">II", named[4:12]) == (WIDTH, HEIGHT)
        if named[:4] == b"IDAT":
            packed += named[4:]
        at += 12 + length
    flat, size = zlib.decompress(packed), 3 * WIDTH
    assert len(flat) == HEIGHT * (size + 1)
    rows, above = [], bytes(size)
    for y in range(HEIGHT):
        row = flat[y * (size + 1) : (y + 1) * (size + 1)]
        assert row[0] == 2
        above = bytes((a + b) % 256 for a, b in zip(row[1:], above))
        rows.append(above)
    return rows


class Preview(ServedTest):
    def page(self, path: str, **more: Any) -> dict[str, str]:
        answer = Caller(self.server).get(path, **more)
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.headers["content-type"], "text/html; charset=utf-8")
        self.assertIn(b'<div id="page">', answer.body)
        return tags_of(answer.body)

    def test_an_invitation_says_who_asks_to_play_what(self) -> None:
        host = guest(self.server, "Ada")
        made = host.post("/api/matches", {"game": "sternhalma:players=3"}).json()
        tags = self.page(made["path"])
        self.assertEqual(tags["title"], "Chinese checkers with Ada?")
        self.assertIn("No account needed", tags["description"])
        self.assertRegex(tags["image"], rf"^http://127\.0\.0\.1:\d+/match/{made['match']}/picture\.png\?moves=0$")
        self.assertNotIn(made["code"], tags["url"], "the seat is for whoever was sent the link")

    def test_a_table_says_who_plays_and_its_picture_is_of_the_position(self) -> None:
        anna, bert = guest(self.server, "Anna"), guest(self.server, "Bert")
        seats = sit_down(anna, bert)
        path = f"/match/{seats[0].match}"
        tags = self.page(path)
        self.assertEqual(tags["title"], "American checkers: Anna and Bert")
        visitor = Caller(self.server)
        first = visitor.get(f"{path}/picture.png")
        self.assertEqual((first.status, first.headers["content-type"]), (200, "image/png"))
        self.assertEqual(len(rows_of(first.body)), HEIGHT)
        self.assertEqual(visitor.get(f"{path}/picture.png").body, first.body)
        play_on(seats, OPENING[:2])
        self.assertTrue(self.page(path)["image"].endswith("?moves=2"))
        self.assertNotEqual(visitor.get(f"{path}/picture.png").body, first.body)
        seats[1].do({"t": "resign"})
        seats[0].until_event("ended")
        self.assertIn("after 2 moves", self.page(path)["description"])
        for seat in seats:
            seat.close()

    def test_a_match_that_is_not_there_has_the_page_and_no_preview(self) -> None:
        self.assertEqual(self.page("/match/nowhere"), {})
        self.assertEqual(Caller(self.server).get("/match/nowhere/picture.png").status, 404)


if __name__ == "__main__":
    unittest.main()
