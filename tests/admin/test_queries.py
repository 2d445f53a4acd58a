"""Query strings of the admin: a list answers only the lookups that it declares, and no address crashes it."""

from __future__ import annotations

import re
from itertools import cycle, islice, product

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client as DjangoClient
from django.urls import reverse
from knox.crypto import hash_token

from accounts import services
from accounts.models import Player
from tests.admin.test_pages import ALL

PAGES = {
    f"{model._meta.app_label}_{model._meta.model_name}": admin.site.get_model_admin(model)
    for model in apps.get_models()
    if admin.site.is_registered(model)
}
SHARE = 3
"""The number of pages that share a match; making one takes longer than asking some pages."""
every_page = pytest.mark.parametrize(
    "pages", [list(PAGES)[first : first + SHARE] for first in range(0, len(PAGES), SHARE)], ids=lambda pages: pages[0]
)

ODD = ["", "(", "\x00", "-1", "9" * 30, "\ud800"]
ITS_OWN = [
    "p",
    "o",
    "e",
    "q",
    "all",
    "_popup",
    "_to_field",
    "_facets",
    "_changelist_filters",
    "step",
    "check",
    "format",
]
OF_EACH_KIND = ("games_match", "otp_totp_totpdevice")
"""A list of this server, and one of a library."""
OF_FILTERS = ("exact", "isnull", "isempty", "gte", "lt", "year", "month", "day")
LOOKUPS = [
    "exact",
    "iexact",
    "regex",
    "in",
    "range",
    "isnull",
    "gte",
    "year",
    "month",
    "day",
    "date",
    "contains",
    "x__y",
]

COMBINATIONS = [
    "created_at__year=9999&created_at__month=12&created_at__day=31",
    "created_at__year=9999",
    "created_at__year=0",
    "created_at__month=13",
    "created_at__gte=x",
    "created_at__gte=9999-99-99&created_at__lt=",
    "o=1.-2.3.99.x",
    "p=0&all=",
    "e=1&e=2&status__exact=x",
    "status=lobby&status=running",
    "%00=%00",
    "q=" + "a+" * 200,
    "q=%22unclosed",
]


@pytest.fixture
def root(running, now):
    """Return a client of a superuser; there is a match to view."""
    running(bots={1: "easy"})
    client = DjangoClient(raise_request_exception=False)
    client.force_login(Player.objects.create_superuser("root", None))
    return client


def lists(name):
    """Return the address of a list."""
    return reverse(f"admin:{name}_changelist")


def columns(page):
    """Return names of a page's columns, of columns of relations, and of some that do not exist."""
    fields = [field.name for field in page.model._meta.get_fields()]
    related = [f"{name}__pk" for name in fields if page.model._meta.get_field(name).is_relation]
    return [*fields, *related, "pk", "nothing", "id__id__id"]


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("accounts_player", "auth_token_set__digest__startswith={digest}"),
        ("accounts_player", "auth_token_set__device={device}"),
        ("accounts_player", "password__startswith=!"),
        ("accounts_player", "logentry__change_message__contains=x"),
        ("accounts_player", "totpdevice__key__startswith=a"),
        ("otp_totp_totpdevice", "key__startswith=a"),
        ("otp_totp_totpdevice", "user__password__startswith=a"),
        ("auth_group", "user__auth_token_set__digest__startswith={digest}"),
        ("games_match", "status__regex=("),
        ("games_match", "seats__player__auth_token_set__digest__startswith={digest}"),
        ("games_match", "game__in=scopa,chkobba"),
        ("games_seat", "match__status__iregex=("),
        ("games_move", "by__regex=("),
        ("games_round", "match__seed__startswith=a"),
        ("games_tableevent", "player__password__startswith=!"),
    ],
)
def test_a_list_is_asked_for_what_it_declares_alone(root, name, query):
    """A list refuses lookups of secrets, by which a user could guess them, and lookups that can fail."""
    _, token = services.create_token(Player.objects.get(username="root"), "phone")
    digest = hash_token(token)

    answers = [root.get(f"{lists(name)}?{query.format(digest=part, device=part)}") for part in (digest[:4], "0000")]

    assert [answer.status_code for answer in answers] == [400, 400]
    assert answers[0].content == answers[1].content


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if page.model not in ALL])
def test_every_filter_of_a_list_works(root, name):
    """Every filter link of a list works; ``tests.admin.test_pages`` counts the rows of the other lists."""
    offered = re.findall(r'<a href="(\?[^"]*)"', root.get(lists(name)).content.decode())

    for link in {link.replace("&amp;", "&") for link in offered}:
        assert root.get(f"{lists(name)}{link}").status_code == 200, link
    if PAGES[name].list_filter:
        assert offered


