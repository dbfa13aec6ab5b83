"""Recorded games: read from PDN as a stream, looked at, changed, and written."""

from __future__ import annotations

import codecs
import contextlib
import gzip
import io
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any, BinaryIO, Literal, Self, TextIO

from crownstar._core import CollectionReader, RecordCore, RecordNode, _guess_encoding, _take_node
from crownstar.errors import RecordError
from crownstar.game import Game

PIECE_BYTES = 1 << 16
GZIP_MAGIC = b"\x1f\x8b"

Problems = Literal["raise", "skip"] | Callable[[RecordError], None]
Source = str | PathLike[str] | BinaryIO | TextIO


class Tags(Mapping[str, str]):
    """The tags of a record, like a dict. What is set here is set in the record."""

    def __init__(self, record: RecordCore) -> None:
        self._record = record

    def _all(self) -> Mapping[str, str]:
        tags: Mapping[str, str] = RecordCore.tags.__get__(self._record)
        return tags

    def __getitem__(self, name: str) -> str:
        return self._all()[name]

    def __setitem__(self, name: str, value: str) -> None:
        self._record.set_tag(name, value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


class Record(RecordCore):
    """A recorded game: tags, moves with comments and variations, result. `Record(game)` makes one of a game."""

    def copy(self) -> Self:
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return _restored, (type(self), self.to_pdn())

    @property
    def tags(self) -> Tags:
        """By name; setting one changes the record."""
        return Tags(self)

    def add_line(self, parent: int, moves: str | Iterable[str]) -> int:
        """Moves one after the other behind the node, such as the line of a search; the index of the last one.

        Where the node has a move already, they are a variation on it; with `node.parent` on the node's own move.
        """
        self.node(parent)  # refuses the number of no node
        for move in moves.split() if isinstance(moves, str) else moves:
            parent = self.add_move(parent, move)
        return parent

    @property
    def moves(self) -> list[str]:
        """The moves of the game itself, without variations."""
        return [node.move for node in self.line if node.move]

    def replay(self) -> Iterator[tuple[Game, RecordNode]]:
        """The game before each node of the line, with that node. Every game is its own and stays as it is."""
        game = Game(self.token, self.start_position)
        for node in self.line:
            yield game.copy(), node
            _take_node(game, node)

    def game(self) -> Game:
        """The game at the end of the line."""
        game = Game(self.token, self.start_position)
        for node in self.line:
            _take_node(game, node)
        return game

    def __str__(self) -> str:
        return self.to_pdn()

    def __repr__(self) -> str:
        return f"<Record {self.token}, {len(self.moves)} moves, {self.result}>"


def _restored(kind: type[Record], text: str) -> Record:
    (record,) = parse_records(text)
    return kind(record)


def read_records(
    source: Source, *, game: str = "auto", encoding: str | None = None, problems: Problems = "raise"
) -> Iterator[Record]:
    """The games of a PDN collection, one by one, in constant memory.

    `source` is a file's name or an open file; gzip is unpacked. `game` is the token of games that do not say what they
    are; `auto` guesses it. Without an `encoding` it is guessed as `crownstar pdn` does: UTF-8, UTF-16,
    Windows-1251 where letters beyond ASCII stand in runs, otherwise Windows-1252. A game with a problem is left out:
    `raise` ends the reading there, `skip` goes on, and a function is called with each problem.
    """
    if not (problems in ("raise", "skip") or callable(problems)):
        raise ValueError("problems: expected 'raise', 'skip' or a function")
    if isinstance(source, (str, PathLike)):
        with open(source, "rb") as file:
            yield from _records(file, CollectionReader(game, fspath(source)), encoding, problems)
    elif hasattr(source, "read"):
        yield from _records(source, CollectionReader(game), encoding, problems)
    else:
        raise TypeError(f"source: expected a file's name or an open file, not {type(source).__name__}")


def parse_records(text: str | bytes, *, game: str = "auto", problems: Problems = "raise") -> list[Record]:
    """The games of a text that is at hand."""
    if not isinstance(text, (str, bytes, bytearray, memoryview)):
        raise TypeError(f"text: expected a text or bytes, not {type(text).__name__}")
    data = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return list(read_records(io.BytesIO(data), game=game, problems=problems))


def write_records(records: Iterable[RecordCore], file: str | PathLike[str] | TextIO) -> int:
    """Writes records as a PDN collection; how many there were. `file` is a file's name, or an open text file.

    A file is there when all is written: it may be the one that the records are read from.
    """
    if isinstance(file, (str, PathLike)):
        return _write_file(records, fspath(file))
    count = 0
    for record in records:
        if not isinstance(record, RecordCore):
            raise TypeError(f"records: expected records, not {type(record).__name__}")
        file.write(("\n" if count else "") + record.to_pdn())
        count += 1
    return count


def _write_file(records: Iterable[RecordCore], name: str) -> int:
    if os.path.exists(name) and not os.path.isfile(name):  # such as /dev/stdout
        with open(name, "w", encoding="utf-8", newline="\n") as opened:
            return write_records(records, opened)
    place = os.path.realpath(name)
    draft = f"{place}.part{os.getpid()}"
    try:
        with open(draft, "x", encoding="utf-8", newline="\n") as opened:
            count = write_records(records, opened)
        if os.path.exists(place):
            shutil.copymode(place, draft)
        os.replace(draft, place)
    except BaseException as problem:
        if isinstance(problem, OSError) and problem.filename == draft:
            problem.filename = name
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)
        raise
    return count


