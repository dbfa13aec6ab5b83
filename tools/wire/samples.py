"""Random values of every type of the wire, as C++ for its tests."""

from __future__ import annotations

from wire.cpp import MARK, cpp_type, number
from wire.model import Kind, Type, Wire, snake


def fill_call(kind: Kind, value: str) -> str:
    if kind.what == "bool":
        return f"{value} = random.toss()"
    if kind.what == "int":
        return f"{value} = static_cast<{cpp_type(kind)}>(random.whole({number(kind.low)}, {number(kind.high)}))"
    if kind.what == "text":
        return f"{value} = random.text({number(kind.low)}, {number(kind.high)})"
    if kind.what == "id":
        return f"{value} = random.id()"
    if kind.what == "name":
        return f"fill(random, {value})"
    assert kind.item is not None
    item = cpp_type(kind.item)
    return (
        f"random.list({value}, {number(kind.low)}, {number(kind.high)}, "
        f"[](RandomValues& random, {item}& item) {{ {fill_call(kind.item, 'item')}; }})"
    )


def filler(kind: Type) -> list[str]:
    lines = [f"inline void fill(RandomValues& random, {kind.name}& value) {{"]
    if kind.form == "enum":
        lines.append(f"  value = static_cast<{kind.name}>(random.whole(0, {len(kind.words) - 1}));")
    elif kind.form == "variant":
        lines.append(f"  switch (random.whole(0, {len(kind.cases) - 1})) {{")
        for i in range(len(kind.cases)):
            label = f"case {i}" if i + 1 < len(kind.cases) else "default"
            lines.append(f"    {label}: return fill(random, value.emplace<{i}>());")
        lines.append("  }")
    elif not kind.members:
        lines = [f"inline void fill(RandomValues&, {kind.name}&) {{"]
    else:
        for member in kind.members:
            value = f"value.{snake(member.key)}"
            if member.is_optional:
                lines.append(f"  if (random.toss()) {fill_call(member.kind, value + '.emplace()')};")
            else:
                lines.append(f"  {fill_call(member.kind, value)};")
    return [*lines, "}", ""]


def caller(theme: str, types: list[Type]) -> list[str]:
    calls = [f"  call.template operator()<{kind.name}>();" for kind in types if kind.form != "enum"]
    return [f"void for_every_type_of_{theme}(auto& call) {{", *calls, "}", ""]


def samples(wire: Wire) -> str:
    types = list(wire.types.values())
    lines = [
        MARK,
        "// Makes random values of each wire type, within its limits, for tests.",
        "#pragma once",
        "",
        '#include "base/limits.hpp"',
        '#include "site/wire/random_values_test.hpp"',
        '#include "site/wire/generated/wire.hpp"',
        "",
        "namespace crownstar::wire {",
        "",
        *(line for kind in types for line in filler(kind)),
        *(line for theme, kinds in wire.themes.items() for line in caller(theme, kinds)),
        "// Calls what takes a type as its template argument for each type that is an object.",
        "void for_every_type(auto call) {",
        *(f"  for_every_type_of_{theme}(call);" for theme in wire.themes),
        "}",
        "",
        "}  // namespace crownstar::wire",
    ]
    return "\n".join(lines) + "\n"
