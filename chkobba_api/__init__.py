"""The Django project: settings, URLs, the Celery app, ASGI and WSGI."""

from chkobba_api.celery import app as celery_app

__all__ = ["celery_app"]
