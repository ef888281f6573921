"""Every theorem of the book, as data for the proof engine: a module or a package a chapter.

Importing one loads its module and the engine. `python -m lib.theorems` collects and proves all.
"""
