"""Perceptrons and large margins: the library behind the book, from a sample to a run that predicts.

    >>> from lib.perceptron import perceptron
    >>> from lib.samples import Sample
    >>> run = perceptron(Sample([[2, 1], [-1, 1], [-2, -1]], [1, -1, -1]))
    >>> run.predict([[3, 2], [-3, 0]])
    array([ 1., -1.])

A module or package of one chapter has its name; `help("lib.perceptron")` shows what one holds,
with examples. All share `samples`, `datasets`, `runs`, `tables`, the checks of arguments in
`checks`, and the certified solvers of `svm`. `theorems` holds every theorem as text, which `proof`
reads and proves; `figures` has the pictures, `explore` what moves, and `homework` what exercises
call.
"""
