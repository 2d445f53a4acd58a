"""Query strings of the admin: a list answers only the lookups that it declares, and no address crashes it."""

from __future__ import annotations

from itertools import cycle, islice, product
from urllib.parse import urlencode

import pytest
from django.test import Client as DjangoClient
from knox.crypto import hash_token

from accounts import services
from tests.admin.lists import PAGES, address, asked

ODD = ["", "(", "\x00", "-1", "9" * 30, "\ud800"]
ITS_OWN = ["p", "o", "e", "q", "all", "step", "check", "format"]
ITS_OWN += ["_popup", "_to_field", "_facets", "_changelist_filters"]
OF_EACH_KIND = ("games_match", "otp_totp_totpdevice")
"""A list of this server, and one of a library."""
OF_FILTERS = ("exact", "isnull", "isempty", "gte", "lt", "year", "month", "day")
LOOKUPS = [*OF_FILTERS, "iexact", "regex", "in", "range", "date", "contains", "x__y"]
TERMS = ["nothing", "%", "'; --", "😀", "x" * 500, "0" * 32, '"', "\0"]
"""Texts that one can search for."""
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
OF_SECRETS = [
    ("accounts_player", "auth_token_set__digest__startswith={digest}"),
    ("accounts_player", "auth_token_set__device={device}"),
    ("accounts_player", "password__startswith=!"),
    ("accounts_player", "logentry__change_message__contains=x"),
    ("accounts_player", "totpdevice__key__startswith=a"),
    ("otp_totp_totpdevice", "key__startswith=a"),
    ("otp_totp_totpdevice", "user__password__startswith=a"),
    ("auth_group", "user__auth_token_set__digest__startswith={digest}"),
    ("games_match", "status__regex=("),
    ("games_match", "seed__lt=f"),
    ("games_match", "snapshot__contains=a"),
    ("games_match", "seats__player__auth_token_set__digest__startswith={digest}"),
    ("games_match", "game__in=scopa,chkobba"),
    ("games_seat", "match__status__iregex=("),
    ("games_move", "by__regex=("),
    ("games_move", "events__startswith=a"),
    ("games_round", "match__seed__startswith=a"),
    ("games_round", "deck__startswith=a"),
    ("games_tableevent", "player__password__startswith=!"),
]


@pytest.fixture
def root(staff, running):
    """Return a client of a superuser; there is a match to view."""
    running(bots={1: "easy"})
    client = DjangoClient(raise_request_exception=False)
    client.force_login(staff)
    return client


def test_a_list_is_asked_for_what_it_declares_alone(root, staff):
    """A list refuses lookups of secrets, by which a user could guess them, and lookups that can fail."""
    _, token = services.create_token(staff, "phone")
    digest = hash_token(token)

    for name, query in OF_SECRETS:
        guesses = dict.fromkeys(query.format(digest=part, device=part) for part in (digest[:4], "0000"))
        answers = [root.get(f"{address(name)}?{guess}") for guess in guesses]
        assert {answer.status_code for answer in answers} == {400}, (name, query)
        assert len({answer.content for answer in answers}) == 1, (name, query)


def encoded(parameter, value):
    """Return a query string, also of a value that is no text."""
    return urlencode({parameter: value.encode("utf-8", "surrogatepass")})


def odd_queries(name):
    """Yield odd query strings of a list: on a list of each kind all, on the others those that their code reads."""
    allowed = {lookup for lookup in ways(name) if PAGES[name].lookup_allowed(lookup, "", None)}
    filters = sorted(lookup for lookup in allowed if f"{lookup}__exact" not in allowed)
    yield from (encoded("q", text) for text in (*TERMS, *ODD))
    if name in OF_EACH_KIND:
        yield from (encoded(*one) for one in product([*filters, *ITS_OWN], ODD))
        yield from COMBINATIONS
    else:
        first = list(PAGES).index(name)
        yield from (encoded(*one) for one in zip(filters, islice(cycle(ODD), first, None), strict=False))
        yield from (query for query in COMBINATIONS if query[0] in "oq")


