"""From a policy and an opened table to the problem that an algorithm receives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hoarfrost.errors import Flaw, HierarchyGap, HoarfrostError, PolicyError, raise_all
from hoarfrost.frequency import FrequencySet, Histogram
from hoarfrost.grouping import group_columns, merge_histogram, sum_by
from hoarfrost.hierarchy.build import build_hierarchy
from hoarfrost.hierarchy.checking import check_levels
from hoarfrost.hierarchy.ordering import ordered_values
from hoarfrost.judgement import Demand
from hoarfrost.problem import Attribute, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from hoarfrost.engines.protocol import Combinations, Table
    from hoarfrost.hierarchy.tree import Hierarchy
    from hoarfrost.policy import Policy
    from hoarfrost.policy.sections import AttributePolicy
    from hoarfrost.requirements.base import Requirement

Opener = Callable[[str], "Table"]
"""Opens a population table, named as in the policy."""


@dataclass(frozen=True, eq=False)
class Counted:
    """What an engine has counted of a table: the distinct combinations of quasi values."""

    names: tuple[str, ...]
    dictionaries: Mapping[str, tuple[str, ...]]
    codes: NDArray[np.int32]
    """One row for each quasi attribute, one column for each combination."""
    counts: NDArray[np.int64]
    histograms: Mapping[str, Histogram]
    """Of each sensitive attribute and the target, over the combinations."""
    can_hold_nulls: bool
    """Nulls may be among the values, as the missing label."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A problem, and how it leads back to the table's own combinations."""

    counted: Counted
    problem: Problem
    tuple_of: NDArray[np.int32]
    """For each combination of the table: the combination of the problem's frequency set."""


def count(table: Table, policy: Policy) -> Counted:
    """Let the engine count a table, by its quasi, sensitive and target columns."""
    quasi = policy.quasi
    others = list(dict.fromkeys([*policy.sensitive, *_asked(policy), *_target(policy)]))
    columns = [*quasi, *(name for name in others if name not in quasi)]
    dictionaries = table.dictionaries(columns)
    combinations = table.combinations(columns, dictionaries)
    width = len(quasi)
    radices = [len(dictionaries[name]) for name in quasi]
    codes = np.ascontiguousarray(combinations.codes[:width])
    tuple_of, firsts = group_columns(codes, radices)
    return Counted(
        names=quasi,
        dictionaries=dictionaries,
        codes=np.ascontiguousarray(codes[:, firsts]),
        counts=sum_by(tuple_of, combinations.counts, len(firsts)),
        histograms={
            name: _histogram(name, combinations, dictionaries[name], tuple_of, len(firsts))
            for name in others
        },
        can_hold_nulls=table.can_hold_nulls,
    )


def count_population(table: Table, columns: Sequence[str]) -> Counted:
    """Let an engine count a population table."""
    lacking = [name for name in columns if name not in table.names]
    if lacking:
        raise PolicyError(
            f'the population table has no column "{lacking[0]}"',
            hint="its columns are named as the quasi attributes that the requirement looks at",
        )
    dictionaries = table.dictionaries(columns)
    combinations = table.combinations(columns, dictionaries)
    codes, counts = combinations.codes, combinations.counts
    return Counted(tuple(columns), dictionaries, codes, counts, {}, table.can_hold_nulls)


def prepare(
    policy: Policy, counted: Counted, open_population: Opener, **settings: object
) -> Prepared:
    """The problem that a policy makes of a counted table; `settings` are fields of `Problem`."""
    populations = count_populations(policy, open_population)
    hierarchies = build_hierarchies(policy, counted, populations)
    attributes = tuple(_attribute(policy, name, hierarchies[name]) for name in policy.quasi)
    codes = _coded(attributes, counted.dictionaries, counted.codes)
    frequency, tuple_of = _frequency_set(attributes, counted, codes)
    histograms = {
        name: in_order(policy, name, histogram, hierarchies.get(name))
        for name, histogram in frequency.histograms.items()
    }
    frequency = replace(frequency, histograms=histograms)
    demands = tuple(
        _demand(policy, requirement, attributes, hierarchies, populations)
        for requirement in policy.requirements
    )
    record_count = frequency.record_count
    suppression = policy.suppression
    problem = Problem(
        attributes=attributes,
        frequency=frequency,
        demands=demands,
        suppression_limit=suppression.allowed(record_count) if suppression else 0,
        has_own_limit=suppression is not None,
        target=policy.target,
        labels=policy.release.labels,
        **settings,  # type: ignore[arg-type]
    )
    _check_populations(problem)
    return Prepared(counted, problem, tuple_of)


