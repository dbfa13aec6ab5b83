"""Numbers that no call takes are ValueErrors: what is beyond 64 bits would otherwise be told as a wrong type."""

from __future__ import annotations

MOST_SEED = 2**64 - 1
MOST = 2**63 - 1


def check_range(name: str, number: object, least: int, most: int = MOST) -> None:
    """Of whole numbers only; what is none of them is a TypeError where it is used."""
    if isinstance(number, int) and not least <= number <= most:
        raise ValueError(f"{name}: expected a number from {least} to {most}")
