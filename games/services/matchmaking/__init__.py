"""Services before the first deal: lobbies, seeks, invitations and rematches; and substitutes for players who left."""
