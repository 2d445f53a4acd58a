"""Services between players: chat, follows, blocks, mutes, notes and profiles."""
