"""The files of a release: named by their content, also where modules import each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from games.texts import LANGUAGES
from games.web.bundles import WORDS
from games.web.storage import BundledModules, Paths
from tests.web.files import FOLDER, MODULES, name_of

BUNDLES = ["web/begin.js", "web/main.js", "web/table.js", "web/rest.js"]
TRIED = [path for path in MODULES if re.fullmatch(r"texts/\w\w\.js", name_of(path))]
"""The first texts of every language, and of the languages on trial."""


def collect(place: Path) -> dict[str, str]:
    """Collect the files of the web client as ``collectstatic`` does; return the hashed name of each."""
    storage = BundledModules(location=str(place), base_url="/static/")
    source = FileSystemStorage(location=str(FOLDER.parent))
    paths: Paths = {}
    for path in sorted(FOLDER.rglob("*.*")):
        name = path.relative_to(FOLDER.parent).as_posix()
        if not storage.exists(name):
            with source.open(name) as file:
                storage.save(name, file)
        paths[name] = (source, name)
    named = {}
    for name, hashed, processed in storage.post_process(paths):
        assert not isinstance(processed, Exception), processed
        if not hashed.endswith(".gz"):
            named[name] = hashed
    return named


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """Return the folder with the files of a release, and the hashed name of each."""
    place = tmp_path_factory.mktemp("static")
    return place, collect(place)


def test_every_file_has_a_name_by_its_content(release: tuple[Path, dict[str, str]]) -> None:
    """Browsers may cache each file for ever: four files of modules, one of styles, the texts, and pictures."""
    place, named = release
    texts = {f"web/{name_of(path)}" for path in MODULES if WORDS.fullmatch(name_of(path))}
    pictures = {"web/style/icon.svg", "web/style/tiles.svg"}
    pictures |= {f"web/icons/{path.name}" for path in (FOLDER / "icons").iterdir()}

    assert named.keys() == {*BUNDLES, "web/style/main.css", *texts, *pictures}
    for name in named.values():
        assert re.fullmatch(r".+\.[0-9a-f]{12}\.(js|css|svg|png)", name)
        assert (place / name).is_file()


@pytest.mark.parametrize("bundle", BUNDLES)
def test_files_name_each_other_by_those_names(release: tuple[Path, dict[str, str]], bundle: str) -> None:
    """A module of one release never runs with one of another."""
    place, named = release
    names = re.findall(r'(?:from |import\()"\./([^"]+)"', (place / named[bundle]).read_text(encoding="utf-8"))

    assert {f"web/{name}" for name in names} <= set(named.values())
    assert len(names) == {"web/begin.js": 2 + 2 * len(TRIED), "web/main.js": 1}.get(bundle, 0)


def test_collecting_again_changes_nothing(release: tuple[Path, dict[str, str]]) -> None:
    """A second run does not bundle the bundled files again."""
    assert collect(release[0]) == release[1]


def test_files_are_compressed(release: tuple[Path, dict[str, str]]) -> None:
    """Each file that is large enough has a gzip twin for clients that accept it."""
    place, named = release

    assert (place / f"{named['web/texts/en.js']}.gz").is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_and_the_table_are_small(release: tuple[Path, dict[str, str]], language: str) -> None:
    """A slow line loads them soon (docs/web.md): less than 185 KB, and compressed less than 54.5 KB."""
    place, named = release
    needed = [place / named[name] for name in (*BUNDLES[:3], "web/style/main.css", f"web/texts/{language}.js")]

    assert 50_000 < sum(path.stat().st_size for path in needed) < 185_000
    assert 20_000 < sum(Path(f"{path}.gz").stat().st_size for path in needed) < 54_500


def test_the_try_out_finds_the_files_where_they_are() -> None:
    """The static files finder finds the source files without ``collectstatic``."""
    assert finders.find("web/main.js") == str(FOLDER / "main.js")
