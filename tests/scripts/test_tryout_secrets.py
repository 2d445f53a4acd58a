"""Try-out server: processes that start together share one secret."""

from __future__ import annotations

from chkobba_api.tryout_secrets import stored_secret


def test_processes_that_start_together_read_one_whole_secret(tmp_path):
    """The first of two processes that create a secret wins; only the file's owner may read it."""
    read = []

    def make():
        read.append(stored_secret(tmp_path, "secret_key", lambda: "theirs"))
        return "ours"

    assert stored_secret(tmp_path, "secret_key", make) == "theirs"
    assert read == ["theirs"]
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
