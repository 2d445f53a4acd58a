"""The published schema: it matches the code, and has all that clients need."""

from __future__ import annotations

import importlib.util
import json
import re
from collections import Counter
from itertools import chain, combinations
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml
from django.contrib.staticfiles import finders

from chkobba_api.errors import CODES
from chkobba_api.rest.openapi.shared_components import FIELDS
from chkobba_api.rest.openapi.shared_problems import COMMON, by_status, codes_in, list_codes, share_problems
from chkobba_api.rest.problems import CONTENT_TYPE
from chkobba_api.scopes import GIVEN, Scope
from tests.helpers.api_client import SCHEMA_FILE, as_published, check, check_answer, listed, name_in, published

ROOT = Path(__file__).parent.parent.parent
OPERATIONS = {
    operation["operationId"]: operation
    for operations in published()["paths"].values()
    for operation in operations.values()
}


def each(things):
    """Return a decorator that checks each of these in one test, which lists the failures."""

    def of_all(check):
        def test():
            wrong = {}
            for name, thing in things.items():
                try:
                    check(thing)
                except AssertionError as error:
                    wrong[name] = str(error)
            assert wrong == {}

        test.__doc__ = check.__doc__
        return test

    return of_all


every_operation = each(OPERATIONS)


@pytest.fixture
def publisher():
    """Return the publishing script as a module."""
    spec = importlib.util.spec_from_file_location("published", ROOT / "scripts" / "published.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def bodies(operation, *, of=lambda status: True):
    """Yield name, content type, schema and examples of each body: ``request``, or an answer by status."""
    answers = {status: answer for status, answer in operation["responses"].items() if of(status)}
    for name, described in {"request": operation.get("requestBody", {}), **answers}.items():
        for kind, content in described.get("content", {}).items():
            examples = [example["value"] for example in content.get("examples", {}).values()]
            yield name, kind, content["schema"], examples


# --- the document -----------------------------------------------------------------------------------------------------


def test_the_published_problems_are_what_the_code_says(publisher):
    """``make schema`` would not change the published problems."""
    assert publisher.problems() == (ROOT / "docs" / "problems.md").read_text(encoding="utf-8")


def test_the_server_shows_the_published_schema(client):
    """The server shows the schema at the address that its documentation reads; ``make schema`` would not change it."""
    answer = client.get("/api/schema")

    assert answer.status_code == 200
    assert answer.content.decode() == SCHEMA_FILE.read_text(encoding="utf-8")


def test_it_is_openapi_3_1():
    """The version is OpenAPI 3.1, whose schemas are JSON Schema."""
    assert published()["openapi"].startswith("3.1.")


def test_every_address_is_versioned():
    """All addresses are below ``/api/v1/``."""
    assert all(path.startswith("/api/v1/") for path in published()["paths"])


def test_every_operation_has_a_name_of_its_own():
    """Operation ids are unique, as generated clients need them."""
    names = Counter(
        operation["operationId"] for operations in published()["paths"].values() for operation in operations.values()
    )

    assert len(names) >= 30
    assert set(names.values()) == {1}
    assert all(re.fullmatch("[a-z]+([A-Z][a-z]*)*", name) for name in names)


def test_every_stored_example_belongs_to_an_operation():
    """``examples.yaml`` has no examples of operations that are gone."""
    for app in ("accounts", "games"):
        stored = yaml.safe_load((ROOT / app / "api" / "examples.yaml").read_text(encoding="utf-8"))
        assert stored.keys() <= OPERATIONS.keys()


def test_no_example_of_a_request_is_malformed(player, client_of):
    """No example that "Try it" sends is malformed. The player may still not be allowed to do it."""
    malformed = {}
    for place, operations in published()["paths"].items():
        for method, operation in operations.items() if "{" not in place else ():
            for _, _, _, (example,) in bodies(operation, of=lambda status: status == "request"):
                answer = getattr(client_of(player("Amel")), method)(place.removeprefix("/api/v1/"), example)
                if answer.status_code == 400:
                    malformed[operation["operationId"]] = answer.json()
    assert malformed == {}


def test_every_reference_leads_somewhere():
    """Each reference leads to a component of the document."""
    referred = set(re.findall(r"#/components/schemas/(\w+)", str(published())))

    assert len(referred) > 40
    assert referred <= set(published()["components"]["schemas"])


# --- what generators of clients read ----------------------------------------------------------------------------------

MOST_IN_A_TOPIC = 30
"""The most operations in a topic: Redoc shows all of them at once."""

SCHEMAS = published()["components"]["schemas"]
OF_GAMES = {
    "Table": "kind",
    "Ruleset": "kind",
    "Move": "shape",
    "FeedEvent": "shape",
    "Control": "type",
    "Option": "type",
    "ChannelRequest": "type",
    "ChatContent": "type",
    "ClubChatContent": "type",
    "PlannedPlay": "type",
    "PlanCondition": "type",
    "ScoreCategory": "type",
}


def parts(schema, place=""):
    """Yield every object of the document with its place, except examples."""
    if isinstance(schema, dict):
        yield place, schema
        for name, part in schema.items():
            if name not in ("example", "examples"):
                yield from parts(part, f"{place}/{name}")
    elif isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from parts(part, f"{place}/{number}")


@each(SCHEMAS)
def test_everything_is_explained(component):
    """Each component and each of its properties has a description, except constants and shared fields."""
    silent = [
        field
        for field, schema in component.get("properties", {}).items()
        if not schema.get("description") and "const" not in schema and name_in(schema) not in FIELDS
    ]

    assert silent == []
    assert component.get("description")


@pytest.mark.parametrize(("name", "property"), OF_GAMES.items())
def test_each_variant_of_a_union_is_a_component_that_one_property_tells_apart(name, property):
    """Each variant requires the property with a constant value, and the mapping leads from the value to the variant."""
    union = SCHEMAS[name]
    named = [variant["$ref"] for variant in union["oneOf"]]
    mapping = union["discriminator"]["mapping"]

    assert union["discriminator"]["propertyName"] == property
    assert sorted(mapping.values()) == sorted(named)
    for value, reference in mapping.items():
        variant = SCHEMAS[reference.rpartition("/")[2]]
        assert variant["properties"][property]["const"] == value
        assert property in variant["required"]


def test_every_union_is_told_apart():
    """Choices between objects are components with a discriminator; the others are between one schema and null."""
    for place, part in parts(published()):
        if "anyOf" in part:
            assert [choice for choice in part["anyOf"] if choice == {"type": "null"}], place
            assert len(part["anyOf"]) == 2, place
        if "oneOf" in part:
            assert "discriminator" in part, place
            assert place.removeprefix("/components/schemas/") in OF_GAMES, "a union that has no name"


def test_every_time_is_one():
    """Fields named ``at``, ``until`` or ``…_at`` are of the format ``date-time``, or null."""
    times = {
        f"{name}.{field}": schema
        for name, component in SCHEMAS.items()
        for field, schema in component.get("properties", {}).items()
        if re.fullmatch(r"at|until|.*_at", field) and schema.get("type") != "integer"
    }

    assert len(times) > 17
    assert [name for name, schema in times.items() if schema.get("format") != "date-time"] == []


def test_patterns_are_read_by_every_engine():
    """Patterns have no look-around and no back-references, for RE2 and Rust; no array has ``items: false``."""
    for place, part in parts(published()):
        if isinstance(pattern := part.get("pattern"), str):
            assert not re.search(r"\(\?[=!<]|\\\d", pattern), place
            re.compile(pattern)
        assert part.get("items") is not False, place


def told(schema, seen):
    """Yield the parts of a schema, and of each component that it refers to."""
    for _, part in parts(schema):
        yield part
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name in SCHEMAS and name not in seen:
            seen.add(name)
            yield from told(SCHEMAS[name], seen)


def test_words_in_answers_are_no_closed_choice():
    """Answers have no ``enum`` of texts, which generated clients make closed; an extension lists the values."""
    seen = set()
    answers = [part for operation in OPERATIONS.values() for part in told(operation["responses"], seen)]
    open_words = [part for part in answers if "x-extensible-enum" in part]

    assert {"MatchView", "FishingPlayedEvent", "CambaPlay", "HaggisRuleset"} <= seen
    assert [part for part in answers if isinstance(part.get("enum"), list) and isinstance(part["enum"][0], str)] == []
    assert SCHEMAS["MatchView"]["properties"]["status"] in open_words
    for part in open_words:
        assert part["type"] in ("string", ["string", "null"])
        assert part["x-extensible-enum"]
    assert (
        "`x-extensible-enum` lists the values that a client can meet today; more may come"
        in (published()["info"]["description"])
    )


def test_what_a_problem_can_be_is_said():
    """The schema lists every code of an operation as extensible, and every field that a problem may have."""
    assert sorted(SCHEMAS["ProblemCode"]["x-extensible-enum"]) == sorted({*CODES} - {"https_needed"})
    assert "enum" not in SCHEMAS["ProblemCode"]
    assert SCHEMAS["ProblemDocument"]["properties"].keys() >= {"view", "captures", "errors", "retry_after"}


PEOPLE = (
    *("KnownPlayerPage", "/Pools", "/Leaderboard", "/Ratings", "/RatingHistory", "/Statistics", "/HeadToHead"),
    *(
        "/EntryRequirements",
        "/ClubPage",
        "/ClubBoard",
        "/ClubMemberPage",
        "/Presets",
        "/ClubChatMessages",
        "/MyClubPage",
    ),
)
"""Answers about players that clients poll."""


MAKING = (
    *("createMatch", "createSeek", "deleteAccount", "acceptTerms", "createClub", "createClubMatch"),
    "playDealAgain",
)
"""Operations whose answer has a ``Location``."""


@every_operation
def test_an_answer_says_its_headers(operation):
    """Answers declare ``Location`` and ``ETag`` where they send them."""
    for status, answer in operation["responses"].items():
        shown = answer.get("content", {}).get("application/json", {}).get("schema", {}).get("$ref", "")
        assert ("ETag" in answer["headers"]) == (
            shown.endswith(
                ("/MatchView", "MatchPage", "SeekPage", "/ChatMessages", "/MutedPlayers", "/Invitations", *PEOPLE)
            )
            or status == "304"
            or (operation["operationId"], status) == ("getClub", "200")
        )
    assert ("Location" in str(operation["responses"])) == (operation["operationId"] in MAKING)


def test_problems_say_their_headers():
    """Each shared problem declares the headers of rate limits, and those of 401, 429 and 503."""
    problems = {
        name: one for name, one in as_published()["components"]["responses"].items() if CONTENT_TYPE in str(one)
    }

    assert {"Problem", "Default", "DefaultId"} <= problems.keys()
    for name, problem in problems.items():
        limits = {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After"}
        assert problem["headers"].keys() == {*limits, "WWW-Authenticate"}, name


def test_generators_can_use_the_names_of_all_shapes():
    """Component names avoid clashes in Go (``NewMove``), Java imports, and file systems that ignore case."""
    shapes = set(published()["components"]["schemas"])

    assert not {name for name in shapes if f"New{name}" in shapes}
    assert not shapes & {"Channels", "Collectors", "Duration", "Files", "Objects", "StringJoiner"}
    assert len({name.lower() for name in shapes}) == len(shapes)


def test_what_operations_have_in_common_stands_once():
    """Shared problems and examples are components, and each shared component is used more than once."""
    document = as_published()
    text = str(document)
    for kind in ("responses", "examples", "parameters"):
        for name in document["components"][kind]:
            least = 1 if name.startswith("Default") else 2
            assert text.count(f"'#/components/{kind}/{name}'") >= least, name
    answers = [one for path in document["paths"].values() for way in path.values() for one in way["responses"].values()]
    assert [one for one in answers if CONTENT_TYPE in one.get("content", ())] == []
    assert sum("$ref" in one for one in answers) > len(answers) / 2


def test_default_hides_no_code():
    """A status is left out exactly if its codes follow from the form of the operation, as ``default`` lists them."""

    def answer(*codes):
        return {"description": list_codes(codes), "content": {CONTENT_TYPE: {}}, "headers": {}}

    def operation(*codes):
        return {"200": {"description": "Done.", "headers": {}}} | {
            status: answer(*of_status) for status, of_status in by_status(codes).items()
        }

    own = ("match_full", "too_many_wrong_codes")
    for parts in chain.from_iterable(combinations([*COMMON][1:], count) for count in range(len(COMMON))):
        common = {code for part in ("", *parts) for code in COMMON[part]}
        told, bare = operation(*common, *own), operation(*common)
        operations = [{"responses": dict(told)}, {"responses": dict(bare)}]
        shared = share_problems(operations)

        assert [*operations[0]["responses"]] == ["200", *by_status(own), "default"]
        assert [*operations[1]["responses"]] == ["200", "default"]
        for found, expected in zip(operations, (told, bare), strict=True):
            codes = {status: codes_in(one["description"]) for status, one in listed(found["responses"], shared).items()}
            assert codes == {status: codes_in(one["description"]) for status, one in expected.items()}


def test_an_answer_needs_a_published_code():
    """The client of the tests refuses a code that an operation does not list, though the status has others."""
    said = {"type": "/api/problems/#x", "title": "X", "detail": "X.", "status": 404}
    check_answer("get", "/api/v1/me", 401, CONTENT_TYPE, json.dumps({**said, "code": "unauthenticated"}).encode())

    with pytest.raises(AssertionError, match="does not document 401 not_found"):
        check_answer("get", "/api/v1/me", 401, CONTENT_TYPE, json.dumps({**said, "code": "not_found"}).encode())
    with pytest.raises(AssertionError, match="does not document 404"):
        check_answer("get", "/api/v1/me", 404, CONTENT_TYPE, json.dumps({**said, "code": "not_found"}).encode())


@every_operation
def test_an_operation_says_nothing_twice(operation):
    """A description does not begin with the summary."""
    assert not operation["description"].lower().startswith(operation["summary"].lower())


# --- each operation ---------------------------------------------------------------------------------------------------


@every_operation
def test_an_operation_says_what_it_is_for(operation):
    """Each operation has a summary, and a tag with a description."""
    assert operation["summary"]
    assert operation["description"]
    assert not operation["summary"].endswith(".")
    assert len(operation["tags"]) == 1


@every_operation
def test_an_operation_says_who_may_ask(operation):
    """Each operation names one scope, for bearer tokens and OAuth alike, or allows anonymous clients."""
    ways = [way for way in operation["security"] if way]
    scopes = ways[0]["token"]

    assert operation["security"] in (ways, [{}, *ways])
    assert scopes == [] or scopes in [[scope] for scope in Scope]
    assert ways[1:] == ([{"oauth": scopes}] if scopes and scopes[0] in GIVEN else [])


def test_it_is_said_how_to_send_a_token():
    """Each security scheme of an operation is defined: a bearer token, and OAuth as a way to get one."""
    named = {name for operation in OPERATIONS.values() for choice in operation["security"] for name in choice}
    schemes = published()["components"].get("securitySchemes", {})

    assert named == set(schemes) == {"token", "oauth"}
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")


@every_operation
def test_an_operation_says_what_can_go_wrong(operation):
    """Each operation declares 429, 500 and its other errors, as problem documents."""
    for status in ("401", "406", "429", "500", "503"):
        assert CONTENT_TYPE in operation["responses"][status]["content"]
    if "requestBody" in operation:
        for status in ("400", "413", "415"):
            assert CONTENT_TYPE in operation["responses"][status]["content"]


@every_operation
def test_an_operation_shows_its_own_problems(operation):
    """Each error lists codes of its status, and the component of the codes has the status and meaning of each."""
    for status, answer in operation["responses"].items():
        if status >= "400":
            named = codes_in(answer["description"])
            assert named
            for code in named:
                assert CODES[code].status == int(status)
                assert f"- `{code}` ({status}): " in SCHEMAS["ProblemCode"]["description"]


@every_operation
def test_an_operation_shows_what_goes_well(operation):
    """Answers with a body and requests with fields have an example."""
    for status, _, _, examples in bodies(operation, of=lambda status: status.startswith("2")):
        assert examples, status
        assert all(examples), status


def test_an_operation_shows_its_own_example():
    """Operations with the same schema keep their examples: a friend is one, and a change shows what it changes."""
    (friends,) = examples_of("listFriends", "200")
    (followed,) = examples_of("followPlayer", "200")
    change = OPERATIONS["updateChannel"]["requestBody"]["content"]["application/json"]["examples"]["Example0"]["value"]
    (changed,) = examples_of("updateChannel", "200")

    assert [one["friend"] for one in (*friends["results"], followed)] == [True, True]
    assert {name: changed[name] for name in change} == change


def examples_of(operation_id, status):
    """Return the examples of an answer."""
    content = OPERATIONS[operation_id]["responses"][status]["content"]["application/json"]
    return [example["value"] for example in content["examples"].values()]


@every_operation
def test_every_example_fits_its_schema(operation):
    """Each example of a request, answer or problem fits its schema."""
    for _, _, schema, examples in bodies(operation):
        for example in examples:
            check(example, schema)


@every_operation
def test_every_parameter_is_explained(operation):
    """Each parameter has a description, except those whose name in the address says enough."""
    for parameter in operation.get("parameters", []):
        assert parameter["schema"]
        if parameter["in"] != "path" and "enum" not in parameter["schema"]:
            assert parameter["description"]


def test_requests_say_that_they_know_no_other_fields():
    """Schemas of requests forbid unknown fields, as the server does."""
    requests = {
        content["schema"]["$ref"].rpartition("/")[2]
        for operation in OPERATIONS.values()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    }

    assert len(requests) >= 8
    for name in requests:
        for variant in SCHEMAS[name].get("oneOf", [{"$ref": name}]):
            assert SCHEMAS[variant["$ref"].rpartition("/")[2]]["additionalProperties"] is False


def test_a_body_that_is_a_union_is_required():
    """A union has no variant without fields, so the body may not be left out."""
    assert OPERATIONS["addChannel"]["requestBody"]["required"] is True


# --- its pages --------------------------------------------------------------------------------------------------------


def addresses(page):
    """Return every address that a page refers to in tags or scripts."""
    tags = re.findall(r"""(?:src|href|url|spec-url|action)\s*[=:(]\s*["']?([^"'\s>)]+)""", page)
    return tags + re.findall(r"""["'](?:https?:)?//[^"']+""", page)


@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/", "/api/redoc/turns/"])
def test_the_documentation_needs_no_other_host(client, path):
    """Styles, scripts, fonts and images come from this server, so no third party learns of readers."""
    answer = client.get(path)
    referred = addresses(answer.content.decode())

    assert answer.status_code == 200
    assert len(referred) >= 2
    assert [address for address in referred if urlsplit(address.strip("\"'")).netloc] == []


@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("path", ["/api/docs/", "/api/redoc/turns/"])
def test_the_files_of_the_documentation_are_here(client, path):
    """The server has each file of the documentation and the schema."""
    referred = [address for address in addresses(client.get(path).content.decode()) if address.startswith("/")]

    assert any(address.endswith(".js") for address in referred)
    assert any(address.startswith("/api/schema") for address in referred)
    for address in referred:
        answer = client.get(address)
        answer.close()
        assert answer.status_code == 200, address


def test_a_topic_has_its_operations_and_all_that_they_refer_to(client):
    """The topics together have every operation once, and each of them stands alone, in both formats."""
    whole = as_published()
    listed = Counter()
    for topic in (one["name"] for one in whole["tags"]):
        said = client.get(f"/api/schema?topic={topic}").content
        assert said == client.get(f"/api/schema?topic={topic}&format=json").content  # JSON is YAML, too
        part = json.loads(said)
        assert [one["name"] for one in part["tags"]] == [topic]
        for kind, name in re.findall(r"'#/components/(\w+)/([\w.-]+)'", str(part)):
            assert part["components"][kind][name] == whole["components"][kind][name]
        operations = [(path, way) for path, ways in part["paths"].items() for way in ways]
        assert 0 < len(operations) <= MOST_IN_A_TOPIC, topic
        listed.update(operations)

    assert listed == Counter((path, way) for path, ways in whole["paths"].items() for way in ways)
    assert client.get("/api/schema?topic=nothing").status_code == 404


def test_the_page_of_topics_leads_to_every_operation(client):
    """Each operation has a link to its place on the page of its topic, which exists."""
    page = client.get("/api/redoc/").content.decode()
    for path in as_published()["paths"].values():
        for operation in path.values():
            assert f'/api/redoc/{operation["tags"][0]}/#operation/{operation["operationId"]}"' in page
    for topic in set(re.findall(r"/api/redoc/(\w+)/", page)):
        assert client.get(f"/api/redoc/{topic}/").status_code == 200
    assert client.get("/api/redoc/nothing/").status_code == 404


def test_the_documentation_can_be_found_from_the_front_door(client):
    """The front page leads to the page with the game, whose texts link to the documentation."""
    assert client.get("/").status_code == 200
    texts = finders.find("web/pages/accounts/you.js")

    assert '"/api/docs/"' in Path(texts).read_text()
