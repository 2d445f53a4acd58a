"""Compare openapi/schema.yaml with the last released schema, and name the changes that break its clients.

docs/compatibility.md says what may change within v1. With --release, the current schema becomes the released one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

OPENAPI = Path(__file__).resolve().parent.parent / "openapi"
PUBLISHED, RELEASED = OPENAPI / "schema.yaml", OPENAPI / "released.yaml"

_AT_LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_AT_MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


class Comparison:
    """A comparison of two schemas, which finds promises of the earlier one that the later one breaks."""

    def __init__(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        self.before, self.after = before, after
        self.seen: set[tuple[str, str, bool]] = set()
        """References that were compared, in requests or in answers. Schemas may refer to each other in circles."""

    def breaks(self) -> list[str]:
        """Return the changes that break clients of the earlier schema."""
        after = dict(_operations(self.after))
        found: list[str] = []
        for place, operation in _operations(self.before):
            if place in after:
                found += self._operation(place, operation, after[place])
            else:
                found.append(f"{place}: is gone")
        return [*found, *self._codes(), *self._scopes()]

    def _codes(self) -> Iterator[str]:
        """Compare the catalogue of error codes: each keeps its status."""
        after = _statuses(self.after)
        for code, status in _statuses(self.before).items():
            if code not in after:
                yield f"error code {code}: is gone"
            elif after[code] != status:
                yield f"error code {code}: has the status {after[code]}, not {status}"

    def _scopes(self) -> Iterator[str]:
        """Compare the scopes that a program can ask for."""
        for scope in sorted(_scopes_of(self.before) - _scopes_of(self.after)):
            yield f"scope {scope}: is gone"

    def _operation(self, place: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
        if before.get("operationId") != after.get("operationId"):
            yield f"{place}: is called {after.get('operationId')}, not {before.get('operationId')}"
        if {} in before.get("security", [{}]) and {} not in after.get("security", [{}]):
            yield f"{place}: needs a token"
        for way in before.get("security", ()):
            if not any(_allows(way, later) for later in after.get("security", [{}])):
                yield f"{place}: is not allowed any more with {way}"
        yield from self._parameters(place, before, after)
        yield from self._bodies(place, before, after)
        earlier, later = _answers_of(before, self.before), _answers_of(after, self.after)
        for status, answer in earlier.items():
            if status < "400":
                yield from self._answer(f"{place} {status}", answer, later.get(status))
            elif status not in later:
                yield f"{place} {status}: is gone"
            else:
                yield from self._headers(f"{place} {status}", answer, later[status])
                for code in sorted(_codes_of(answer) - _codes_of(later[status])):
                    yield f"{place} {status} {code}: is gone"

    def _parameters(self, place: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
        earlier, later = _parameters_of(before, self.before), _parameters_of(after, self.after)
        for key, parameter in earlier.items():
            where = f"{place} {key[0]} {key[1]}"
            if key not in later:
                yield f"{where}: is gone"
                continue
            if later[key].get("required") and not parameter.get("required"):
                yield f"{where}: is required"
            if _style(parameter) != _style(later[key]):
                yield f"{where}: is written in another way"
            yield from self._schema(where, parameter["schema"], later[key]["schema"], asked=True)
        for key in later.keys() - earlier.keys():
            if later[key].get("required"):
                yield f"{place} {key[0]} {key[1]}: is new and required"

    def _bodies(self, place: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
        earlier, later = before.get("requestBody"), after.get("requestBody")
        if later and later.get("required") and not (earlier or {}).get("required"):
            yield f"{place} request: is required"
        if earlier:
            yield from self._contents(f"{place} request", earlier, later or {}, asked=True)

    def _answer(self, place: str, before: dict[str, Any], after: dict[str, Any] | None) -> Iterator[str]:
        if after is None:
            yield f"{place}: is gone"
            return
        yield from self._headers(place, before, after)
        yield from self._contents(place, before, after, asked=False)

    def _headers(self, place: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
        for name in before.get("headers", {}).keys() - after.get("headers", {}).keys():
            yield f"{place} header {name}: is gone"

    def _contents(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        for kind, content in before.get("content", {}).items():
            if kind not in after.get("content", {}):
                yield f"{place}: {kind} is gone"
            else:
                yield from self._schema(place, content["schema"], after["content"][kind]["schema"], asked=asked)

    # --- schemas: what is asked may allow more, what is answered may not ----------------------------------------------

    def _schema(self, place: str, before: Any, after: Any, *, asked: bool) -> Iterator[str]:
        if not isinstance(before, dict) or not isinstance(after, dict):
            if before is not after:
                yield f"{place}: is something else"
            return
        if "$ref" in before and "$ref" in after:
            names = before["$ref"].rpartition("/")[2], after["$ref"].rpartition("/")[2]
            if names[0] != names[1]:
                yield f"{place}: is a {names[1]}, not a {names[0]}"
            if (*names, asked) in self.seen:
                return
            self.seen.add((*names, asked))
            place = names[0]
        before, after = _resolved(before, self.before), _resolved(after, self.after)
        for compare in (self._type, self._values, self._bounds, self._choices, self._object):
            yield from compare(place, before, after, asked=asked)
        if "items" in before and "items" in after:
            yield from self._schema(f"{place}[]", before["items"], after["items"], asked=asked)

    def _type(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        earlier, later = _types(before), _types(after)
        if earlier and later and not (earlier <= later if asked else later <= earlier):
            yield f"{place}: is {_joined(later)}, not {_joined(earlier)}"
        elif bool(earlier) != bool(later) and (asked if later else not asked):
            yield f"{place}: is {_joined(later) or 'anything'}, not {_joined(earlier) or 'anything'}"
        if before.get("format") != after.get("format"):
            yield f"{place}: has the format {after.get('format')}, not {before.get('format')}"

    def _values(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        """Compare enums. Answers may gain values, since clients expect that. Neither may lose any."""
        earlier, later = _members(before), _members(after)
        if asked and later is not None and (earlier is None or earlier - later):
            yield f"{place}: takes no more {_joined((earlier or {'other values'}) - later)}"
        if not asked and "const" in before and before["const"] != after.get("const"):
            yield f"{place}: is not always {before['const']}"
        known = set(after.get("x-extensible-enum", ())) | (later or set())
        if not asked and known and (gone := (set(before.get("x-extensible-enum", ())) | (earlier or set())) - known):
            yield f"{place}: is never {_joined(gone)}"
        if not asked and not known and (earlier is not None or "x-extensible-enum" in before):
            yield f"{place}: is any value"

    def _bounds(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        """Compare bounds. Those of requests may not become narrower."""
        if not asked:
            return
        for names, least in ((_AT_LEAST, True), (_AT_MOST, False)):
            for name in names:
                if _narrower(before.get(name), after.get(name), least=least):
                    yield f"{place}: has the {name} {after[name]}"
        if after.get("pattern") not in (None, before.get("pattern")):
            yield f"{place}: has another pattern"

    def _choices(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        """Compare unions. They may not lose a variant or change their discriminator. Answers may gain variants."""
        for word in ("oneOf", "anyOf", "allOf"):
            earlier, later = _variants(before, word), _variants(after, word)
            if earlier and not later:
                yield f"{place}: is no {word}"
            for name, variant in earlier.items() if later else ():
                if name not in later:
                    yield f"{place}: has no {name}"
                else:
                    yield from self._schema(f"{place}/{name}", variant, later[name], asked=asked)
            if not asked and word == "anyOf" and "null" in later.keys() - earlier.keys():
                yield f"{place}: may be null"
        tags = before.get("discriminator", {}), after.get("discriminator", {})
        if tags[0].get("propertyName") != tags[1].get("propertyName"):
            yield f"{place}: is told apart by {tags[1].get('propertyName')}"
        for value, variant in tags[0].get("mapping", {}).items():
            if tags[1].get("mapping", {}).get(value, variant) != variant:
                yield f"{place}: {value} means something else"

    def _object(self, place: str, before: dict[str, Any], after: dict[str, Any], *, asked: bool) -> Iterator[str]:
        earlier, later = before.get("properties", {}), after.get("properties", {})
        needed, needs = set(before.get("required", ())), set(after.get("required", ()))
        for name, schema in earlier.items():
            if name in later:
                yield from self._schema(f"{place}.{name}", schema, later[name], asked=asked)
            else:
                yield f"{place}.{name}: is gone"
        for name in sorted(needs - needed if asked else (needed - needs) & later.keys()):
            yield f"{place}.{name}: is {'required' if asked else 'not always there'}"
        more = before.get("additionalProperties"), after.get("additionalProperties")
        if asked and more[1] is False and more[0] is not False:
            yield f"{place}: takes no other properties"
        if all(isinstance(one, dict) for one in more):
            yield from self._schema(f"{place}.*", *more, asked=asked)


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f"{method.upper()} {path}", operation


def _parameters_of(operation: dict[str, Any], document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    parameters = [_shared(one, "parameters", document) for one in operation.get("parameters", ())]
    return {(one["in"], one["name"]): one for one in parameters}


def _answers_of(operation: dict[str, Any], document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the answers of an operation by status, also those that ``default`` names."""
    answers = {status: _shared(one, "responses", document) for status, one in operation["responses"].items()}
    common = answers.pop("default", {"description": ""})
    for status, codes in re.findall(r"(\d+): ([^;]+)", common["description"]):
        answers.setdefault(status, {**common, "description": codes})
    return answers


