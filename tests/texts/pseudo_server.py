"""A server in the pseudo-language with brackets, for uvicorn."""

from __future__ import annotations

from games.texts import Reader
from tests.texts.pseudo import Pseudo

Reader.catalogue_of = Pseudo.catalogue_of  # type: ignore[method-assign]  # before the first reader is made

from chkobba_api.asgi import application  # noqa: E402

__all__ = ["application"]
