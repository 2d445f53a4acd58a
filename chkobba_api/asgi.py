"""The ASGI entry point. It serves everything, also held requests."""

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")

django: Any = get_asgi_application()

from chkobba_api import msgspec_warmup, urls  # noqa: E402, F401  (load all modules now, and not at the first request)
from chkobba_api.rest.language import Heard  # noqa: E402
from chkobba_api.rest.limits.bodies import Bounded  # noqa: E402  (needs Django to be set up)
from games.api.live.long_poll import Hold  # noqa: E402

msgspec_warmup.prepare()
application = Heard(Bounded(Hold(django)))
