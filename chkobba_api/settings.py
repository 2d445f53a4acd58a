"""Settings from the environment. docs/deployment.md explains every variable.

Production is the default. ``CHKOBBA_TRYOUT=1``, which ``make run`` and ``make test`` set, makes a server that needs
only Python: SQLite, a broker in a folder, a secret key of its own, plain HTTP.
"""

import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue

from chkobba_api.database_and_cache import cache, database
from chkobba_api.limits import limits, throttles
from chkobba_api.observability import logs
from chkobba_api.rest.openapi.spectacular import SPECTACULAR_SETTINGS  # noqa: F401  (a setting)
from chkobba_api.tryout_secrets import tryout_secret, tryout_vapid_key

ROOT = Path(__file__).resolve().parent.parent
env = environ.Env()

STARTED_AT = time.monotonic()
TRYOUT = env.bool("CHKOBBA_TRYOUT", default=False)
VAR = Path(env.str("CHKOBBA_VAR", default=str(ROOT / "var")))

# --- the site ---------------------------------------------------------------------------------------------------------

DEBUG = False
SECRET_KEY = env.str("SECRET_KEY", default=tryout_secret(VAR)) if TRYOUT else env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"] if TRYOUT else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])
CORS_ALLOW_ALL_ORIGINS = not CORS_ALLOWED_ORIGINS
CORS_ALLOW_HEADERS = ["accept", "accept-language", "authorization", "cache-control", "content-type", "idempotency-key"]
CORS_ALLOW_HEADERS += ["if-match", "if-none-match", "last-event-id", "x-request-id"]
CORS_EXPOSE_HEADERS = ["content-disposition", "content-language", "date", "deprecation", "etag", "idempotency-replayed"]
CORS_EXPOSE_HEADERS += ["location", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"]
CORS_EXPOSE_HEADERS += ["sunset", "www-authenticate", "x-request-id"]
CORS_URLS_REGEX = r"^/(api/(v1/|schema$)|oauth/(token|revoke)$|\.well-known/oauth-authorization-server$)"
"""The API, and the addresses at which programs get a token. They use no cookies, so a page of any site may send the
requests that its reader could send."""

SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=not TRYOUT)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
"""Paths for probes, which come from the inner network without the proxy. ``/metrics`` has a token of its own."""
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=0 if TRYOUT else 31_536_000)
SECURE_HSTS_INCLUDE_SUBDOMAINS = not TRYOUT
SECURE_HSTS_PRELOAD = not TRYOUT
SESSION_COOKIE_SECURE = not TRYOUT
CSRF_COOKIE_SECURE = not TRYOUT
SESSION_COOKIE_NAME = "__Host-sessionid" if SESSION_COOKIE_SECURE else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if CSRF_COOKIE_SECURE else "csrftoken"
"""Browsers accept ``__Host-`` only from this very host, over HTTPS and for all paths. A plain name could be set by
another host of the domain, or without HTTPS."""
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
"""Messages to the staff need no cookie of their own."""
SESSION_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "chkobba_api.rest.problems.csrf_failure"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
"""The policy for pages: they load only their own files, and scripts and styles with the nonce of this answer."""
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
"""The largest request body, in bytes. The longest regular body is a Haggis move."""

ROOT_URLCONF = env.str("ROOT_URLCONF", default="chkobba_api.urls")
WSGI_APPLICATION = "chkobba_api.wsgi.application"
ASGI_APPLICATION = "chkobba_api.asgi.application"
APPEND_SLASH = False

INSTALLED_APPS = [
    "chkobba_api.apps.SecuredAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "knox",
    "rest_framework",
    "accounts",
    "games",
    "games.web",
]

MIDDLEWARE = [
    "chkobba_api.middleware.request_log.note_requests",
    "chkobba_api.rest.language.hear_requests",
    "chkobba_api.rest.security_headers.secure_headers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "chkobba_api.middleware.https_only.refuse_plain_http",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "chkobba_api.middleware.pages_only.api_leaves",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "chkobba_api.middleware.anonymous_rate_limit.count_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "chkobba_api.middleware.pages_only.api_is_back",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "chkobba_api" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(VAR / "static")))
