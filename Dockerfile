# The server, for every process of it: compose.yaml says which one runs. Nothing secret is in it.
# BASE can name another image with Python 3.11 to 3.14, from a registry of your own, say.
ARG BASE=python:3.13-slim

FROM ${BASE} AS build
WORKDIR /build
RUN python -m venv /opt/chkobba
COPY requirements/run.lock .
RUN /opt/chkobba/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r run.lock

FROM ${BASE}
ENV PATH=/opt/chkobba/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    STATIC_ROOT=/srv/static CHKOBBA_VAR=/srv/var PROMETHEUS_MULTIPROC_DIR=/tmp/metrics
RUN useradd --system --uid 10001 --home-dir /srv --no-create-home --shell /usr/sbin/nologin chkobba \
    && mkdir -p /srv/app /srv/static /srv/var && chown chkobba: /srv/static /srv/var
COPY --from=build /opt/chkobba /opt/chkobba
WORKDIR /srv/app
COPY manage.py gunicorn.conf.py ./
COPY accounts accounts
COPY chkobba_api chkobba_api
COPY games games
COPY openapi/schema.yaml openapi/schema.yaml
# Without compiled modules, each process would compile them anew when it starts.
RUN python -m compileall -q accounts chkobba_api games
USER chkobba
# Static files need no database, no broker and no secret: these three are not used, and not kept.
RUN SECRET_KEY=unused DATABASE_URL=sqlite:////tmp/unused CELERY_BROKER_URL=memory:// CACHE_URL=locmemcache:// \
    python manage.py collectstatic --no-input --verbosity 0
EXPOSE 8000
CMD ["gunicorn"]
