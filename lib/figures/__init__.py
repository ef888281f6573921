"""Pictures of the book, one module a chapter: each function draws on the Axes that it is given.

It returns what it shows: a `Picture`, or for a state of an explorer the words.
"""
