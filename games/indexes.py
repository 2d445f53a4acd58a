"""An index over times that only grow."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.indexes import BrinIndex
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Index, Model


class TimeIndex(BrinIndex):
    """Finds rows by a time that grows with the table.

    PostgreSQL notes the first and the last time of each stretch of the table (BRIN): a few kilobytes, where an ordinary
    index takes some twenty bytes a row. Other databases have the ordinary one.
    """

    def __init__(self, *expressions: Any, **options: Any) -> None:
        super().__init__(*expressions, **{"pages_per_range": 32, "autosummarize": True, **options})

    def create_sql(
        self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **options: Any
    ) -> Statement:
        """Return how it is made."""
        if schema_editor.connection.vendor == "postgresql":
            return super().create_sql(model, schema_editor, using, **options)
        return Index.create_sql(self, model, schema_editor, using, **options)