def build_hierarchies(
    policy: Policy, counted: Counted, populations: Mapping[str, Counted]
) -> dict[str, Hierarchy]:
    """The hierarchy of every quasi attribute, and of sensitive ones that have one."""
    sensitive = [name for name in counted.histograms if policy.attribute(name).hierarchy]
    built: dict[str, Hierarchy] = {}
    flaws: list[Flaw] = []
    kind: type[HoarfrostError] = HoarfrostError
    for name in (*policy.quasi, *sensitive):
        try:
            built[name] = _hierarchy(policy, name, counted, populations)
        except HoarfrostError as error:
            flaws.extend(error.flaws)
            kind = type(error)
    raise_all(flaws, kind)
    return built


def _hierarchy(
    policy: Policy, name: str, counted: Counted, populations: Mapping[str, Counted]
) -> Hierarchy:
    attribute = policy.attribute(name)
    label = policy.data.dialect().missing_label
    sources = [counted, *(one for one in populations.values() if name in one.names)]
    values = {value for source in sources for value in source.dictionaries[name]}
    may_be_missing = bool(policy.data.missing) or any(one.can_hold_nulls for one in sources)
    try:
        hierarchy = build_hierarchy(
            attribute.hierarchy,
            name=name,
            values=sorted(values),
            counts=_value_counts(name, counted),
            type=attribute.type,
            missing=policy.data.missing,
            has_missing=may_be_missing and label in values,
            order=attribute.order,
            folder=policy.folder or Path(),
            is_sensitive=name not in counted.names,
        )
    except HierarchyGap as gap:
        raise _naming_population(gap, counted.dictionaries[name], populations) from None
    flaws = check_levels(name, attribute.min_level, attribute.max_level, hierarchy.height)
    raise_all(flaws, PolicyError)
    return hierarchy


def _naming_population(
    gap: HierarchyGap, own: Sequence[str], populations: Mapping[str, Counted]
) -> HierarchyGap:
    """The same error, with the place of values that only a population table has."""
    if not gap.absent.isdisjoint(own):
        return gap
    (flaw,) = gap.flaws
    tables = " or ".join(populations)
    return HierarchyGap(f"{flaw.message}, found in the population {tables}", hint=flaw.hint)


def _value_counts(name: str, counted: Counted) -> dict[str, int]:
    if name in counted.histograms:
        histogram = counted.histograms[name]
        return dict(zip(histogram.values, histogram.totals.tolist(), strict=True))
    row = counted.codes[counted.names.index(name)]
    totals = sum_by(np.ascontiguousarray(row), counted.counts, len(counted.dictionaries[name]))
    return dict(zip(counted.dictionaries[name], totals.tolist(), strict=True))


def _attribute(policy: Policy, name: str, hierarchy: Hierarchy) -> Attribute:
    asked = policy.attribute(name)
    order = None
    if asked.order is not None or asked.type != "text":
        texts = hierarchy.leaves
        ordered = ordered_values(texts, asked.type, asked.order, hierarchy, name=name)
        place = {value: rank for rank, value in enumerate(ordered)}
        order = np.array([place[value] for value in texts], dtype=np.int64)
    return Attribute(
        name=name,
        hierarchy=hierarchy.above(asked.min_level),
        first_level=asked.min_level,
        max_level=None if asked.max_level is None else asked.max_level - asked.min_level,
        weight=asked.weight,
        priority=asked.priority,
        identifying=asked.identifying,
        order=order if asked.min_level == 0 else None,
        value_type=asked.type,
        has_thresholds=_has_thresholds(asked),
    )


def _has_thresholds(asked: AttributePolicy) -> bool:
    """Is anything that lies between two values known to be between them?"""
    is_scale = asked.type != "text" and asked.order is None
    return is_scale and asked.hierarchy is None and asked.min_level == 0


