"""The description of the API (OpenAPI 3.1): addresses by hand from openapi_paths.toml, schemas from the wire."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from wire.model import Kind, Member, Reader, Type, Wire, WireError

ID_PATTERN = "^[A-Za-z0-9_.:-]+$"
TEXT_PATTERN = r"^[^\u0000-\u001F\u007F-\u009F]*$"  # no control characters
STATUS_WORDS = {"101": "the socket is open", "200": "done", "201": "made", "204": "done", "400": "refused", "503": "not ready: ask another, or in a moment"}
SECURITY: dict[str, list[dict[str, list[str]]]] = {
    "anyone": [{}, {"session": []}, {"token": []}],
    "player": [{"session": []}, {"token": []}],
    "session": [{"session": []}],
}
KEYS = {"id", "summary", "about", "who", "body", "text_body", "examples", "answers", "lines", "list", "by_key", "text", "query", "also"}


def reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def kind_schema(kind: Kind, id_letters: int) -> dict[str, Any]:
    if kind.what == "bool":
        return {"type": "boolean"}
    if kind.what == "int":
        return {"type": "integer", "minimum": kind.low.value, "maximum": kind.high.value}
    if kind.what == "text":
        return {"type": "string", "minLength": kind.low.value, "maxLength": kind.high.value, "pattern": TEXT_PATTERN}
    if kind.what == "id":
        return {"type": "string", "minLength": 1, "maxLength": id_letters, "pattern": ID_PATTERN}
    if kind.what == "name":
        return reference(kind.name)
    assert kind.item is not None
    items = kind_schema(kind.item, id_letters)
    return {"type": "array", "items": items, "minItems": kind.low.value, "maxItems": kind.high.value}


def default_of(member: Member) -> Any:
    plain: dict[str, Any] = {"''": "", "[]": [], "true": True, "false": False}
    assert member.default is not None
    if member.default in plain:
        return plain[member.default]
    return int(member.default) if member.kind.what == "int" else member.default


def type_schema(kind: Type, id_letters: int) -> dict[str, Any]:
    if kind.form == "enum":
        notes = "\n".join(f"- `{word}`: {note}" for word, note in kind.words.items())
        return {"type": "string", "description": f"{kind.note}\n\n{notes}", "enum": list(kind.words)}
    if kind.form == "variant":
        mapping = {case.tag: f"#/components/schemas/{case.name}" for case in kind.cases}
        return {
            "description": kind.note,
            "oneOf": [reference(case.name) for case in kind.cases],
            "discriminator": {"propertyName": kind.tag_key, "mapping": mapping},
        }
    properties: dict[str, Any] = {kind.tag_key: {"const": kind.tag}} if kind.form == "case" else {}
    for member in kind.members:
        schema = kind_schema(member.kind, id_letters)
        if member.note:
            schema["description"] = member.note
        if member.default is not None:
            schema["default"] = default_of(member)
        properties[member.key] = {"oneOf": [schema, {"type": "null"}]} if kind.is_open else schema
    required = ([kind.tag_key] if kind.form == "case" else []) + [m.key for m in kind.members if m.is_required]
    schema = {"type": "object", "description": kind.note, "properties": properties, "additionalProperties": kind.is_open}
    return {**schema, "required": required} if required else schema


def json_content(name: str, media: str = "application/json") -> dict[str, Any]:
    return {media: {"schema": reference(name)}}


class Paths:
    """Turns the tables of openapi_paths.toml into operations."""

    def __init__(self, wire: Wire, parameters: dict[str, str]) -> None:
        self.wire = wire
        self.parameters = parameters

    def known(self, name: str, where: str) -> str:
        if name not in self.wire.types:
            raise WireError(f"{where}: the wire has no {name}")
        return name

    def parameter(self, name: str, where: str) -> dict[str, Any]:
        if name not in self.parameters:
            raise WireError(f"{where}: [parameters] does not explain {name}")
        declared, _, note = (part.strip() for part in self.parameters[name].partition(";"))
        if declared == "id":
            schema = kind_schema(Kind("id"), self.wire.limits["id_letters"])
        elif declared == "word":
            schema = {"type": "string", "enum": re.findall(r"`(\w+)`", note)}
        else:
            schema = {"type": "string", "minLength": 1, "maxLength": self.wire.limits["move_letters"], "pattern": TEXT_PATTERN}
        return {"name": name, "in": "path", "required": True, "description": note, "schema": schema}

    def answers(self, table: dict[str, Any], where: str) -> dict[str, Any]:
        answers: dict[str, Any] = {}
        for status, name in table.get("answers", {}).items():
            answers[status] = {"description": STATUS_WORDS[status]}
            if name:
                answers[status]["content"] = json_content(self.known(name, where))
        if "lines" in table:
            kinds = [table["lines"]] if isinstance(table["lines"], str) else table["lines"]
            each = [reference(self.known(kind, where)) for kind in kinds]
            whole = answers.setdefault("200", {"description": "lines, for as long as the connection lives", "content": {}})
            whole["content"]["application/x-ndjson"] = {"schema": each[0] if len(each) == 1 else {"oneOf": each}}
        if "list" in table:
            items = {"type": "array", "items": reference(self.known(table["list"], where))}
            answers["200"] = {"description": "done", "content": {"application/json": {"schema": items}}}
        if "by_key" in table:
            members = {"oneOf": [reference(self.known(table["by_key"], where)), {"type": "null"}]}
            answers["200"] = {
                "description": "done",
                "content": {"application/json": {"schema": {"type": "object", "additionalProperties": members}}},
            }
        if "text" in table:
            medias = [table["text"]] if isinstance(table["text"], str) else table["text"]
            answers["200"] = {
                "description": "done",
                "content": {media: {"schema": {"type": "object" if media.endswith("json") else "string"}} for media in medias},
            }
        if not answers:
            raise WireError(f"{where}: it has no answer")
        answers["default"] = {"description": "refused", "content": json_content("ErrorAnswer")}
        return answers

    def operation(self, where: str, path: str, table: dict[str, Any]) -> dict[str, Any]:
        unknown = set(table) - KEYS
        if unknown:
            raise WireError(f"{where}: {', '.join(sorted(unknown))} means nothing here")
        parameters = [self.parameter(name, where) for name in re.findall(r"\{(\w+)\}", path)]
        for name, note in table.get("query", {}).items():
            declared, note = note.split("; ", 1) if note.startswith("text ") else ("text 0..game_letters", note)
            most = Reader(self.wire.limits).kind(declared, f"{where}, {name}").high.value
            parameters.append({"name": name, "in": "query", "description": note, "schema": {"type": "string", "maxLength": most}})
        operation: dict[str, Any] = {
            "operationId": table["id"],
            "summary": table["summary"],
            "tags": [table["about"]],
            "security": SECURITY[table["who"]],
        }
        if parameters:
            operation["parameters"] = parameters
        if ("body" in table) != ("examples" in table):
            raise WireError(f"{where}: a body and examples of it belong together")
        if "body" in table:
            body = self.wire.types[self.known(table["body"], where)]
            is_required = any(member.is_required for member in body.members)
            content = json_content(body.name)
            content["application/json"]["examples"] = {name: {"value": value} for name, value in table["examples"].items()}
            operation["requestBody"] = {"required": is_required, "content": content}
        if "text_body" in table:
            examples = {name: {"value": value} for name, value in table["text_body"].items()}
            operation["requestBody"] = {"content": {"text/plain": {"schema": {"type": "string"}, "examples": examples}}}
        operation["responses"] = self.answers(table, where)
        return operation


def security_schemes() -> dict[str, Any]:
    return {
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "crownstar",
            "description": "Set by POST /api/guest, /api/account and /api/session; over TLS its name is `__Host-crownstar`.",
        },
        "token": {"type": "http", "scheme": "bearer", "description": "The secret that POST /api/tokens shows once."},
    }


def openapi(wire: Wire, source: Path, version: str) -> str:
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    info = {key: text.strip() for key, text in tables.pop("info").items()}
    makers = Paths(wire, tables.pop("parameters"))
    paths: dict[str, dict[str, Any]] = {}
    for where, table in tables.items():
        method, path = where.split(" ")
        paths.setdefault(path, {})[method.lower()] = makers.operation(where, path, table)
        if "also" in table:
            other = re.sub(r"^/api/\w+", table["also"], path)
            again = makers.operation(where, path, {**table, "id": f"{table['id']}_on_board"})
            paths.setdefault(other, {})[method.lower()] = again
    id_letters = wire.limits["id_letters"]
    document = {
        "openapi": "3.1.0",
        "info": {**info, "version": version, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: type_schema(kind, id_letters) for name, kind in wire.types.items()},
            "securitySchemes": security_schemes(),
        },
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
