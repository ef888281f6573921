"""The proof engine: one relation between vectors, typeset, watched on a run, and proved.

In the order of their imports: `vectors` are symbols, `written` typesets what is said of them,
`watching` evaluates it on a run, `solver` asks z3 and SymPy, `step` is one step of a proof, `frame`
says what holds at the start, at every update and at the end, `theorem` has all steps with their
tables, `subsets` which hypotheses a step needs, `claims` reads formulas that somebody typed, and
`reading` whole theorems.
"""
