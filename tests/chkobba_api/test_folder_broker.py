"""The broker in a folder: messages appear complete, even with concurrent changes of the folder."""

from __future__ import annotations

import threading
from queue import Empty

import pytest
from kombu import Connection, Consumer, Queue
from kombu.transport.virtual import base

from chkobba_api.folder_broker import Transport


@pytest.fixture
def channel_of(tmp_path):
    """Return a factory of channels into one folder."""
    folders = {name: str(tmp_path / name) for name in ("messages", "processed", "control")}
    for folder in folders.values():
        (tmp_path / folder).mkdir()
    options = {
        "data_folder_in": folders["messages"],
        "data_folder_out": folders["messages"],
        "processed_folder": folders["processed"],
        "control_folder": folders["control"],
    }
    connections = []

    def make():
        connections.append(Connection(transport=Transport, transport_options=options))
        return connections[-1].default_channel

    yield make
    for connection in connections:
        connection.release()


class Slow:
    """A value whose conversion to JSON takes until a reader looks for it."""

    def __init__(self):
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __json__(self):
        """Return the value once the reader has looked."""
        self.begun.set()
        assert self.may_end.wait(10)
        return "done"


def test_no_message_is_read_half_written(channel_of):
    """A reader that looks during the write sees nothing, and afterwards all of it."""
    slow, reader, writer = Slow(), channel_of(), channel_of()
    sender = threading.Thread(target=writer._put, args=("queue", {"body": slow}))
    sender.start()
    assert slow.begun.wait(10)

    with pytest.raises(Empty):
        reader._get("queue")
    slow.may_end.set()
    sender.join(10)

    assert reader._get("queue") == {"body": "done"}


def test_processes_that_start_together_bind_their_queues(channel_of):
    """Many bind at once, and none finds the file of the exchange empty."""
    failures = []

    def bind(number):
        try:
            channel = channel_of()
            for place in range(50):
                channel._queue_bind("exchange", f"key-{number}-{place}", "", f"queue-{number}-{place}")
                channel.get_table("exchange")
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=bind, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert len(channel_of().get_table("exchange")) == 300


def test_a_worker_sees_soon_that_it_is_to_stop(channel_of, monkeypatch):
    """Celery asks with a wait of two seconds, and checks for its stop only when no message has come."""
    naps = []
    monkeypatch.setattr(base, "sleep", naps.append)
    monkeypatch.setattr(base, "monotonic", lambda: sum(naps))
    connection = channel_of().connection.client

    with Consumer(connection, [Queue("queue")]), pytest.raises(TimeoutError):
        connection.drain_events(timeout=2.0)

    assert 0 < sum(naps) <= 0.5
