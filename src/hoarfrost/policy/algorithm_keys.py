"""The keys of [algorithm] that are the algorithm's own parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_origin

from hoarfrost.naming import did_you_mean, nearest
from hoarfrost.options import Finding, options_of, problems
from hoarfrost.options.kinds import arms
from hoarfrost.policy import shelves
from hoarfrost.policy.draft import OWN_KEYS
from hoarfrost.policy.names import misfits_of_name


def misfits_of_parameters(name: str, parameters: Mapping[str, Any]) -> list[Finding]:
    """What is wrong with an algorithm's name or with what is set for it."""
    found = misfits_of_name(name, shelves.algorithms(), ("algorithm", "name"))
    if found:
        return found
    options = shelves.algorithms().get(name).options
    known = options_of(options)
    unknown = [key for key in parameters if key not in known]
    found = [Finding(("algorithm", key), "unknown key", _hint(key, name)) for key in unknown]
    given = {key: value for key, value in parameters.items() if key in known}
    return found + problems(options, given, ("algorithm",))


def by_attribute(name: str, parameters: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The parameters that are set for single attributes, each with the attribute that it names.

    A parameter declared as a mapping is one from attributes.
    """
    known = (
        options_of(shelves.algorithms().get(name).options) if name in shelves.algorithms() else {}
    )
    for key, value in parameters.items():
        if key in known and isinstance(value, Mapping) and _is_mapping(known[key].annotation):
            yield from ((key, attribute) for attribute in value)


def _is_mapping(annotation: Any) -> bool:
    origins = [get_origin(arm) for arm in arms(annotation)]
    return any(isinstance(origin, type) and issubclass(origin, Mapping) for origin in origins)


def _hint(key: str, name: str) -> str | None:
    """The nearest key, or else the algorithms that know this one."""
    own = [*OWN_KEYS, *options_of(shelves.algorithms().get(name).options)]
    knowing = [
        other for other, algorithm in shelves.algorithms() if key in options_of(algorithm.options)
    ]
    if knowing and not nearest(key, own):
        return f"it is a parameter of {', '.join(knowing)}"
    return did_you_mean(key, own)
