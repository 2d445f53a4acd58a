"""Locks of packages: they pin every file by its hash, and name no index."""

from __future__ import annotations

import json

import pytest

from tests.helpers.databases import ROOT

LOCKS = sorted((ROOT / "requirements").glob("*lock*"))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_index(lock):
    """A lock has no address, so that any mirror of the packages serves it."""
    assert "://" not in lock.read_text(encoding="utf-8")


def test_every_package_for_node_has_a_version_and_a_hash():
    """The installation gets exactly these files; only the project itself has no hash."""
    lock = json.loads((ROOT / "requirements" / "package-lock.json").read_bytes())
    project, *packages = lock["packages"].values()

    assert (
        project["devDependencies"]
        == json.loads((ROOT / "requirements" / "package.json").read_bytes())["devDependencies"]
    )
    assert len(packages) > 50
    assert [package for package in packages if not package["integrity"].startswith("sha512-")] == []
