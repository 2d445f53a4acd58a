"""The index for searches by the beginning of a text."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.indexes import OpClass
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Index, Model

from accounts.names.search_form import Folded


class FoldedIndex(Index):
    """An index for the beginning of a folded text (``accounts.names.search_form``) on PostgreSQL.

    An ordinary index on other databases: with SQLite every process that writes would need the function.
    """

    def create_sql(
        self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor, using: str = "", **options: Any
    ) -> Statement:
        """Return the statement that creates the index."""
        if schema_editor.connection.vendor != "postgresql":
            return super().create_sql(model, schema_editor, using, **options)
        begun = Index(OpClass(Folded(self.fields[0]), name="text_pattern_ops"), name=self.name)
        return begun.create_sql(model, schema_editor, using, **options)
