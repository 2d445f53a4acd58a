"""TLS to the broker and the cache, by the settings of an address, against a Redis and a listener with a certificate."""

from __future__ import annotations

import runpy
import ssl
import subprocess
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest
from celery import Celery
from django.core.cache.backends.redis import RedisCache
from kombu import Connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from chkobba_api.broker_tls import tls_options
from tests.helpers.certificates import certified
from tests.helpers.databases import ROOT
from tests.helpers.eventually import eventually
from tests.notifications.receiving import listening
from tests.proofs.live.server import free_port, reachable

REFUSED = "CERTIFICATE_VERIFY_FAILED"


@pytest.fixture
def certificate(tmp_path):
    """Return the file of a certificate for localhost, which no authority has signed but its own."""
    file = tmp_path / "certificate.pem"
    file.write_bytes(certified("localhost"))
    return str(file)


@pytest.fixture
def redis(certificate, tmp_path):
    """Start a Redis that speaks only TLS; return its port."""
    port = free_port()
    tls = ["--tls-cert-file", certificate, "--tls-key-file", certificate, "--tls-auth-clients", "no"]
    command = ["redis-server", "--port", "0", "--tls-port", str(port), *tls, "--save", "", "--dir", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: reachable(f"rediss://127.0.0.1:{port}"))
            yield port
        finally:
            process.kill()


@pytest.fixture
def connects(monkeypatch, tmp_path):
    """Return a function that connects to the broker and the cache of an address, by the settings of production."""

    def connect(address):
        told = {"CHKOBBA_TRYOUT": "0", "CHKOBBA_VAR": str(tmp_path), "SECRET_KEY": "x", "DATABASE_URL": "sqlite://"}
        for name, value in {**told, "CELERY_BROKER_URL": address}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("CACHE_URL", raising=False)
        settings = runpy.run_path(str(ROOT / "chkobba_api" / "settings.py"))
        app = Celery("tls", set_as_current=False)
        app.config_from_object(settings, namespace="CELERY")
        return [
            why_not(lambda: by_broker(app.connection_for_write())),
            why_not(lambda: by_cache(settings["CACHES"]["default"])),
        ]

    return connect


def why_not(connect):
    """Return why a connection fails, or an empty text."""
    try:
        connect()
    except Exception as error:  # each library has its own errors
        return REFUSED if REFUSED in str(error) else repr(error)
    return ""


def by_broker(connection):
    """Connect to the broker, once: kombu would wait before it tries again."""
    with connection:
        connection.transport.establish_connection()


def by_cache(config):
    """Count one in the cache, and try once."""
    options = {**config.get("OPTIONS", {}), "retry": Retry(NoBackoff(), 0)}
    RedisCache(config["LOCATION"], {"OPTIONS": options}).set("one", 1)


@pytest.mark.redis_server
def test_a_redis_whose_authority_or_name_is_unknown_is_refused(connects, redis, certificate):
    """The broker and the cache verify both, and the address can name an authority."""
    authority = f"ssl_ca_certs={certificate}"

    assert connects(f"rediss://localhost:{redis}/0") == [REFUSED, REFUSED]
    assert connects(f"rediss://localhost:{redis}/0?{authority}") == ["", ""]
    assert connects(f"rediss://127.0.0.1:{redis}/0?{authority}") == [REFUSED, REFUSED]


@pytest.mark.redis_server
def test_an_address_can_ask_for_less(connects, redis, certificate):
    """The cache knows the spellings of the broker, too, since it uses the same address."""
    other_name = f"rediss://127.0.0.1:{redis}/0?ssl_ca_certs={certificate}&ssl_check_hostname=false"

    assert connects(other_name) == ["", ""]
    assert connects(f"rediss://localhost:{redis}/0?ssl_cert_reqs=CERT_REQUIRED") == [REFUSED, REFUSED]
    assert connects(f"rediss://localhost:{redis}/0?ssl_cert_reqs=CERT_NONE") == ["", ""]


class HangingUp(BaseRequestHandler):
    """A broker that ends each connection after the handshake of TLS, in a thread: some clients never begin one."""

    def handle(self):
        """Finish the handshake of a connection, or give up."""
        with suppress(OSError):
            self.request.do_handshake()


@pytest.fixture
def hanging_up(certificate):
    """Return the port of such a broker."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = ThreadingTCPServer(("127.0.0.1", 0), HangingUp)
    server.daemon_threads = True
    server.block_on_close = False
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with listening(server):
        yield server.server_address[1]


def test_a_rabbitmq_whose_authority_or_name_is_unknown_is_refused(hanging_up, certificate):
    """RabbitMQ by TLS is verified as Redis is, by the same options of its address."""
    at, authority = f"amqps://127.0.0.1:{hanging_up}//", f"ssl_ca_certs={certificate}"

    def is_refused(options):
        return why_not(lambda: by_broker(Connection(f"{at}{options}"))) == REFUSED

    assert is_refused("")
    assert is_refused(f"?{authority}")
    assert not is_refused(f"?{authority}&ssl_check_hostname=false")
    assert not is_refused("?ssl_cert_reqs=none")


def test_a_rabbitmq_is_verified_by_the_name_of_its_address():
    """Its certificate must have the name of the host, without the port."""
    at, stated = "mq.example.org:5671", {"ssl_ca_certs": "/ca.pem"}

    assert tls_options(at, True) == {"server_hostname": "mq.example.org"}
    assert tls_options(at, stated) == {"server_hostname": "mq.example.org", "ca_certs": "/ca.pem"}
