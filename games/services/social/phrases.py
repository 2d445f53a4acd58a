"""What can be said at a table without writing anything: phrases and reactions, by their keys.

Their sentences are in the catalogues (``phrase.KEY``, ``reaction.KEY``), so that everybody reads them in their own
language. A key that was once used stays: words that were said hold it.
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
