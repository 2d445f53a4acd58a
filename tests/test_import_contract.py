"""Every module of the server has a layer in the import contract of pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from typing import Final

from tests.helpers.databases import ROOT

PARTS: Final = {"chkobba_api.admin_site", "chkobba_api.observability"}
"""Packages with modules in more than one layer."""
NO_LAYER: Final = {"games.migrations", "accounts.migrations"}


def children(package: str) -> set[str]:
    """Return the dotted names of the modules and packages directly in a package."""
    folder = ROOT / package.replace(".", "/")
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    return {f"{package}.{name}" for name in files | {file.parent.name for file in folder.glob("*/__init__.py")}}


def test_every_module_has_a_layer() -> None:
    """A module without a layer could import anything, and anything could import it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "whole")
    listed = {module for layer in layers for module in re.findall(r"[\w.]+", layer)}
    modules = children("games") | children("chkobba_api") | {"accounts"}
    for package in PARTS:
        modules |= children(package)

    assert modules - PARTS - NO_LAYER == listed
