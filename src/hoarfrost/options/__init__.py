"""Parameters declared once: type, default, bounds and a sentence.

Validation, command line, JSON schema, documentation and forms all read the same declaration.
"""

from hoarfrost.options.declaring import STRICT, declared, option
from hoarfrost.options.findings import Finding, flaws, key_path
from hoarfrost.options.kinds import options_of
from hoarfrost.options.reading import problems, read

__all__ = [
    "STRICT",
    "Finding",
    "declared",
    "flaws",
    "key_path",
    "option",
    "options_of",
    "problems",
    "read",
]
