"""Proofs by mass: a short version of each runs with the tests, a long one as ``python -m tests.torture.NAME``.

Run as a command, the package sets Django up by itself, as the try-out server, with a broker in memory.
"""

import os

import django
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
    os.environ.setdefault("CHKOBBA_TRYOUT", "1")
    os.environ.setdefault("CELERY_BROKER_URL", "memory://")
    os.environ.setdefault("DATABASE_POOL", "0")
    django.setup()
