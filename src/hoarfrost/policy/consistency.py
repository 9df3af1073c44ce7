"""What the parts of a policy say about one another must fit together."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence

from hoarfrost.naming import did_you_mean
from hoarfrost.options import Finding, Path
from hoarfrost.options.findings import quoted, quoted_key
from hoarfrost.options.kinds import cut
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
        text = getattr(draft.data, key)
        is_one = len(text) == 1 and text.isascii() and text not in "\r\n"
        if not is_one and (key, text) != ("quote", ""):
            yield Finding(("data", key), f"expected one ASCII character, found {cut(text)}")
    if draft.data.delimiter == draft.data.quote:
        yield Finding(("data", "quote"), "expected another character than the delimiter")
    if draft.data.trim and draft.data.quote in {" ", "\t"}:
        yield Finding(("data", "quote"), "expected no blank, as trim = true takes blanks away")
    if not _is_encoding(draft.data.encoding):
        message = f"there is no encoding {quoted(draft.data.encoding)}"
        yield Finding(("data", "encoding"), message, did_you_mean(draft.data.encoding, ENCODINGS))


def column_names(draft: Draft) -> Iterator[Finding]:
    """Names are given when there is no header, and only then; attributes are among them."""
    names = draft.data.names
    path = ("data", "names")
    if names is None:
        if not draft.data.header:
            yield Finding(path, "missing, expected a list of names as header = false")
        return
    if draft.data.header:
        hint = "header = false says that the first line is a record"
        yield Finding(path, "given although header = true", hint)
    yield from _repeated(names, path)
    if "" in names:
        yield Finding((*path, names.index("")), "an empty name")
    for name in draft.attributes:
        if name not in names:
            nearest = did_you_mean(name, names)
            yield Finding(("attributes", name), "no such column in data.names", nearest)


def missing_values(draft: Draft) -> Iterator[Finding]:
    """Every text that means "missing" is listed once."""
    yield from _repeated(draft.data.missing, ("data", "missing"))


def levels(draft: Draft) -> Iterator[Finding]:
    """The finest level allowed is not above the coarsest; weights and orders make sense."""
    for name, attribute in draft.attributes.items():
        path = ("attributes", name)
        if attribute.max_level is not None and attribute.min_level > attribute.max_level:
            message = f"{attribute.min_level} is above max_level = {attribute.max_level}"
            yield Finding((*path, "min_level"), message)
        yield from _repeated(attribute.order or (), (*path, "order"))


def roles(draft: Draft) -> Iterator[Finding]:
    """There is something to generalise, some weight, and at most one target."""
    quasi = draft.of_role("quasi")
    if not quasi and draft.knows_roles:
        hint = 'role = "quasi" marks what others may know of a person'
        yield Finding(("attributes",), "no attribute is quasi, expected at least one", hint)
    if quasi and draft.knows_roles and not any(draft.attributes[name].weight for name in quasi):
        yield Finding(("attributes", quasi[0], "weight"), "all weights are 0, expected one above 0")
    targets = draft.of_role("target")
    for name in targets[1:]:
        yield Finding(("attributes", name, "role"), f"a second target beside {quoted(targets[0])}")
    yield from _target(draft, targets)


def _target(draft: Draft, targets: Sequence[str]) -> Iterator[Finding]:
    target = draft.algorithm.target
    if target is None:
        return
    path = ("algorithm", "target")
    if targets and target not in targets:
        yield Finding(path, f'{quoted(target)}, but {quoted(targets[0])} has role = "target"')
    elif target in draft.of_role("identifier"):
        yield Finding(path, f"{quoted(target)} is an identifier, which is not released")


def shields(draft: Draft) -> Iterator[Finding]:
    """Every requirement looks at quasi attributes, each once."""
    for asked in draft.asked:
        path = (*asked.path, "on")
        if asked.on == ():
            yield Finding(path, "expected at least one quasi attribute, found none")
        yield from _repeated(asked.on or (), path)
        for position, name in enumerate(asked.on or ()):
            yield from _misnamed(draft, name, "quasi", (*path, position))


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
    if not names and draft.knows_roles:
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
            yield Finding(asked.path, f"needs a hierarchy on {quoted(name)}, which has none", hint)


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
    missing_values,
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
        yield Finding(path, f"there is no attribute {quoted(name)}, expected {wanted}", hint)
    elif name not in draft.unclear and draft.attributes[name].role != role:
        found = WITH_ARTICLE[draft.attributes[name].role]
        yield Finding(path, f"{quoted(name)} is {found}, expected {wanted}")


def _repeated(names: Sequence[str], path: Path) -> Iterator[Finding]:
    for position, name in enumerate(names):
        if name in names[:position]:
            yield Finding((*path, position), f"{quoted(name)} a second time")


def _is_encoding(name: str) -> bool:
    try:
        "".encode(codecs.lookup(name).name)
    except (LookupError, ValueError):
        return False
    return True
