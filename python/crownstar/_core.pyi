"""The compiled part of Crownstar."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

class Move:
    """A legal move: one whole turn."""

    @property
    def text(self) -> str:
        """As it is written: `11x18`, `e5-f6`. Unique among the legal moves of its position."""

    @property
    def path(self) -> tuple[int, ...]:
        """The points: from, every landing, to."""

    @property
    def captured(self) -> tuple[int, ...]:
        """The points of the captured pieces, in the order of the path."""

    @property
    def crowns(self) -> bool: ...
    @property
    def from_point(self) -> int: ...
    @property
    def to_point(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class LegalMoves(Sequence[Move]):
    """The legal moves of a position, like a list of them; each is made when it is asked for."""

    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Move]: ...
    def __len__(self) -> int: ...
    def index(self, value: Any, start: int = 0, stop: int = ..., /) -> int: ...
    def count(self, value: Any) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

class Piece:
    """A piece and where it stands."""

    @property
    def point(self) -> int: ...
    @property
    def seat(self) -> int:
        """Whose it is, from 0 in the order of turns."""

    @property
    def set(self) -> int:
        """Which of the colours: 1 to 6 on a star; in draughts the seat + 1."""

    @property
    def is_king(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Standing:
    """How a seat stands; place 0 while it plays on."""

    @property
    def place(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def reason(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class Outcome:
    """Whether a game is over, and how it ended."""

    @property
    def is_over(self) -> bool: ...
    @property
    def is_draw(self) -> bool: ...
    @property
    def rule(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def standings(self) -> tuple[Standing, ...]: ...
    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat; a draw is a shared place."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class DrawCount:
    """How far a count has run that ends the game when it is full."""

    @property
    def rule(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def made(self) -> int: ...
    @property
    def limit(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

class LayoutPoint:
    """Where a point of the board lies, and what it is for."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def label(self) -> str: ...
    @property
    def is_playable(self) -> bool: ...
    @property
    def start_of(self) -> int: ...
    @property
    def goal_of(self) -> int: ...

class Layout:
    """How a board is drawn."""

    @property
    def shape(self) -> Literal["squares", "star"]: ...
    @property
    def columns(self) -> int: ...
    @property
    def rows(self) -> int: ...
    @property
    def points(self) -> tuple[LayoutPoint, ...]: ...
    @property
    def lines(self) -> tuple[tuple[int, int], ...]: ...
    @property
    def turn_steps(self) -> int: ...

class GameOption:
    """What may follow a game's id in a token."""

    @property
    def key(self) -> str: ...
    @property
    def default(self) -> str: ...
    @property
    def values(self) -> tuple[str, ...]: ...
    @property
    def form(self) -> str: ...
    @property
    def explanation(self) -> str: ...
    @property
    def rule(self) -> str: ...

