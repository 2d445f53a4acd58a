"""The base of every API of the project: JSON, problems, throttles, the schema. It does not depend on games."""
