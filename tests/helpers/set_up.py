"""Set up Django on import: before models, in modules that run by ``python -m``."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")
django.setup()
