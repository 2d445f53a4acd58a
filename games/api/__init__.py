"""The API of the games: a package for each topic, with its views and schemas.

``matches.match_view`` turns a match into the view of a seat, ``matches.feed_view`` its log into the feed.
``urls`` lists all paths.
"""
