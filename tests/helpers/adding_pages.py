"""Pages of the documents that add something to the server by one file and one line in a registry.

Each page has the file and the line in the same form. Tests take both from the page.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.helpers.databases import ROOT


class Page:
    """A page with the code of a file, and a line for a registry."""

    def __init__(self, name: str) -> None:
        text = (ROOT / "docs" / name).read_text(encoding="utf-8")
        (self.file,) = re.findall(r"^\*\*1\. The file\*\*, `([\w/.]+)`:$", text, re.MULTILINE)
        ((self.line, self.listed, self.registry),) = re.findall(
            r"^\*\*2\. The line\*\*, `(.+),` in `(\w+)` of `([\w/.]+)`", text, re.MULTILINE
        )
        self.code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
        self.module = self.file.removesuffix(".py").replace("/", ".")

    def registry_with_line(self) -> str:
        """Return the source of the registry with the line of the page and an import of its file."""
        tree = ast.parse((ROOT / self.registry).read_text(encoding="utf-8"))
        package, _, name = self.module.rpartition(".")
        imports = ast.parse(f"from {self.module} import *\nfrom {package} import {name}").body
        rows = next(
            part
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and re.match(rf"{self.listed}\b", ast.unparse(node))
            for part in ast.walk(node.value or node)
            if isinstance(part, ast.Tuple)
        )
        rows.elts.append(ast.parse(self.line, mode="eval").body)
        tree.body[2:2] = imports  # after the docstring and the __future__ import
        return ast.unparse(tree)

    def add_to(self, root: Path) -> None:
        """Add the file and the line to a copy of the server."""
        (root / self.file).write_text(self.code, encoding="utf-8")
        (root / self.registry).write_text(self.registry_with_line(), encoding="utf-8")

    @contextmanager
    def added(self, folder: Path) -> Iterator[dict[str, Any]]:
        """Import the file as a module of its package, from a folder. Yield the names of the registry with the line."""
        (folder / Path(self.file).name).write_text(self.code, encoding="utf-8")
        package = import_module(self.module.rpartition(".")[0])
        package.__path__.append(str(folder))
        registry = ModuleType("registry_with_one_more")
        try:
            exec(compile(self.registry_with_line(), self.registry, "exec"), vars(registry))  # noqa: S102  (our own page)
            yield vars(registry)
        finally:
            package.__path__.remove(str(folder))
            sys.modules.pop(self.module, None)
            vars(package).pop(self.module.rpartition(".")[2], None)
