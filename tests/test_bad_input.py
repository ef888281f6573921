"""Bad input to every public function of lib: the message names the argument, and the remedy.

Each row names the function, calls it, and gives the words that the message must hold. A test at the
end holds the table to the library: a new public function needs a row, or a reason to have none.
"""

# ruff: noqa: E501 (one case a row)

import importlib
import inspect
import os
import pkgutil
import re
from unittest import mock

import numpy as np
import pytest

import lib
from lib import (
    adversaries,
    certificates,
    checks,
    concepts,
    descent,
    explore,
    generalization,
    hinge,
    homework,
    kernel_machines,
    kernels,
    laboratory,
    ladder,
    learners,
    mistake_bounds,
    mistake_games,
    multiclass,
    multiclass_perceptron,
    perceptron,
    potentials,
    proof,
    samples,
    separability,
    separators,
    solution,
    solver,
    svm,
    tables,
    total_distance,
    unknown_margin,
    validation,
)
from lib.samples import Sample
from lib.separability import NotSeparable

NAN, INF = float("nan"), float("inf")
FLOWERS = samples.iris()
UNIT = samples.prepare(FLOWERS)
ONE_CLASS = Sample([[1.0, 2.0], [3.0, 4.0]], [1, 1])
TIED = Sample([[1.0, 0.0], [1.0, 0.0]], [1, -1], "tied")
TWO = Sample([[1.0, 0.0], [-1.0, 0.5]], [1, -1])
BITS = Sample([[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]], [1, -1])
W, ALPHA = np.ones(4), np.ones(100)
RUN = perceptron.perceptron(UNIT)
CLEAN = perceptron.perceptron(UNIT, start=RUN.w)
SHORT = perceptron.margin_perceptron(UNIT, 0.3)
ELIMINATION = learners.Elimination(3)
LEARNED = mistake_bounds.learn_online(ELIMINATION, BITS)
CLASSES = multiclass.Classes(FLOWERS.X, np.repeat([0, 1], 50))
MULTICLASS = multiclass_perceptron.multiclass_perceptron(CLASSES, max_passes=1)
HINGE = hinge.hinge_sgd(UNIT, 0.1, 10)
GAUSSIAN = kernels.gaussian(1)
KERNEL = kernel_machines.kernel_perceptron(UNIT, kernels.linear)
BEST = svm.hard_margin(UNIT)


def rng():
    return np.random.default_rng(0)


def with_mode(mode, function):
    with mock.patch.dict(os.environ, BOOK_EXPLORE=mode):
        return function()


def theorem():
    import sympy as sp

    x, y = sp.symbols("x y", real=True)
    return proof.Theorem("toy", "", {"one": x <= y}, (proof.Step("claim", x <= y, ("one",)),))


def no_induction():
    """An induction whose hypothesis is the claim itself, which would prove anything."""
    import sympy as sp

    x, y = sp.symbols("x y", real=True)
    step = proof.Step("claim", x <= y, ("one",), base=("zero",))
    return proof.Theorem("toy", "", {"one": x <= y + 1, "zero": sp.Eq(x, y)}, (step,))


