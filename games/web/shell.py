"""The page as an installable app: its service worker, which caches its files, and its manifest."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.templatetags.static import static

from chkobba_api.rest.language import as_text, spoken
from games.engine.messages import say
from games.texts.page import direction
from games.web.storage import FOLDER

KEPT: Final = (".js", ".css", ".svg")
"""The types of the files that the worker caches. The page itself needs no icons."""
GROUND: Final = "#0f4569"
"""The background colour while the app starts."""


@cache
def files() -> tuple[str, ...]:
    """Return the URLs of all files of the page; in production, their names contain the digest of the content."""
    named = getattr(staticfiles_storage, "hashed_files", None)
    if named is None:
        root = Path(str(finders.find(f"{FOLDER}main.js"))).parent
        named = [FOLDER + path.relative_to(root).as_posix() for path in root.rglob("*.*")]
    return tuple(sorted(static(name) for name in named if name.startswith(FOLDER) and name.endswith(KEPT)))


@cache
def worker() -> str:
    """Return the script of the service worker, which differs for each release."""
    release = hashlib.sha256("\n".join(files()).encode()).hexdigest()[:12]
    kept = {"release": release, "files": files(), "icon": static("web/icons/icon-192.png")}
    return render_to_string("web/worker.js", {"kept": json.dumps(kept)})


def manifest() -> dict[str, Any]:
    """Return the web app manifest in the language of the response."""
    language = spoken()
    icons = [("icon", "any", 192), ("icon", "any", 512), ("maskable", "maskable", 192), ("maskable", "maskable", 512)]
    return {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": "Chkobba",
        "short_name": "Chkobba",
        "description": as_text(say("html.description")),
        "lang": language,
        "dir": direction(language),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": GROUND,
        "categories": ["games"],
        "icons": [
            {
                "src": static(f"web/icons/{name}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, purpose, size in icons
        ],
        "shortcuts": [
            {"name": as_text(say(f"html.shortcut.{page}")), "url": f"/#/{page}"} for page in ("make", "rules", "you")
        ],
    }
