"""The broker in a folder: messages appear whole, whatever else happens in the folder at that moment."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from queue import Empty

import pytest
from kombu import Connection

from chkobba_api.folder_broker import Transport


@pytest.fixture
def channel_of(tmp_path):
    """Return a maker of channels into one folder."""
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
    """A value that takes its time to become JSON."""

    def __json__(self):
        """Return the value, late."""
        time.sleep(0.05)
        return "done"


def test_no_message_is_read_half_written(channel_of):
    """A reader that looks all the time sees each message once, whole, however slowly it is written."""
    sender = threading.Thread(target=send, args=(channel_of(), 20))
    reader, seen = channel_of(), []

    sender.start()
    while len(seen) < 20:
        with suppress(Empty):
            seen.append(reader._get("queue"))

    assert seen == [{"number": number, "body": "done"} for number in range(20)]


def send(channel, count):
    """Put messages into the queue."""
    for number in range(count):
        channel._put("queue", {"number": number, "body": Slow()})


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
