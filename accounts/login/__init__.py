"""Ways to log in: passwords, links, codes, passkeys, the second factor, and their limits."""
