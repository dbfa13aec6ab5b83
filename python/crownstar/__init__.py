"""Crownstar for Python: draughts (checkers) and Chinese checkers.

>>> import crownstar
>>> game = crownstar.Game("american")
>>> game.play("11-15").text
'11-15'
"""

from importlib.metadata import version as _version_of

from crownstar._core import (
    DrawCount,
    GameInfo,
    GameOption,
    Layout,
    LayoutPoint,
    LegalMoves,
    Level,
    Move,
    Outcome,
    PairingResult,
    Piece,
    RecordNode,
    SearchLine,
    SearchProgress,
    SearchResult,
    Standing,
    Tables,
    TableValue,
    build_tables,
    games,
    levels,
)
from crownstar.batches import Batch, Environment
from crownstar.engines import Engine, HubEngine, Search
from crownstar.errors import (
    CrownstarError,
    EngineError,
    GameOver,
    IllegalMove,
    PositionError,
    RecordError,
    TablesError,
    TooComplex,
    UnknownGame,
)
from crownstar.game import Game
from crownstar.matches import Match, MatchGame, MatchResult, match, openings, play_match
from crownstar.puzzles import Puzzle, read_puzzles
from crownstar.records import Record, parse_records, read_records, record_of, write_records

__version__ = _version_of("crownstar")

__all__ = [
    "Batch",
    "CrownstarError",
    "DrawCount",
    "Engine",
    "EngineError",
    "Environment",
    "Game",
    "GameInfo",
    "GameOption",
    "GameOver",
    "HubEngine",
    "IllegalMove",
    "Layout",
    "LayoutPoint",
    "LegalMoves",
    "Level",
    "Match",
    "MatchGame",
    "MatchResult",
    "Move",
    "Outcome",
    "PairingResult",
    "Piece",
    "PositionError",
    "Puzzle",
    "Record",
    "RecordError",
    "RecordNode",
    "Search",
    "SearchLine",
    "SearchProgress",
    "SearchResult",
    "Standing",
    "TableValue",
    "Tables",
    "TablesError",
    "TooComplex",
    "UnknownGame",
    "build_tables",
    "games",
    "levels",
    "match",
    "openings",
    "parse_records",
    "play_match",
    "read_puzzles",
    "read_records",
    "record_of",
    "write_records",
]
