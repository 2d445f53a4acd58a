"""The database wrapper that settings name as ``chkobba_api.postgresql``.

After PostgreSQL was restarted, each connection that was kept would fail once. Django's remedy (CONN_HEALTH_CHECKS) asks
the server at each request whether it is there, which is a round trip more for every move. But a server that goes says
so: it sends a last message and closes the line. So a line in use by nobody has nothing to read while all is well, and
to look for that is one call to the system. Only where there is something, the server is asked.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes no connection whose server has gone."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection; one of the pool only if its server is there."""
        line = super().get_new_connection(conn_params)
        while self.pool and has_something_to_read(line):
            line.close()
            self.pool.putconn(line)  # which makes another in its place
            line = super().get_new_connection(conn_params)
        return line

    def is_usable(self) -> bool:
        """Say whether the kept connection can be used, asking the server only where there is doubt."""
        if self.errors_occurred or has_something_to_read(self.connection):
            return bool(super().is_usable())
        return True


def has_something_to_read(line: Any) -> bool:
    """Say whether the server has sent something, or closed the line, while nothing was asked of it."""
    if line.closed:
        return True
    poll = select.poll()
    poll.register(line.fileno(), select.POLLIN)
    return bool(poll.poll(0))
