"""The published schema is what the code says, and says all that a client must know."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from django.contrib.staticfiles import finders

from chkobba_api.rest.problems import CONTENT_TYPE, KINDS
from games.api import errors  # noqa: F401  (adds the codes of the games to KINDS)
from tests.client import check, published

ROOT = Path(__file__).parent.parent.parent
OPERATIONS = {
    operation["operationId"]: operation
    for operations in published()["paths"].values()
    for operation in operations.values()
}
OF_EVERY_OPERATION = {
    "internal",
    "invalid",
    "malformed_json",
    "not_acceptable",
    "throttled",
    "too_large",
    "unauthenticated",
    "unavailable",
    "unsupported_media_type",
}
every_operation = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)


@pytest.fixture
def publisher():
    """Return the script that publishes, as a module."""
    spec = importlib.util.spec_from_file_location("published", ROOT / "scripts" / "published.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bodies(operation, *, of=lambda status: True):
    """Yield the kind, the schema and the examples of each body of an operation: ``request``, or an answer by status."""
    answers = {status: answer for status, answer in operation["responses"].items() if of(status)}
    for name, described in {"request": operation.get("requestBody", {}), **answers}.items():
        for kind, content in described.get("content", {}).items():
            examples = [example["value"] for example in content.get("examples", {}).values()]
            yield name, kind, content["schema"], examples


# --- the document -----------------------------------------------------------------------------------------------------


def test_the_published_schema_is_what_the_code_says(publisher):
    """``make schema`` would change nothing."""
    assert publisher.schema() == (ROOT / "openapi" / "schema.yaml").read_text(encoding="utf-8")


def test_the_published_problems_are_what_the_code_says(publisher):
    """``make schema`` would change nothing."""
    assert publisher.problems() == (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")


def test_the_server_shows_the_published_schema(client):
    """At the address that the pages of the documentation read it from."""
    answer = client.get("/api/schema")

    assert answer.status_code == 200
    assert yaml.safe_load(answer.content) == published()


def test_it_is_openapi_3_1():
    """The version whose schemas are JSON Schema."""
    assert published()["openapi"].startswith("3.1.")


def test_every_address_is_versioned():
    """All are below ``/api/v1/``."""
    assert all(path.startswith("/api/v1/") for path in published()["paths"])


def test_every_operation_has_a_name_of_its_own():
    """Clients are generated from them."""
    names = Counter(
        operation["operationId"] for operations in published()["paths"].values() for operation in operations.values()
    )

    assert len(names) >= 30
    assert set(names.values()) == {1}
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]*)*", name) for name in names)


def test_every_reference_leads_somewhere():
    """To a component that is there."""
    referred = set(re.findall(r"#/components/schemas/(\w+)", str(published())))

    assert len(referred) > 40
    assert referred <= set(published()["components"]["schemas"])


# --- each operation ---------------------------------------------------------------------------------------------------


@every_operation
def test_an_operation_says_what_it_is_for(operation):
    """In a summary, below a tag that is explained."""
    assert operation["summary"]
    assert operation["description"]
    assert not operation["summary"].endswith(".")
    assert len(operation["tags"]) == 1


@every_operation
def test_an_operation_says_who_may_ask(operation):
    """Those with a token, and perhaps everybody."""
    assert operation["security"] in ([{"token": []}], [{}, {"token": []}])


def test_it_is_said_how_to_send_a_token():
    """Every scheme that an operation names is one of the document: a bearer token."""
    named = {name for operation in OPERATIONS.values() for choice in operation["security"] for name in choice}
    schemes = published()["components"].get("securitySchemes", {})

    assert set(schemes) == named == {"token"}
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")


@pytest.mark.usefixtures("db")
def test_an_operation_refuses_nobody_where_it_says_so(client_of):
    """The security of the schema is that of the server."""
    nobody = client_of()
    for path, operations in published()["paths"].items():
        address = re.sub(r"\{\w+\}", "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47", path).removeprefix("/api/v1/")
        for method, operation in operations.items():
            answer = nobody.send(method, address, "{}")
            assert (answer.status_code == 401) == ({} not in operation["security"]), operation["operationId"]


@every_operation
def test_an_operation_says_what_can_go_wrong(operation):
    """Too many requests, the server's mistakes, and what else belongs to it, each as a problem document."""
    for status in ("401", "406", "429", "500", "503"):
        assert CONTENT_TYPE in operation["responses"][status]["content"]
    if "requestBody" in operation:
        for status in ("400", "413", "415"):
            assert CONTENT_TYPE in operation["responses"][status]["content"]


@every_operation
def test_an_operation_shows_its_own_problems(operation):
    """An example for every code that is not one of all operations, below the status of that code."""
    for status, _, _, examples in bodies(operation, of=lambda status: status >= "400"):
        if status != "request":
            named = set(re.findall(r"`(\w+)`: ", operation["responses"][status]["description"]))
            assert named
            assert {KINDS[code].status for code in named} == {int(status)}
            assert named - OF_EVERY_OPERATION <= {example["code"] for example in examples} <= named


@every_operation
def test_an_operation_shows_what_goes_well(operation):
    """An example of the answer, where it has a body, and of the request, where that can say anything."""
    for status, _, _, examples in bodies(operation, of=lambda status: status.startswith("2")):
        assert examples, status
        assert all(examples), status


@every_operation
def test_every_example_fits_its_schema(operation):
    """Requests, answers and problems."""
    for _, _, schema, examples in bodies(operation):
        for example in examples:
            check(example, schema)


@every_operation
def test_every_parameter_is_explained(operation):
    """Those of the address name themselves."""
    for parameter in operation.get("parameters", []):
        assert parameter["schema"]
        if parameter["in"] != "path" and "enum" not in parameter["schema"]:
            assert parameter["description"]


def test_requests_say_that_they_know_no_other_fields():
    """Unknown ones are refused."""
    requests = {
        content["schema"]["$ref"].rpartition("/")[2]
        for operation in OPERATIONS.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }

    assert len(requests) >= 8
    for name in requests:
        assert published()["components"]["schemas"][name]["additionalProperties"] is False


# --- its pages --------------------------------------------------------------------------------------------------------


def addresses(page):
    """Return every address that a page refers to, in its tags and in its scripts."""
    tags = re.findall(r"""(?:src|href|url|spec-url|action)\s*[=:(]\s*["']?([^"'\s>)]+)""", page)
    return tags + re.findall(r"""["'](?:https?:)?//[^"']+""", page)


@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/"])
def test_the_documentation_needs_no_other_host(client, path):
    """Styles, scripts, fonts and pictures are our own, so that it works offline and tells nobody who reads it."""
    answer = client.get(path)
    referred = addresses(answer.content.decode())

    assert answer.status_code == 200
    assert len(referred) >= 2
    assert [address for address in referred if urlsplit(address.strip("\"'")).netloc] == []


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/"])
def test_the_files_of_the_documentation_are_here(client, path):
    """Each can be had, and so can the schema that the page reads."""
    referred = [address for address in addresses(client.get(path).content.decode()) if address.startswith("/")]

    assert any(address.endswith(".js") for address in referred)
    assert "/api/schema" in referred
    for address in referred:
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200, address


def test_the_documentation_can_be_found_from_the_front_door(client):
    """Whoever types the host alone comes to the table in the browser, whose texts lead on to the documentation."""
    assert client.get("/").status_code == 200
    texts = finders.find("web/pages/you.js")

    assert '"/api/docs/"' in Path(texts).read_text()