def _coded(
    attributes: Sequence[Attribute],
    dictionaries: Mapping[str, tuple[str, ...]],
    codes: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Codes of dictionaries as codes of the leaves that the problem's hierarchies begin with."""
    coded = np.empty_like(codes)
    for row, attribute in enumerate(attributes):
        whole = attribute.hierarchy.whole or attribute.hierarchy
        leaf_of = whole.code_of
        nodes = whole.nodes[attribute.first_level]
        table = [nodes[leaf_of[value]] for value in dictionaries[attribute.name]]
        coded[row] = np.array(table, dtype=np.int32)[codes[row]]
    return coded


def _frequency_set(
    attributes: Sequence[Attribute], counted: Counted, codes: NDArray[np.int32]
) -> tuple[FrequencySet, NDArray[np.int32]]:
    names = tuple(attribute.name for attribute in attributes)
    if not any(attribute.first_level for attribute in attributes):
        same = np.arange(codes.shape[1], dtype=np.int32)
        return FrequencySet(names, codes, counted.counts, counted.histograms), same
    radices = [len(attribute.hierarchy.leaves) for attribute in attributes]
    tuple_of, firsts = group_columns(codes, radices)
    frequency = FrequencySet(
        names,
        np.ascontiguousarray(codes[:, firsts]),
        sum_by(tuple_of, counted.counts, len(firsts)),
        {
            name: merge_histogram(histogram, tuple_of, len(firsts))
            for name, histogram in counted.histograms.items()
        },
    )
    return frequency, tuple_of


def _histogram(
    name: str,
    combinations: Combinations,
    values: tuple[str, ...],
    tuple_of: NDArray[np.int32],
    tuple_count: int,
) -> Histogram:
    """One attribute's values in each combination of quasi values."""
    codes = np.ascontiguousarray(combinations.codes[combinations.names.index(name)])
    starts = np.arange(len(codes) + 1, dtype=np.int64)
    single = Histogram(values, starts, codes, combinations.counts)
    return merge_histogram(single, tuple_of, tuple_count)


def in_order(
    policy: Policy,
    name: str,
    histogram: Histogram,
    hierarchy: Hierarchy | None,
    others: Sequence[str] = (),
) -> Histogram:
    """The same histogram with its values, and any others, in the attribute's order."""
    asked = policy.attribute(name)
    ordered = ordered_values(
        tuple(dict.fromkeys((*histogram.values, *others))),
        asked.type,
        asked.order,
        hierarchy,
        name=name,
        missing=policy.data.dialect().missing_label,
    )
    place = {value: rank for rank, value in enumerate(ordered)}
    to_order = np.array([place[value] for value in histogram.values], dtype=np.int32)
    renamed = replace(histogram, values=ordered, codes=to_order[histogram.codes])
    groups = np.arange(histogram.group_count, dtype=np.int32)
    return merge_histogram(renamed, groups, histogram.group_count)


def sensitive_hierarchy(policy: Policy, name: str, counted: Counted) -> Hierarchy:
    """The hierarchy of a sensitive attribute."""
    return _hierarchy(policy, name, counted, {})


def _asked(policy: Policy) -> list[str]:
    """The sensitive attributes that requirements look at."""
    named = map(policy.sensitive_of, policy.requirements)
    return [name for name in named if name is not None]


def _target(policy: Policy) -> list[str]:
    return [] if policy.target is None else [policy.target]


def count_populations(policy: Policy, open_population: Opener) -> dict[str, Counted]:
    """Every population table that a requirement names, counted over the shields that need it."""
    shields: dict[str, dict[str, None]] = {}
    for requirement in policy.requirements:
        if requirement.reads_population:
            columns = shields.setdefault(_path(requirement), {})
            columns |= dict.fromkeys(policy.shield(requirement))
    return {
        path: count_population(open_population(path), list(columns))
        for path, columns in shields.items()
    }


def _path(requirement: Requirement) -> str:
    path: str = requirement.population  # type: ignore[attr-defined]
    return path


def _demand(
    policy: Policy,
    requirement: Requirement,
    attributes: Sequence[Attribute],
    hierarchies: Mapping[str, Hierarchy],
    populations: Mapping[str, Counted],
) -> Demand:
    """A requirement bound to the table's attributes."""
    shield = policy.shield(requirement)
    own = [attribute for attribute in attributes if attribute.name in shield]
    sensitive = policy.sensitive_of(requirement)
    population = None
    if requirement.reads_population:
        population = _population_over(own, populations[_path(requirement)])
    return Demand(
        requirement,
        tuple(position for position, one in enumerate(attributes) if one.name in shield),
        sensitive,
        None if sensitive is None else hierarchies.get(sensitive),
        population,
    )


def _check_populations(problem: Problem) -> None:
    """Refuse a population that the table is no part of, whatever a search will look at.

    What holds for the finest combinations holds for all coarser ones, as both sides are sums.
    """
    demands = [demand for demand in problem.demands if demand.requirement.reads_population]
    if not demands:
        return
    finest = problem.grouping([0] * len(problem.attributes))
    everything = np.ones(finest.class_count, dtype=np.bool_)
    for demand in demands:
        demand.requirement.judge(demand.classes(finest, everything)[0])


def _population_over(attributes: Sequence[Attribute], population: Counted) -> FrequencySet:
    rows = [population.names.index(attribute.name) for attribute in attributes]
    codes = _coded(attributes, population.dictionaries, population.codes[rows])
    names = tuple(attribute.name for attribute in attributes)
    return FrequencySet(names, codes, population.counts, {})
