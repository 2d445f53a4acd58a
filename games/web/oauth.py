"""The addresses of OAuth beside the API: where programs send their players, and where they get and end their tokens.

They are what RFC 6749, 7009 and 8414 say, forms in and JSON out; errors are theirs, too.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.devices import authorizations
from chkobba_api.rest.addresses import own_address
from chkobba_api.scopes import GIVEN


@require_safe
@never_cache
def authorize(request: HttpRequest) -> HttpResponse:
    """Lead to the page that asks its reader, who is known there and nowhere else.

    What a program asks for stands behind the ``#`` from here on, where no log and no Referer has it. What is said twice
    is not passed on (RFC 6749, 3.1).
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
    """Give a program the token for its code."""
    return _answered(authorizations.exchange(_fields(request), timezone.now()))


@csrf_exempt
@require_POST
@never_cache
def revoke(request: HttpRequest) -> HttpResponse:
    """End the token of a program."""
    return _answered(authorizations.revoke(_fields(request)))


@require_safe
@cache_control(max_age=3600)
def metadata(request: HttpRequest) -> HttpResponse:
    """Answer with what a program must know of all this (RFC 8414)."""
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
    return HttpResponse(
        answer.body, status=answer.status, headers={"Content-Type": "application/json", **answer.headers}
    )