@pytest.mark.parametrize("share", range(3))
def test_no_query_breaks_a_list(root, staff, share):
    """A list survives impossible values of its filters and of Django's parameters, and any text to search for."""
    for name in list(PAGES)[share::3]:
        told = [asked(name, query, staff) for query in odd_queries(name)]
        assert any(told), name


def test_no_query_breaks_a_page(root):
    """The page of a list survives them, too; Django redirects after a wrong query."""
    queries = [("games_match", query) for query in COMBINATIONS]
    odd = zip(ITS_OWN, cycle(ODD), strict=False)
    queries += [(name, encoded(*one)) for name, one in zip(cycle(OF_EACH_KIND), odd, strict=False)]
    answers = {(name, query): root.get(f"{address(name)}?{query}") for name, query in queries}

    assert [
        one
        for one, answer in answers.items()
        if answer.status_code not in (200, 400) and not answer.headers.get("Location", "").endswith("?e=1")
    ] == []


def columns(page):
    """Return names of a page's columns, of columns of relations, and of some that do not exist."""
    fields = [field.name for field in page.model._meta.get_fields()]
    related = [f"{name}__pk" for name in fields if page.model._meta.get_field(name).is_relation]
    return [*fields, *related, "pk", "nothing", "id__id__id"]


def ways(name):
    """Return all lookups of a page's columns."""
    return [f"{column}{lookup}" for column in columns(PAGES[name]) for lookup in ("", *(f"__{one}" for one in LOOKUPS))]


def test_no_list_allows_more_than_its_filters_need():
    """A list allows only the columns of its filters, with lookups that can neither fail nor reveal secrets."""
    for name, page in PAGES.items():
        declared = [item[0] if isinstance(item, tuple) else item for item in page.list_filter]
        columns = {item for item in declared if isinstance(item, str)} | {"pk", page.date_hierarchy}
        columns |= {item.parameter_name for item in declared if hasattr(item, "parameter_name")}
        for lookup in ways(name):
            if page.lookup_allowed(lookup, "", None):
                column, _, ending = lookup.rpartition("__")
                assert (lookup in columns) or (column in columns and ending in OF_FILTERS), (name, lookup)


@pytest.mark.parametrize("half", range(2))
def test_no_id_breaks_a_page(root, half):
    """A page of an unknown id refuses, or redirects."""
    kinds = ["change", "history", "delete"]
    for place, name in list(enumerate(PAGES))[half::2]:
        odd = zip(["abc", "9" * 30, "_00", "%00", "a/b"], islice(cycle(kinds), place, None), strict=False)
        for identifier, what in odd:
            answer = root.get(f"{address(name)}{identifier}/{what}/?_to_field=x&_popup=1")
            assert answer.status_code in (302, 400, 403, 404), (name, identifier, what)


def test_no_other_address_breaks(root):
    """The other addresses of Django's admin and of libraries do not crash either."""
    match = "games/match/019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47"
    paths = [
        "r/1/abc/",
        "r/9999999999999999999999/1/",
        "r/%00/%00/",
        "jsi18n/?x=%00",
        "autocomplete/?term=%00&app_label=games&model_name=seat&field_name=match",
        "autocomplete/?app_label=accounts&model_name=token&field_name=user",
        "nothing/",
        "games/",
        "games/nothing/",
        f"{match}/step/999999999999999999999999/",
        f"{match}/do/%00/",
        "login/?next=%00",
        "second-factor/?next=%00",
        "password_change/?x=%00",
        "accounts/player/abc/password/",
        "accounts/player/%00/password/",
        "otp_totp/totpdevice/abc/config/",
        "otp_totp/totpdevice/99999999999999999999/qrcode/",
        "logout/",
    ]
    answers = {path: root.get(f"/admin/{path}").status_code for path in paths}

    assert {path: status for path, status in answers.items() if status >= 500} == {}
