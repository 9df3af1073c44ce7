from __future__ import annotations

import json

import pytest

from hoarfrost.errors import UsageError
from hoarfrost.report import build_report, check_report_path, write_report


@pytest.mark.parametrize(("edition", "mode"), [("internal", 0o600), ("public", 0o644)])
@pytest.mark.parametrize("name", ["report.json", "report.html", "REPORT.JSON"])
def test_a_report_is_written_whole_and_the_internal_one_for_its_owner_only(
    facts, tmp_path, edition, mode, name
):
    write_report(build_report(facts, edition), tmp_path / name)
    assert [own.name for own in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).stat().st_mode & 0o777 == mode


def test_the_json_file_holds_the_report_and_replaces_an_older_one(facts, tmp_path):
    place = tmp_path / "report.json"
    place.write_text("older")
    report = build_report(facts)
    write_report(report, place)
    assert json.loads(place.read_text(encoding="utf-8")) == report


def test_a_lone_surrogate_is_written_as_its_escape(facts, tmp_path):
    report = {**build_report(facts), "title": "odd \udc80"}
    write_report(report, tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_bytes())["title"] == "odd \udc80"
    write_report(report, tmp_path / "report.html")
    assert b"odd \\udc80" in (tmp_path / "report.html").read_bytes()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("report.txt", "report.txt: the name of a report ends in .json or .html"),
        ("folder.json", "folder.json: a folder, where a report should be written"),
        ("gone/r.json", "gone/r.json: cannot be written: there is no folder gone"),
    ],
)
def test_a_place_where_no_report_can_be_is_refused(tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(UsageError) as caught:
        check_report_path(name)
    assert str(caught.value) == message


def test_a_name_too_long_for_the_disk_is_an_error_in_words(facts, tmp_path):
    place = tmp_path / f"{'x' * 300}.json"
    with pytest.raises(UsageError) as caught:
        write_report(build_report(facts), place)
    assert str(caught.value) == f"{place}: cannot be written: File name too long"
    assert list(tmp_path.iterdir()) == []
