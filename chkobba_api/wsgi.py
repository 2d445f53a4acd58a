"""The WSGI entry point: everything but held requests, which are answered at once here (see ``games.api.hold``)."""

import os

from django.core.wsgi import get_wsgi_application

from chkobba_api.rest.bodies import bounded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")

application = bounded(get_wsgi_application())
