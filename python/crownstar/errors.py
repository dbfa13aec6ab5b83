"""What Crownstar raises. Each error has the reason in words, and the id of the rule where one was broken."""

from __future__ import annotations


class CrownstarError(Exception):
    """Something was refused. `reason` says why; `rule` is the id of the broken rule (`AM-7`), or empty."""

    reason: str
    rule: str

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[CrownstarError], tuple[str, str]]:
        return type(self), (self.reason, self.rule)


class UnknownGame(CrownstarError, ValueError):
    """There is no game of that token, or it has no such option."""


class PositionError(CrownstarError, ValueError):
    """A position that cannot be read, or that the game does not allow."""


class IllegalMove(CrownstarError, ValueError):
    """A move that cannot be read, that is ambiguous, or that breaks a rule."""


class GameOver(IllegalMove):
    """A move in a game that is over."""


class TooComplex(CrownstarError):
    """A position with more moves than are listed."""


class RecordError(CrownstarError, ValueError):
    """A recorded game that cannot be read; `line` and `column` say where, `text` what stands there."""

    line: int
    column: int
    text: str

    def __init__(self, reason: str, rule: str = "", line: int = 0, column: int = 0, text: str = "") -> None:
        super().__init__(reason, rule)
        self.line = line
        self.column = column
        self.text = text

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        shown = f"{self.text}: " if self.text else ""
        return place + shown + super().__str__()

    def __reduce__(self) -> tuple[type[CrownstarError], tuple[str, str]]:
        return type(self), (self.reason, self.rule, self.line, self.column, self.text)  # type: ignore[return-value]


class EngineError(CrownstarError):
    """An engine that cannot be had, is busy or closed, fails, or does not play that game."""


class TablesError(CrownstarError):
    """Endgame tables that cannot be opened, built, or asked about that position."""