if TRYOUT:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [ROOT / "chkobba_api" / "static"]
WHITENOISE_USE_FINDERS = TRYOUT
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8"}
"""Types that WhiteNoise does not take for text, though they are."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TRYOUT
        else "games.web.storage.BundledModules"
    },
}

# --- the database -----------------------------------------------------------------------------------------------------


DATABASES = {"default": database(env, tryout=TRYOUT, folder=VAR)}
DATABASE_PREPARE = env.bool("DATABASE_PREPARE", default=True)
"""True: the statements of a move are prepared (``games.match_sql``), and no others."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

ZERO_DOWNTIME_MIGRATIONS_FLEXIBLE_STATEMENT_TIMEOUT = True
"""The build of an index may take any time: no request waits for it."""
ZERO_DOWNTIME_MIGRATIONS_IDEMPOTENT_SQL = True
"""An interrupted migration can be run again."""
ZERO_DOWNTIME_MIGRATIONS_LOCK_TIMEOUT = "500ms"
"""The longest that a migration, and each request behind it, waits for a lock. PostgreSQL looks for deadlocks after one
second, so the migration gives up and never a request. ``manage.py migrate`` tries again."""

# --- players and their tokens -----------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Player"
SHORTEST_PASSWORD = 10
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "nickname")},
    },
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": SHORTEST_PASSWORD},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "accounts.login.password_words.ServerWordsValidator",
        "OPTIONS": {"min_length": SHORTEST_PASSWORD},
    },
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # older passwords of the staff are stored with it
]
KNOX_TOKEN_MODEL = "accounts.Token"  # noqa: S105
TOKEN_TTL = timedelta(days=env.int("TOKEN_DAYS", default=180))
REST_KNOX = {
    "AUTH_HEADER_PREFIX": "Bearer",
    "TOKEN_TTL": TOKEN_TTL,
}

# --- the staff --------------------------------------------------------------------------------------------------------

ADMIN_SECOND_FACTOR = env.bool("ADMIN_SECOND_FACTOR", default=not TRYOUT)
"""True: the admin asks for a code in addition to the password."""
LOGIN_URL, LOGIN_REDIRECT_URL = "admin:login", "admin:index"
"""Only staff log in here. After the login the admin redirects to its first page, and never to another site."""
LOG_INS_ONE_BY_ONE = env.bool("LOG_INS_ONE_BY_ONE", default=not TRYOUT)
"""True: all processes hash one password of the staff and one of the players at a time, and addresses wait in a queue
(``accounts.login.login_limits``)."""
OTP_TOTP_ISSUER = "Chkobba"
OTP_ADMIN_HIDE_SENSITIVE_DATA = True

SESSION_ENGINE = "accounts.staff.sessions"
SESSION_COOKIE_AGE = 3600
"""Seconds without use after which a session of the staff ends."""
SESSION_LONGEST = 8 * 3600
"""Seconds after the login at which a session of the staff ends."""
SESSION_SAVE_EVERY_REQUEST = True
SESSION_EXPIRE_AT_BROWSER_CLOSE = True

# --- the API ----------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["accounts.devices.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["chkobba_api.rest.json.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["chkobba_api.rest.json.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": [
        "chkobba_api.rest.limits.throttling.PlayerThrottle",
        "chkobba_api.rest.limits.throttling.AnonymousThrottle",
    ],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "chkobba_api.rest.json.JSONOrNothing",
    "DEFAULT_SCHEMA_CLASS": "chkobba_api.rest.openapi.operation.Schema",
    "EXCEPTION_HANDLER": "chkobba_api.rest.problems.answer",
    "NUM_PROXIES": env.int("NUM_PROXIES", default=0),
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
}
THROTTLES = throttles(env, tryout=TRYOUT)
"""The rate limits, by name. ``chkobba_api.limits`` has the table of all limits."""

