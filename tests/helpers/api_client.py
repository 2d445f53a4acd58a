"""A client of the API for tests. It checks every answer against ``openapi/schema.yaml``, and allows no extra fields."""

from __future__ import annotations

import copy
import json
import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import yaml
from django.test import Client as DjangoClient
from django.test.client import ClientHandler
from django.utils import timezone
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

from accounts import recent_login
from accounts.models import Player, Token
from accounts.services import create_token
from chkobba_api.rest.idempotency import REPLAYED
from chkobba_api.rest.openapi.operation import UNPUBLISHED
from chkobba_api.rest.openapi.shared_problems import OF_EVERY_ANSWER, OF_STATUS, codes_in
from chkobba_api.rest.problems import CONTENT_TYPE

SCHEMA_FILE = Path(__file__).parents[2] / "openapi" / "schema.yaml"
KEPT = Path(__file__).parents[2] / "var" / "schema"
"""The folder for schemas that tests have parsed, by their digests."""
ADDRESS = "urn:schema"

HANDLER = ClientHandler(enforce_csrf_checks=False)
"""One handler for all clients: each handler searches all static files when it starts."""


class Client:
    """A client with the token of a player, or without one; its paths are below ``/api/v1/``."""

    def __init__(self, player: Player | None = None) -> None:
        self.player = player
        headers = {}
        if player:
            _, token = create_token(player, "test")
            headers = {"Authorization": f"Bearer {token}"}
        self.http = DjangoClient(raise_request_exception=False, headers=headers)
        self.http.handler = HANDLER

    def log_in_lately(self) -> None:
        """Note that the player has just logged in on this device."""
        recent_login.begin(Token.objects.get(user=self.player, device="test"), timezone.now())

    def get(self, path: str, query: dict[str, Any] | None = None, **headers: str) -> Any:
        return self._checked("get", path, self.http.get(f"/api/v1/{path}", query, headers=headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.send("post", path, json.dumps(body or {}), **headers)

    def patch(self, path: str, body: Any) -> Any:
        return self.send("patch", path, json.dumps(body))

    def put(self, path: str, body: Any) -> Any:
        return self.send("put", path, json.dumps(body))

    def delete(self, path: str) -> Any:
        return self._checked("delete", path, self.http.delete(f"/api/v1/{path}"))

    def send(
        self, method: str, path: str, body: str | bytes, content_type: str = "application/json", **headers: str
    ) -> Any:
        """Send any bytes to a path below ``/api/v1/``."""
        answer = self.http.generic(method.upper(), f"/api/v1/{path}", body, content_type, headers=headers)
        return self._checked(method, path, answer)

    def _checked(self, method: str, path: str, answer: Any) -> Any:
        address, kind = f"/api/v1/{path}", answer.headers.get("Content-Type")
        check_answer(method, address, answer.status_code, kind, answer.content)
        for header in operation_of(method, address)["responses"][str(answer.status_code)]["headers"]:
            unrouted = answer.status_code == 404 and header in OF_EVERY_ANSWER  # the address may be of no operation
            assert header in answer.headers or header == REPLAYED or unrouted, f"the schema promises {header}"
        answer.data = json.loads(answer.content) if answer.content else None
        return answer


def with_token(token: str) -> Client:
    """Return a client with a token."""
    client = Client(None)
    client.http = DjangoClient(raise_request_exception=False, headers={"Authorization": f"Bearer {token}"})
    client.http.handler = HANDLER
    return client


@cache
def as_published() -> dict[str, Any]:
    """Return the published schema as it stands, cached as JSON: YAML takes forty times as long to read."""
    text = SCHEMA_FILE.read_bytes()
    kept = KEPT / f"{sha256(text).hexdigest()}.json"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=KEPT, delete=False) as unfinished:
            json.dump(yaml.load(text, yaml.CSafeLoader), unfinished)
        Path(unfinished.name).replace(kept)
    schema: dict[str, Any] = json.loads(kept.read_bytes())
    return schema


@cache
def published() -> dict[str, Any]:
    """Return the published schema with all shared parts copied into each operation, and each status listed.

    So ``default`` is gone: in its place are the statuses that its description names, each with its codes.
    """
    schema = copy.deepcopy(as_published())
    shared = schema["components"]
    for operation in (one for path in schema["paths"].values() for one in path.values()):
        parameters = operation.get("parameters", [])
        parameters[:] = [shared["parameters"][name_in(one)] if "$ref" in one else one for one in parameters]
        operation["responses"] = listed(operation["responses"], shared["responses"])
        for body in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in body.get("content", {}).values():
                examples = content.pop("examples", {}).values()
                values = [
                    shared["examples"][name_in(one)]["value"] if "$ref" in one else one["value"] for one in examples
                ]
                values += [content.pop("example")] if "example" in content else []
                content["examples"] = {f"Example{place}": {"value": value} for place, value in enumerate(values)}
    return schema


def listed(answers: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """Return the answers of an operation by status, with the headers that all answers have, in place of references."""
    found = {status: copy.deepcopy({**shared.get(name_in(one), {}), **one}) for status, one in answers.items()}
    common = found.pop("default", None)
    for status, codes in re.findall(r"(\d+): ([^;]+)", common["description"] if common else ""):
        found.setdefault(status, copy.deepcopy({**common, "description": codes}))
    for status, answer in found.items():
        answer.pop("$ref", None)
        headers = {
            **{name: shared["Problem"]["headers"][name] for name in OF_EVERY_ANSWER},
            **answer.get("headers", {}),
        }
        only = {name: [one for one, names in OF_STATUS.items() if name in names] for name in headers}
        answer["headers"] = {name: one for name, one in headers.items() if status in (only[name] or [status])}
    return dict(sorted(found.items()))


def name_in(reference: dict[str, str]) -> str:
    """Return the name of the component that a reference names."""
    return reference.get("$ref", "").rpartition("/")[2]


@cache
def registry() -> Registry:
    """Return the registry that resolves references into the schema."""
    return Registry([(ADDRESS, closed())], draft=Draft202012)


@cache
def closed() -> dict[str, Any]:
    """Return the published schema, closed to properties that it does not name.

    Clients must accept more properties, since later releases may send them. This server sends exactly what it promises.
    """
    schema = copy.deepcopy(published())
    for component in schema["components"]["schemas"].values():
        if "properties" in component:
            component.setdefault("additionalProperties", False)
    return schema


@cache
def templates() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Return the operations by the pattern of their paths; paths with fewer parameters come first."""
    paths = sorted(published()["paths"].items(), key=lambda entry: entry[0].count("{"))
    return [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operations) for path, operations in paths]


@lru_cache(1000)
def operation_of(method: str, path: str) -> dict[str, Any]:
    """Return the schema of the operation that a request calls."""
    plain = path.partition("?")[0]
    for pattern, operations in templates():
        if method in operations and pattern.fullmatch(plain):
            operation: dict[str, Any] = operations[method]
            return operation
    raise AssertionError(f"the schema has no {method} {path}")


def check_answer(method: str, path: str, status: int, content_type: str | None, body: bytes) -> None:
    """Assert that the schema promises such an answer for this operation."""
    operation = operation_of(method, path)
    promised = operation["responses"].get(str(status))
    assert promised is not None, f"{operation['operationId']} does not document {status}: {body[:300]!r}"
    if not promised.get("content"):
        assert body == b""
        return
    kind = (content_type or "").partition(";")[0]
    assert kind in promised["content"], f"{kind} is not documented for {status}"
    data = json.loads(body)
    check(data, promised["content"][kind]["schema"])
    if kind == CONTENT_TYPE:
        codes = codes_in(promised["description"]) | UNPUBLISHED
        assert data["code"] in codes, f"{operation['operationId']} does not document {status} {data['code']}"
        assert not [name for name, value in data.items() if str(value).endswith("+00:00")]  # moments end with Z


def check(data: Any, schema: dict[str, Any]) -> None:
    """Assert that data fits a schema of the document."""
    errors = [f"{error.instance_path}: {error.message}" for error in validator(json.dumps(schema)).iter_errors(data)]
    assert not errors, errors[:3]


@cache
def validator(schema: str) -> Draft202012Validator:
    """Return a validator for a schema of the document, given as JSON."""
    absolute = json.loads(schema.replace('"#/components', f'"{ADDRESS}#/components'))
    return Draft202012Validator(absolute, registry=registry(), validate_formats=True)


def token_of(player: Player) -> Token:
    """Return the row of a new token of a player."""
    return create_token(player, "test")[0]
