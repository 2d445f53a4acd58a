"""PostgreSQL as Django knows it, with connections that notice by themselves that the server has gone meanwhile."""
