"""The schema as YAML for people: a line for each parameter, property and answer, however long its description."""

from __future__ import annotations

from typing import Any, Final

import yaml

_SHORT: Final = 140
"""The longest mapping or list on one line, without its indentation and its longest text."""


class _Dumper(yaml.CSafeDumper):
    """A dumper that knows how long each part is before it chooses a style."""

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal parts each time: generators and people read no anchors."""
        return True

    def serialize(self, node: yaml.Node) -> None:
        """Write a document whose short parts take one line each."""
        _choose_style(node)
        super().serialize(node)


def yaml_text(document: dict[str, Any]) -> str:
    """Return a schema as YAML."""
    text: str = yaml.dump(document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6)
    return text


def _choose_style(node: Any) -> tuple[int, bool]:
    """Write a node and those in it on one line where they fit; return its length, and whether it fits."""
    if isinstance(node, yaml.ScalarNode):
        if several := "\n" in node.value:
            node.style = "|"
        return len(node.value) + 2, not several
    parts = [part for one in node.value for part in (one if isinstance(one, tuple) else (one,))]
    measured = [_choose_style(part) for part in parts]
    sizes = [size for size, _ in measured]
    texts = [size for part, size in zip(parts, sizes, strict=True) if isinstance(part, yaml.ScalarNode)]
    words = isinstance(node, yaml.SequenceNode) and len(texts) == len(parts)
    size = 2 + sum(sizes)
    node.flow_style = all(fits for _, fits in measured) and (words or size - max(texts, default=0) <= _SHORT)
    return size, bool(node.flow_style)
