"""Cell recoding: every distinct combination of values is generalised by itself."""
