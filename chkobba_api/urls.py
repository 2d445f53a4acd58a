"""All URLs of the server."""

from __future__ import annotations

from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerView

from chkobba_api.observability import health, scrape
from chkobba_api.rest import problems
from chkobba_api.rest.openapi.document import RedocView, SchemaView, topics_page
from chkobba_api.rest.read_only import read_only
from games.api.notifications.calendar_feed import feed
from games.web import mail, oauth
from games.web import views as web

admin.site.site_header = admin.site.site_title = "Chkobba"

REDOC_POLICY = {"style-src": [SELF, UNSAFE_INLINE], "worker-src": [SELF, "blob:"]}
"""The policy of Redoc: it writes its styles into the page, and searches in a worker that it creates."""

OF_DOCUMENTATION: dict[str, Any] = {
    "url_name": "schema",
    "throttle_classes": (),
    "http_method_names": ["get", "head"],
}
"""Options of the pages with documentation. They are counted as pages
(``chkobba_api.middleware.anonymous_rate_limit``)."""

urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    path("", web.page, name="web"),
    path("calendars/<str:secret>.ics", feed),
    path("match/<str:match_id>", web.table),
    path("join/<str:code>", web.invitation, name="invitation"),
    path("join/<str:code>/qr.svg", web.qr),
    path("mail/confirm/<str:secret>", mail.confirm),
    path("mail/unsubscribe/<uuid:channel_id>.<str:secret>", mail.unsubscribe),
    path("mail/box", mail.box, name="mailbox"),
    path("mail/box/<uuid:mail_id>", mail.one),
    path("oauth/authorize", oauth.authorize, name="oauth_authorize"),
    path("oauth/token", oauth.token, name="oauth_token"),
    path("oauth/revoke", oauth.revoke, name="oauth_revoke"),
    path(".well-known/oauth-authorization-server", oauth.metadata),
    path("api/schema", SchemaView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(**OF_DOCUMENTATION)),
    path("api/redoc/", topics_page),
    path("api/redoc/<str:topic>/", csp_replace(REDOC_POLICY)(RedocView.as_view(**OF_DOCUMENTATION))),
    path("api/problems/", read_only(problems.catalogue)),
    path("admin/", admin.site.urls),
    path("app.webmanifest", web.manifest),
    path("worker.js", web.worker),
    path("favicon.ico", web.icon),
    path("healthz", read_only(health.healthz)),
    path("readyz", read_only(health.readyz)),
    path("metrics", read_only(scrape.metrics)),
]

handler400 = problems.bad_request
handler403 = handler404 = problems.refused
handler500 = problems.server_error
