"""The clients: how each is generated, compiled and started. Each language has a function that yields the output."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import yaml

from tests.proofs.clients.sources import check_dart, check_kotlin
from tests.proofs.clients.tools import (
    CACHE,
    SCHEMA,
    Failed,
    LeftOut,
    debian_packages,
    debian_root,
    in_root,
    node_modules,
    python_tools,
    run,
    with_path,
    workshop,
)

GAMES: Final = {"chkobba": {"target": 5}, "camba": {"games": 2}, "haggis": {}}
"""The games of each client and their options: one game of each kind."""

Servers = tuple[str, str]
"""The addresses of a server, and of the same one with future answers."""


def played(program: str, command: list[object], servers: Servers, place: Path) -> Iterable[str]:
    """Let a program play every game on each of the servers; yield its output."""
    for server, when in zip(servers, ("today", "tomorrow"), strict=True):
        yield run(f"played {when} ({program})", *command, server, json.dumps(GAMES), place=place)


def typescript(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-typescript's types, and hey-api's client; play with both."""
    place = workshop("typescript", folder)
    (place / "node_modules").symlink_to(node_modules("typescript"))
    run("generated", "npm", "run", "--silent", "generate", place=place)
    run("types checked", "npm", "run", "--silent", "check", place=place)
    for program in ("main", "hey"):
        yield from played(f"{program}.ts", ["node", f"out/{program}.js"], servers, place)


def python(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-python-client's client; play with it."""
    programs = python_tools("python") / "bin"
    place = workshop("python", folder)
    made = [programs / "openapi-python-client", "generate", "--path", "schema.yaml", "--output-path", "generated"]
    made += ["--config", "generator.yaml", "--fail-on-warning"]
    said = run("generated", *made, place=place, PATH=with_path(programs))
    if "Warning" in said:
        raise Failed(f"openapi-python-client warns\n{said}")
    (place / "chkobba_client").symlink_to(place / "generated" / "chkobba_client")
    strict = ["--strict", "--follow-imports", "silent", "--cache-dir", CACHE / "mypy"]
    run("types checked", programs / "mypy", *strict, "play.py", place=place)
    yield from played("play.py", [programs / "python", "play.py"], servers, place)


def without_oauth(schema: Path) -> None:
    """Remove the flow of OAuth from a schema: the client for Go would need a library for it (docs/clients.md)."""
    document = yaml.load(schema.read_bytes(), yaml.CSafeLoader)
    del document["components"]["securitySchemes"]["oauth"]
    schema.write_text(yaml.dump(document, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True))


def openapi_generator(place: Path, kind: str, output: str, properties: str, *more: str) -> None:
    """Generate sources by openapi-generator, without tests and pages of documentation."""
    programs = python_tools("generator") / "bin"
    wanted = "apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false"
    without_oauth(place / "schema.yaml")
    made = ["generate", "-i", "schema.yaml", "-g", kind, "-o", output, f"--additional-properties={properties}"]
    made += ["--global-property", wanted, *more]
    run("generated", programs / "openapi-generator-cli", *made, place=place, PATH=with_path(programs))


def go(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-generator's client for Go; compile it and play with it."""
    place = workshop("go", folder)
    options = "packageName=chkobba,withGoMod=false,useOneOfDiscriminatorLookup=true,enumClassPrefix=true,"
    options += "disallowAdditionalPropertiesIfNotPresent=false"  # else an unknown field is an error
    openapi_generator(place, "go", "chkobba", options)
    programs = python_tools("go") / "bin"
    alone = {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOTOOLCHAIN": "local", "PATH": with_path(programs)}
    run("compiled", programs / "go", "build", "-o", "play", ".", place=place, **alone)
    yield from played("main.go", [place / "play"], servers, place)


def java(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-generator's client for Java, that of the JDK's own HTTP client; compile it and play with it."""
    compiler, machine = shutil.which("javac"), shutil.which("java")
    if compiler is None or machine is None:
        raise LeftOut("no JDK (17 or newer) is installed")
    annotations = debian_packages("libjakarta-annotation-api-java") / "usr/share/java/jakarta-annotation-api.jar"
    jackson = next(python_tools("generator").glob("lib/*/site-packages/openapi_generator_cli/*.jar"))  # has the jar
    place = workshop("java", folder)
    options = (
        "library=native,invokerPackage=chkobba,apiPackage=chkobba.api,modelPackage=chkobba.model,useJakartaEe=true,"
        "openApiNullable=false,useOneOfDiscriminatorLookup=true,useSingleRequestParameter=static"
    )
    openapi_generator(place, "java", "generated", options, "--parameter-name-mappings", "wait=waitSeconds")
    sources = [path.relative_to(place) for path in (place / "generated/src/main").rglob("*.java")]
    jars = f"{jackson}:{annotations}"
    run("compiled", compiler, "-proc:none", "-nowarn", "-cp", jars, "-d", "out", *sources, "Play.java", place=place)
    yield from played("Play.java", [machine, "-cp", f"out:{jars}", "Play"], servers, place)


def swift(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-generator's client for Swift 6; compile it in a Debian root that has Swift, and play with it."""
    root = debian_root("trixie", "swiftlang", "libc6-dev", "libstdc++-14-dev")
    place = workshop("swift", folder)
    options = "projectName=Chkobba,oneOfUnknownDefaultCase=true"
    openapi_generator(place, "swift6", "Chkobba", options)
    run("compiled", *in_root(root, place, "swift", "build", "--disable-sandbox"), place=place)
    yield from played("main.swift", in_root(root, place, ".build/debug/Play"), servers, place)


def kotlin(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-generator's client for Kotlin, and check its source."""
    place = folder / "kotlin"
    place.mkdir()
    shutil.copy(SCHEMA, place)
    options = "library=jvm-retrofit2,serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true"
    openapi_generator(place, "kotlin", "generated", f"{options},packageName=chkobba")
    yield "NOT COMPILED: " + check_kotlin(SCHEMA, place / "generated/src/main/kotlin/chkobba/models")


def dart(folder: Path, servers: Servers) -> Iterable[str]:
    """Generate openapi-generator's client for Dart, and check its source."""
    place = folder / "dart"
    place.mkdir()
    shutil.copy(SCHEMA, place)
    openapi_generator(place, "dart-dio", "generated", "pubName=chkobba")
    yield "NOT COMPILED: " + check_dart(SCHEMA, place / "generated/lib/src/model")


SURVIVE_UNIONS: Final = {"typescript", "go", "swift"}
"""The clients that accept a union with an unknown variant; the others refuse the answer that holds it."""
EACH_TIME: Final = {"typescript": typescript, "python": python}
"""The clients of each run of CI."""
CLIENTS: Final = {**EACH_TIME, "go": go, "java": java, "swift": swift, "kotlin": kotlin, "dart": dart}
"""The clients to run before a release, and when the schema changes."""