def is_answered(answer):
    """Say whether an answer is a list, a refusal, or Django's redirect after a wrong query."""
    return answer.status_code in (200, 400) or answer.headers["Location"].endswith("?e=1")


def tried_at(name, parameters):
    """Return the parameters of a list with odd values; together, the lists see each kind of filter with each value."""
    if name in OF_EACH_KIND:
        return product(parameters, ODD)
    first = list(PAGES).index(name)
    return zip(parameters, islice(cycle(ODD), first, None), strict=False)


@every_page
def test_no_value_of_a_filter_breaks_a_list(root, pages):
    """Every filter survives impossible values: all of them on a list of each kind, one of them on the others."""
    for name in pages:
        allowed = {lookup for lookup in ways(name) if PAGES[name].lookup_allowed(lookup, "", None)}
        declared = sorted(lookup for lookup in allowed if f"{lookup}__exact" not in allowed)

        for parameter, value in tried_at(name, declared):
            answer = root.get(lists(name), {parameter: value.encode("utf-8", "surrogatepass")})
            assert is_answered(answer), (name, parameter, value)


@every_page
def test_no_parameter_of_django_breaks_a_list(root, pages):
    """Pages, orders and flags survive odd values: all of them on a list of each kind, one on the others."""
    for name in pages:
        for parameter, value in tried_at(name, ITS_OWN):
            answer = root.get(lists(name), {parameter: value.encode("utf-8", "surrogatepass")})
            assert is_answered(answer), (name, parameter, value)


@pytest.mark.parametrize("name", PAGES)
def test_no_list_allows_more_than_its_filters_need(name):
    """A list allows only the columns of its filters, with lookups that can neither fail nor reveal secrets."""
    declared = [item[0] if isinstance(item, tuple) else item for item in PAGES[name].list_filter]
    columns = {item for item in declared if isinstance(item, str)} | {"pk", PAGES[name].date_hierarchy}
    columns |= {item.parameter_name for item in declared if hasattr(item, "parameter_name")}

    for lookup in ways(name):
        if PAGES[name].lookup_allowed(lookup, "", None):
            column, _, asked = lookup.rpartition("__")
            assert (lookup in columns) or (column in columns and asked in OF_FILTERS), lookup


def ways(name):
    """Return all lookups of a page's columns."""
    return [f"{column}{lookup}" for column in columns(PAGES[name]) for lookup in ("", *(f"__{one}" for one in LOOKUPS))]


@every_page
def test_no_combination_breaks_a_list(root, pages):
    """Combinations of impossible dates, unknown order columns and the like crash no list."""
    for name, query in product(pages, COMBINATIONS):
        assert is_answered(root.get(f"{lists(name)}?{query}")), (name, query)


@every_page
def test_no_id_breaks_a_page(root, pages):
    """A page of an unknown id refuses, or redirects."""
    for name, identifier, what in product(
        pages, ["abc", "9" * 30, "_00", "%00", "a/b"], ["change", "history", "delete"]
    ):
        answer = root.get(f"{lists(name)}{identifier}/{what}/?_to_field=x&_popup=1")
        assert answer.status_code in (302, 400, 403, 404), (name, identifier, what)


@pytest.mark.parametrize(
    "path",
    [
        "r/1/abc/",
        "r/9999999999999999999999/1/",
        "r/%00/%00/",
        "jsi18n/?x=%00",
        "autocomplete/?term=%00&app_label=games&model_name=seat&field_name=match",
        "autocomplete/?app_label=accounts&model_name=token&field_name=user",
        "nothing/",
        "games/",
        "games/nothing/",
        "games/match/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47/step/999999999999999999999999/",
        "games/match/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47/do/%00/",
        "login/?next=%00",
        "second-factor/?next=%00",
        "logout/",
        "password_change/?x=%00",
        "accounts/player/abc/password/",
        "accounts/player/%00/password/",
        "otp_totp/totpdevice/abc/config/",
        "otp_totp/totpdevice/99999999999999999999/qrcode/",
    ],
)
def test_no_other_address_breaks(root, path):
    """The other addresses of Django's admin and of libraries do not crash either."""
    assert root.get(f"/admin/{path}", follow=True).status_code < 500
