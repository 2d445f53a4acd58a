"""Indexes of large tables that are made while the server runs; such a migration needs ``atomic = False``."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres import operations
from django.db import migrations


class AddIndex(operations.AddIndexConcurrently):
    """Makes an index; PostgreSQL does it without keeping anybody from writing."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make it."""
        _of(schema_editor, operations.AddIndexConcurrently, migrations.AddIndex).database_forwards(
            self, app_label, schema_editor, from_state, to_state
        )

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Take it away."""
        _of(schema_editor, operations.AddIndexConcurrently, migrations.AddIndex).database_backwards(
            self, app_label, schema_editor, from_state, to_state
        )


class RemoveIndex(operations.RemoveIndexConcurrently):
    """Takes an index away in the same manner."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Take it away."""
        _of(schema_editor, operations.RemoveIndexConcurrently, migrations.RemoveIndex).database_forwards(
            self, app_label, schema_editor, from_state, to_state
        )

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Make it again."""
        _of(schema_editor, operations.RemoveIndexConcurrently, migrations.RemoveIndex).database_backwards(
            self, app_label, schema_editor, from_state, to_state
        )


def _of(schema_editor: Any, on_postgresql: Any, elsewhere: Any) -> Any:
    """Return the operation that a database knows."""
    return on_postgresql if schema_editor.connection.vendor == "postgresql" else elsewhere
