"""Examples for the schema of ratings and statistics."""

from __future__ import annotations

from typing import Final

POOL: Final = {
    "key": "chkobba.days",
    "name": "Chkobba, over days",
    "games": ["chkobba", "chkobba-cafe", "chkobba-spec"],
    "speed": "days",
}
FIGURE: Final = {"rating": 1584, "deviation": 96, "provisional": False}
AMEL: Final = {"id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c47", "name": "Amel", "avatar": "fennec", "is_bot": False}
SAMI: Final = {**AMEL, "id": "019d3c5e-7c1a-7b52-9d0c-3f2a6b1e8c48", "name": "Sami", "avatar": "owl"}
RELIABILITY: Final = {"percent": 96, "turns": 98, "matches": 98}
