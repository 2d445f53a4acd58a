"""Admin pages for matches, their seats and their log; the page of one match shows the board at every step."""
