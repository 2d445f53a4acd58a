"""The classes by which drf-spectacular describes views and msgspec structs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema

from chkobba_api.rest.openapi.components import components
from chkobba_api.rest.openapi.operation import answers_of


class Schema(AutoSchema):
    """The schema of a view, which contains only what ``operation`` declares."""

    def _get_format_parameters(self) -> list[dict[str, Any]]:
        """Omit the format from addresses: clients choose it with ``Accept``."""
        return []

    def get_response_serializers(self) -> Any:
        """Return the answers of the operation. Its problems follow from the code that it runs."""
        view = type(self.view)
        return answers_of(view, getattr(view, self.method.lower()))


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """An extension of drf-spectacular that publishes msgspec structs as components."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        """Return the name of the component."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Return the schema of the struct; ``publish_structs`` adds those that it refers to."""
        schema: dict[str, Any] = components(self.target)[self.target.__name__]
        return schema
