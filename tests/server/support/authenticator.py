"""An authenticator app, for tests: it shares no code with the server."""

from __future__ import annotations

import base64
import hashlib
import hmac
import time

from tables import SECRET
from wire_client import Caller

STEP = 30


def code_at(key: str, moment: float) -> str:
    """The six digits of RFC 6238 at this time of day."""
    octets = base64.b32decode(key + "=" * (-len(key) % 8))
    digest = hmac.new(octets, int(moment // STEP).to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start : start + 4], 'big') & 0x7FFFFFFF) % 1_000_000:06}"


class Authenticator:
    """Of one account, from the moment at which its second factor is set up."""

    def __init__(self, owner: Caller, password: str = SECRET) -> None:
        begun = owner.post("/api/account/second-factor", {"password": password})
        assert begun.status == 201, begun.body
        self.key = str(begun.json()["key"])
        self.used: set[str] = set()

    def code(self) -> str:
        """One that is good now and has not been given out before: of the next step, of this one or the one before, as long as may be."""
        moment = time.time()
        left = STEP - moment % STEP  # then the one before is good no more, and a slow machine may take as long
        offsets = (1, 0, -1) if left > STEP / 2 else (1, 0)
        fresh = [code for off in offsets if (code := code_at(self.key, moment + off * STEP)) not in self.used]
        if not fresh:
            time.sleep(left)
            return self.code()
        self.used.add(fresh[0])
        return fresh[0]

    def turn_on(self, owner: Caller) -> list[str]:
        """Answers the recovery codes."""
        done = owner.post("/api/account/second-factor/confirm", {"code": self.code()})
        assert done.status == 200, done.body
        return list(done.json()["codes"])
