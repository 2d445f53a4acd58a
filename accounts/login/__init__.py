"""Login methods: passwords, links, codes, passkeys, the second factor, and their limits."""
