"""Parameters declared once: type, default, bounds and a sentence.

Validation, command line, JSON schema, documentation and forms all read the same declaration.
"""

from hoarfrost.options.declaring import STRICT, declared, option
from hoarfrost.options.findings import Finding, Path, flaws, key_path
from hoarfrost.options.kinds import misfits, options_of
from hoarfrost.options.reading import build, problems

__all__ = [
    "STRICT",
    "Finding",
    "Path",
    "build",
    "declared",
    "flaws",
    "key_path",
    "misfits",
    "option",
    "options_of",
    "problems",
]
