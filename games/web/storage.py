"""Static files in production: bundled modules, names with the digest of the content, and compression."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.web.bundles import WORDS, bundles

FOLDER: Final = "web/"
"""The folder of the web client among the static files."""

Paths = dict[str, tuple[Storage, str]]


class BundledModules(CompressedManifestStaticFilesStorage):
    """A storage that bundles the modules of the web client and replaces names of files in their imports, too.

    Django can replace names in imports of all scripts or of none. The scripts of other packages do not support it.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        f"{FOLDER}*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def post_process(self, paths: Paths, dry_run: bool = False, **options: Any) -> Iterator[tuple[str, str, Any]]:
        """Rename and compress the files at ``paths``. Bundles replace our modules and style sheets."""
        if not dry_run:
            paths = self._bundled(paths)
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _bundled(self, paths: Paths) -> Paths:
        def read(name: str) -> str:
            storage, path = paths[FOLDER + name]
            with storage.open(path) as file:
                text: str = file.read().decode()
                return text

        ours = {name.removeprefix(FOLDER) for name in paths if name.startswith(FOLDER)}
        made = bundles(ours, read)
        gone = {FOLDER + name for name in ours if name.endswith((".js", ".css")) and not WORDS.fullmatch(name)}
        for name, text in made.items():
            self.delete(FOLDER + name)
            self._save(FOLDER + name, ContentFile(text.encode()))
        return {
            **{name: place for name, place in paths.items() if name not in gone},
            **{FOLDER + name: (self, FOLDER + name) for name in made},
        }
