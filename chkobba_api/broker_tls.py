"""TLS to RabbitMQ: the broker must show a valid certificate for its name, unless its address says otherwise.

kombu's own transport for ``amqps://`` accepts the certificate of any name, and fails with each option of an address.
Here the options are those of Redis: ``ssl_ca_certs``, ``ssl_certfile``, ``ssl_keyfile``, ``ssl_check_hostname``,
``ssl_cert_reqs``.
"""

from __future__ import annotations

from ssl import CERT_NONE
from typing import Any

from amqp.transport import to_host_port
from kombu.transport import pyamqp


class Connection(pyamqp.Connection):
    """A connection to RabbitMQ by TLS that checks the name in the certificate, too."""

    def __init__(self, host: str, ssl: Any, **options: Any) -> None:
        super().__init__(host, ssl=tls_options(host, ssl), **options)


class Transport(pyamqp.SSLTransport):
    """kombu's transport for ``amqps://`` that checks names, and takes the options of the address."""

    Connection = Connection


def tls_options(host: str, stated: Any) -> dict[str, Any]:
    """Return the options of py-amqp for a host and port. ``stated`` are those of the address, if it has any.

    py-amqp compares the name in the certificate only if it is given one.
    """
    options = {key.removeprefix("ssl_"): value for key, value in stated.items()} if isinstance(stated, dict) else {}
    if options.pop("check_hostname", True) and options.get("cert_reqs") != CERT_NONE:
        options["server_hostname"] = to_host_port(host)[0]
    return options
