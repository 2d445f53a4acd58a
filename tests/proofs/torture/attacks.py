"""Attacks with only a guest's rights: ``python -m tests.proofs.torture.attacks``.

Each file of ``tests/proofs/torture/attack`` is one attack. It runs against its own production stack (PostgreSQL,
gunicorn, Celery workers, beat) with the default settings of production, throttles included. It yields whether each
bound in docs/limits.md held, with the figure. ``ATTACKS`` has them in order; adding one is a file and a line.
``SETTINGS`` names further settings of an attack.

    python -m tests.proofs.torture.attacks                  # all of them
    python -m tests.proofs.torture.attacks crowded_table    # one
"""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from importlib import import_module
from typing import Final

from redis import Redis

from tests.proofs.torture import BROKER
from tests.proofs.torture.attack import Attack
from tests.proofs.torture.stack import production

ATTACKS: Final[tuple[str, ...]] = (
    "crowded_table",
    "bot_flood",
    "blocked_moves",
    "leaving",
    "anonymous",
    "chosen_seed",
    "two_lengths",
    "held",
    "receivers",
    "wrong_codes",
    "log_ins",
)
"""The files of ``tests/proofs/torture/attack``, gravest first."""

AS_IN_PRODUCTION: Final = {
    "CHKOBBA_TRYOUT": "0",
    "ALLOWED_HOSTS": "127.0.0.1",
    "CACHE_URL": "redis://127.0.0.1:6379/7",  # a separate Redis database for counting, emptied first
    "SECURE_SSL_REDIRECT": "0",  # plain HTTP on this machine; all other settings are defaults
    "NUM_PROXIES": "1",  # so that an attack can come from several addresses: the last of X-Forwarded-For counts
}
"""The settings that production needs to start, and no others."""

DEFAULTS: Final = (
    "THROTTLE_PLAYER",
    "THROTTLE_ADDRESS",
    "THROTTLE_GUESTS",
    "THROTTLE_CODES",
    "THROTTLE_CODES_ADDRESS",
    "LOG_LEVEL",
)
"""Settings of the stack for other proofs, left at their defaults here."""


def run(name: str, broker: str) -> bool:
    """Run an attack against its own stack, and print its findings; return whether every bound held."""
    module = import_module(f"tests.proofs.torture.attack.{name}")
    attack: Attack = module.attack
    wish = {**AS_IN_PRODUCTION, **getattr(module, "SETTINGS", {})}
    print(f"\n{name}", flush=True)
    held, begin = [], time.monotonic()
    Redis.from_url(AS_IN_PRODUCTION["CACHE_URL"]).flushdb()
    secret = secrets.token_urlsafe(50)
    with production(broker, left_out=DEFAULTS, SECRET_KEY=secret, **wish) as stack:
        for finding in attack(stack):
            held.append(finding.holds)
            print(f"  {'holds' if finding.holds else 'WRONG'}: {finding.text}", flush=True)
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    return bool(held) and all(held)


def main() -> int:
    """Read the command line, attack, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="attack", help=f"all, or some of: {', '.join(ATTACKS)}")
    parser.add_argument("--broker", default=BROKER)
    options = parser.parse_args()
    if unknown := set(options.names) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    names = options.names or ATTACKS
    failed = [name for name in names if not run(name, options.broker)]
    print(f"\n{len(names) - len(failed)} of {len(names)} attacks were withstood", *failed, sep="; not: ")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