def _shared(part: dict[str, Any], kind: str, document: dict[str, Any]) -> dict[str, Any]:
    """Return a part of an operation, or the component to which it refers."""
    if "$ref" not in part:
        return part
    return {**document["components"][kind][part["$ref"].rpartition("/")[2]], **part}


def _codes_of(answer: dict[str, Any]) -> set[str]:
    """Return the error codes that the description of an answer lists."""
    return set(re.findall(r"`(\w+)`", answer.get("description", "")))


def _statuses(document: dict[str, Any]) -> dict[str, str]:
    """Return the status of each error code in the catalogue of a document."""
    catalogue = document["components"]["schemas"].get("ProblemCode", {}).get("description", "")
    return dict(re.findall(r"^- `(\w+)` \((\d+)\)", catalogue, re.MULTILINE))


def _scopes_of(document: dict[str, Any]) -> set[str]:
    flows = document["components"].get("securitySchemes", {}).get("oauth", {}).get("flows", {})
    return {scope for flow in flows.values() for scope in flow["scopes"]}


def _allows(way: dict[str, list[str]], later: dict[str, list[str]]) -> bool:
    """Return whether a client that authenticates in one way satisfies a later requirement."""
    return all(scheme in way and set(scopes) <= set(way[scheme]) for scheme, scopes in later.items())


