"""Compile every kernel into the cache: `python -m hoarfrost.kernels`.

Kernels have fixed signatures, so importing their modules compiles them, or loads what was compiled.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import time

import hoarfrost.kernels


def warm() -> int:
    """Import every module of kernels; says how many there are."""
    modules = [
        module.name
        for module in pkgutil.iter_modules(hoarfrost.kernels.__path__)
        if module.name != "__main__"
    ]
    for name in modules:
        importlib.import_module(f"{hoarfrost.kernels.__name__}.{name}")
    return len(modules)


def main() -> None:
    """Warm the cache and say so in one line."""
    start = time.perf_counter()
    count = warm()
    seconds = time.perf_counter() - start
    sys.stderr.write(f"kernels: {count} modules ready in {seconds:.1f} s\n")


if __name__ == "__main__":
    main()
