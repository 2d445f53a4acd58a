"""The audit: it verifies each finished match once, so that a broken log is found at once and not years later."""

from __future__ import annotations

import structlog

from games import log
from games.models import Match
from games.services.log.verification import faults_now

logger = structlog.get_logger(__name__)


class Audit:
    """Verifies a match as ``manage.py verify_matches`` does, and logs its faults."""

    key = "audit"

    def follow_up(self, match: Match) -> None:
        """Verify a finished match, if this server still has its rules."""
        if log.has_rules(match):
            for fault in faults_now(match.pk):
                logger.error("a match is broken", match=str(match.pk), fault=str(fault))
