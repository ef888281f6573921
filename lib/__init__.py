"""Perceptrons and large margins: the library behind the book.

Data flows one way, and a name of a chapter is the name of its room at every stage:

    samples, datasets      labelled examples
    perceptron, hinge_sgd, mistake_bounds, …   learners; a run is its list of mistakes (runs)
    linear_separators      distances and margins, which every later room measures
    max_margin, svm_dual, soft_margin, kernels   separators, with certificates (svm)
    theorems               one module or package a chapter, as data for the engine (proof);
                           proof_map reads from them what rests on what
    figures                one module a chapter
    explore                sliders and laboratories over the figures

`checks` refuses bad arguments, and `tables` writes tables, for all of them.
"""
