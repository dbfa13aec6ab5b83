"""The wire's source as Python values: themes, types, members and their bounds. Used by make_wire.py."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

CONSTANT = re.compile(r"^inline constexpr (?:[a-z:_ ]+) (\w+) = ([\d'*+ ]+);", re.MULTILINE)
MOST_MEMBERS = 64  # a bit each while an object is read
BETWEEN_NODES = {"node"}  # themes that no client sees
WORDS_OF_CPP = {"do", "case", "default", "new", "delete", "this", "switch", "private", "public", "auto", "class", "register"}


class WireError(Exception):
    """The source says something that cannot be."""


@dataclass(frozen=True)
class Bound:
    """A number, and its name in limits.hpp where it has one."""

    value: int
    name: str = ""


@dataclass(frozen=True)
class Kind:
    """What a value is: bool, int, text, id, name (of a type) or list."""

    what: str
    low: Bound = Bound(0)
    high: Bound = Bound(0)
    name: str = ""
    item: Kind | None = None

    def names(self) -> set[str]:
        """The types that it needs."""
        if self.item is not None:
            return self.item.names()
        return {self.name} if self.what == "name" else set()


@dataclass(frozen=True)
class Member:
    """One member of an object."""

    key: str
    kind: Kind
    note: str
    is_optional: bool = False
    default: str | None = None

    @property
    def is_required(self) -> bool:
        return not self.is_optional and self.default is None


@dataclass
class Type:
    """An object, an enum, a variant, or one case of a variant (an object with a tag)."""

    name: str
    form: str
    note: str
    theme: str
    members: list[Member] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)
    tag_key: str = ""
    tag: str = ""
    cases: list[Type] = field(default_factory=list)
    is_open: bool = False  # read leniently: other members, and null for one that is left out

    def names(self) -> set[str]:
        needed = {name for member in self.members for name in member.kind.names()}
        return needed | {case.name for case in self.cases}


@dataclass
class Wire:
    """Everything that the source says; types in an order in which each stands after those it needs."""

    themes: dict[str, list[Type]]
    limits: dict[str, int]

    @property
    def types(self) -> dict[str, Type]:
        return {kind.name: kind for theme in self.themes.values() for kind in theme}

    def for_clients(self) -> Wire:
        """Without what nodes send each other."""
        return Wire({name: kinds for name, kinds in self.themes.items() if name not in BETWEEN_NODES}, self.limits)


def read_limits(path: Path) -> dict[str, int]:
    found = CONSTANT.findall(path.read_text(encoding="utf-8"))
    limits: dict[str, int] = {}
    for name, number in found:
        product = 1
        for factor in number.replace("'", "").split("*"):
            product *= int(factor)
        limits[name] = product
    return limits


def pascal(word: str) -> str:
    """`draw_offered` and `gameFull` as names of types."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def snake(word: str) -> str:
    """`gameFull` or `clock.limit` as the name of a member in C++."""
    name = re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), word).replace(".", "_")
    return name + "_" if name in WORDS_OF_CPP else name