# fmt: off
CASES = [
    # checks
    ("checks.as_floats", lambda: checks.as_floats("z", "x"), "z holds something that is no number"),
    ("checks.as_floats", lambda: checks.as_floats("z", [[1], [1, 2]]), "or rows of unequal length; give numbers"),
    ("checks.as_vector", lambda: checks.as_vector("w", [1, 2], 3), "w has shape (2,); give one number for each of the 3 features"),
    ("checks.as_vector", lambda: checks.as_vector("w", [1, INF], 2), "w holds NaN or infinity; give finite numbers"),
    ("checks.as_vector", lambda: checks.as_vector("w", None, 2), "w has shape (); give one number for each"),
    ("checks.as_rows", lambda: checks.as_rows("order", [], 3), "order=[]; give a non-empty list of row numbers"),
    ("checks.as_rows", lambda: checks.as_rows("order", [0, -1, 2], 3), "order names row -1; rows go from 0 to 2"),
    ("checks.as_rows", lambda: checks.as_rows("order", [0, 3], 3), "order names row 3; rows go from 0 to 2"),
    ("checks.as_rows", lambda: checks.as_rows("order", [0.0, 1.0], 3), "order=[0.0, 1.0]; give a non-empty list"),
    ("checks.as_rows", lambda: checks.as_rows("order", [[0, 1]], 3), "order=[[0, 1]]; give a non-empty list"),
    ("checks.as_finite", lambda: checks.as_finite("b", NAN), "b=nan; give a finite number"),
    ("checks.as_finite", lambda: checks.as_finite("b", "1"), "b='1'; give a finite number"),
    ("checks.as_positive", lambda: checks.as_positive("gamma", 0), "gamma=0; give a finite number above 0"),
    ("checks.as_positive", lambda: checks.as_positive("gamma", 1.5, at_most=1), "gamma=1.5; give a finite number above 0 and at most 1"),
    ("checks.as_positive", lambda: checks.as_positive("gamma", INF), "gamma=inf; give a finite number above 0"),
    ("checks.as_positive", lambda: checks.as_positive("gamma", NAN), "gamma=nan; give a finite number above 0"),
    ("checks.as_positive", lambda: checks.as_positive("gamma", None), "gamma=None; give a finite number above 0"),
    ("checks.as_price", lambda: checks.as_price("C", 0), "C=0; give a number above 0, infinite for the hard margin"),
    ("checks.as_price", lambda: checks.as_price("C", NAN), "C=nan; give a number above 0"),
    ("checks.as_price", lambda: checks.as_price("C", "1"), "C='1'; give a number above 0"),
    ("checks.as_whole", lambda: checks.as_whole("k", 0), "k=0; give a whole number of at least 1"),
    ("checks.as_whole", lambda: checks.as_whole("k", 2.5), "k=2.5; give a whole number of at least 1"),
    ("checks.as_whole", lambda: checks.as_whole("k", INF), "k=inf; give a whole number of at least 1"),
    ("checks.as_whole", lambda: checks.as_whole("k", NAN), "k=nan; give a whole number of at least 1"),
    ("checks.as_whole", lambda: checks.as_whole("k", "3"), "k='3'; give a whole number of at least 1"),
    ("checks.as_whole", lambda: checks.as_whole("k", 6, 1, 5), "k=6; give a whole number from 1 to 5"),
    ("checks.as_generator", lambda: checks.as_generator(0), "rng=0; give a generator, such as numpy.random.default_rng(0)"),
    # samples
    ("samples.Sample", lambda: Sample([1, 2], [1, -1]), "X has shape (2,); give a matrix with one example a row, (n, d)"),
    ("samples.Sample", lambda: Sample(np.empty((0, 2)), []), "X has shape (0, 2); give a matrix"),
    ("samples.Sample", lambda: Sample([[1], [NAN], [INF]], [1, 1, 1]), "X holds NaN or infinity, first in row 1; drop or fill that row"),
    ("samples.Sample", lambda: Sample([["a"]], [1]), "X holds something that is no number"),
    ("samples.Sample", lambda: Sample([[1], [2]], [1]), "y has shape (1,); give one label for each of the 2 rows of X"),
    ("samples.Sample", lambda: Sample([[1], [2]], [0, 1]), "y holds 0; labels are -1 or +1"),
    ("samples.Sample", lambda: Sample([[1], [2]], [1, NAN]), "y holds nan; labels are -1 or +1"),
    ("samples.Sample", lambda: Sample([[1], [2]], ["+", "-"]), "y holds something that is no number"),
    ("samples.Sample", lambda: Sample([[1, 2]], [1], "", ("a",)), "features names 1 columns; X has 2"),
    ("samples.Sample.columns", lambda: FLOWERS.columns("petal"), "columns ['petal'] not found; choose from ('sepal length (cm)'"),
    ("samples.Sample.columns", lambda: FLOWERS.columns(), "columns () not found; choose from"),
    ("samples.lift", lambda: samples.lift(FLOWERS, 0), "size=0; give a finite number above 0"),
    ("samples.unit", lambda: samples.unit(Sample([[1, 0], [0, 0]], [1, -1])), "row 1 of X is zero and has no direction; drop it, or lift the sample first"),
    ("samples.Sample", lambda: Sample([[1, 0], [-3e200, 0]], [1, -1]), "X reaches 3e+200, and floats cannot hold its square; divide X by 3e+200"),
    ("samples.Sample", lambda: Sample([[2e-200, 0]], [1]), "X reaches 2e-200, and floats cannot hold its square; divide X by 2e-200"),
    ("samples.standardize", lambda: samples.standardize(FLOWERS, like=ONE_CLASS), "like has 2 features, not 4; give the same columns"),
    ("samples.iris", lambda: samples.iris("setosa", "daisy"), "positive='daisy' is not a class of iris; choose from setosa, versicolor, virginica"),
    ("samples.iris", lambda: samples.iris("rose"), "negative='rose' is not a class of iris"),
    ("samples.wine", lambda: samples.wine(0, 3), "positive=3 is not a class of wine; choose from 0, 1, 2"),
    ("samples.digits", lambda: samples.digits(8, 8), "negative and positive are both 8; name two classes"),
    ("samples.digit_against_rest", lambda: samples.digit_against_rest(10), "digit=10; give a whole number from 0 to 9"),
    ("samples.digit_against_rest", lambda: samples.digit_against_rest("eight"), "digit='eight'; give a whole number"),
    ("samples.retina", lambda: samples.retina(FLOWERS), "the examples have 4 features; give 8 by 8 digits, as digits(3, 8)"),
    ("samples.retina", lambda: samples.retina(samples.digits(3, 8), 7), "cells=7; give a whole number of at least 8"),
    ("samples.breast_cancer", lambda: samples.breast_cancer(31), "features=31; give a whole number from 1 to 30"),
    ("samples.breast_cancer", lambda: samples.breast_cancer(0), "features=0; give a whole number from 1 to 30"),
    ("samples.with_margin", lambda: samples.with_margin(0, 3, 0.1, rng()), "n=0; give a whole number of at least 1"),
    ("samples.with_margin", lambda: samples.with_margin(5, 1, 0.1, rng()), "d=1; give a whole number of at least 2"),
    ("samples.with_margin", lambda: samples.with_margin(5, 3, 1.1, rng()), "gamma=1.1; give a finite number above 0 and at most 1"),
    ("samples.with_margin", lambda: samples.with_margin(5, 3, 0.1, 0), "rng=0; give a generator"),
    # separators
    ("separators.decision", lambda: separators.decision(FLOWERS, [1, 2, 3]), "w has shape (3,); give one number for each of the 4 features"),
    ("separators.decision", lambda: separators.decision(FLOWERS, W, INF), "b=inf; give a finite number"),
    ("separators.decision", lambda: separators.decision(FLOWERS, W, None), "b=None; give a finite number"),
    ("separators.signed_distance", lambda: separators.signed_distance(FLOWERS, [0, 0, 0, 0]), "w is zero and defines no hyperplane; give a nonzero w"),
    ("separators.functional_margin", lambda: separators.functional_margin(FLOWERS, [1, 2, 3, NAN]), "w holds NaN or infinity"),
    ("separators.margin", lambda: separators.margin(FLOWERS, np.zeros(4)), "w is zero and defines no hyperplane"),
    ("separators.margin", lambda: separators.margin(FLOWERS, W, NAN), "b=nan; give a finite number"),
    ("separators.canonical", lambda: separators.canonical(ONE_CLASS, [2, -1]), "an example lies on the hyperplane, so min |f(x)| = 0; move w or b first"),
    ("separators.misclassified", lambda: separators.misclassified(FLOWERS, "w"), "w holds something that is no number"),
    # perceptron
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, order=[0, 100]), "order names row 100; rows go from 0 to 99"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, order=[-1, 3]), "order names row -1; rows go from 0 to 99"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, order=[]), "order=[]; give a non-empty list of row numbers"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, order=[True, False]), "order=[True, False]; give a non-empty list"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, order=[0], seed=1), "give order or seed, not both: a seed draws an order"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, seed=-1), "seed=-1; give a whole number of at least 0"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, seed=0.5), "seed=0.5; give a whole number of at least 0"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, start=[1, 2]), "start has shape (2,); give one number for each of the 4 features"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, step=0), "step=0; give a finite number above 0"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, step=-1), "step=-1; give a finite number above 0"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, step=1e160), "the weights grew beyond what floats can square; give a step below 1e+160 and a start of moderate length"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, start=np.full(4, 1e200)), "and a start of moderate length"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, max_passes=0), "max_passes=0; give a whole number of at least 1"),
    ("perceptron.perceptron", lambda: perceptron.perceptron(FLOWERS, max_passes=INF), "max_passes=inf; give a whole number of at least 1"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0), "gamma=0; give a finite number above 0 and at most 1"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 1.01), "gamma=1.01; give a finite number above 0 and at most 1"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0.1, 0), "epsilon=0; give a finite number above 0 and at most 1"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0.1, 1.5), "epsilon=1.5; give a finite number above 0"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0.1, floor=-1), "floor=-1; give a finite number of at least 0"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0.1, floor=INF), "floor=inf; give a finite number of at least 0"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(UNIT, 0.1, max_passes=0), "max_passes=0; give a whole number"),
    ("perceptron.margin_perceptron", lambda: perceptron.margin_perceptron(FLOWERS, 0.1), "the longest example has length 9.137; scale with unit(sample)"),
    ("perceptron.Run.observe", lambda: RUN.observe([1, 2]), "u has shape (2,); give one number for each of the 5 features"),
    ("perceptron.Run.observe", lambda: RUN.observe(np.zeros(5)), "u is zero and separates nothing; give a nonzero comparator"),
    ("perceptron.Run.observe", lambda: RUN.observe(RUN.w, gamma=NAN), "gamma=nan; give a finite number"),
    ("perceptron.Run.observe", lambda: CLEAN.observe(RUN.w), "the run made no mistake, so there is no update to observe"),
    # adversaries
    ("adversaries.orthonormal", lambda: adversaries.orthonormal(0), "k=0; give a whole number of at least 1"),
    ("adversaries.in_three_dimensions", lambda: adversaries.in_three_dimensions(2), "gamma=2; give a finite number above 0 and at most 1"),
    ("adversaries.dipping", lambda: adversaries.dipping(0.1, 6), "dips=6; give a whole number from 1 to 5"),
    ("adversaries.noisy_in_three_dimensions", lambda: adversaries.noisy_in_three_dimensions(0.1, 2), "every=2; give a whole number of at least 3"),
    ("adversaries.from_a_bad_start", lambda: adversaries.from_a_bad_start(1, 2), "gamma=1 leaves no tie from a bad start; give a number below 1"),
    ("adversaries.from_a_bad_start", lambda: adversaries.from_a_bad_start(0.5, -2), "length=-2; give a finite number above 0"),
    ("adversaries.contrarian", lambda: adversaries.contrarian(lambda X, y, x: 0.5, 2), "predict returned 0.5; a prediction is -1 or +1"),
    # descent
    ("descent.zero_one_loss", lambda: descent.zero_one_loss([NAN]), "z holds NaN; give scores y⟨w,x⟩"),
    ("descent.perceptron_loss", lambda: descent.perceptron_loss(["a"]), "z holds something that is no number"),
    ("descent.hinge_loss", lambda: descent.hinge_loss(NAN), "z holds NaN; give scores"),
    ("descent.risk", lambda: descent.risk(FLOWERS, [1, 2]), "w has shape (2,); its last axis must hold 4 weights"),
    ("descent.risk", lambda: descent.risk(FLOWERS, [1, 2, 3, NAN]), "w holds NaN or infinity; give finite numbers"),
    ("descent.batch_descent", lambda: descent.batch_descent(FLOWERS, W, 0), "step=0; give a finite number above 0"),
    ("descent.batch_descent", lambda: descent.batch_descent(FLOWERS, W, max_steps=1.5), "max_steps=1.5; give a whole number of at least 1"),
    ("descent.stochastic_descent", lambda: descent.stochastic_descent(FLOWERS, [1]), "start has shape (1,); give one number for each of the 4 features"),
    ("descent.stochastic_descent", lambda: descent.stochastic_descent(FLOWERS, max_passes=0), "max_passes=0; give a whole number of at least 1"),
    ("descent.Descent.observe", lambda: descent.batch_descent(UNIT, RUN.w).observe(RUN.w), "the descent made no step, so there is nothing to observe"),
    # the margin perceptron's chapter
    ("ladder.root", lambda: ladder.root(0), "epsilon=0; give a finite number above 0 and at most 1"),
    ("ladder.root_between", lambda: ladder.root_between(1), "epsilon=1; give a number below 1, where z_ε is positive"),
    ("ladder.root_between", lambda: ladder.root_between(0.5, 1.5), "digits=1.5; give a whole number from 0 to 12"),
    ("ladder.sharp_constant", lambda: ladder.sharp_constant(2), "epsilon=2; give a finite number above 0 and at most 1"),
    ("ladder.ladder", lambda: ladder.ladder(0), "gamma=0; give a finite number above 0 and at most 1"),
    ("ladder.potential", lambda: ladder.potential(1, 0), "beta=0; give a finite number above 0"),
    ("ladder.potential", lambda: ladder.potential([1, -1], 1), "lengths are at least 0"),
    ("ladder.observe_margin", lambda: ladder.observe_margin(RUN, RUN.w), "the run's threshold is 0 and u has margin"),
    ("ladder.last_crossing", lambda: ladder.last_crossing(RUN, -1), "level=-1; give a finite number above 0"),
    ("ladder.only", lambda: ladder.only({"t": np.arange(3)}, [1, 0]), "where has int64 of shape (2,), 1 of them chosen; give one True or False for each of the 3 updates"),
    ("unknown_margin.certificate", lambda: unknown_margin.certificate(), "runs is empty; give at least one run"),
    ("unknown_margin.certificate", lambda: unknown_margin.certificate(CLEAN), "a certificate needs an update, step 1 and start 0"),
    ("unknown_margin.margin_search", lambda: unknown_margin.margin_search(UNIT, 0), "epsilon=0; give a finite number above 0 and at most 1"),
    ("unknown_margin.margin_search", lambda: unknown_margin.margin_search(UNIT, max_passes=0), "max_passes=0; give a whole number of at least 1"),
    ("unknown_margin.observe_search", lambda: unknown_margin.observe_search([SHORT], 0.5, 0.1), "attempts holds 1; give the two or more of a search"),
    # without a separator
    ("total_distance.distances", lambda: total_distance.distances(UNIT, np.ones(5), 0.1), "u has length 2.23607; give a unit vector, u/‖u‖"),
    ("total_distance.distances", lambda: total_distance.distances(UNIT, np.eye(5)[0], np.inf), "gamma=inf; give a finite number above 0"),
    ("total_distance.total_distance", lambda: total_distance.total_distance(UNIT, np.eye(5)[0], 0.1, order=[100]), "order names row 100; rows go from 0 to 99"),
    ("total_distance.total_hinge_loss", lambda: total_distance.total_hinge_loss(UNIT, np.eye(5)[0], 0), "gamma=0; give a finite number above 0"),
    ("total_distance.moved", lambda: total_distance.moved(UNIT, [1], 0.1), "u has shape (1,); give one number for each of the 5 features"),
    ("total_distance.exact_bound", lambda: total_distance.exact_bound([0.1, 0], 1), "give numbers above 0"),
    ("total_distance.simple_bound", lambda: total_distance.simple_bound(0.1, -1), "the total is -1.0; distances sum to a number of at least 0"),
    ("total_distance.freund_schapire_bound", lambda: total_distance.freund_schapire_bound(0.1, 1, R=0), "R=0.0; give numbers above 0"),
    ("total_distance.freund_schapire_bound", lambda: total_distance.freund_schapire_bound("γ", 1), "gamma holds something that is no number"),
    ("total_distance.deviation", lambda: total_distance.deviation(UNIT, np.eye(5)[0], 0.1, order=[0.5]), "order=[0.5]; give a non-empty list of row numbers"),
    ("total_distance.observe", lambda: total_distance.observe(CLEAN, np.eye(5)[0], 0.1), "the run made no mistake"),
    ("total_distance.best_simple", lambda: total_distance.best_simple(TIED), "no comparator bounds the mistakes on 'tied' below 2, the length of the sequence"),
    ("total_distance.best_freund_schapire", lambda: total_distance.best_freund_schapire(TIED, order=[]), "order=[]; give a non-empty list of row numbers"),
    ("total_distance.best_exact", lambda: total_distance.best_exact(TIED), "give cleaner labels, or features that tell the classes apart"),
    # support vector machines
    ("certificates.replay", lambda: certificates.replay(UNIT, [0, 500]), "mistakes names row 500; rows go from 0 to 99"),
    ("certificates.replay", lambda: certificates.replay(UNIT, [], threshold=-1), "threshold=-1; give a finite number of at least 0"),
    ("certificates.is_common_point", lambda: certificates.is_common_point(UNIT, {0: 0.5}), "weights[0]=0.5; give a whole number or a Fraction"),
    ("certificates.replay", lambda: certificates.replay(UNIT, []), "mistakes ends after 0, but example 0 is then a mistake; give the whole run"),
    ("certificates.duality_gap", lambda: certificates.duality_gap(FLOWERS, W, 0, ALPHA, -1), "C=-1; give a number above 0, infinite for the hard margin"),
    ("certificates.duality_gap", lambda: certificates.duality_gap(FLOWERS, W, 0, ALPHA, 0.5), "alpha[0]=1 lies outside [0, 0.5] and bounds nothing; repair rounding with feasible"),
    ("certificates.duality_gap", lambda: certificates.duality_gap(FLOWERS, W, 0, ALPHA), "so (w, b) is not feasible for the hard margin; scale with canonical(sample, w, b), or give a C"),
    ("certificates.kkt_residuals", lambda: certificates.kkt_residuals(FLOWERS, W, 1, ALPHA, offset=False), "b=1.0 in a problem without an offset; give b=0, or offset=True"),
    ("certificates.kkt_residuals", lambda: certificates.kkt_residuals(FLOWERS, W, 0, ALPHA[1:]), "alpha has shape (99,); give one number for each of the 100 examples"),
    ("certificates.check_optimal", lambda: certificates.check_optimal(FLOWERS, W, 0, ALPHA, 1, tolerance=0), "tolerance=0; give a finite number above 0"),
    ("certificates.check_optimal", lambda: certificates.check_optimal(FLOWERS, W, 0, ALPHA, 1), "not optimal: the gap is"),
    ("certificates.margin_interval", lambda: certificates.margin_interval(FLOWERS, W, 0, 0 * ALPHA), "alpha is zero and bounds nothing; give at least one positive multiplier"),
    ("certificates.feasible", lambda: certificates.feasible(FLOWERS, [1]), "alpha has shape (1,); give one number for each of the 100 examples"),
    ("separability.common_point", lambda: separability.common_point(Sample([[INF]], [1])), "X holds NaN or infinity"),
    ("svm.SoftMargin", lambda: svm.SoftMargin(ONE_CLASS), "y holds one class only, +1, so w = 0 with b = +1 solves the problem; give examples of both classes, or offset=False"),
    ("svm.soft_margin", lambda: svm.soft_margin(UNIT, 0), "C=0; give a finite number above 0"),
    ("svm.soft_margin", lambda: svm.soft_margin(UNIT, INF), "C=inf; give a finite number above 0"),
    ("svm.hard_margin", lambda: svm.hard_margin(TIED), "no hyperplane separates 'tied': the weights of this error certify it; use a soft margin, soft_margin(sample, C)"),
    ("svm.dual", lambda: svm.dual(UNIT, NAN), "C=nan; give a number above 0, infinite for the hard margin"),
    ("svm.max_margin", lambda: svm.max_margin(TIED), "no hyperplane through 0 separates 'tied': the weights of this error certify it; lift the sample for an offset"),
    ("solution.observe", lambda: solution.observe(FLOWERS, W, NAN, ALPHA), "b=nan; give a finite number"),
    ("solution.observe", lambda: solution.observe(FLOWERS, W, 0, ALPHA, C=0), "C=0; give a number above 0"),
    ("solution.beside", lambda: solution.beside(BEST, -BEST.w, -BEST.b), "give a separator, with positive margin"),
    ("solution.offset_interval", lambda: solution.offset_interval(FLOWERS, W, np.r_[np.ones(50), np.zeros(50)] * 2, C=2), "alpha leaves b unbounded; give multipliers with Σ alpha y = 0, not all 0"),
    ("validation.folds", lambda: validation.folds(FLOWERS, 51, rng()), "k=51; give a whole number from 2 to 50"),
    ("validation.folds", lambda: validation.folds(ONE_CLASS, 2, rng()), "a class of 'sample' has 0 examples; give at least 2"),
    ("validation.folds", lambda: validation.folds(FLOWERS, 5, 0), "rng=0; give a generator"),
    ("validation.holdout", lambda: validation.holdout(FLOWERS, 1.0, rng()), "share=1.0 holds out all 50 examples labelled -1; give a smaller share"),
    ("validation.holdout", lambda: validation.holdout(FLOWERS, 0.5, None), "rng=None; give a generator"),
    ("validation.subset", lambda: validation.subset(FLOWERS, np.array([], dtype=int)), "X has shape (0, 4); give a matrix"),
    ("validation.tune_C", lambda: validation.tune_C(FLOWERS, [1, 0.1], []), "Cs=[1.0, 0.1]; give at least one value, in increasing order"),
    ("validation.tune_C", lambda: validation.tune_C(FLOWERS, [0, 1], []), "Cs=0.0; give a finite number above 0"),
    ("validation.tune_C", lambda: validation.tune_C(FLOWERS, [1], []), "splits is no list of pairs of rows; make some with folds(...) or [holdout(...)]"),
    ("hinge.regularized_risk", lambda: hinge.regularized_risk(FLOWERS, 0, W), "decay=0; give a finite number above 0"),
    ("hinge.regularized_risk", lambda: hinge.regularized_risk(FLOWERS, 1, W, NAN), "b=nan; give a finite number"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 0), "steps=0; give a whole number of at least 1"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, batch=0.5), "batch=0.5; give a whole number of at least 1"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, step=-1), "step=-1; give a finite number above 0"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, at=[11]), "at reaches from 10 to 11; give steps from 1 to 10"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, at=[0]), "at reaches from 0 to 10; give steps from 1 to 10"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, at=[2.5]), "give a list of steps, in whole numbers"),
    ("hinge.hinge_sgd", lambda: hinge.hinge_sgd(FLOWERS, 1, 10, seed="x"), "seed='x'; give a whole number of at least 0"),
    ("hinge.HingeRun.weights", lambda: HINGE.weights("median"), "average='median'; choose from last, mean, weighted"),
    ("hinge.HingeRun.risks", lambda: HINGE.risks("all"), "average='all'; choose from last, mean, weighted"),
    ("hinge.HingeRun.observe", lambda: HINGE.observe([1]), "u has shape (1,); give one number for each of the 5 features"),
    # kernels and several classes
    ("kernels.polynomial", lambda: kernels.polynomial(1.5), "degree=1.5; give a whole number of at least 1"),
    ("kernels.polynomial", lambda: kernels.polynomial(2, -1), "constant=-1; give a finite number of at least 0"),
    ("kernels.gaussian", lambda: kernels.gaussian(-1), "width=-1; give a finite number above 0"),
    ("kernels.gram", lambda: kernels.gram(TWO, lambda A, B: A @ B.T - 5), "so it is no inner product; give a positive semidefinite kernel"),
    ("kernels.gram", lambda: kernels.gram(UNIT, lambda A, B: A), "give a function of (n, d) and (m, d) with finite values of shape (n, m)"),
    ("kernels.factor", lambda: kernels.factor(np.ones((2, 3))), "K of shape (2, 3) is not symmetric; give a Gram matrix"),
    ("kernels.factor", lambda: kernels.factor([[1, 2], [0, 1]]), "K of shape (2, 2) is not symmetric"),
    ("kernel_machines.kernel_perceptron", lambda: kernel_machines.kernel_perceptron(UNIT, GAUSSIAN, order=[-2]), "order names row -2; rows go from 0 to 99"),
    ("kernel_machines.kernel_perceptron", lambda: kernel_machines.kernel_perceptron(UNIT, GAUSSIAN, max_passes=0), "max_passes=0; give a whole number of at least 1"),
    ("kernel_machines.kernel_svm", lambda: kernel_machines.kernel_svm(UNIT, GAUSSIAN, 0), "C=0; give a number above 0, infinite for the hard margin"),
    ("kernel_machines.KernelSeparator.decision", lambda: KERNEL.separator.decision([[1, 2]]), "X has shape (1, 2); give rows of 5 features"),
    ("kernel_machines.KernelSeparator.error", lambda: KERNEL.separator.error(FLOWERS), "X has shape (100, 4); give rows of 5 features"),
    ("kernel_machines.KernelRun.observe", lambda: KERNEL.observe(kernel_machines.KernelSeparator(UNIT, GAUSSIAN, ALPHA)), "comparator must share the run's sample and kernel, and have b = 0"),
    ("multiclass.Classes", lambda: multiclass.Classes([[1], [2]], [0, 2]), "labels holds [0, 2]; number the classes 0, 1, …, without a gap"),
    ("multiclass.Classes", lambda: multiclass.Classes([[1], [2]], [0.0, 1.0]), "labels has shape (2,) and type float64; give a whole number for each of the 2 rows of X"),
    ("multiclass.Classes", lambda: multiclass.Classes(None, [0, 1]), "X has shape (); give a matrix"),
    ("multiclass.Classes.against_rest", lambda: CLASSES.against_rest(2), "k=2; classes go from 0 to 1"),
    ("multiclass.Classes.rows", lambda: CLASSES.rows([0, 1]), "labels holds [0]; number the classes 0, 1, …, without a gap"),
    ("multiclass.one_against_rest", lambda: multiclass.one_against_rest(CLASSES, lambda s: 3), "learn returned 3; return a function from rows of X to scores"),
    ("multiclass_perceptron.multiclass_perceptron", lambda: multiclass_perceptron.multiclass_perceptron(CLASSES, max_passes=-1), "max_passes=-1; give a whole number of at least 1"),
    ("multiclass_perceptron.MulticlassRun.observe", lambda: MULTICLASS.observe(np.zeros((2, 4))), "give a nonzero U, and a run with a mistake"),
    ("multiclass_perceptron.MulticlassRun.observe", lambda: MULTICLASS.observe([1]), "U has shape (1,); give one number for each of the 8 weights"),
    ("multiclass_perceptron.MulticlassRun.error", lambda: MULTICLASS.error(multiclass.Classes([[1], [2]], [0, 1])), "has other classes or features than the run; give alike"),
    ("multiclass_perceptron.widest_lead", lambda: multiclass_perceptron.widest_lead(multiclass.Classes([[1], [1]], [0, 1], "tied")), "no weights separate the classes of 'tied': the weights of this error certify it; add features, or use a kernel"),
    # the mistake-bound model
    ("concepts.as_bits", lambda: concepts.as_bits([[0, 1], [0.5, 1]]), "X[1, 0] is 0.5; bits are 0 or 1: see threshold_bits"),
    ("concepts.as_bits", lambda: concepts.as_bits([0, 1]), "X has shape (2,); give a matrix with one example a row, (m, n)"),
    ("concepts.as_bits", lambda: concepts.as_bits([["yes"]]), "X holds something that is no number"),
    ("concepts.as_width", lambda: concepts.as_width([[0, 1]], 3), "X has 2 columns; give n=3 bits a row"),
    ("concepts.all_examples", lambda: concepts.all_examples(21), "n=21; give a whole number from 1 to 20"),
    ("concepts.antecedents", lambda: concepts.antecedents([[2]]), "X[0, 0] is 2; bits are 0 or 1"),
    ("concepts.column", lambda: concepts.column(4, 3), "literal 4; with n=3 a literal is 1 to 3, or minus that for negation"),
    ("concepts.literal_at", lambda: concepts.literal_at(7, 3), "column=7; give a whole number from 0 to 6"),
    ("concepts.holding", lambda: concepts.holding(np.ones(4, bool), np.ones((1, 3))), "mask has shape (4,); give True or False for each of 6 literals"),
    ("concepts.Conjunction", lambda: concepts.Conjunction(3, [0]), "literal 0; with n=3 a literal is 1 to 3"),
    ("concepts.Conjunction", lambda: concepts.Conjunction(3, [-4]), "literal -4; with n=3 a literal is 1 to 3"),
    ("concepts.Conjunction", lambda: concepts.Conjunction(0, []), "n=0; give a whole number of at least 1"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(3, []), "rules=(); the last rule is (0, label), the default"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(3, [(1, 1)]), "rules=((1, 1),); the last rule is (0, label), the default"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(3, [(1,), (0, 1)]), "rules=((1,), (0, 1)); a rule is a pair (literal, label)"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(3, [(1, 0), (0, 1)]), "labels are -1 or +1"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(3, [(5, 1), (0, 1)]), "literal 5; with n=3"),
    ("concepts.DecisionList", lambda: concepts.DecisionList(1.5, [(0, 1)]), "n=1.5; give a whole number"),
    ("concepts.DecisionList.deciding", lambda: concepts.DecisionList(3, [(0, 1)]).deciding([[1]]), "X has 1 columns; give n=3 bits a row"),
    ("concepts.all_conjunctions", lambda: list(concepts.all_conjunctions(0)), "n=0; give a whole number of at least 1"),
    ("concepts.all_decision_lists", lambda: list(concepts.all_decision_lists(0)), "n=0; give a whole number of at least 1"),
    ("concepts.threshold_bits", lambda: concepts.threshold_bits(FLOWERS, 0), "cuts=0; give a whole number of at least 1"),
    ("concepts.fit_conjunction", lambda: concepts.fit_conjunction(FLOWERS), "bits are 0 or 1: see threshold_bits"),
    ("concepts.fit_conjunction", lambda: concepts.fit_conjunction(Sample([[1], [1]], [1, -1])), "no consistent conjunction: every literal that holds in all positive examples holds in row 1 too, which is negative"),
    ("concepts.fit_decision_list", lambda: concepts.fit_decision_list(Sample([[1], [1]], [1, -1])), "no consistent decision list: after 0 rules"),
    ("learners.Elimination", lambda: learners.Elimination(0), "n=0; give a whole number of at least 1"),
    ("learners.Levels", lambda: learners.Levels(2.5), "n=2.5; give a whole number of at least 1"),
    ("learners.Halving", lambda: learners.Halving(2, [[1, -1]]), "table has shape (1, 2); give labels -1 or +1 with one concept a row and 2^2 = 4 columns"),
    ("learners.Halving", lambda: learners.Halving(1, [[0, 1]]), "give labels -1 or +1"),
    ("learners.Perceptron", lambda: learners.Perceptron("3"), "n='3'; give a whole number of at least 1"),
    ("mistake_bounds.learn_online", lambda: mistake_bounds.learn_online(ELIMINATION, FLOWERS), "bits are 0 or 1"),
    ("mistake_bounds.learn_online", lambda: mistake_bounds.learn_online(learners.Elimination(2), BITS), "X has 3 columns; give n=2 bits a row"),
    ("mistake_bounds.learn_online", lambda: mistake_bounds.learn_online(ELIMINATION, BITS, max_passes=0), "max_passes=0; give a whole number of at least 1"),
    ("mistake_bounds.learn_online", lambda: mistake_bounds.learn_online(learners.Elimination(1), Sample([[1], [1]], [1, -1])), "row 1, after 1 mistakes: no consistent conjunction"),
    ("mistake_games.worst_sequence", lambda: mistake_games.worst_sequence(ELIMINATION, concepts.Conjunction(3, []), True), "any_rule=True with Elimination; only Levels has rules"),
    ("mistake_games.worst_sequence", lambda: mistake_games.worst_sequence(ELIMINATION, concepts.Conjunction(2, [])), "X has 3 columns; give n=2 bits a row"),
    ("mistake_games.optimum", lambda: mistake_games.optimum([[0, 1]]), "give labels -1 or +1, one concept a row"),
    ("mistake_games.optimum", lambda: mistake_games.optimum([]), "table has shape (0,); give labels"),
    ("potentials.observe_elimination", lambda: potentials.observe_elimination(LEARNED, concepts.Conjunction(3, [1])), "target labels row 0 -1, the sample says +1; give a target consistent with the labels"),
    ("potentials.observe_literals", lambda: potentials.observe_literals(LEARNED, concepts.Conjunction(2, [])), "X has 3 columns; give n=2 bits a row"),
    ("potentials.observe_levels", lambda: potentials.observe_levels(LEARNED, None), "run is of Elimination; give a run of Levels"),
    ("potentials.rule_levels", lambda: potentials.rule_levels(LEARNED, None), "run is of Elimination; give a run of Levels"),
    ("potentials.observe_rules", lambda: potentials.observe_rules(LEARNED, None), "run is of Elimination; give a run of Levels"),
    ("potentials.observe_halving", lambda: potentials.observe_halving(LEARNED), "run is of Elimination; give a run of Halving"),
    # generalization
    ("generalization.vc_bound", lambda: generalization.vc_bound(0, 1, 0.1), "n=0; give a whole number of at least 1"),
    ("generalization.vc_bound", lambda: generalization.vc_bound(5, 11, 0.1), "D=11 exceeds 2n=10, where nothing is bounded; give more examples"),
    ("generalization.vc_bound", lambda: generalization.vc_bound(5, 1, 1), "delta=1; give a chance between 0 and 1"),
    ("generalization.vc_bound", lambda: generalization.vc_bound(5, 1, 0.5, scale=0), "scale=0; give a finite number above 0"),
    ("generalization.margin_dimension", lambda: generalization.margin_dimension(2, 1, 0), "rho=0; give a finite number above 0"),
    ("generalization.hoeffding", lambda: generalization.hoeffding(5, "5%"), "delta='5%'; give a chance between 0 and 1"),
    ("generalization.compression_bound", lambda: generalization.compression_bound(5, 5, 0.1), "k=5; give a whole number from 0 to 4"),
    ("generalization.simplex", lambda: generalization.simplex(1), "n=1; give a whole number of at least 2"),
    ("generalization.labelings", lambda: list(generalization.labelings(0)), "n=0; give a whole number of at least 1"),
    ("generalization.shattering_margins", lambda: generalization.shattering_margins(np.eye(9)), "X has 9 rows, which is 2^9 labelings; give at most 8 rows"),
    ("generalization.shattering_margins", lambda: generalization.shattering_margins([]), "X has shape (0,); give a matrix with one point a row, (n, d)"),
    ("generalization.held_out_errors", lambda: generalization.held_out_errors(RUN, FLOWERS), "held_out has 4 features, the run 5; prepare both alike"),
    ("generalization.leave_one_out", lambda: generalization.leave_one_out(Sample([[1], [1], [1]], [1, -1, 1]), 5), "without example 0 the run made mistakes in each of 5 passes; allow more with max_passes, or give a separable sample"),
    ("generalization.leave_one_out", lambda: generalization.leave_one_out(Sample([[1]], [1])), "the sample has 1 example; give at least 2, so that one can be left out"),
    # proofs, tables, sliders: tests/test_proof.py and tests/test_explore.py have more
    ("proof.Step", lambda: proof.Step("claim", theorem().steps[0].claim, (), by="hand"), "step 'claim': by='hand'; use 'z3', or 'sympy'"),
    ("proof.Theorem", lambda: proof.Theorem("toy", "", {}, theorem().steps), "toy: step 'claim' uses ['one'], which no hypothesis or earlier step names"),
    ("proof.Theorem", no_induction, "toy: step 'claim' is an induction, but before changes none of its symbols [x, y]; give the state one update earlier"),
    ("proof.Theorem.typeset", lambda: theorem().typeset("two"), "'two' names no relation of toy: ['one', 'claim']"),
    ("proof.Theorem.watch", lambda: theorem().watch({"x": 1}), "no value for ['y'] in x <= y; given: ['x']"),
    ("proof.Theorem.failing", lambda: theorem().failing({}), "no value for ['x', 'y'] in x <= y; given: []"),
    ("proof.Theorem.table", lambda: theorem().table({"y": 1}), "no value for ['x'] in x <= y; given: ['y']"),
    ("proof.Theorem.mutants", lambda: theorem().mutants("two"), "['two'] are no steps of toy: ['claim']"),
    ("solver.slack", lambda: solver.slack(theorem().steps[0].claim, {"y": 1}), "no value for ['x'] in x <= y"),
    ("solver.rounding", lambda: solver.rounding(theorem().steps[0].claim, {"x": 1}), "no value for ['y'] in x <= y; given: ['x']"),
    ("tables.table", lambda: tables.table(["a"], [[1, 2]]), "row [1, 2] has 2 cells; the table has 1 columns"),
    ("tables.table", lambda: tables.table(["a"], [["|w|"]]), r"'|w|' would end its cell; write \lvert or \lVert, in one line"),
    ("tables.table", lambda: tables.table(["a"], [["one\ntwo"]]), r"'one\ntwo' would end its cell"),
    ("tables.table", lambda: tables.table(["a"], [[None]]), "row [None] holds None; cells are text or numbers"),
    ("explore.explore", lambda: explore.explore("draw", a=[1, 2]), "draw must be a function draw(ax, **values), got 'draw'"),
    ("explore.explore", lambda: explore.explore(print), "explore needs at least one parameter, such as angle=range(0, 90, 15)"),
    ("explore.explore", lambda: explore.explore(print, start=1, a=[1, 2]), "start must map names to values, such as {'a': 1}, got 1"),
    ("explore.explore", lambda: explore.explore(print, a=range(151)), "151 states are more than 150: give fewer values"),
    ("explore.is_live", lambda: with_mode("dynamic", explore.is_live), "BOOK_EXPLORE must be 'live' or 'static', got 'dynamic': correct or unset it"),
    ("laboratory.as_points", lambda: laboratory.as_points([[1, 2]]), "points has shape (1, 2); give 1 to 20 rows (x1, x2, y)"),
    ("laboratory.as_points", lambda: laboratory.as_points([[1, 2, 0]]), "points holds [1.0, 2.0, 0.0]; the third number is a label, -1 or +1"),
    ("laboratory.laboratory", lambda: laboratory.laboratory([[0.1, 0, 1]]), "give coordinates from -4 to 4 that are multiples of 1/8, as numpy.round(8 * x) / 8"),
    ("laboratory.laboratory", lambda: laboratory.laboratory(t=-1), "t=-1; give a whole number of at least 0"),
    ("laboratory.Laboratory", lambda: laboratory.Laboratory(points=laboratory.START, t=0.5), "t=0.5; give a whole number of at least 0"),
    ("laboratory.Still", lambda: laboratory.Still([], 0), "points has shape (0,); give 1 to 20 rows"),
    # homework
    ("homework.student_id", lambda: homework.student_id(" "), "student_id=' '; type the id that your course knows you by"),
    ("homework.own", lambda: homework.own("", "one"), "student=''; give a text"),
    ("homework.unseen", lambda: homework.unseen("ada", 1), "question=1; give a text"),
    ("homework.redraw", lambda: homework.redraw(int, bool, 7), "rng=7; give a generator"),
    ("homework.redraw", lambda: homework.redraw(lambda rng: 0, bool, rng(), 3), "none of tries=3 draws is wanted; ask for less, or draw differently"),
    ("homework.number", lambda: homework.number([1, 2]), "value=[1, 2]; give one number"),
    ("explore.explore", lambda: explore.explore(print, panels=3, a=[1, 2]), "panels must be 1 or 2, got 3"),
]
# fmt: on

