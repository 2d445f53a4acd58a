"""The database and the cache, from the URLs in the environment (``DATABASE_URL``, ``CACHE_URL``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def database(env: Any, *, tryout: bool, folder: Path) -> dict[str, Any]:
    """Return the database of ``DATABASE_URL``, with the options in its query; a try-out without one uses SQLite.

    SQLite waits for its turn to write instead of failing (IMMEDIATE, WAL), and keeps committed data through a crash of
    the machine (FULL). Processes with several threads take their PostgreSQL connections from a pool. The pool gives up
    quickly, so that a server without its database says so instead of hanging, and recovers at once. Processes with one
    thread, such as gunicorn's workers, keep one connection instead. No process uses a connection that the server has
    closed (``chkobba_api.database.postgresql``). Cursors stay in the client: behind PgBouncer the next statement may
    use another connection, which does not have them.
    """
    default = f"sqlite:///{folder / 'chkobba.sqlite3'}"
    config: dict[str, Any] = dict(env.db_url("DATABASE_URL", default=default) if tryout else env.db_url("DATABASE_URL"))
    config["ATOMIC_REQUESTS"] = False
    stated = config.get("OPTIONS", {})
    if config["ENGINE"].endswith("sqlite3"):
        config["OPTIONS"] = {
            "timeout": 20,
            **stated,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    else:
        config["ENGINE"] = "chkobba_api.database.postgresql"
        config["DISABLE_SERVER_SIDE_CURSORS"] = True
        config["OPTIONS"] = {"connect_timeout": 3, **stated, "server_side_binding": True}
        if env.bool("DATABASE_POOL", default=True):
            size = env.int("DATABASE_POOL_SIZE", 8)
            config["OPTIONS"]["pool"] = {"min_size": 1, "max_size": size, "timeout": 5, "reconnect_timeout": 2}
        else:
            config |= {"CONN_MAX_AGE": env.int("DATABASE_MAX_AGE", default=0), "CONN_HEALTH_CHECKS": True}
    return config


def cache(env: Any, *, tryout: bool, broker: str) -> dict[str, Any]:
    """Return the cache that counts requests: ``CACHE_URL``, else a broker that is Redis; memory in the try-out.

    Memory forgets the oldest counters when it is full, so it must not be filled easily. The options of an address are
    those of the broker, which knows two of them by further spellings than redis-py.
    """
    if tryout:
        config = env.cache_url("CACHE_URL", default="locmemcache://?max_entries=100000")
    elif broker.startswith("redis"):
        config = env.cache_url("CACHE_URL", default=broker)
    else:
        config = env.cache_url("CACHE_URL")
    options = config.get("OPTIONS", {})
    if "ssl_cert_reqs" in options:
        options["ssl_cert_reqs"] = str(options["ssl_cert_reqs"]).removeprefix("CERT_").lower()
    if "ssl_check_hostname" in options:
        options["ssl_check_hostname"] = str(options["ssl_check_hostname"]).lower() != "false"
    return {name.upper(): value for name, value in config.items()}  # Django reads KEY_PREFIX and not key_prefix
