"""Email addresses, and logins and mails that use them."""
