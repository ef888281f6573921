"""Perceptrons and large margins: the library behind the book.

Data flows one way, and a chapter's name is the name of its module or package at every stage:

    samples, datasets, runs   labelled examples; what a perceptron did with them
    linear_separators         distances and margins, which every later module measures
    perceptron, block_novikoff, margin_perceptron, not_separable, mistake_bounds,
    perceptron_as_descent, hinge_sgd          learners, and how many mistakes they make
    max_margin, svm_dual, soft_margin, dual_ascent, kernels
                              separators with certificates (svm)
    generalization            what is promised for examples that nobody has seen
    theorems                  the chapters' theorems, as data for the engine (proof)
    figures, explore          pictures, and what moves in them: one module a chapter

`checks` refuses bad arguments, `tables` writes tables, `lookahead` finds the next mistake, and
`homework` draws each student's own data. An example stands with each function that a chapter calls:
`help(lib.perceptron.perceptron)`.
"""
