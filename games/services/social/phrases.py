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
"""The keys of phrases, in the order of the menu."""

REACTIONS: Final = {
    "clap": "👏",
    "laugh": "😄",
    "wow": "😮",
    "ouch": "😖",
    "think": "🤔",
    "fire": "🔥",
}
"""The keys of reactions, each with an emoji for clients."""
