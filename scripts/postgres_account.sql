-- PostgreSQL of compose.yaml runs this once, on an empty volume, before it listens to the network.
--
-- The server gets an account with one database and no other rights. The superuser loses its password, so it logs in
-- only from inside the container: docker compose exec postgres psql --username postgres
\set ON_ERROR_STOP on
\getenv password POSTGRES_PASSWORD
CREATE ROLE chkobba LOGIN PASSWORD :'password';
CREATE DATABASE chkobba OWNER chkobba;
ALTER ROLE CURRENT_USER PASSWORD NULL;