LIMITS = limits(env, tryout=TRYOUT)
"""The limits on what may exist at the same time, by name, from the same table."""

RATED_IN_ONE_NETWORK = env.bool("RATED_IN_ONE_NETWORK", default=False)
"""True: rated matches count between players who share a network, for example in a club with one connection."""

CHAT_LASTS = timedelta(days=env.int("CHAT_DAYS", default=30))
"""The time for which the messages of a match are kept after its end."""


# --- tests of a real server -------------------------------------------------------------------------------------------

TEST_SEED_FILE = env.str("TEST_SEED_FILE", default="")
"""A file that names the running test. The cards of every new match follow from it
(``games.services.matchmaking.lobby.match_creation``)."""
if TEST_SEED_FILE and not TRYOUT:
    raise ImproperlyConfigured("TEST_SEED_FILE makes all cards known. Unset it, or set CHKOBBA_TRYOUT=1 for tests.")

# --- the host ---------------------------------------------------------------------------------------------------------

KID_MODE = env.bool("KID_MODE", default=False)
"""True: all players of this server are in kid mode, for example in a school (``games.contact_rules``)."""

CLUBS_BY_PLAYERS = env.bool("CLUBS_BY_PLAYERS", default=True)
"""True: players can found clubs. False: only the staff can (``games.services.clubs.clubs``)."""

CONTACT_URL = env.str("CONTACT_URL", default="")
PRIVACY_URL = env.str("PRIVACY_URL", default="")
"""Links of the page for questions and for privacy: https://…, mailto:…, or nothing."""

# --- work in the background -------------------------------------------------------------------------------------------

BROKER = VAR / "broker"
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://") if TRYOUT else env.str("CELERY_BROKER_URL")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if CELERY_BROKER_URL.startswith("filesystem"):
    for folder in ("messages", "processed", "control"):
        (BROKER / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(BROKER / "messages"),
        "data_folder_out": str(BROKER / "messages"),
        "processed_folder": str(BROKER / "processed"),
        "control_folder": str(BROKER / "control"),
        "polling_interval": 0.02,
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
elif CELERY_BROKER_URL.startswith("redis"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_connect_timeout": 2, "socket_timeout": 10}
if CELERY_BROKER_URL.startswith("rediss"):
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": "required"}
    """Options in the address replace these. Without either, kombu accepts any certificate."""
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", default="chkobba")
CELERY_CLOCK_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-clock"
"""The queue of matches at which the time of a player is up."""
CELERY_BACKGROUND_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-background"
"""The queue of work without a deadline. Workers do a slice of it at a time, and take from all queues by turns."""
CELERY_SWEEP_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-sweeps"
"""The queue of the sweep alone, so that the sweep waits for no other task."""
CELERY_BOTS_QUEUE = f"{CELERY_TASK_DEFAULT_QUEUE}-bots"
"""The queue of bots that think, for as long as they need."""
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name, type="direct"), routing_key=name)
    for name in (
        CELERY_TASK_DEFAULT_QUEUE,
        CELERY_SWEEP_QUEUE,
        CELERY_CLOCK_QUEUE,
        CELERY_BACKGROUND_QUEUE,
        CELERY_BOTS_QUEUE,
    )
]
WORKER_BOTS = env.str("WORKER_BOTS", default="too")
"""The bots of a worker: ``too`` for bots and all other work, ``only`` for bots, ``not`` for all other work."""
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
"""Tasks that a worker has fetched wait in their order. So it fetches few, and takes from all queues by turns."""
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False

WEBHOOK_URL = env.str("WEBHOOK_URL", default="")
"""The host's receiver of notifications (docs/webhook.md). Empty: the host gets none."""
WEBHOOK_SECRET = env.str("WEBHOOK_SECRET", default="")
"""The key that signs them: ``whsec_`` and at least 24 random bytes in base64."""

