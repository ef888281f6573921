"""Pictures of the book: one function per kind, each drawing on a matplotlib Axes it is given."""
