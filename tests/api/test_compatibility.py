"""Within v1 nothing breaks: a comparison of schemas finds breaking changes, and deprecations are announced."""

from __future__ import annotations

import copy
import importlib.util
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from accounts.api import player_schemas
from chkobba_api.errors import DomainError
from chkobba_api.rest.openapi.operation import Deprecated, operation
from chkobba_api.rest.openapi.shared_problems import OF_DEPRECATED
from chkobba_api.rest.views import View
from games.engine.messages import say

ROOT = Path(__file__).parent.parent.parent
SPEC = importlib.util.spec_from_file_location("compatibility", ROOT / "scripts" / "compatibility.py")
compatibility = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(compatibility)

SMALL = yaml.safe_load("""
paths:
  /things/{id}:
    get:
      operationId: getThing
      security: [{}, {token: []}]
      parameters:
        - {in: path, name: id, required: true, schema: {type: string}}
        - {in: query, name: size, schema: {type: integer, minimum: 1, maximum: 9}}
        - {in: query, name: kind, schema: {type: array, items: {type: string, enum: [a, b]}}}
      responses:
        "200":
          headers: {ETag: {}}
          content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}
        "404": {$ref: "#/components/responses/Problem", description: "`not_found`, `hidden`"}
        default: {$ref: "#/components/responses/Default"}
    post:
      operationId: makeThing
      security: [{token: [make]}, {oauth: [make]}]
      parameters: [{$ref: "#/components/parameters/key"}]
      requestBody:
        content: {application/json: {schema: {$ref: "#/components/schemas/NewThing"}}}
      responses:
        "201": {content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}
components:
  parameters: {key: {in: header, name: key, schema: {type: string}}}
  responses:
    Problem:
      description: An error.
      headers: {RateLimit-Limit: {}}
      content: {application/problem+json: {schema: {type: object}}}
    Default:
      description: "401: `no_token`; 429: `throttled`, `too_many`"
      content: {application/problem+json: {schema: {type: object}}}
  securitySchemes: {oauth: {flows: {authorizationCode: {scopes: {make: Make things, see: See them}}}}}
  schemas:
    ProblemCode: {type: string, description: "A code.\\n\\n- `not_found` (404): Gone.\\n- `hidden` (404): Hidden."}
    NewThing:
      type: object
      additionalProperties: false
      required: [name]
      properties:
        name: {type: string, maxLength: 10}
        colour: {type: string, enum: [red, blue]}
        note: {type: [string, "null"]}
    Thing:
      type: object
      required: [name, at, count, shape, inner]
      properties:
        name: {type: string}
        at: {type: string, format: date-time}
        count: {type: [integer, "null"]}
        status: {type: string, enum: [open, over]}
        mood: {type: string, x-extensible-enum: [good, bad]}
        shape: {$ref: "#/components/schemas/Shape"}
        inner: {anyOf: [{$ref: "#/components/schemas/Inner"}, {type: "null"}]}
        list: {type: array, items: {$ref: "#/components/schemas/Inner"}}
        thing: {$ref: "#/components/schemas/Thing"}
    Inner: {type: object, required: [x], properties: {x: {type: integer}}}
    Shape:
      oneOf: [{$ref: "#/components/schemas/Round"}, {$ref: "#/components/schemas/Square"}]
      discriminator:
        propertyName: kind
        mapping: {round: "#/components/schemas/Round", square: "#/components/schemas/Square"}
    Round: {type: object, required: [kind], properties: {kind: {const: round, type: string}}}
    Square: {type: object, required: [kind], properties: {kind: {const: square, type: string}}}
""")
GET, POST = (f"paths./things/{{id}}.{method}" for method in ("get", "post"))
ANSWERS = "components.responses"
ASKED, TOLD = "components.schemas.NewThing", "components.schemas.Thing"
BREAKING = {
    "an operation is gone": {GET: None},
    "an operation has another name": {f"{GET}.operationId": "readThing"},
    "an operation needs a token": {f"{GET}.security": [{"token": []}]},
    "a parameter is gone": {f"{GET}.parameters.1": None},
    "a parameter becomes required": {f"{GET}.parameters.1.required": True},
    "a new parameter is required": {
        f"{POST}.parameters.1": {"in": "query", "name": "x", "required": True, "schema": {"type": "string"}}
    },
    "a parameter is written in another way": {f"{GET}.parameters.2.explode": False},
    "a parameter has another type": {f"{GET}.parameters.1.schema.type": "string"},
    "a parameter takes less": {f"{GET}.parameters.1.schema.maximum": 8},
    "a parameter takes no small values": {f"{GET}.parameters.1.schema.minimum": 2},
    "a parameter loses a member": {f"{GET}.parameters.2.schema.items.enum": ["a"]},
    "a status of an error is gone": {f"{GET}.responses.404": None},
    "a code of an operation is gone": {f"{GET}.responses.404.description": "`not_found`"},
    "a status of all operations is gone": {f"{ANSWERS}.Default.description": "429: `throttled`, `too_many`"},
    "a code of all operations is gone": {f"{ANSWERS}.Default.description": "401: `no_token`; 429: `throttled`"},
    "an operation has no common errors": {f"{GET}.responses.default": None},
    "a listed status hides a code of all operations": {
        f"{GET}.responses.429": {"$ref": "#/components/responses/Problem", "description": "`throttled`"}
    },
    "a header of errors is gone": {f"{ANSWERS}.Problem.headers": {}},
    "an error code is gone": {"components.schemas.ProblemCode.description": "- `not_found` (404): Gone."},
    "an error code has another status": {
        "components.schemas.ProblemCode.description": "- `not_found` (404): Gone.\n- `hidden` (403): Hidden."
    },
    "a scope is gone": {"components.securitySchemes.oauth.flows.authorizationCode.scopes.see": None},
    "an operation needs another scope": {f"{POST}.security": [{"token": ["see"]}, {"oauth": ["see"]}]},
    "an operation takes no tokens of programs": {f"{POST}.security": [{"token": ["make"]}]},
    "a shared parameter has another type": {"components.parameters.key.schema.type": "integer"},
    "an answer loses a known value": {f"{TOLD}.properties.mood.x-extensible-enum": ["good"]},
    "an answer loses a member": {f"{TOLD}.properties.status.enum": ["open"]},
    "an answer knows no values": {f"{TOLD}.properties.mood.x-extensible-enum": None},
    "an answer is gone": {f"{GET}.responses.200": None},
    "a header of an answer is gone": {f"{GET}.responses.200.headers": {}},
    "a type of an answer is gone": {f"{GET}.responses.200.content": {}},
    "an answer is another component": {
        f"{GET}.responses.200.content.application/json.schema": {"$ref": "#/components/schemas/Inner"}
    },
    "a body becomes required": {f"{POST}.requestBody.required": True},
    "no body is taken": {f"{POST}.requestBody": None},
    "a request needs a new property": {
        f"{ASKED}.properties.size": {"type": "integer"},
        f"{ASKED}.required": ["name", "size"],
    },
    "a request needs an old property": {f"{ASKED}.required": ["name", "colour"]},
    "a request has lost a property": {f"{ASKED}.properties.note": None},
    "a request takes no null": {f"{ASKED}.properties.note.type": "string"},
    "a request takes shorter texts": {f"{ASKED}.properties.name.maxLength": 9},
    "a request has a bound": {f"{ASKED}.properties.note.maxLength": 9},
    "a request has a pattern": {f"{ASKED}.properties.name.pattern": "^a$"},
    "a request loses a member": {f"{ASKED}.properties.colour.enum": ["red"]},
    "a request takes members only": {f"{ASKED}.properties.name.enum": ["red"]},
    "an answer loses a property": {f"{TOLD}.properties.name": None},
    "a property has another type": {f"{TOLD}.properties.name.type": "integer"},
    "a property has another format": {f"{TOLD}.properties.at.format": "date"},
    "a property has no format": {f"{TOLD}.properties.at.format": None},
    "a property is optional": {f"{TOLD}.required": ["name", "at", "count", "shape"]},
    "a property may be null": {f"{TOLD}.properties.name.type": ["string", "null"]},
    "a property is anything": {f"{TOLD}.properties.name.type": None},
    "a property has no members": {f"{TOLD}.properties.status.enum": None},
    "a property deep inside has another type": {"components.schemas.Inner.properties.x.type": "string"},
    "a property is a list no more": {f"{TOLD}.properties.list": {"$ref": "#/components/schemas/Inner"}},
    "a union has lost a variant": {"components.schemas.Shape.oneOf.1": None},
    "a union is none": {"components.schemas.Shape.oneOf": None},
    "a union is told apart by another property": {"components.schemas.Shape.discriminator.propertyName": "type"},
    "a value leads elsewhere": {"components.schemas.Shape.discriminator.mapping.round": "#/components/schemas/Square"},
    "a tag has another value": {"components.schemas.Round.properties.kind.const": "circle"},
}
ADDING = {
    "a new operation": {"paths./others": {"get": {"operationId": "listOthers", "responses": {}}}},
    "a new optional parameter": {f"{POST}.parameters.1": {"in": "query", "name": "x", "schema": {"type": "string"}}},
    "a parameter takes more": {f"{GET}.parameters.1.schema.maximum": 10},
    "a parameter gains a member": {f"{GET}.parameters.2.schema.items.enum": ["a", "b", "c"]},
    "a new optional property of a request": {f"{ASKED}.properties.size": {"type": "integer"}},
    "a property of a request may be left out": {f"{ASKED}.required": []},
    "a request takes null": {f"{ASKED}.properties.name.type": ["string", "null"]},
    "a request takes more members": {f"{ASKED}.properties.colour.enum": ["red", "blue", "green"]},
    "a new property of an answer": {f"{TOLD}.properties.size": {"type": "integer"}},
    "an answer gains a member": {f"{TOLD}.properties.status.enum": ["open", "over", "paused"]},
    "an answer gains a known value": {f"{TOLD}.properties.mood.x-extensible-enum": ["good", "bad", "odd"]},
    "a new error code": {
        "components.schemas.ProblemCode.description": (
            "- `not_found` (404): Gone.\n- `hidden` (404): Hidden.\n- `x` (409): X."
        )
    },
    "an operation has one more code": {f"{GET}.responses.404.description": "`not_found`, `hidden`, `x`"},
    "a status leaves the default with all its codes": {
        f"{GET}.responses.429": {
            "$ref": "#/components/responses/Problem",
            "description": "`throttled`, `too_many`, `x`",
        }
    },
    "an operation needs no scope": {f"{POST}.security": [{"token": []}, {"oauth": []}]},
    "a new scope": {"components.securitySchemes.oauth.flows.authorizationCode.scopes.chat": "Chat"},
    "a property is always there": {f"{TOLD}.required": ["name", "at", "count", "shape", "inner", "status"]},
    "a property is never null": {f"{TOLD}.properties.count.type": "integer"},
    "a new variant": {
        "components.schemas.Shape.oneOf.2": {"$ref": "#/components/schemas/Inner"},
        "components.schemas.Shape.discriminator.mapping.inner": "#/components/schemas/Inner",
    },
    "a token is needed no more": {f"{POST}.security": [{}, {"token": []}]},
    "other words": {f"{TOLD}.description": "A thing.", f"{GET}.summary": "Get it"},
    "a new header": {f"{GET}.responses.200.headers.Link": {}},
    "another problem": {f"{GET}.responses.409": {}},
    "it is deprecated": {f"{GET}.deprecated": True},
}


