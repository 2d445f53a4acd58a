"""The rulesets of the fishing games, a file for each family of them. ``games.engine.catalogue`` lists them."""