def _style(parameter: dict[str, Any]) -> tuple[Any, Any]:
    style = parameter.get("style", "form" if parameter["in"] in ("query", "cookie") else "simple")
    return style, parameter.get("explode", style == "form")


def _resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _types(schema: dict[str, Any]) -> set[str]:
    """Return the types that a schema allows; a number may be an integer."""
    types = schema.get("type", [])
    named = {types} if isinstance(types, str) else set(types)
    return named | ({"integer"} if "number" in named else set())


def _members(schema: dict[str, Any]) -> set[str] | None:
    if "const" in schema:
        return {str(schema["const"])}
    return {str(member) for member in schema["enum"]} if "enum" in schema else None


def _narrower(before: float | None, after: float | None, *, least: bool) -> bool:
    """Return whether a bound, from below or from above, has become narrower."""
    if after is None or before is None:
        return after is not None
    return after > before if least else after < before


def _variants(schema: dict[str, Any], word: str) -> dict[str, Any]:
    """Return the variants of a union by name: of the component, or of the type."""
    return {str(one.get("$ref", one.get("type", place))): one for place, one in enumerate(schema.get(word, ()))}


def _joined(names: set[str]) -> str:
    return " or ".join(sorted(names))


def main() -> int:
    """Compare the schemas and print the changes that break clients; or release the current schema."""
    if "--release" in sys.argv:
        RELEASED.write_bytes(PUBLISHED.read_bytes())
        return 0
    before, after = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in (RELEASED, PUBLISHED))
    found = Comparison(before, after).breaks()
    for one in found:
        print(one)
    if found:
        print(f"{len(found)} changes break clients of the last release: see docs/compatibility.md")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
