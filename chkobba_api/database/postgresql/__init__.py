"""Django's backend for PostgreSQL, with connections that notice when the server has closed them."""
