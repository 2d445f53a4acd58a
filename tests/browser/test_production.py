"""The page as production serves it: files named by their content, compressed, and kept by browsers for ever."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.server import Server

LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({name, transferSize}) => [name, transferSize])"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server with the settings of production."""
    folder: Path = tmp_path_factory.mktemp("production")
    settings = {
        "CHKOBBA_TRYOUT": "0",
        "SECRET_KEY": "of-this-test-alone-" + "x" * 50,
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "DATABASE_URL": f"sqlite:///{folder / 'chkobba.sqlite3'}",
        "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL", "filesystem://"),
        "CACHE_URL": "locmemcache://",
        "STATIC_ROOT": str(folder / "static"),
    }
    server = Server(folder, **settings)
    server.manage("collectstatic", "--no-input", "--verbosity", "0")
    with server:
        yield server


def test_the_first_page(browsers):
    """It works under the names by content, also those by which modules import each other, and it is small."""
    page = browsers.open()
    page.goto("/", wait_until="networkidle")
    page.locator("#nickname").wait_for()
    loaded = page.evaluate(LOADED)
    files = [name for name, _ in loaded if "/static/" in name]

    assert len(files) > 10
    assert [name for name in files if name.rsplit("/")[-1].count(".") != 2] == []
    assert sum(size for _, size in loaded) < 200_000
