"""The API of the games: a package for each topic, with its views and schemas.

``matches.match_view`` turns a match into the view of a seat. ``urls`` lists all paths.
"""
