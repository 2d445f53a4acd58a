"""The files of a release: named by their content, also where modules name each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from games.web.storage import HashedModules
from tests.web.files import FOLDER, MODULES, imports_of, loaded_later_by, name_of


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Return where the files of a release are, and the name of each."""
    place = tmp_path_factory.mktemp("static")
    storage = HashedModules(location=str(place), base_url="/static/")
    source = FileSystemStorage(location=str(FOLDER.parent))
    paths = {}
    for path in sorted(FOLDER.rglob("*.*")):
        name = path.relative_to(FOLDER.parent).as_posix()
        with source.open(name) as file:
            storage.save(name, file)
        paths[name] = (source, name)
    named = {}
    for name, hashed, processed in storage.post_process(paths):
        assert not isinstance(processed, Exception), processed
        if not hashed.endswith(".gz"):
            named[name] = hashed
    return place, named


def test_every_file_has_a_name_by_its_content(release: tuple[Path, dict[str, str]]) -> None:
    """So that browsers may keep each for ever."""
    place, named = release

    for path in MODULES:
        assert re.fullmatch(r".+\.[0-9a-f]{12}\.js", named[f"web/{name_of(path)}"])
        assert (place / named[f"web/{name_of(path)}"]).is_file()


@pytest.mark.parametrize("module", [name_of(path) for path in MODULES])
def test_modules_name_each_other_by_those_names(release: tuple[Path, dict[str, str]], module: str) -> None:
    """A module of one release never runs with one of another."""
    place, named = release
    text = (place / named[f"web/{module}"]).read_text(encoding="utf-8")

    for other in imports_of(module) | loaded_later_by(module):
        hashed = Path(named[f"web/{other}"]).name
        assert f'/{hashed}"' in text
    assert re.findall(r'(?:from |import\()"\.[^"]*?(?<!\.[0-9a-f]{12})\.js"', text) == []


def test_files_are_compressed(release: tuple[Path, dict[str, str]]) -> None:
    """What is large enough to be worth it has a twin that is sent to whoever takes it."""
    place, named = release

    assert (place / f"{named['web/texts/en.js']}.gz").is_file()


def test_the_try_out_finds_the_files_where_they_are() -> None:
    """Without collecting them anywhere."""
    assert finders.find("web/main.js") == str(FOLDER / "main.js")
