"""Why a policy cannot be met, how far one can get, and what to relax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import TYPE_CHECKING

from hoarfrost.algorithms.achieving import ways_to_meet
from hoarfrost.algorithms.wording import counted
from hoarfrost.errors import Flaw, LimitReached, PolicyNotReachable
from hoarfrost.judgement import Verdict, survivors

if TYPE_CHECKING:
    from hoarfrost.algorithms.achieving import Way
    from hoarfrost.grouping import Grouping
    from hoarfrost.judgement import Demand
    from hoarfrost.problem import Problem
    from hoarfrost.requirements.base import Requirement

OF_THE_TABLE = {"on", "sensitive", "population"}
"""Fields of requirements that say where to look, not how much to ask for."""


def explain_unreachable(problem: Problem, *, suppresses: bool = True) -> PolicyNotReachable:
    """No node meets the policy: tell what the most general one achieves.

    An algorithm that leaves out no record says that it does not: another limit is no way out then.
    """
    is_free = all(one.max_level is None for one in problem.attributes)
    where = f"with every attribute at its highest {'' if is_free else 'allowed '}level"
    return _Explanation(problem, problem.tops, where, is_of_all=True, suppresses=suppresses).error()


def explain_failure(problem: Problem, levels: Sequence[int]) -> PolicyNotReachable:
    """These levels do not meet the policy: tell what they achieve."""
    return _Explanation(problem, levels, "at the levels given", is_of_all=False).error()


def out_of_time() -> LimitReached:
    """Time was up before there was anything to release."""
    return LimitReached(
        "the search ended (time) before it found a release that meets the policy",
        hint="raise --time-limit",
    )


@dataclass
class _Explanation:
    problem: Problem
    levels: Sequence[int]
    place: str
    is_of_all: bool
    """No node meets the policy, and `levels` are the most general ones."""
    suppresses: bool = True
    """Can the algorithm leave out records?"""

    def error(self) -> PolicyNotReachable:
        """Every requirement that fails by itself, or what fails together, and the way out."""
        grouping = self.problem.grouping(self.levels)
        limit = self.problem.suppression_limit
        failing = [
            demand
            for demand in self.problem.demands
            if not survivors((demand,), grouping, limit).is_accepted
        ]
        messages = [self._alone(demand, grouping) for demand in failing]
        if not messages:
            messages = [self._together(grouping)]
        hint = self._way_out(failing or self.problem.demands)
        return PolicyNotReachable(*map(Flaw, messages[:-1]), Flaw(messages[-1], hint))

    @property
    def _where(self) -> str:
        limit = self.problem.suppression_limit
        return (
            f"{self.place} and up to {counted(limit, 'record')} suppressed" if limit else self.place
        )

    def _alone(self, demand: Demand, grouping: Grouping) -> str:
        """A requirement that fails by itself, and the best that can be had instead."""
        requirement, limit = demand.requirement, self.problem.suppression_limit
        best = _best(ways_to_meet(demand, grouping, limit))
        # Else a finer node may be better: what is left of it can be safe where this one is not.
        is_best = requirement.is_absorbing or (requirement.is_monotone and limit == 0)
        if self.is_of_all and is_best:
            return f"{_words(requirement)} cannot be met: {best}, {self._where}"
        return f"{_words(requirement)} does not hold {self._where}; there {best}"

    def _together(self, grouping: Grouping) -> str:
        """Requirements that hold one by one but not together."""
        problem = self.problem
        verdict = problem.judge(grouping)
        gone, limit = verdict.suppressed_records, problem.suppression_limit
        what = "no recoding meets" if self.is_of_all else "these levels do not meet"
        if gone > limit:
            why = f"{counted(gone, 'record')} would have to be suppressed, and the limit is {limit}"
        else:
            left = [
                one for one in problem.demands if not one.holds_for_table(grouping, verdict.kept)
            ]
            names = ", ".join(_words(demand.requirement) for demand in left)
            why = f"{names} does not hold for what is left of the table"
        return f"{what} all requirements together: {self.place} {why}"

    def _way_out(self, failing: Sequence[Demand]) -> str:
        """What to relax: levels that stand in the way, suppression, else the requirement."""
        ways = [*self._higher_levels(), *self._more_suppression(self.levels)]
        if ways:
            return f"{', or '.join(ways)}"
        higher = self._roots_and_suppression()
        if higher:
            return higher
        it = "the requirement" if len(failing) == 1 else "the requirements"
        if self.is_of_all and all(demand.requirement.is_absorbing for demand in failing):
            return f"no level and no suppression limit can meet that: relax {it}"
        return f"relax {it}"

    def _higher_levels(self) -> Iterator[str]:
        """Attributes whose higher levels would meet the policy: single ones, else all together."""
        for tops, what in self._ladders():
            raised = [place for place, level in enumerate(self.levels) if level < tops[place]]
            names = [self.problem.attributes[place].name for place in raised]
            singles = [
                name
                for place, name in zip(raised, names, strict=True)
                if self._judged([*self.levels[:place], tops[place], *self.levels[place + 1 :]])
            ]
            if singles:
                yield f"raise {what} of {_listed(singles, 'or')}"
                return
            if raised and self._judged(tops):
                yield f"raise {what} of {_listed(names, 'and')}"
                return

    def _ladders(self) -> Iterator[tuple[list[int], str]]:
        """How high the levels could go, and what keeps them from it."""
        if not self.is_of_all:
            yield list(self.problem.tops), "the level"
        yield self._roots, "max_level" if self.is_of_all else "the level and max_level"

    @property
    def _roots(self) -> list[int]:
        return [attribute.hierarchy.height for attribute in self.problem.attributes]

    def _judged(self, levels: Sequence[int]) -> bool:
        return self.problem.judge(self.problem.grouping(levels)).is_accepted

    def _more_suppression(self, levels: Sequence[int]) -> Iterator[str]:
        """The limit with which these levels would do."""
        verdict = self._with_any_limit(levels)
        if verdict.is_accepted and verdict.suppressed_records > self.problem.suppression_limit:
            limit = counted(verdict.suppressed_records, "record")
            own, other = (
                "raise the suppression limit to",
                'use "optimal" with a suppression limit of',
            )
            yield f"{own if self.suppresses else other} {limit}"

    def _roots_and_suppression(self) -> str | None:
        """Both at once, where neither is enough."""
        blocked = [one.name for one in self.problem.attributes if one.top < one.hierarchy.height]
        suppression = list(self._more_suppression(self._roots))
        if not blocked or not suppression:
            return None
        return f"raise max_level of {_listed(blocked, 'and')}, and {suppression[0]}"

    def _with_any_limit(self, levels: Sequence[int]) -> Verdict:
        problem = self.problem
        everything = problem.frequency.record_count
        return survivors(problem.demands, problem.grouping(levels), everything)


def _words(requirement: Requirement) -> str:
    """The requirement as the policy names it: k-anonymity (k = 5)."""
    own = [field.name for field in fields(requirement) if field.name not in OF_THE_TABLE]
    parameters = f" ({_parameters(vars(requirement), own)})" if own else ""
    shield = f" on {', '.join(requirement.on)}" if requirement.on else ""
    return f"{requirement.name}{parameters}{shield}"


def _best(ways: Sequence[Way]) -> str:
    """What would do instead."""
    if not ways:
        return "no value of its parameters would do"
    if len(ways[0]) == 1:
        singles = [f"{name} is {_plain(value)}" for way in ways for name, value in way.items()]
        return f"the best achievable {', or '.join(singles)}"
    return f"{_parameters(ways[0], ways[0])} would do at best"


def _parameters(values: Mapping[str, object], names: Iterable[str]) -> str:
    return ", ".join(f"{name} = {_plain(values[name])}" for name in names)


def _listed(names: Sequence[str], word: str) -> str:
    *others, last = names
    return f"{', '.join(others)} {word} {last}" if others else last


def _plain(value: object) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value)
