"""Shelves of interchangeable things: algorithms, requirements, figures, hierarchy builders.

A thing, its name and its declarations live in one file; a decorator puts it on its shelf, and
the shelf finds the files of its own package. Nothing lists things by hand a second time. A file
named as the thing is ("k-anonymity" in `k_anonymity.py`) is found without importing the others.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from typing import Generic, TypeVar

from hoarfrost.errors import UsageError
from hoarfrost.naming import did_you_mean

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """Things by their public name; the modules of `package` are imported when first asked."""

    def __init__(self, kind: str, package: str) -> None:
        self.kind = kind
        self._package = package
        self._things: dict[str, Thing] = {}
        self._is_filled = False

    def put(self, name: str, thing: Thing) -> None:
        """Register `thing`; a name can be taken only once."""
        if name in self._things and self._things[name] is not thing:
            raise UsageError(f'the {self.kind} "{name}" is registered already')
        self._things[name] = thing

    def get(self, name: str) -> Thing:
        """The thing of that name, or an error that names the nearest one."""
        if name not in self:
            raise UsageError(
                f'there is no {self.kind} "{name}"', hint=did_you_mean(name, self._things)
            )
        return self._things[name]

    def names(self) -> tuple[str, ...]:
        """Every name, sorted."""
        self._fill()
        return tuple(sorted(self._things))

    def __iter__(self) -> Iterator[tuple[str, Thing]]:
        return iter([(name, self._things[name]) for name in self.names()])

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name not in self._things:
            self._import_namesake(name)
        if name not in self._things:
            self._fill()
        return name in self._things

    def _import_namesake(self, name: str) -> None:
        own = name.replace("-", "_")
        for module in self._modules():
            if module.rpartition(".")[2] == own:
                importlib.import_module(module)

    def _fill(self) -> None:
        if self._is_filled:
            return
        self._is_filled = True
        for module in self._modules():
            importlib.import_module(module)
        load_extensions()

    def _modules(self) -> list[str]:
        package = importlib.import_module(self._package)
        found = pkgutil.walk_packages(package.__path__, f"{self._package}.")
        return [module.name for module in found]


@cache
def load_extensions() -> None:
    """Import what installed packages add: the modules of their entry points "hoarfrost"."""
    for extension in entry_points(group="hoarfrost"):
        try:
            extension.load()
        except Exception as error:  # noqa: BLE001 - whatever somebody else's module does
            raise UsageError(
                f'the extension "{extension.name}" cannot be loaded ({type(error).__name__})',
                hint=f'python -c "import {extension.module}" shows why',
            ) from None
