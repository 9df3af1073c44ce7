"""What the user wants of a release: loaded, checked as a whole, saved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoarfrost.errors import PolicyError, raise_all
from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, flaws, options_of
from hoarfrost.options.findings import quoted
from hoarfrost.policy import shelves
from hoarfrost.policy.consistency import contradictions
from hoarfrost.policy.doubts import doubts
from hoarfrost.policy.draft import OWN_KEYS, names_of_role
from hoarfrost.policy.ordering import in_file_order
from hoarfrost.policy.parsing import parsed, text_of
from hoarfrost.policy.plain_values import plain, table_of
from hoarfrost.policy.reading import draft_of
from hoarfrost.policy.sections import (
    AlgorithmPolicy,
    AttributePolicy,
    DataOptions,
    ReleaseOptions,
    Suppression,
)
from hoarfrost.policy.settings import with_settings
from hoarfrost.policy.tables import file_tables, moved, report_tables
from hoarfrost.policy.writing import saved, toml_of

if TYPE_CHECKING:
    from hoarfrost.requirements.base import Requirement


@dataclass(frozen=True, init=False)
class Policy:
    """Roles, hierarchies, requirements and the rest; every instance is valid.

    >>> policy = Policy(
    ...     attributes={"age": {"role": "quasi"}, "zip": {"role": "quasi", "max_level": 3}},
    ...     requirements=[{"type": "k-anonymity", "k": 5}],
    ... )
    >>> policy.quasi
    ('age', 'zip')
    """

    title: str
    data: DataOptions
    attributes: Mapping[str, AttributePolicy]
    requirements: tuple[Requirement, ...]
    """What is asked of a release: as written, and what the algorithm's parameters add to it."""
    suppression: Suppression | None
    algorithm: AlgorithmPolicy
    release: ReleaseOptions
    given: tuple[Requirement, ...] = field(compare=False)
    """The requirements as they are written."""
    folder: Path | None = field(compare=False)
    """Where relative paths start; None: the current folder."""
    source: str = field(compare=False)
    """What messages call this policy."""

    def __init__(  # noqa: PLR0913 - one for each table of the file
        self,
        *,
        attributes: Mapping[str, AttributePolicy | Mapping[str, Any]],
        requirements: Sequence[Requirement | Mapping[str, Any]] = (),
        title: str = "",
        data: DataOptions | Mapping[str, Any] | None = None,
        suppression: Suppression | Mapping[str, Any] | None = None,
        algorithm: AlgorithmPolicy | Mapping[str, Any] | None = None,
        release: ReleaseOptions | Mapping[str, Any] | None = None,
        folder: str | Path | None = None,
        source: str = "policy",
    ) -> None:
        given = {
            "title": title,
            "data": data,
            "attributes": attributes,
            "requirements": list(requirements),
            "suppression": suppression,
            "algorithm": algorithm,
            "release": release,
        }
        self._fill(given, folder, source)

    @classmethod
    def load(cls, path: str | Path) -> Policy:
        """The policy of a file."""
        return cls.loads(text_of(path), Path(path).parent, source=str(path))

    @classmethod
    def loads(
        cls, text: str, folder: str | Path | None = None, *, source: str = "policy"
    ) -> Policy:
        """The policy of a TOML text."""
        policy = object.__new__(cls)
        policy._fill(parsed(text, source), folder, source)
        return policy

    def save(self, path: str | Path) -> None:
        """Write it to a file; relative paths keep leading to where they led."""
        saved(moved(self, Path(path).parent).to_toml(), Path(path))

    def to_toml(self) -> str:
        """The text of a policy file, without what is at its default."""
        return toml_of(file_tables(self))

    def to_dict(self) -> dict[str, Any]:
        """All that is asked, defaults filled in, ready for JSON."""
        return report_tables(self)

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """The JSON schema of policy files, with everything that is registered."""
        from hoarfrost.policy.schema import policy_schema

        return policy_schema()

    @property
    def quasi(self) -> tuple[str, ...]:
        """The attributes that are generalised, in policy order."""
        return self._of_role("quasi")

    @property
    def sensitive(self) -> tuple[str, ...]:
        """The attributes that nobody should learn of a person."""
        return self._of_role("sensitive")

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The attributes that are not released."""
        return self._of_role("identifier")

    @property
    def target(self) -> str | None:
        """The attribute that the release should still predict."""
        return self.algorithm.target or next(iter(self._of_role("target")), None)

    def attribute(self, name: str) -> AttributePolicy:
        """What the policy says of a column; one that it does not mention is plain."""
        return self.attributes.get(name, AttributePolicy())

    def shield(self, requirement: Requirement) -> tuple[str, ...]:
        """The attributes that a requirement looks at, in policy order."""
        on = self.quasi if requirement.on is None else requirement.on
        return tuple(name for name in self.quasi if name in on)

    def sensitive_of(self, requirement: Requirement) -> str | None:
        """The sensitive attribute that a requirement looks at, if it looks at any."""
        if not requirement.reads_sensitive:
            return None
        return requirement.sensitive or self.sensitive[0]

    def locate(self, path: str) -> Path:
        """A path of the policy, from where its relative paths start."""
        return (self.folder or Path()) / path

    def files(self) -> tuple[Path, ...]:
        """The files that it reads: hierarchies and population tables."""
        named = [one.hierarchy for one in self.attributes.values()]
        named += [getattr(requirement, "population", None) for requirement in self.requirements]
        return tuple(self.locate(path) for path in named if isinstance(path, str))

    def warnings(self) -> tuple[str, ...]:
        """What is allowed but hardly meant, a sentence each."""
        return tuple(f"{self.source}, {sentence}" for sentence in doubts(self))

    def changed(self, **parts: Any) -> Policy:
        """The same policy with other parts, checked again."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        own["requirements"] = own.pop("given")
        return Policy(**own | parts)

    def with_algorithm(
        self, name: str, settings: Iterable[str] = (), *, source: str | None = None
    ) -> Policy:
        """The same policy for another algorithm, with its own settings.

        Parameters of the algorithm before that this one does not have are left out. Problems are
        told of `source`; None: of the option that names the algorithm.
        """
        known = {*OWN_KEYS, *options_of(shelves.algorithms().get(name).options)}
        kept = {key: value for key, value in table_of(self.algorithm).items() if key in known}
        told_of = source or f"--algorithm {name}"
        return self._with_table({**kept, "name": name}, settings, told_of)

    def with_objective(self, name: str) -> Policy:
        """The same policy with another figure to be made as good as possible."""
        shelves.figures().get(name)
        return self.changed(algorithm=replace(self.algorithm, objective=name))

    def with_time_limit(self, seconds: float) -> Policy:
        """The same policy with a time after which the best so far is taken."""
        return self.changed(algorithm=replace(self.algorithm, time_limit=seconds))

    def with_settings(self, settings: Iterable[str]) -> Policy:
        """The same policy with keys of [algorithm] set as on the command line: `key=value`."""
        return self._with_table(table_of(self.algorithm), settings, "--set")

    def check_columns(self, names: Collection[str], *, is_release: bool = False) -> None:
        """Raise when the table lacks a column; a release has no identifiers."""
        dropped = self.identifiers if is_release else ()
        wanted = {("attributes", name): name for name in self.attributes if name not in dropped}
        if self.algorithm.target is not None:
            wanted[("algorithm", "target")] = self.algorithm.target
        lacking = [
            Finding(path, f"the table has no column {quoted(name)}", did_you_mean(name, names))
            for path, name in wanted.items()
            if name not in names
        ]
        raise_all(flaws(self.source, lacking), PolicyError)

    def _with_table(self, table: dict[str, Any], settings: Iterable[str], source: str) -> Policy:
        """The same policy with another [algorithm]; problems are told of `source`."""
        changed = self.changed(algorithm=with_settings(table, settings), source=source)
        return changed.changed(source=self.source)

    def _of_role(self, role: str) -> tuple[str, ...]:
        return tuple(names_of_role(self.attributes.items(), role))

    def _fill(self, given: Mapping[str, Any], folder: str | Path | None, source: str) -> None:
        """Check everything, then set the fields of a frozen object."""
        findings: list[Finding] = []
        draft = draft_of(plain(given, (), findings), findings)
        findings += contradictions(draft)
        raise_all(flaws(source, in_file_order(findings, given)), PolicyError)
        requirements = tuple(asked.made for asked in draft.asked)
        parts = {
            "title": draft.title,
            "data": draft.data,
            "attributes": draft.attributes,
            "requirements": requirements,
            "given": requirements[: len(requirements) - draft.added],
            "suppression": draft.suppression,
            "algorithm": draft.algorithm,
            "release": draft.release,
            "folder": None if folder is None else Path(folder),
            "source": source,
        }
        for name, part in parts.items():
            object.__setattr__(self, name, part)
