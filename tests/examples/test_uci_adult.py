"""The example of docs/uci-adult.md, on a few records in the format of the real files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from hoarfrost import Policy
from hoarfrost.release import anonymize
from tests.house.places import DOCS

PAGE = (DOCS / "uci-adult.md").read_text()
POLICY, SKIPPING, MERGING = map(
    tomllib.loads, re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
)
RECORD = (
    "{age}, Private, {weight}, {education}, 13, Never-married, {occupation},"
    " Not-in-family, White, {sex}, 0, 0, 40, {country}, {label}"
)
OCCUPATIONS = ("Sales", "Adm-clerical", "Tech-support", "?", "Craft-repair")


def records(label_end: str = "") -> list[str]:
    return [
        RECORD.format(
            age=25 + number % 3,
            weight=77516 + number,
            education=("Bachelors", "Masters")[number % 2],
            occupation=OCCUPATIONS[number % 5],
            sex=("Male", "Female")[number % 2],
            country=("United-States", "?")[number % 20 == 0],
            label=("<=50K", ">50K")[number % 4 == 0] + label_end,
        )
        for number in range(60)
    ]


def released(folder: Path, lines: list[str], policy: dict[str, Any]) -> list[str]:
    original, out = folder / "adult.data", folder / "release.csv"
    original.write_text("\n".join([*lines, "", ""]))
    with anonymize(str(original), Policy(**policy), out=out):
        return out.read_text().splitlines()


def test_the_training_part_is_read_by_policy_alone(tmp_path: Path) -> None:
    header, *rows = released(tmp_path, records(), POLICY)
    assert header == (
        "age,workclass,education,marital-status,occupation,relationship,race,sex,"
        "capital-gain,capital-loss,hours-per-week,native-country,salary-class"
    )
    assert len(rows) >= 59
    assert not any(", " in re.sub(r'"\{.*?\}"', "", row) for row in rows)


def test_the_test_part_needs_one_line_more(tmp_path: Path) -> None:
    policy = POLICY | {"data": POLICY["data"] | SKIPPING["data"]}
    lines = ["|1x3 Cross validator", *records(label_end=".")]
    _, *rows = released(tmp_path, lines, policy)
    assert {row.rpartition(",")[2] for row in rows} == {"<=50K.", ">50K."}


def test_labels_of_both_parts_can_be_made_the_same(tmp_path: Path) -> None:
    data = POLICY["data"] | SKIPPING["data"]
    attributes = POLICY["attributes"] | MERGING["attributes"]
    lines = ["|1x3 Cross validator", *records(label_end=".")]
    _, *rows = released(tmp_path, lines, POLICY | {"data": data, "attributes": attributes})
    assert {row.rpartition(",")[2] for row in rows} <= {"low", "high"}