WEBHOOKS_ANYWHERE = env.bool("WEBHOOKS_ANYWHERE", default=TRYOUT)
"""True: webhooks of players may lead into the host's own network, and be plain HTTP. Never use it where strangers
play."""
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
"""The public address of the server (https://cards.example), for links in mails and notifications; empty: no links."""

VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default=tryout_vapid_key(VAR) if TRYOUT else "")
"""The key that identifies this server to push services; empty: no pushes. ``manage.py make_vapid_key`` draws one."""
VAPID_SUBJECT = env.str(
    "VAPID_SUBJECT", default=CONTACT_URL or ("https://localhost" if TRYOUT else PUBLIC_URL)
)  # a try-out has a local address, which push services do not accept
"""The contact for push services: mailto:… or https://…"""
PUSH_GATEWAY_URL = env.str("PUSH_GATEWAY_URL", default="")
"""The push gateway, which forwards messages to Apple and Google for native apps. Empty: the server uses none."""
PUSH_GATEWAY_SECRET = env.str("PUSH_GATEWAY_SECRET", default="")
"""The key that signs these messages: ``whsec_`` and at least 24 random bytes in base64."""

EMAIL_URL = env.str("EMAIL_URL", default="")
MAILS = bool(PUBLIC_URL) and (TRYOUT or bool(EMAIL_URL))
"""True: the host sends mail, with links to its public address. Production needs a mail server; the try-out keeps mails
in a folder."""
MAILBOX = VAR / "mail"
"""The folder of mails of the try-out (``chkobba_api.email.backends``)."""
EMAIL_BACKEND = f"chkobba_api.email.backends.{'Keeping' if TRYOUT else 'Dropping'}"
if EMAIL_URL:
    vars().update(env.email_url("EMAIL_URL"))
EMAIL_TIMEOUT = 10
"""Seconds that the mail server may take for each step."""
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM", default="Chkobba <chkobba@localhost>" if TRYOUT else "")
"""The sender of mails: ``Chkobba <cards@club.example>``."""

BOT_PACE = env.float("BOT_PACE", default=0.1)
"""Bots move at whole multiples of this many seconds, so that their time reveals nothing of their cards; 0: at once."""
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=2.0)
"""Seconds between two searches for due work, in case a wake-up was lost."""
READY_GRACE = env.float("READY_GRACE", default=30.0)
"""Seconds after the start for which the server is ready without a sweep, since its worker and beat are starting,
too."""
SWEEPS_MISSED = env.int("SWEEPS_MISSED", default=30)
"""The number of missing sweeps after which the server is not ready."""
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat")
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "games.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS * 5, "queue": CELERY_SWEEP_QUEUE},
    },
    "notifications": {"task": "games.send_notifications", "schedule": 10.0, "options": {"expires": 10.0}},
    "clean_up": {"task": "games.clean_up", "schedule": 3600.0, "options": {"expires": 3600.0}},
    "puzzles": {
        "task": "games.make_puzzles",
        "schedule": 60.0,
        "options": {"expires": 60.0, "queue": CELERY_BOTS_QUEUE},
    },
}


CACHES = {"default": cache(env, tryout=TRYOUT, broker=CELERY_BROKER_URL)}

# --- logs and metrics -------------------------------------------------------------------------------------------------

LOGGING = logs.configure(
    level=env.str("LOG_LEVEL", default="INFO"),
    as_json=env.str("LOG_FORMAT", default="text" if TRYOUT else "json") == "json",
    colours=env.bool("LOG_COLOURS", default=False),
)
DJANGO_STRUCTLOG_CELERY_ENABLED = True
"""True: tasks carry the id of the request that sent them."""

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
"""The bearer token for /metrics. Without one only this machine may see them, and only in the try-out."""
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")
METRICS_PORT = env.int("METRICS_PORT", default=0)
"""The address at which a worker serves its metrics; port 0: nowhere."""
