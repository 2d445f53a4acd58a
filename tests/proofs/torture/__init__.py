"""Proofs by mass: ``make proofs`` runs a short version of each, ``python -m tests.proofs.torture.NAME`` a long one.

Run as a command, the package sets Django up itself, as the development server with a broker in memory.
"""

import os
from typing import Final

import django
from django.apps import apps

BROKER: Final = os.environ.get("CELERY_BROKER_URL", "redis://127.0.0.1:6379/0")
"""The broker for processes of a proof: that of the environment, or Redis of this machine."""

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
    os.environ.setdefault("CHKOBBA_TRYOUT", "1")
    os.environ.setdefault("CELERY_BROKER_URL", "memory://")
    os.environ.setdefault("DATABASE_POOL", "0")
    django.setup()
