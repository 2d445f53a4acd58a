"""The database: PostgreSQL as the settings name it."""
