"""The parts of the page, each a function from the report to markup."""
