"""The pages as people see them: in Chromium, against a real server."""
