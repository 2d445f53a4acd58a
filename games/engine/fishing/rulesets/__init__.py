"""The rulesets of the fishing games, one file each. ``games.engine.catalogue`` lists them."""
