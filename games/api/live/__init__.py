"""Long polling and streams: a waiting client occupies neither a worker nor a thread."""
