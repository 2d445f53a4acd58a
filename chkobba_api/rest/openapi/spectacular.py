"""The settings of drf-spectacular: the title, the tags and the authentication of the published schema."""

from __future__ import annotations

from typing import Any

from chkobba_api.scopes import OFFERED

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Chkobba",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "DESCRIPTION": (
        "Slow card games: a move now, the answer tonight or in three days. Create a guest account "
        "(`POST /api/v1/players/guests`) and send its token as `Authorization: Bearer …`. Create or join a match, and "
        "play one of the `legal_moves` of its view. Errors are problem documents (RFC 9457) with a stable `code`: each "
        "operation lists its codes by status, and `default` those that follow from its form. Every answer has the "
        "headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. `x-extensible-enum` lists the values "
        "that a client can meet today; more may come."
    ),
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "CONTACT": {"name": "The operator of this server"},
    "SERVERS": [{"url": "/", "description": "The server that published this document."}],
    "TAGS": [
        {"name": "accounts", "description": "Guests and accounts: names, devices, programs, deletion."},
        {"name": "login", "description": "Ways to log in: codes, passwords, links, passkeys, second factors."},
        {"name": "games", "description": "The games and their rules, and public data of the server."},
        {"name": "lobby", "description": "List, create, join, leave and start matches, and play them again."},
        {"name": "matches", "description": "View a match, move, resign, and read the feed, the scores and the record."},
        {"name": "turns", "description": "Planned moves, pauses, early ends, undos, away times and vacations."},
        {"name": "matchmaking", "description": "Seeks and invitations."},
        {"name": "social", "description": "Profiles, follows, blocks, mutes, notes, and the chat of a match."},
        {"name": "clubs", "description": "Groups of players with matches and chat of their own."},
        {"name": "ratings", "description": "Ratings, leaderboards and statistics."},
        {"name": "notifications", "description": "Channels, the stream of events, the calendar feed."},
        {"name": "bots", "description": "Hints, the analysis of a match, puzzles, and bot accounts."},
        {"name": "privacy", "description": "Your own data, and merging guest accounts."},
        {"name": "staff", "description": "Reports, sanctions and appeals."},
    ],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "The token that `createGuest` shows once: it has all scopes. Or a token of `createDeviceToken` "
                    "with `scopes`, for a program. Each operation names the scope that it needs. Only devices have "
                    "the scope `account`. A program can also get a token by OAuth: see `oauth`."
                ),
            },
            "oauth": {
                "type": "oauth2",
                "description": (
                    "A program asks a player for such a token: OAuth 2.1, authorization code with PKCE (S256). It need "
                    "not register: `client_id` is any name, and `redirect_uri` is any `https` address, a loopback "
                    "address, or an address of an app. The metadata is at `/.well-known/oauth-authorization-server`."
                ),
                "flows": {
                    "authorizationCode": {
                        "authorizationUrl": "/oauth/authorize",
                        "tokenUrl": "/oauth/token",
                        "scopes": OFFERED,
                    }
                },
            },
        }
    },
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},
    "COMPONENT_SPLIT_PATCH": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "deepLinking": True,
        "docExpansion": "none",
        "defaultModelsExpandDepth": 0,  # the list of all schemas is drawn when it is opened
        "showExtensions": True,
    },
    "REDOC_DIST": "SIDECAR",
    "SERVE_AUTHENTICATION": [],
    "POSTPROCESSING_HOOKS": [
        "chkobba_api.rest.openapi.postprocessing.publish_structs",
        "games.api.schema.publish_unions",
        "chkobba_api.rest.openapi.postprocessing.leave_values_open",
        "chkobba_api.rest.openapi.shared_components.share_fields",
        "chkobba_api.rest.openapi.shared_components.share",
    ],
}
