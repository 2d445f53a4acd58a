"""What every API of the project shares: JSON, problems, throttles, the schema. Nothing here knows about games."""
