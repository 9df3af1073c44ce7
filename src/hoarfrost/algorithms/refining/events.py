"""The sentences that tell what refining did, after any algorithm's own."""

from __future__ import annotations

REFINING = {
    "begin-refining": (
        "The recoding found is refined: {classes} classes, {objective} {value}, {suppressed}"
        " records left out."
    ),
    "put-back": "{records} records that were left out are back at the highest levels.",
    "refined": "{attribute}: {records} records are released finer than before.",
    "end-refining": (
        "Refined: {classes} classes, {objective} {value}, {suppressed} records left out."
    ),
}
