"""Random cases as files: a table, its hierarchies, its population, and a policy."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path

from hoarfrost.policy import Policy

IDENTIFIER, REMARK = "name", "remark"


@dataclass
class Saved:
    """A case in a folder."""

    case: object
    data: Path
    policy: Policy
    remarks: list[str]

    @property
    def quasi(self):
        return self.policy.quasi

    def released(self, records):
        """The released columns, and a row for every record that has labels."""
        columns = [REMARK, *self.quasi, *self.case.sensitive]
        values = zip(self.remarks, *self.case.sensitive.values(), strict=True)
        rows = [
            (remark, *labels, *others)
            for labels, (remark, *others) in zip(records, values, strict=True)
            if labels is not None
        ]
        return columns, rows


def save(case, remarks, folder, **parts):
    """Write a case with an identifier and a plain column; `parts` replace parts of its policy."""
    folder.mkdir(parents=True, exist_ok=True)
    quasi = [f"attribute {place}" for place in range(len(case.hierarchies))]
    for name, paths in zip(quasi, case.hierarchies, strict=True):
        write(folder / f"{name}.csv", paths)
    write(folder / "sensitive.csv", case.paths.values())
    write(folder / "register.csv", [quasi, *case.population])
    saved = Saved(case, folder / "table.csv", policy_of(case, quasi, folder, **parts), remarks)
    columns, rows = saved.released(case.records)
    people = [(f"person {number}", *row) for number, row in enumerate(rows)]
    write(saved.data, [(IDENTIFIER, *columns), *people])
    return saved


def policy_of(case, quasi, folder, **parts):
    """The policy of a case whose files are in a folder."""
    attributes = {
        name: {
            "role": "quasi",
            "hierarchy": f"{name}.csv",
            "min_level": case.lowest[place],
            "max_level": case.highest[place],
            "weight": case.weights[place],
            "priority": case.priorities[place],
        }
        for place, name in enumerate(quasi)
    }
    sensitive = {
        name: {"role": "sensitive", "hierarchy": "sensitive.csv"} for name in case.sensitive
    }
    asked = [
        replace(
            requirement,
            on=tuple(quasi[place] for place in shield),
            **({"sensitive": own} if own else {}),
        )
        for requirement, shield, own in case.demands
    ]
    given = {
        "attributes": attributes | sensitive | {IDENTIFIER: {"role": "identifier"}},
        "requirements": asked,
        "suppression": {"records": case.limit},
        "algorithm": {"name": "optimal", "objective": case.objective},
        "folder": folder,
    }
    return Policy(**given | parts)


def write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def read(path):
    """The header and the rows of a file, as Python's own reader sees them."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, [tuple(row) for row in rows]


def bytewise(rows):
    """Rows in the order of their cells' bytes."""
    return sorted(rows, key=lambda row: [cell.encode() for cell in row])
