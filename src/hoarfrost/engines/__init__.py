"""Everything that touches records. An engine reads, counts, recodes and writes; it decides nothing."""
