"""Pictures of the book: one function per kind, which draws on the Axes that it is given.

A picture bears the name of what it draws: `certificate`, `errors`, `sandwich`, as in lib. It is the
value of a cell; a function that draws the states of an explorer returns what a state shows, in
words. Both are called in the chapter of that name, whose cells are the examples.
"""
