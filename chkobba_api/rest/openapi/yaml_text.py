"""The schema as YAML for people: a line for each parameter, property and answer, however long its description."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import yaml

_SHORT: Final = 140
"""The longest mapping or list on one line, without its indentation. One of plain values can have any length."""


class _Dumper(yaml.CSafeDumper):
    """A dumper that knows how long each part is before it chooses a style."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal parts each time: generators and people read no anchors."""
        return True

    def represent_scalar(self, tag: str, value: str, style: str | None = None) -> yaml.ScalarNode:
        """Write a text of several lines as it stands."""
        node = super().represent_scalar(tag, value, "|" if "\n" in value else style)
        node.size, node.plain = len(value) + 2, "\n" not in value
        return node

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        """Write a short list on one line."""
        node = super().represent_sequence(tag, sequence, flow_style)
        return _styled(node, node.value)

    def represent_mapping(self, tag: str, mapping: Any, flow_style: bool | None = None) -> yaml.MappingNode:
        """Write a short mapping, or one of plain values, on one line."""
        node = super().represent_mapping(tag, mapping, flow_style)
        return _styled(node, [part for pair in node.value for part in pair])


def _styled(node: Any, parts: Iterable[Any]) -> Any:
    node.size = 2 + sum(part.size for part in parts)
    longest = max((part.size for part in parts if isinstance(part, yaml.ScalarNode)), default=0)
    one_text = node.size - longest <= _SHORT
    words = isinstance(node, yaml.SequenceNode) and all(isinstance(part, yaml.ScalarNode) for part in parts)
    node.plain = all(part.plain for part in parts) and (one_text or words)
    node.flow_style = node.plain
    return node


def yaml_text(document: dict[str, Any]) -> str:
    """Return a schema as YAML."""
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6)
    return text
