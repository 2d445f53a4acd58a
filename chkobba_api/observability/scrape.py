"""The page ``/metrics``: the counters of all processes of this machine, and the state of the matches."""

from __future__ import annotations

import hmac
import os
from collections.abc import Iterator
from typing import Final

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

logger = structlog.get_logger(__name__)

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics if METRICS_TOKEN is sent; in the try-out also to this machine."""
    if not may_scrape(request):
        raise Http404
    matches = CollectorRegistry()
    matches.register(Matches())
    return HttpResponse(generate_latest(counted()) + generate_latest(matches), content_type=CONTENT_TYPE)


def may_scrape(request: HttpRequest) -> bool:
    """Return whether a request may see the metrics."""
    if settings.TRYOUT and request.META.get("REMOTE_ADDR") in ("127.0.0.1", "::1"):
        return True
    expected = f"Bearer {settings.METRICS_TOKEN}"
    brought = request.headers.get("Authorization", "")
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(brought.encode(), expected.encode())


def counted() -> CollectorRegistry:
    """Return the metrics of this process, or of all processes that share a folder."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared


def serve(host: str, port: int) -> None:
    """Serve the metrics on a port of their own, from a thread; for workers, which have no web server."""
    start_http_server(port, host, counted())
    logger.info("serving metrics", host=host, port=port)


class Matches(Collector):
    """A collector of the state of the matches, which queries the database at each scrape."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the gauges; none while the database is away, which ``/readyz`` reports."""
        from games.models import Delivery, Match, Status  # noqa: PLC0415  (workers import this before models exist)

        now = timezone.now()
        try:
            running = Match.objects.filter(status=Status.RUNNING).count()
            oldest = Delivery.oldest_waiting()
            due = Match.objects.filter(wake_at__lte=now).aggregate(count=Count("pk"), since=Min("wake_at"))
        except DatabaseError as error:
            logger.warning("cannot count matches", error=type(error).__name__)
            return
        overdue = (now - due["since"]).total_seconds() if due["since"] else 0.0
        waiting = (now - oldest).total_seconds() if oldest else 0.0
        yield GaugeMetricFamily("chkobba_matches_running", "Running matches.", running)
        yield GaugeMetricFamily("chkobba_matches_due", "Matches that wait for an action of the server.", due["count"])
        yield GaugeMetricFamily("chkobba_overdue_seconds", "Seconds since the most overdue match became due.", overdue)
        yield GaugeMetricFamily(
            "chkobba_outbox_age_seconds", "Age of the oldest waiting delivery, in seconds.", waiting
        )