def changed(changes):
    """Return the small document with changes, by dotted path; None removes something."""
    document = copy.deepcopy(SMALL)
    for place, value in changes.items():
        *way, last = place.replace("application/json", "application¦json").split(".")
        part = document
        for step in way:
            part = part[int(step) if isinstance(part, list) else step.replace("¦", "/")]
        if isinstance(part, list):
            part[int(last) : int(last) + 1] = [] if value is None else [value]
        elif value is None:
            del part[last]
        else:
            part[last] = value
    return document


def breaks(before, after):
    """Return the breaking changes between two documents."""
    return compatibility.Comparison(before, after).breaks()


def test_what_breaks_clients_is_found():
    """Each kind of breaking change is found by itself; additions that docs/compatibility.md allows are none."""
    assert [what for what, changes in BREAKING.items() if not breaks(SMALL, changed(changes))] == []
    assert [(what, found) for what, changes in ADDING.items() if (found := breaks(SMALL, changed(changes)))] == []


# --- what will be gone ------------------------------------------------------------------------------------------------

SINCE, UNTIL = datetime(2030, 1, 1, tzinfo=UTC), datetime(2030, 12, 31, tzinfo=UTC)


class Old(View):
    """A view of a deprecated operation."""

    @operation(
        "getOld",
        None,
        {200: (player_schemas.Avatars, "All avatars.")},
        public=True,
        deprecated=Deprecated(SINCE, UNTIL, "getNew"),
    )
    def get(self, request):
        """Get something old.

        It was good once.
        """
        if request.query_params:
            raise DomainError("not_found", say("refused.nothing_here"))
        return Response({"avatars": []})


