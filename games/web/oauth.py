"""The OAuth endpoints beside the API: authorization, token, revocation and metadata.

They follow RFC 6749, 7009 and 8414. They take forms and answer JSON, with the errors of these RFCs.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.devices import authorizations
from chkobba_api.rest.addresses import own_address
from chkobba_api.rest.problems import ErrorResponse
from chkobba_api.rest.read_only import read_only
from chkobba_api.scopes import GIVEN


@read_only
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """Redirect to the page that asks for consent. Only that page knows the player, by the token in the browser.

    The parameters move behind the ``#``, where neither logs nor Referer headers show them. A parameter that was sent
    twice is dropped (RFC 6749, 3.1).
    """
    asked = {
        name: values[0]
        for name, values in request.GET.lists()
        if name in authorizations.PARAMETERS and len(values) == 1
    }
    return HttpResponseRedirect(f"/#/authorize/{quote(urlencode(asked), safe='')}")


@csrf_exempt
@require_POST
@never_cache
def token(request: HttpRequest) -> HttpResponse:
    """Exchange an authorization code for a token."""
    return _answered(authorizations.exchange(_fields(request), timezone.now()))


@csrf_exempt
@require_POST
@never_cache
def revoke(request: HttpRequest) -> HttpResponse:
    """Revoke a token (RFC 7009)."""
    return _answered(authorizations.revoke(_fields(request)))


@read_only
@cache_control(max_age=3600)
def metadata(request: HttpRequest) -> HttpResponse:
    """Return the metadata of this authorization server (RFC 8414)."""
    issuer = own_address(request)
    return JsonResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + reverse("oauth_authorize"),
            "token_endpoint": issuer + reverse("oauth_token"),
            "revocation_endpoint": issuer + reverse("oauth_revoke"),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "scopes_supported": [scope.value for scope in GIVEN],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": f"{issuer}/api/docs/",
        }
    )


def _fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.POST.lists() for value in values]


def _answered(answer: authorizations.Answer) -> HttpResponse:
    headers = {"Content-Type": "application/json", **answer.headers}
    if answer.status == HTTPStatus.OK:
        return HttpResponse(answer.body, headers=headers)
    return ErrorResponse(json.loads(answer.body)["error"], answer.body, status=answer.status, headers=headers)
