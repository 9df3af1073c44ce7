import sys

import pytest

from hoarfrost.errors import UsageError

THING = "from {package}.shelf import SHELF\nSHELF.put('{name}', '{name}')\n"


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A shelf whose package has `one-thing` and `other-thing`, each in a file of its name."""
    package = f"things_{tmp_path.name}"
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").touch()
    text = f"from hoarfrost.registry import Shelf\nSHELF = Shelf('thing', '{package}')\n"
    (folder / "shelf.py").write_text(text)
    for name in ("one-thing", "other-thing"):
        module = THING.format(package=package, name=name)
        (folder / f"{name.replace('-', '_')}.py").write_text(module)
    (folder / "many.py").write_text(THING.format(package=package, name="third-thing"))
    monkeypatch.syspath_prepend(tmp_path)
    found = __import__(f"{package}.shelf", fromlist=["SHELF"]).SHELF
    yield found
    for module in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[module]


def imported(shelf):
    return {name.rpartition(".")[2] for name in sys.modules if name.startswith(shelf._package)}


def test_a_thing_in_a_file_of_its_name_is_found_without_importing_the_others(shelf):
    assert shelf.get("one-thing") == "one-thing"
    assert "one-thing" in shelf
    assert not imported(shelf) & {"other_thing", "many"}


def test_a_thing_in_a_file_of_another_name_is_found_too(shelf):
    assert shelf.get("third-thing") == "third-thing"


def test_all_names_are_known_after_one_thing_was_asked_for(shelf):
    shelf.get("one-thing")
    assert shelf.names() == ("one-thing", "other-thing", "third-thing")
    assert dict(shelf) == {name: name for name in shelf.names()}


def test_an_unknown_name_brings_the_nearest_one(shelf):
    with pytest.raises(UsageError) as caught:
        shelf.get("one-thin")
    assert str(caught.value.flaws[0].message) == 'there is no thing "one-thin"'
    assert "one-thing" in caught.value.flaws[0].hint


def test_a_name_is_taken_once(shelf):
    shelf.put("one-thing", thing := object())
    shelf.put("one-thing", thing)
    with pytest.raises(UsageError, match='the thing "one-thing" is registered already'):
        shelf.put("one-thing", object())


def test_what_is_no_text_is_on_no_shelf(shelf):
    assert 1 not in shelf
