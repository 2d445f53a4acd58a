"""The server prepares msgspec structs before it has threads: msgspec crashes if two threads do so at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.helpers.databases import ROOT

AT_ONCE = """
import sys
{begin}
import msgspec
from threading import Barrier, Thread
from chkobba_api.msgspec_warmup import kinds_of

sys.setswitchinterval(1e-6)
kinds = [kind for kind in kinds_of(msgspec.Struct) if not kind.__module__.startswith("msgspec")]
assert len(kinds) > 100
for kind in kinds:
    barrier = Barrier(8)

    def read():
        barrier.wait()
        try:
            msgspec.convert({{name: [] for name in kind.__struct_fields__}}, kind)
        except (msgspec.ValidationError, TypeError):
            pass

    threads = [Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all are read")
"""
WORKER = """
from chkobba_api.celery import app
from celery.signals import celeryd_after_setup
app.loader.init_worker()
celeryd_after_setup.send(sender="test", instance=app.Worker(), conf=app.conf)
"""


@pytest.mark.parametrize(
    "begin", ["import chkobba_api.asgi", "import chkobba_api.wsgi", WORKER], ids=["asgi", "wsgi", "worker"]
)
def test_threads_may_read_any_struct_at_the_same_moment(begin, tmp_path):
    """Eight threads read each struct first; without the preparation, this ended in a segmentation fault."""
    env = {**os.environ, "CHKOBBA_TRYOUT": "1", "CHKOBBA_VAR": str(tmp_path), "CELERY_BROKER_URL": "memory://"}
    done = subprocess.run(
        [sys.executable, "-c", AT_ONCE.format(begin=begin)],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (0, "all are read\n"), done.stderr[-2000:]