@pytest.mark.parametrize(("query", "status"), [("", 200), ("?nothing=1", 404)])
def test_every_answer_of_a_deprecated_operation_says_so(db, query, status):
    """Every answer, also an error, says since when the operation is deprecated and when it ends."""
    answer = Old.as_view()(APIRequestFactory().get(f"/{query}"))

    assert answer.status_code == status
    assert answer.headers["Deprecation"] == f"@{int(SINCE.timestamp())}"
    assert answer.headers["Sunset"] == "Tue, 31 Dec 2030 00:00:00 GMT"


def test_the_schema_says_what_is_deprecated(settings):
    """The schema marks the operation, names its replacement, and declares the headers."""
    from django.urls import path  # noqa: PLC0415

    generator = SchemaGenerator(patterns=[path("api/v1/old", Old.as_view())])
    (described,) = generator.get_schema(request=None, public=True)["paths"]["/api/v1/old"].values()

    assert described["deprecated"] is True
    assert "use `getNew`" in described["description"]
    for answer in described["responses"].values():
        assert answer["headers"].keys() >= {"Deprecation", "Sunset"}
    assert OF_DEPRECATED == ("Deprecation", "Sunset")


def test_what_is_not_deprecated_says_nothing(client_of):
    """An operation that is not deprecated sends no such header."""
    answer = client_of().get("avatars")

    assert not {"Deprecation", "Sunset"} & answer.headers.keys()