# Public names that have no row above, and why.
NO_BAD_INPUT = {
    "takes a checked sample": "samples.prepare",
    "takes no argument": "samples.diabetes samples.separable_pairs multiclass.all_digits",
    "takes only what lib itself makes": (
        "certificates.Gap descent.Descent perceptron.Run perceptron.Run.replay hinge.HingeRun "
        "mistake_bounds.MistakeRun mistake_bounds.MistakeRun.replay solution.Solution "
        "kernel_machines.KernelSeparator kernel_machines.KernelRun validation.Tuning "
        "multiclass_perceptron.MulticlassRun multiclass.OneAgainstRest total_distance.Comparator "
        "separability.NotSeparable proof.Verdict explore.Frames generalization.lifetimes "
        "mistake_games.adversary mistake_games.sharp_adversary solver.Solver solver.Solver.solve solver.differ "
        "states.label states.draw_state states.light states.quick states.encode states.tag "
        "states.reaches_the_edge laboratory.Readings live.Sliders"
    ),
    "a piece of a solver or of a solution, whose callers have checked the arguments": (
        "active_set.refine certificates.gap_of certificates.residuals_of solution.Machine "
        "solution.completed kernel_solution.KernelSolution "
        "svm.normalized svm.dual_answers "
        "svm.refuse_one_class separability.Undecided separability.exact_common_point "
        "separability.twins verdicts.best_of verdicts.refuse verdicts.seen certificates.balanced"
    ),
    "any whole number will do": "concepts.latex",
    "numpy says what does not fit": "kernels.linear",
    "a learner's moves, made by learn_online on encoded examples": " ".join(
        f"learners.{name}.{method}"
        for name in ("Elimination", "Levels", "Halving", "Perceptron")
        for method in ("encode", "predict", "learn")
    )
    + " learners.Levels.votes learners.Levels.written",
    "what the decision functions say": (
        "multiclass.OneAgainstRest.scores multiclass.OneAgainstRest.predict "
        "multiclass.OneAgainstRest.error"
    ),
    "takes nothing": (
        "concepts.Conjunction.latex concepts.DecisionList.latex proof.Theorem.prove "
        "proof.Theorem.assumptions"
    ),
}


