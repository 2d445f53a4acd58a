"""Services for the data of players: export, retention, deletion, and the merge of two accounts."""
