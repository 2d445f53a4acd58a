"""Steps after the end of a match: ratings, statistics, reliability. To add one, add a line to ``steps.STEPS``.

``jobs`` runs each step once for every finished match. docs/adding-a-match-end-step.md shows how to add one.
"""