@pytest.mark.parametrize(
    ("call", "message"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_message_names_the_argument_and_the_remedy(call, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        call()


def test_one_case_is_inseparable_and_carries_its_certificate():
    with pytest.raises(NotSeparable) as caught:
        svm.hard_margin(TIED)
    np.testing.assert_allclose(caught.value.weights @ TIED.signed, 0, atol=1e-9)
    assert caught.value.weights.sum() > 0


def public_names():
    """module.function, module.Class and module.Class.method of everything public in lib."""
    for info in pkgutil.iter_modules(lib.__path__):
        if info.ispkg:
            continue  # the theorems are data, the figures pictures
        module = importlib.import_module(f"lib.{info.name}")
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(value) or inspect.isclass(value):
                yield f"{info.name}.{name}"
            if inspect.isclass(value):
                methods = (n for n, v in vars(value).items() if inspect.isfunction(v))
                yield from (f"{info.name}.{name}.{n}" for n in methods if not n.startswith("_"))


def test_every_public_function_has_a_row_or_a_reason():
    exempt = {name for names in NO_BAD_INPUT.values() for name in names.split()}
    rows = {case[0] for case in CASES}
    names = set(public_names())
    assert names - rows - exempt == set(), "give these a row in CASES, or a reason"
    assert (rows | exempt) - names == set(), "these are no longer in lib"
    assert not rows & exempt


def test_there_are_many_cases():
    assert len(CASES) >= 60
    assert len({case[0] for case in CASES}) >= 60
