"""The proof engine: one relation between vectors, typeset, watched on a run, and proved.

`vectors` are symbols, `watching` evaluates what is said of them on a run, `solver` asks z3 and
SymPy, a `step` is proved, a `theorem` has all steps, and `reading` makes it of a text.
"""