class GameInfo:
    """One of the games that can be played."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def summary(self) -> str: ...
    @property
    def family(self) -> Literal["draughts", "star"]: ...
    @property
    def board(self) -> str: ...
    @property
    def seats(self) -> str: ...
    @property
    def game_type(self) -> str: ...
    @property
    def options(self) -> tuple[GameOption, ...]: ...

def games() -> list[GameInfo]:
    """Every game, the featured ones first."""

class GameCore:
    """A game being played."""

    @overload
    def __init__(self, other: GameCore) -> None: ...
    @overload
    def __init__(
        self, token: str, position: str | None = None, moves: str | Iterable[str | Move] | None = None
    ) -> None: ...
    @property
    def token(self) -> str:
        """Canonical: without options that have their usual value."""

    @property
    def seats(self) -> int: ...
    @property
    def seat_names(self) -> tuple[str, ...]: ...
    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat; team mates have the same."""

    @property
    def seat_to_move(self) -> int: ...
    @property
    def position(self) -> str:
        """As FEN, or the star's text."""

    @property
    def start_position(self) -> str | None:
        """Where it began; None for the game's own beginning."""

    @property
    def key(self) -> int:
        """64 bits, equal for positions with the same legal moves for the same seat."""

    @property
    def turns(self) -> list[str | int]:
        """What has been played: the text of a move, or the number of a seat that withdrew."""

    @property
    def outcome(self) -> Outcome: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def layout(self) -> Layout: ...
    def pieces(self) -> list[Piece]: ...
    def draw_counts(self) -> list[DrawCount]: ...
    def legal_moves(self) -> LegalMoves:
        """Empty once the game is over."""

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in its full or short form."""

    def paths(self, move: Move | str) -> list[tuple[int, ...]]:
        """Every way to make one move, the shortest first."""

    def play(self, move: Move | str) -> Move: ...
    def undo(self) -> str | int:
        """Takes the last turn back, and says what it was."""

    def withdraw(self, seat: int, reason: str = "withdrew") -> None:
        """The seat plays no more, and has the last open place."""

    def set_position(self, position: str) -> None:
        """Begins afresh from there. A refusal changes nothing."""

    def label(self, point: int) -> str: ...
    def point(self, label: str) -> int: ...
    def perft(self, depth: int, count: Literal["moves", "paths"] = "moves") -> int:
        """How many sequences of moves of that length there are, without history. Other threads run meanwhile."""

    def divide(self, depth: int, count: Literal["moves", "paths"] = "moves") -> dict[str, int]: ...

class RecordNode:
    """One move of a record, and what is said of it."""

    @property
    def index(self) -> int: ...
    @property
    def parent(self) -> int: ...
    @property
    def children(self) -> tuple[int, ...]:
        """The first goes on with the line, the others are variations."""

    @property
    def move(self) -> str: ...
    @property
    def setup(self) -> str:
        """A position set up here; empty for a move."""

    @property
    def leaves(self) -> int:
        """The seat that plays no more from here; -1 for a move."""

    @property
    def leaving(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def comments_before(self) -> tuple[str, ...]: ...
    @property
    def comments(self) -> tuple[str, ...]: ...
    @property
    def nags(self) -> tuple[int, ...]: ...
    @property
    def clocks(self) -> tuple[str, ...]: ...

class RecordCore:
    """A recorded game."""

    @overload
    def __init__(self, game: GameCore) -> None: ...
    @overload
    def __init__(self, other: RecordCore) -> None: ...
    @property
    def token(self) -> str: ...
    @property
    def game_type(self) -> str: ...
    @property
    def start_position(self) -> str | None: ...
    @property
    def tags(self) -> Mapping[str, str]:
        """A copy; `set_tag` changes one."""

    def set_tag(self, name: str, value: str) -> None: ...
    @property
    def notes(self) -> tuple[str, ...]:
        """What the reader took for granted or passed over."""

    @property
    def result(self) -> str: ...
    @property
    def places(self) -> tuple[int, ...]: ...
    def set_result(self, result: str) -> None: ...
    def __len__(self) -> int: ...
    def node(self, index: int) -> RecordNode:
        """Node 0 is the start."""

    @property
    def line(self) -> tuple[RecordNode, ...]:
        """The nodes after the start, without variations."""

    def add_move(self, parent: int, move: str) -> int:
        """A move after the node; a second one is a variation. The new node's index."""

    def set_comments(self, node: int, comments: list[str]) -> None: ...
    def set_nags(self, node: int, nags: list[int]) -> None: ...
    def to_pdn(self) -> str: ...
    def to_json(self) -> str: ...

class CollectionReader:
    """Finds the games of a text that comes in pieces."""

    def __init__(self, game: str, file: str = "") -> None: ...
    def feed(self, piece: bytes) -> None: ...
    def finish(self) -> None: ...
    def next(self) -> RecordCore | None:
        """None where the next piece is needed, or nothing is left."""

    @property
    def is_at_end(self) -> bool: ...

def _guess_encoding(beginning: bytes) -> str: ...
def _take_node(game: GameCore, node: RecordNode) -> None: ...

