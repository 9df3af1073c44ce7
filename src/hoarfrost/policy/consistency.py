"""What the parts of a policy say about one another must fit together."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence

from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, Path
from hoarfrost.options.findings import quoted_key
from hoarfrost.policy.algorithm_keys import by_attribute
from hoarfrost.policy.draft import Asked, Draft

Check = Callable[[Draft], Iterator[Finding]]
ENCODINGS = (
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "latin-1",
    "iso-8859-1",
    "iso-8859-15",
    "cp1252",
    "ascii",
)
WITH_ARTICLE = {
    "identifier": "an identifier",
    "quasi": "a quasi attribute",
    "sensitive": "a sensitive attribute",
    "target": "a target",
    "plain": "a plain attribute",
}


def contradictions(draft: Draft) -> Iterator[Finding]:
    """Every contradiction between the parts, and every name that leads nowhere."""
    for check in CHECKS:
        yield from check(draft)


def characters(draft: Draft) -> Iterator[Finding]:
    """Delimiter and quote are two different characters; the encoding exists."""
    for key in ("delimiter", "quote"):
        character = getattr(draft.data, key)
        if len(character) != 1 or character in "\r\n":
            shown = character.encode("unicode_escape").decode()
            yield Finding(("data", key), f'expected one character, found "{shown}"')
    if draft.data.delimiter == draft.data.quote:
        yield Finding(("data", "quote"), "expected another character than the delimiter's")
    if not _is_encoding(draft.data.encoding):
        message = f'there is no encoding "{draft.data.encoding}"'
        yield Finding(("data", "encoding"), message, did_you_mean(draft.data.encoding, ENCODINGS))


def column_names(draft: Draft) -> Iterator[Finding]:
    """Names are given when there is no header, and only then."""
    names = draft.data.names
    if names is None and not draft.data.header:
        yield Finding(("data", "names"), "missing, expected a list of names as header = false")
    if names is not None and draft.data.header:
        hint = "header = false says that the first line is a record"
        yield Finding(("data", "names"), "given although header = true", hint)
    yield from _repeated(names or (), ("data", "names"))
    yield from _repeated(draft.data.missing, ("data", "missing"))
    if "" in (names or ()):
        yield Finding(("data", "names"), "an empty name, expected one for each column")
    for name in draft.attributes if names else ():
        if name not in (names or ()):
            message = "no such column in data.names"
            yield Finding(("attributes", name), message, did_you_mean(name, names or ()))


def levels(draft: Draft) -> Iterator[Finding]:
    """The finest level allowed is not above the coarsest; weights and orders make sense."""
    for name, attribute in draft.attributes.items():
        path = ("attributes", name)
        if attribute.max_level is not None and attribute.min_level > attribute.max_level:
            message = f"{attribute.min_level} is above max_level = {attribute.max_level}"
            yield Finding((*path, "min_level"), message)
        if attribute.hierarchy == "":
            yield Finding((*path, "hierarchy"), 'expected a file or an inline table, found ""')
        yield from _repeated(attribute.order or (), (*path, "order"))


def roles(draft: Draft) -> Iterator[Finding]:
    """There is something to generalise, some weight, and at most one target."""
    quasi = draft.of_role("quasi")
    if not quasi and not draft.unclear:
        hint = 'role = "quasi" marks what others may know of a person'
        yield Finding(("attributes",), "no attribute is quasi, expected at least one", hint)
    if quasi and not draft.unclear and not any(draft.attributes[name].weight for name in quasi):
        yield Finding(("attributes", quasi[0], "weight"), "all weights are 0, expected one above 0")
    targets = draft.of_role("target")
    for name in targets[1:]:
        yield Finding(("attributes", name, "role"), f'a second target beside "{targets[0]}"')
    yield from _target(draft, targets)


def _target(draft: Draft, targets: Sequence[str]) -> Iterator[Finding]:
    target = draft.algorithm.target
    if target is None:
        return
    path = ("algorithm", "target")
    if targets and target not in targets:
        yield Finding(path, f'"{target}", but "{targets[0]}" has role = "target"')
    elif target in draft.of_role("identifier"):
        yield Finding(path, f'"{target}" is an identifier, which is not released')


def shields(draft: Draft) -> Iterator[Finding]:
    """Every requirement looks at quasi attributes, each once."""
    for asked in draft.asked:
        path = (*asked.path, "on")
        if asked.on == ():
            yield Finding(path, "expected at least one quasi attribute, found none")
        yield from _repeated(asked.on or (), path)
        for name in dict.fromkeys(asked.on or ()):
            yield from _misnamed(draft, name, "quasi", path)


def sensitives(draft: Draft) -> Iterator[Finding]:
    """Every requirement about sensitive values has one attribute to look at."""
    for asked in draft.asked:
        if asked.sensitive is not None:
            yield from _misnamed(draft, asked.sensitive, "sensitive", (*asked.path, "sensitive"))
        elif asked.kind and asked.kind.reads_sensitive:
            yield from _unnamed(draft, asked)


def _unnamed(draft: Draft, asked: Asked) -> Iterator[Finding]:
    names = draft.of_role("sensitive")
    path = (*asked.path, "sensitive")
    if not names and not draft.unclear:
        yield Finding(path, 'missing, and no attribute has role = "sensitive"')
    if len(names) > 1:
        message = f"missing, and there are {len(names)} sensitive attributes"
        yield Finding(path, message, f"one of: {', '.join(names)}")


def distances(draft: Draft) -> Iterator[Finding]:
    """A distance along a hierarchy has a hierarchy."""
    for asked in draft.asked:
        if asked.made is None or not asked.made.needs_hierarchy:
            continue
        names = draft.of_role("sensitive")
        name = asked.sensitive or (names[0] if len(names) == 1 else None)
        if name in names and draft.attributes[name].hierarchy is None:
            hint = f"expected attributes.{quoted_key(name)}.hierarchy"
            yield Finding(asked.path, f'needs a hierarchy on "{name}", which has none', hint)


def limits(draft: Draft) -> Iterator[Finding]:
    """Suppression is limited in one way."""
    limit = draft.suppression
    if limit is None:
        return
    if limit.limit is not None and limit.records is not None:
        yield Finding(("suppression", "records"), "given beside limit, expected one of the two")


def attributes_of_parameters(draft: Draft) -> Iterator[Finding]:
    """Parameters that are set for single attributes name quasi ones."""
    for key, name in by_attribute(draft.algorithm.name, draft.algorithm.options):
        yield from _misnamed(draft, name, "quasi", ("algorithm", key, name))


CHECKS: tuple[Check, ...] = (
    characters,
    column_names,
    levels,
    roles,
    shields,
    sensitives,
    distances,
    limits,
    attributes_of_parameters,
)


def _misnamed(draft: Draft, name: str, role: str, path: Path) -> Iterator[Finding]:
    wanted = WITH_ARTICLE[role]
    if name not in draft.attributes:
        hint = did_you_mean(name, draft.of_role(role))
        yield Finding(path, f'there is no attribute "{name}", expected {wanted}', hint)
    elif name not in draft.unclear and draft.attributes[name].role != role:
        found = WITH_ARTICLE[draft.attributes[name].role]
        yield Finding(path, f'"{name}" is {found}, expected {wanted}')


def _repeated(names: Sequence[str], path: Path) -> Iterator[Finding]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Finding(path, f'"{name}" stands there {names.count(name)} times, expected once')


def _is_encoding(name: str) -> bool:
    try:
        "".encode(codecs.lookup(name).name)
    except (LookupError, ValueError):
        return False
    return True
