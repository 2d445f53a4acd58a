"""The Celery app.

Its tasks are in ``games.tasks``. Work that must not be lost is in the database, never only in a queue.
"""

import gc
import os
import time
from typing import Any

from billiard import current_process
from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_after_setup,
    task_prerun,
    worker_process_init,
    worker_ready,
)
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.transport import TRANSPORT_ALIASES

from chkobba_api import msgspec_warmup
from chkobba_api.observability import metrics, scrape

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chkobba_api.settings")

TRANSPORT_ALIASES["filesystem"] = "chkobba_api.folder_broker:Transport"
TRANSPORT_ALIASES["amqps"] = "chkobba_api.broker_tls:Transport"

app = Celery("chkobba")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@before_task_publish.connect
def note_sending(headers: dict[str, Any], **signal: Any) -> None:
    """Store in a task the time when it was sent."""
    headers["sent_at"] = time.time()


@task_prerun.connect
def note_waiting(task: Any, **signal: Any) -> None:
    """Record how long a task has waited. With clocks that differ, a wait is never negative."""
    if sent_at := getattr(task.request, "sent_at", None):
        metrics.WAITING.labels(task.name).observe(max(0.0, time.time() - sent_at))


@celeryd_after_setup.connect
def prepare_structs(**signal: Any) -> None:
    """Prepare msgspec: all tasks are loaded by now, and no thread has begun."""
    msgspec_warmup.prepare()


@celeryd_after_setup.connect
def choose_queues(instance: Any, **signal: Any) -> None:
    """Choose the queues of a worker by its environment: only bots that think, all but them, or all."""
    queues = instance.app.amqp.queues
    if settings.WORKER_BOTS == "only":
        queues.select([settings.CELERY_BOTS_QUEUE])
    elif settings.WORKER_BOTS == "not":
        queues.deselect([settings.CELERY_BOTS_QUEUE])


@worker_process_init.connect
def count_on(**signal: Any) -> None:
    """Store the metrics of a pool process in the files of the process that it replaces."""
    place = getattr(current_process(), "index", None)
    if place is not None:  # the pool "solo" has no process of its own
        metrics.count_on(place)


@beat_init.connect
@worker_ready.connect
def freeze_code(**signal: Any) -> None:
    """Keep the garbage collector from loaded code: it would take half a second to search it when the process ends."""
    gc.freeze()


@worker_ready.connect
def serve_metrics(**signal: Any) -> None:
    """Serve the metrics of the worker, if METRICS_PORT is set."""
    if settings.METRICS_PORT:
        scrape.serve(settings.METRICS_HOST, settings.METRICS_PORT)
