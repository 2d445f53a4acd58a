"""The lint of tests finds loops, sleeps, durations and private names that break its rules, and accepts other code."""

from __future__ import annotations

from scripts import lint_tests
from scripts.lint_tests import (
    BROWSER_SLEEP,
    DURATION,
    ENDLESS_LOOP,
    LONG_SLEEP,
    PRIVATE,
    SENTINEL,
    TIMED_HELPER,
    UNORDERED,
    WHILE,
)
from tests.helpers.cases import cases

WRONG = {
    "while True:\n    pass": WHILE,
    "while not answers(url):\n    time.sleep(0.1)": WHILE,
    "def play():\n    while moves < 10:\n        moves += 1": WHILE,
    "for number in itertools.count():\n    pass": ENDLESS_LOOP,
    "for number, url in enumerate(cycle(urls)):\n    pass": ENDLESS_LOOP,
    "for move in map(play, itertools.repeat(0)):\n    pass": ENDLESS_LOOP,
    "numbers = count(1)\nfound = next(n for n in numbers if n > 5)": ENDLESS_LOOP,
    "self.urls: Iterator[str] = itertools.cycle(urls)\nfor url in self.urls:\n    pass": ENDLESS_LOOP,
    "for line in iter(heard.readline, b''):\n    pass": SENTINEL,
    "b''.join(iter(heard.readline, b'.'))": SENTINEL,
    "time.sleep(0.3)": LONG_SLEEP,
    "await asyncio.sleep(seconds)": LONG_SLEEP,
    "sleep(0.1 * 30)": LONG_SLEEP,
    "page.wait_for_timeout(1)": BROWSER_SLEEP,
    "from tests.helpers.eventually import eventually, pause": TIMED_HELPER,
    "@pytest.mark.parametrize('way', {'mail', 'push'})\ndef test(way):\n    pass": UNORDERED,
    "each = pytest.mark.parametrize('way', WAYS.keys() - {'mail'})": UNORDERED,
    "each = pytest.mark.parametrize('way', [*(set(WAYS) - {'mail'}), 'push'])": UNORDERED,
    "each = pytest.mark.parametrize('way', [f'{way}!' for way in set(WAYS)])": UNORDERED,
    "from games.shuffle import _below, draw_seed": PRIVATE,
    "from games._engine import play": PRIVATE,
    "assert shuffle._below(3, words) == 2": PRIVATE,
    "table.hold.watch._thread.submit(close)": PRIVATE,
    "monkeypatch.setattr(dispatch, '_send', send)": PRIVATE,
    "monkeypatch.delattr('games.services.dispatch._send')": PRIVATE,
    "patch.object(Budget, '_take', slowly)": PRIVATE,
    "with patch('games.services.dispatch._send'):\n    pass": PRIVATE,
    "assert time.monotonic() < deadline": DURATION,
    "def test():\n    begin = perf_counter()\n    play()\n    assert 0.3 < perf_counter() - begin": DURATION,
    "def test():\n    begin = time.time()\n    took = round(time.time() - begin)\n    assert took < 3": DURATION,
    "async def test():\n    end = time.monotonic()\n    assert [end - line.begin for line in lines] == [1]": DURATION,
}

RIGHT = (
    "for _ in attempts(100, 'wake the match'):\n    break",
    "for number, move in zip(itertools.count(), moves):\n    pass",
    "self.numbers = itertools.count()\nnumber = next(self.numbers)",
    "for move in match.moves.count():\n    pass",
    "for _ in itertools.repeat(None, 3):\n    pass",
    "for seat in iter(seats):\n    pass",
    "each = pytest.mark.parametrize('ways', [{'mail'}, {'push'}])",
    "each = pytest.mark.parametrize('way', sorted(WAYS.keys() - {'mail'}))",
    "time.sleep(0.2)",
    "await asyncio.sleep(0)",
    "from tests.helpers.eventually import LONG, attempts, until",
    "assert due == time.gmtime(0)",
    "from __future__ import annotations",
    "self._asked.append(super()._ask(cls._limit))",
    "assert Match._meta.db_table == row._replace(version=1).table",
    "monkeypatch.setattr(shuffle, 'below', lambda limit, words: 0)",
    "def test():\n    begin = time.monotonic()\n    assert play() == 3",
    "def test():\n    deadline = now - timedelta(days=1)\n    assert deadline < now",
)


@cases("source", WRONG)
def test_a_broken_rule_is_found(source: str) -> None:
    """A snippet that breaks a rule gives the message of that rule."""
    assert [finding.message for finding in lint_tests.findings(source, "tests/test_x.py")] == [WRONG[source]]


@cases("source", RIGHT)
def test_bounded_code_passes(source: str) -> None:
    """A snippet that ends by itself gives no finding."""
    assert lint_tests.findings(source, "tests/test_x.py") == []


def test_a_finding_names_its_line() -> None:
    """A finding has the line of the broken rule."""
    found = lint_tests.findings("import time\n\n\ntime.sleep(1)\n", "tests/test_x.py")
    assert found == [lint_tests.Finding(4, LONG_SLEEP)]


@cases(
    ("path", "messages"),
    [
        ("tests/proofs/torture/x.py", [DURATION]),
        ("tests/benchmarks/x.py", []),
        ("tests/helpers/eventually.py", []),
        ("tests/proofs_of_x.py", [TIMED_HELPER, DURATION]),
    ],
)
def test_proofs_may_wait_and_benchmarks_may_measure(path: str, messages: list[str]) -> None:
    """Only proofs and benchmarks may wait for a given time, and only benchmarks may assert a duration."""
    source = "from tests.helpers.eventually import pause\nassert time.monotonic() < 3"
    assert [finding.message for finding in lint_tests.findings(source, path)] == messages
