"""Phrases and reactions of the chat, by their keys.

The catalogues have their sentences (``phrase.KEY``, ``reaction.KEY``), so that all players read them in their own
language. A key that was used once stays, since stored messages contain it.
"""

from __future__ import annotations

from typing import Final

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_move",
    "what_luck",
    "bad_luck",
    "thanks",
    "sorry",
    "my_mistake",
    "take_your_time",
    "your_turn",
    "back_soon",
    "back_again",
    "good_game",
    "once_more",
    "good_night",
)
"""In the order in which they are offered."""

REACTIONS: Final = {
    "clap": "👏",
    "laugh": "😄",
    "wow": "😮",
    "ouch": "😖",
    "think": "🤔",
    "fire": "🔥",
}
"""Each with the emoji by which a client may show it."""