class Reader:
    """Reads the tables one by one; every complaint names where it is."""

    def __init__(self, limits: dict[str, int]) -> None:
        self.limits = limits

    def bound(self, text: str, where: str) -> Bound:
        if re.fullmatch(r"-?\d+", text):
            return Bound(int(text))
        if text not in self.limits:
            raise WireError(f"{where}: limits.hpp has no {text}")
        return Bound(self.limits[text], text)

    def kind(self, text: str, where: str) -> Kind:
        if text in ("bool", "id"):
            return Kind(text)
        listed = re.fullmatch(r"\[(.+)\] (\S+)\.\.(\S+)", text)
        if listed:
            low, high = self.bound(listed[2], where), self.bound(listed[3], where)
            return Kind("list", low, high, item=self.kind(listed[1], where))
        ranged = re.fullmatch(r"(int|text) (\S+)\.\.(\S+)", text)
        if ranged:
            return Kind(ranged[1], self.bound(ranged[2], where), self.bound(ranged[3], where))
        if re.fullmatch(r"[A-Z]\w*", text):
            return Kind("name", name=text)
        raise WireError(f"{where}: {text!r} is no type")

    def member(self, key: str, text: str, where: str) -> Member:
        declared, _, note = (part.strip() for part in text.partition(";"))
        declared, equals, default = (part.strip() for part in declared.partition(" = "))
        is_optional = declared.endswith("?")
        if is_optional and equals:
            raise WireError(f"{where}: left out where it is nothing, or where it is {default}; not both")
        kind = self.kind(declared.removesuffix("?"), where)
        only = {"text": "''", "id": "", "list": "[]"}.get(kind.what)
        if equals and only is not None and default != only:
            raise WireError(f"{where}: is left out where it is {only or 'nothing: write `id?`'}, or never")
        return Member(key, kind, note, is_optional, default if equals else None)

    def members(self, table: dict[str, object], where: str) -> list[Member]:
        members = [
            self.member(key, text, f"{where}.{key}")
            for key, text in table.items()
            if isinstance(text, str) and key != "is"
        ]
        if len(members) >= MOST_MEMBERS:
            raise WireError(f"{where}: more than {MOST_MEMBERS} members")
        return members

    def type(self, theme: str, name: str, table: dict[str, object]) -> Type:
        where = f"{theme}.{name}"
        form, _, note = (part.strip() for part in str(table.get("is", "")).partition(";"))
        if not note:
            raise WireError(f"{where}: `is` says what it is and what it means")
        if form in ("object", "open object"):
            return Type(name, "object", note, theme, members=self.members(table, where), is_open=form == "open object")
        if form == "enum":
            return Type(name, form, note, theme, words={key: str(text) for key, text in table.items() if key != "is"})
        variant = re.fullmatch(r"variant (\w+) (\w+)", form)
        if variant is None:
            raise WireError(f"{where}: {form!r} is none of object, enum, variant")
        cases = [
            Type(
                variant[2] + pascal(tag),
                "case",
                str(case["is"]),
                theme,
                members=self.members(case, f"{where}.{tag}"),
                tag_key=variant[1],
                tag=tag,
            )
            for tag, case in table.items()
            if isinstance(case, dict)
        ]
        return Type(name, "variant", note, theme, tag_key=variant[1], cases=cases)


def in_order(types: list[Type]) -> list[Type]:
    """Each after those it needs, and else as they stand."""
    by_name = {kind.name: kind for kind in types}
    done: list[Type] = []
    under_way: set[str] = set()

    def place(kind: Type) -> None:
        if kind in done:
            return
        if kind.name in under_way:
            raise WireError(f"{kind.name} contains itself")
        under_way.add(kind.name)
        for name in [case.name for case in kind.cases] + sorted(kind.names()):
            if name in by_name:
                place(by_name[name])
        done.append(kind)

    for kind in types:
        place(kind)
    return done


def check(wire: Wire) -> None:
    """What the tables cannot see one by one."""
    place = {name: number for number, theme in enumerate(wire.themes.values()) for name in (kind.name for kind in theme)}
    count = sum(len(theme) for theme in wire.themes.values())
    if len(place) != count:
        raise WireError("two types have the same name")
    for kind in wire.types.values():
        for name in kind.names():
            if name not in place:
                raise WireError(f"{kind.theme}.{kind.name}: there is no type {name}")
            if place[name] > place[kind.name]:
                raise WireError(f"{kind.theme}.{kind.name}: {name} stands in a later theme")


def read_wire(source: Path, limits: Path) -> Wire:
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    reader = Reader(read_limits(limits))
    themes: dict[str, list[Type]] = {}
    for theme, content in tables.items():
        types: list[Type] = []
        for name, table in content.items():
            kind = reader.type(theme, name, table)
            types += [*kind.cases, kind]
        themes[theme] = in_order(types)
    wire = Wire(themes, reader.limits)
    check(wire)
    return wire
