"""Every theorem of the book, as data for the proof engine: a module a chapter, under its stem.

Importing one loads its module and the engine. `proof_map` collects all, and `python -m
lib.theorems` proves them.
"""
