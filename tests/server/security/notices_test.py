"""What the owner of an account is told of: sign-ins on new devices, and a changed password."""

from __future__ import annotations

import unittest
from typing import Any

from sites import Site
from tables import SECRET, account, guest, make_token, reset_code
from wire_client import Caller, Server, wait_for

OTHER = "another long secret"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


class Notices(unittest.TestCase):
    def notices(self, caller: Caller) -> list[Any]:
        answer = caller.get("/api/account/notices")
        self.assertEqual(answer.status, 200, answer.body)
        return list(answer.json()["notices"])

    def kinds(self, caller: Caller) -> list[str]:
        return [each["kind"] for each in self.notices(caller)]

    def sign_in(self, server: Server, device: Caller | None = None, password: str = SECRET) -> Caller:
        """Anna signs in: on a new device, or on one on which she has been."""
        caller = device or Caller(server)
        words = {"name": "Anna", "password": password}
        answer = caller.post("/api/session", words, headers={"User-Agent": FIREFOX})
        self.assertEqual(answer.status, 200, answer.body)
        return caller

    def check(self, server: Server, other: Server) -> None:
        anna = account(server, "Anna")
        elsewhere = Caller(other, dict(anna.cookies))
        self.assertEqual(self.notices(anna), [], "an account that was just made has no news")
        thief = self.sign_in(server)
        wait_for(lambda: self.kinds(elsewhere) == ["new_device"], "the notice, at another node")
        [notice] = self.notices(elsewhere)
        self.assertEqual(notice["browser"], FIREFOX)
        self.assertEqual(self.notices(thief), [], "it is not told to whom it warns of")
        self.assertEqual(thief.ask("DELETE", f"/api/account/notices/{notice['id']}").status, 404)
        self.assertEqual(self.kinds(anna), ["new_device"], "nor put away by them")
        self.assertEqual(elsewhere.ask("DELETE", f"/api/account/notices/{notice['id']}").status, 204)
        self.assertEqual(self.notices(anna), [], "shown until it is put away")
        self.assertEqual(anna.ask("DELETE", f"/api/account/notices/{notice['id']}").status, 404)

        self.sign_in(server, thief)
        self.assertEqual(self.notices(anna), [], "this device is known by now")
        self.two_of_a_thief(server, anna)
        changed = anna.post("/api/account/password", {"old_password": SECRET, "new_password": OTHER})
        self.assertEqual(changed.status, 200, changed.body)
        self.assertEqual(self.notices(anna), [], "who changed it knows")
        self.sign_in(other, thief, OTHER)
        wait_for(lambda: self.kinds(thief) == ["password_changed"], "all others are told")

    def two_of_a_thief(self, server: Server, anna: Caller) -> None:
        """Neither session of a thief takes the other's notice from the owner."""
        thief = self.sign_in(server)
        wait_for(lambda: self.kinds(anna) == ["new_device"], "the notice")
        [notice] = self.notices(anna)
        again = self.sign_in(server, Caller(server, {"crownstar_device": thief.cookies["crownstar_device"]}))
        self.assertEqual(again.ask("DELETE", f"/api/account/notices/{notice['id']}").status, 204)
        self.assertEqual(self.notices(again), [])
        self.assertEqual(self.notices(anna), [notice])
        self.assertEqual(anna.ask("DELETE", f"/api/account/notices/{notice['id']}").status, 204)

    def test_from_a_new_device_until_it_is_put_away(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            self.check(server, server)

    def test_the_same_on_several_nodes(self) -> None:
        site = Site("notices", 2)
        self.addCleanup(site.close)
        self.check(site.nodes[0].server, site.nodes[1].server)

    def test_a_link_and_the_end_of_the_account(self) -> None:
        with Server("--unthrottled", "127.0.0.0/8") as server:
            anna = account(server, "Anna")
            body = {"code": reset_code(server, "Anna"), "new_password": OTHER}
            self.assertEqual(Caller(server).post("/api/account/reset", body).status, 200)
            self.sign_in(server, anna, OTHER)
            wait_for(lambda: self.kinds(anna) == ["password_changed"], "a link changes it too")
            for _ in range(25):
                self.sign_in(server, Caller(server), OTHER)
            wait_for(lambda: len(self.notices(anna)) == 20, "only so many are kept")
            self.assertEqual(anna.ask("DELETE", "/api/account", {"password": OTHER}).status, 204)
            again = account(server, "Anna", OTHER)
            self.assertEqual(self.notices(again), [])

    def test_who_may_ask(self) -> None:
        with Server() as server:
            self.assertEqual(Caller(server).get("/api/account/notices").status, 401)
            self.assertEqual(guest(server).get("/api/account/notices").code(), "accounts_only")
            program = Caller(server, token=make_token(account(server, "Anna"))["secret"])
            self.assertEqual(program.get("/api/account/notices").status, 403)


if __name__ == "__main__":
    unittest.main()