def record_of(game: Game, tags: Mapping[str, str] | None = None, result: str | None = None) -> Record:
    """The record of a game as it was played."""
    if tags is not None and not isinstance(tags, Mapping):
        raise TypeError(f"tags: expected a mapping of names to values, not {type(tags).__name__}")
    record = Record(game)
    for name, value in (tags or {}).items():
        record.set_tag(name, value)
    if result is not None:
        record.set_result(result)
    return record


def _records(
    file: BinaryIO | TextIO, reader: CollectionReader, encoding: str | None, problems: Problems
) -> Iterator[Record]:
    for piece in _pieces(file, encoding):
        reader.feed(piece)
        yield from _found(reader, problems)
    reader.finish()
    yield from _found(reader, problems)


def _found(reader: CollectionReader, problems: Problems) -> Iterator[Record]:
    while True:
        try:
            core = reader.next()
        except RecordError as problem:
            if problems == "raise":
                raise
            if callable(problems):
                problems(problem)
            continue
        if core is None:
            return
        yield Record(core)


def _pieces(file: BinaryIO | TextIO, encoding: str | None) -> Iterator[bytes]:
    """What the file holds as UTF-8, piece by piece."""
    first = file.read(PIECE_BYTES)
    if isinstance(first, str):
        yield from _text_pieces(first, file)  # type: ignore[arg-type]
        return
    binary: BinaryIO = file  # type: ignore[assignment]
    if first.startswith(GZIP_MAGIC):
        unpacked = gzip.GzipFile(fileobj=_Again(first, binary))
        binary = unpacked  # type: ignore[assignment]
        first = unpacked.read(PIECE_BYTES)
    decoder = codecs.getincrementaldecoder(encoding or _encoding_of(first))("replace")
    piece = first
    while piece:
        text = decoder.decode(piece)
        if text:
            yield text.encode()
        piece = binary.read(PIECE_BYTES)
    rest = decoder.decode(b"", True)
    if rest:
        yield rest.encode()


def _text_pieces(first: str, file: TextIO) -> Iterator[bytes]:
    piece = first
    while piece:
        yield piece.encode("utf-8", "replace")
        piece = file.read(PIECE_BYTES)


def _encoding_of(beginning: bytes) -> str:
    """As Python calls it: what begins with a byte order mark is read without the mark."""
    if beginning.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig" if beginning.startswith(codecs.BOM_UTF8) else _guess_encoding(beginning)


class _Again(io.RawIOBase):
    """A file whose beginning has been read already."""

    def __init__(self, beginning: bytes, file: BinaryIO) -> None:
        super().__init__()
        self._beginning = beginning
        self._file = file

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not self._beginning:
            return self._file.read(size)
        taken = self._beginning if size < 0 else self._beginning[:size]
        self._beginning = self._beginning[len(taken) :]
        return taken + self._file.read() if size < 0 else taken