class SearchLine:
    """A move, what is expected to follow, and its score."""

    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def score(self) -> int:
        """For the side to move, in hundredths of a man; of a turn on the star."""

    @property
    def plies_to_end(self) -> int | None:
        """A win in so many half-moves; negative: a loss."""

    @property
    def expected_place(self) -> float | None: ...

class SearchProgress:
    """How far a search has come."""

    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def lines(self) -> tuple[SearchLine, ...]: ...

class SearchResult:
    """The move that a search found, and how it stands."""

    @property
    def move(self) -> str: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def lines(self) -> tuple[SearchLine, ...]: ...
    @property
    def was_stopped(self) -> bool: ...

class Level:
    """A strength at which the engine plays."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def on_the_star(self) -> str: ...

def levels() -> list[Level]:
    """The levels, the weakest first."""

class SearchCore:
    """A search that runs."""

    def stop(self) -> None: ...
    def begin_limits(self) -> None: ...
    @property
    def is_done(self) -> bool: ...
    @property
    def progress(self) -> SearchProgress | None: ...
    def wait(self, seen: int, seconds: float) -> int:
        """Waits for more than `seen` news, or the end; how much news there is."""

    def finished(self) -> SearchResult | None:
        """The result, once there is one."""

class EngineCore:
    """An engine."""

    def start(
        self,
        game: GameCore,
        *,
        level: str = "",
        time: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        analysis: bool = False,
        ponder: bool = False,
    ) -> SearchCore: ...
    def forget(self) -> None:
        """Drops what earlier searches found."""

    def close(self) -> None:
        """Stops a search, and gives back memory and program. Closing twice does nothing."""

    @property
    def is_closed(self) -> bool: ...

def own_engine(*, threads: int, memory: int, tables: str, net: str) -> EngineCore: ...
def hub_engine(
    command: list[str], *, name: str, folder: str, parameters: dict[str, str], time: float
) -> EngineCore: ...
def _close_all_engines() -> None: ...

class TableValue:
    """What tables know of a position, for the side to move."""

    @property
    def pieces(self) -> int: ...
    @property
    def value(self) -> Literal["win", "draw", "loss"] | None:
        """None where there are too many pieces, or a table is missing."""

    @property
    def distance(self) -> int | None:
        """Half-moves to the end; None for a draw, and where it is not kept."""

class Tables:
    """The endgame tables of one game."""

    def __init__(self, game: str, folder: str = "") -> None:
        """Without a folder those in the usual one (docs/tables.md)."""

    @property
    def game(self) -> str: ...
    @property
    def most_pieces(self) -> int: ...
    @property
    def most_pieces_with_distance(self) -> int: ...
    @property
    def refused(self) -> tuple[str, ...]:
        """Damaged files, which are not used."""

    def probe(self, game: GameCore) -> TableValue: ...
    def moves(self, game: GameCore) -> list[tuple[Move, TableValue]]:
        """What each legal move leads to, for the side that makes it."""

def build_tables(game: str, pieces: int, *, folder: str = "", threads: int = 1, memory: int = 2048) -> int:
    """Builds the tables of so many pieces in a folder; how many positions they hold. Ctrl-C keeps what is finished."""

class MatchGameCore:
    """A game of a match."""

    @property
    def round(self) -> int: ...
    @property
    def engines(self) -> tuple[int, ...]: ...
    @property
    def places(self) -> tuple[int, ...]: ...
    @property
    def is_undecided(self) -> bool: ...
    @property
    def reason(self) -> str: ...
    @property
    def termination(self) -> str: ...
    @property
    def failed_seat(self) -> int: ...
    @property
    def plies(self) -> int: ...
    @property
    def core(self) -> RecordCore: ...

class PairingResult:
    """How the first of two engines did against the second."""

    @property
    def engines(self) -> tuple[int, int]:
        """Their numbers in the match, from 0."""

    @property
    def games(self) -> int: ...
    @property
    def wins(self) -> int:
        """With draws and losses: in a game of two sides; otherwise all are 0, and the places count."""

    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def score(self) -> float:
        """0 to 1; a draw is a half."""

    @property
    def score_error(self) -> float:
        """95 of 100 times the truth is no farther off."""

    @property
    def elo(self) -> float: ...
    @property
    def elo_error(self) -> float: ...
    @property
    def superiority(self) -> float:
        """How likely it is that the first is better, 0 to 1."""

    @property
    def verdict(self) -> Literal["open", "elo0", "elo1"]:
        """Of the sequential test."""

    @property
    def first_places(self) -> float:
        """The share of games in which the first engine had the first place alone, with more than two sides."""

    @property
    def places(self) -> tuple[int, ...]:
        """How often it had each place alone."""

    @property
    def shared(self) -> int: ...
    @property
    def undecided(self) -> int: ...

class MatchCore:
    """A match that is played."""

    def stop(self) -> None: ...
    @property
    def is_done(self) -> bool: ...
    def wait(self, seconds: float) -> None: ...
    def take_games(self) -> list[MatchGameCore]: ...
    def finished(self) -> tuple[tuple[PairingResult, ...], bool] | None: ...

def start_match(
    engines: list[tuple[str, list[str]]],
    *,
    game: str,
    games: int,
    gauntlet: bool,
    time: float | None,
    nodes: int | None,
    depth: int | None,
    starts: str,
    random_moves: int,
    seed: int,
    threads: int,
    most_moves: int,
    agreed_win: int | None,
    agreed_draw: int | None,
    referee: str,
    sprt: tuple[float, float] | None,
) -> MatchCore: ...
def opening_games(game: str, *, kind: str, count: int, random_moves: int, seed: int) -> list[GameCore]: ...
def _end_all_matches() -> None: ...

class EnvironmentCore:
    """One game in numbers."""

    @overload
    def __init__(self, other: EnvironmentCore) -> None: ...
    @overload
    def __init__(self, game: GameCore) -> None: ...
    @overload
    def __init__(self, token: str) -> None: ...
    @property
    def position(self) -> str: ...
    @property
    def seats(self) -> int: ...
    @property
    def seat_to_move(self) -> int: ...
    @property
    def action_count(self) -> int:
        """Every action is a number less than this."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of an observation: planes, rows, columns."""

    @property
    def is_over(self) -> bool: ...
    @property
    def is_cut(self) -> bool:
        """More moves than can be numbered; never reached in play."""

    def actions(self) -> list[int]:
        """The legal ones, ascending; none once it is over."""

    def rewards(self) -> list[float]:
        """By seat; all 0 while the game goes on."""

    def places(self) -> list[int]: ...
    def observation(self) -> npt.NDArray[np.uint8]:
        """As the seat to move sees it."""

    def mask(self) -> npt.NDArray[np.bool_]: ...
    def play(self, action: int) -> None: ...
    def action_of(self, move: Move) -> int:
        """The number of a legal move."""

    def meaning_of(self, action: int) -> tuple[int, int, tuple[int, ...]]:
        """From which point to which, and the captured points."""

    def set_position(self, position: str) -> None: ...

class BatchCore:
    """Many games that are stepped at once."""

    def __init__(
        self,
        token: str,
        games: int,
        *,
        threads: int,
        seed: int,
        most_turns: int,
        starts: list[str],
        observations: bool,
        masks: bool,
    ) -> None: ...
    @property
    def games(self) -> int: ...
    @property
    def seat_count(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def shape(self) -> tuple[int, int, int]: ...
    def array(self, name: str) -> npt.NDArray[Any]:
        """A view; it keeps the batch alive."""

    def step(self, actions: npt.NDArray[np.int64]) -> None: ...
    def restart(self) -> None: ...
    def random_actions(self, actions: npt.NDArray[np.int64]) -> None: ...
    def play_random(self, steps: int) -> int: ...
    def position(self, index: int) -> str: ...
