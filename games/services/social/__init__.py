"""Players among each other: chat, follows, blocks, mutes, notes and profiles."""
