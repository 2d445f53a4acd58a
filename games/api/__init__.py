"""The API over the games: shapes (what is said), presenting (how a match becomes that), one file of views a topic."""
