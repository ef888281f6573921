"""Perceptrons and large margins: the library behind the book.

Data flows one way: from a sample through a learner to a run or a solution, which classifies new
examples.

    >>> from lib.perceptron import perceptron
    >>> from lib.samples import Sample
    >>> run = perceptron(Sample([[2, 1], [-1, 1], [-2, -1]], [1, -1, -1]))
    >>> run.predict([[3, 2], [-3, 0]])
    array([ 1., -1.])

A chapter's modules have its name: its algorithm here, its theorems in `theorems`, its pictures in
`figures`. Below are the modules with the functions to call; `help(lib.perceptron.perceptron)` shows
the whole description of one, with an example.

samples: Labelled samples and their transformations.
    Sample, of_sample, Classifier, lift, unit, standardize, prepare, with_margin, subset
datasets: Real data: pairs of classes that ship inside scikit-learn, as samples.
    iris, wine, digits, digit_against_rest, retina, breast_cancer, diabetes, separable_pairs
runs: A run is its list of mistakes: `Run` keeps them, and one plain loop replays them.
    Run, replay
linear_separators: Geometry of a hyperplane {x : ⟨w,x⟩ + b = 0}: distances, margins, scale.
    decision, signed_distance, functional_margin, margin, canonical, misclassified
perceptron: The perceptron: whenever y⟨w,x⟩ <= 0, add y x to w.
    plain_perceptron, perceptron, learn
block_novikoff: Sequences of examples that force as many mistakes as the Block–Novikoff theorem
  allows.
    orthonormal, in_three_dimensions, ties, tied
perceptron_as_descent: Losses of a score, the perceptron's risk, and descent on it: all examples
  at once, or one.
    zero_one_loss, perceptron_loss, hinge_loss, risk, Descent, batch_descent, stochastic_descent
max_margin: The widest separator: the hard margin as a convex program.
    hard_margin, max_margin
svm_dual: The dual of the hard and of the soft margin.
    dual
soft_margin: The soft margin as a convex program, and the choice of C by held-out examples.
    SoftMargin, soft_margin, folds, holdout, Tuning, tune_C
hinge_sgd: Hinge-loss stochastic gradient descent: the soft margin, one example at a time.
    regularized_risk, HingeRun, hinge_sgd
kernels: The chapter *Kernels*: kernels, and the machines that learn with them.
kernels.functions: Kernels: inner products in a feature space, computed without the features.
    linear, polynomial, squares, gaussian, gram, factor, decompose
kernels.kernel_perceptron: The perceptron from inner products alone, which a kernel may replace.
    kernel_perceptron, KernelRun
kernels.multiclass: Examples of several classes. Chapter *Kernels*; Chevaleyre 6.
    Classes, as_classes, one_against_rest
kernels.multiclass_perceptron: The perceptron with a weight vector for each class.
    multiclass_perceptron, MulticlassRun, widest_lead
kernels.separator: A separator in the feature space of a kernel.
    KernelSeparator
kernels.svm: A support vector machine in the feature space of a kernel, certified by its
  Gram matrix alone.
    kernel_svm, KernelSolution
generalization: From a sample to new examples: the VC bound, shattering with a margin, and
  mistakes into risk.
    vc_bound, margin_dimension, hoeffding, compression_bound, simplex, labelings,
    shattering_margins, held_out_errors, lifetimes
margin_perceptron: The margin perceptron: whenever y⟨w,x⟩ <= θ‖w‖, add y x to w.
    plain_margin_perceptron, margin_perceptron
margin_perceptron.bounds: The bounds of the margin perceptron as numbers, and the updates that
  their proofs speak of.
    dipping, root, root_between, sharp_constant, update_bounds, potential, last_crossing, only
margin_perceptron.search: A large margin without knowing how large it can be: the certificate,
  and the search it guides.
    certificate, margin_search, search_constant
not_separable: The chapter *Without a separator*: how many mistakes where no hyperplane
  separates the sample.
not_separable.bounds: Mistake bounds without separability: the total distance TD_γ, and the best
  comparator.
    distances, total_distance, moved, exact_bound, simple_bound, freund_schapire_bound,
    deviation, times
not_separable.comparators: The direction and the margin that bound the mistakes best, with a
  floor that proves it.
    Comparator, best_simple, best_freund_schapire, best_exact
mistake_bounds: The chapter *Mistake bounds*: learners of bits, and how many mistakes they can be
  forced to make.
mistake_bounds.bits: Examples of n bits, the literals over them, and bits cut from real
  measurements.
    as_bits, all_examples, threshold_bits, antecedents, column, literal_at, holding, latex
mistake_bounds.concepts: Concepts over n bits: conjunctions and decision lists, and what of them
  fits a sample.
    Conjunction, DecisionList, all_conjunctions, fit_conjunction, fit_decision_list
mistake_bounds.games: Games between a learner and an opponent who picks the examples:
  adversaries and exact values.
    adversary, sharp_adversary, against, alternating, worst_sequence, optimum, deepest_tree
mistake_bounds.learners: Learners over bits that change only on a mistake: elimination, levels,
  halving, Winnow, others.
    Learner, Elimination, Levels, distinct, Halving, Perceptron, Winnow
mistake_bounds.runs: Runs in the mistake-bound model: show a sequence of bits to a learner, keep
  its mistakes.
    MistakeRun, learn_online
dual_ascent: Dual ascent: climb the dual by one multiplier at a time, or by two whose forces
  keep their sum.
    coordinate_ascent, pair_ascent, dual_values, coordinate_steps, pair_steps, OffsetBounds,
    offset_bounds, stopping, shares
margin_bounds: A bound for a margin that was found: unit weights against coins, the ramp,
  margins in a list.
    coin_fits, ramp, margin_bounds
relatives: Relatives of the perceptron: rules that update on close calls, and games with a worst
  example.
    passive_aggressive, romma, alma, follow, worst_examples, nearest
svm: What the chapters on maximum margins, duality and soft margins share.
svm.certificates: Certify a solution without knowing how it was found.
    slack, Gap, duality_gap, gap_of, kkt_residuals, residuals_of, check_optimal,
    margin_interval, feasible
svm.finish: The exact optimum, in rational arithmetic on the sample's own numbers, from a
  solver's α.
    Optimum, exact_optimum
svm.separability: Whether any hyperplane separates a sample, and an exact certificate when none
  does.
    NotSeparable, Undecided, usual_price, softer, common_point, exact_common_point, twins,
    is_common_point
svm.solution: The solution of a support vector machine: a separator, its slack, and its
  multipliers.
    Machine, Solution, completed, positive
theorems: Every theorem of the book as text: a file a chapter, under its stem.
proof: The proof engine: one relation between vectors, typeset, watched on a run, and proved.
figures: Pictures of the book: one function per kind, each drawing on a matplotlib Axes it is
  given.
explore: Sliders and laboratories, live in a kernel and drawn ahead on a page.
homework: What the homework's cells by the course use: data of the student's own, and
  numbers.
    student_id, lowercase, own, unseen, NoDrawError, redraw, numbers, number
tables: Tables, and other Markdown that a cell prints.
    minus, table, markdown, linked, fold
checks: Checks of arguments: each returns its value in the proper form, or raises an error with
  a remedy.
"""
