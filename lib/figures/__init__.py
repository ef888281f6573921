"""Pictures of the book: one function per kind, each drawing on a matplotlib Axes it is given.

A picture bears the name of what it draws: `certificate`, `errors`, `sandwich`, as in lib.
"""
