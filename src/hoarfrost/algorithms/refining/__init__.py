"""The step that any recoding can be given: every class as fine as the requirements allow."""
