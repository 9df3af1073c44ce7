"""A first policy for a table: roles with reasons, and hierarchies that work."""

from hoarfrost.proposal.proposing import Proposal, propose
from hoarfrost.proposal.sniffing import Guess, guess_dialect
from hoarfrost.proposal.writing import write

__all__ = ["Guess", "Proposal", "guess_dialect", "propose", "write"]
