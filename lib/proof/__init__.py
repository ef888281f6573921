"""The proof engine: theorems as data, typeset, watched on numbers, and proved."""
