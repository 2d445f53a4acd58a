"""Names: unique names and nicknames, and the characters and look-alikes that they may not have."""
