"""The WSGI entry point. It serves everything, but answers held requests at once (``games.api.live.long_poll``)."""

import os
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")

django: Any = get_wsgi_application()

from chkobba_api import msgspec_warmup, urls  # noqa: E402, F401  (load all modules now, and not at the first request)
from chkobba_api.middleware.bodies import bounded  # noqa: E402  (needs Django to be set up)

msgspec_warmup.prepare()
application = bounded(django)
