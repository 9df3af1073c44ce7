"""What a policy may say, but hardly means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoarfrost.options import key_path
from hoarfrost.policy.plain_values import table_of

if TYPE_CHECKING:
    from hoarfrost.policy.model import Policy

ONLY_FOR_QUASI = frozenset({"min_level", "max_level", "priority", "weight", "identifying"})


def doubts(policy: Policy) -> Iterator[str]:
    """A sentence for each."""
    if not policy.requirements:
        yield "requirements: none, so every release satisfies this policy"
    guarded = {policy.sensitive_of(requirement) for requirement in policy.requirements}
    for name in policy.sensitive:
        if name not in guarded:
            path = key_path(("attributes", name))
            yield f"{path}: sensitive, but no requirement looks at it"
    for name, attribute in policy.attributes.items():
        for key in table_of(attribute):
            if not _is_read(key, attribute.role):
                path = key_path(("attributes", name, key))
                yield f'{path}: has no effect on an attribute whose role is "{attribute.role}"'


def _is_read(key: str, role: str) -> bool:
    if key == "hierarchy":
        return role in {"quasi", "sensitive"}
    return role == "quasi" or key not in ONLY_FOR_QUASI
