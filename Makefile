# Everything is done by scripts/dev.py, which needs nothing but Python 3.11 to 3.14.
PYTHON ?= python3
PORT ?= 8000
HOST ?= 127.0.0.1
DJANGO ?=
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: texts help run test test-services check proofs format schema lock clean

help: ## say what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## set everything up and start the server (PORT=8001, HOST=0.0.0.0)
	@exec env PUBLIC_URL="$${PUBLIC_URL:-http://127.0.0.1:$(PORT)}" $(PYTHON) scripts/dev.py run --host $(HOST) --port $(PORT)

test: ## set everything up and run all tests (ARGS="-k clock"; DJANGO=6.1 for another Django)
	@exec $(PYTHON) scripts/dev.py test $(if $(DJANGO),--django $(DJANGO)) $(ARGS)

test-services: ## the same tests on DATABASE_URL and CELERY_BROKER_URL (local PostgreSQL and Redis)
	@exec $(PYTHON) scripts/dev.py test-services $(if $(DJANGO),--django $(DJANGO)) $(ARGS)

check: ## format, lint, types, security, import contracts, deployment, migrations, schema, JavaScript
	@exec $(PYTHON) scripts/dev.py check

texts: ## bring the catalogues of sentences together, compile them, write the page's (needs GNU gettext)
	@exec $(PYTHON) scripts/dev.py texts

proofs: ## run the proofs: browsers, real servers, kills, other Pythons (ARGS="browser"; ARGS="--list" names all)
	@exec $(PYTHON) scripts/dev.py proofs $(ARGS)

format: ## put the code into its usual form
	@exec $(PYTHON) scripts/dev.py format

schema: ## write openapi/schema.yaml and docs/problems.md anew
	@exec $(PYTHON) scripts/dev.py schema

lock: ## resolve the dependencies of pyproject.toml and requirements/package.json anew
	@exec $(PYTHON) scripts/dev.py lock

clean: ## forget the environment and the try-out data
	rm -rf .venv var
