"""Static files in production: named by their content, and compressed."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):
    """Gives files their names by content, also where the modules of the web client name each other.

    Django can do that for all scripts or for none; those of the packages that we serve are not written for it.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "web/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )
    max_post_process_passes = 12
    """A module's name follows from those that it imports, so each level of imports takes a pass."""
