"""Before the first deal: lobbies, seeks, invitations, rematches, and substitutes for players who left."""
