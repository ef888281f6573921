"""Bad input to every public function of lib: the message names the argument, and the remedy.

Each row calls a function by its full name below lib, and has the words that the message must hold.
A test at the end holds the table to the library: a new public function needs a row, or a reason to
have none.
"""

import importlib
import inspect
import os
import pkgutil
import re
from contextlib import nullcontext
from unittest import mock

import numpy as np
import pytest
import sympy as sp
from scipy.sparse import csr_array

import lib
from lib.datasets import iris
from lib.figures import style
from lib.hinge_sgd import hinge_sgd
from lib.kernels.functions import gaussian, linear, polynomial
from lib.kernels.multiclass import Classes
from lib.kernels.multiclass_perceptron import multiclass_perceptron
from lib.kernels.perceptron import kernel_perceptron
from lib.kernels.svm import kernel_svm
from lib.max_margin import hard_margin
from lib.mistake_bounds.concepts import DecisionList
from lib.mistake_bounds.learners import Elimination, Levels
from lib.mistake_bounds.runs import learn_online
from lib.perceptron import perceptron
from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.samples import Sample, prepare, standardize
from lib.soft_margin import soft_margin
from lib.svm.road import Judge
from lib.svm.separability import NotSeparable
from lib.svm_dual import dual
from tests.test_examples import CHAPTERS
from tests.test_examples import called as calls

MODULES = [importlib.import_module(m.name) for m in pkgutil.walk_packages(lib.__path__, "lib.")]

# What the rows speak of, besides the packages and modules of lib.
NAN, INF = float("nan"), float("inf")
FLOWERS = iris()
UNIT = prepare(FLOWERS)
ONE_CLASS = Sample([[1.0, 2.0], [3.0, 4.0]], [1, 1])
TIED = Sample([[1.0, 0.0], [1.0, 0.0]], [1, -1], "tied")
ONE_SIDE = Sample([[1.0], [2.0]], [1, -1])
SPARSE = csr_array([[1.0]])
TWO = Sample([[1.0, 0.0], [-1.0, 0.5]], [1, -1])
BITS = Sample([[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]], [1, -1])
W, ALPHA = np.ones(4), np.ones(100)
RUN = perceptron(UNIT)
CLEAN = perceptron(UNIT, start=RUN.w)
ELIMINATION = Elimination(3)
LEARNED = learn_online(ELIMINATION, BITS)
SUNK = learn_online(Levels(1), Sample([[0.0], [1.0]], [-1, -1]))
DEFAULT = DecisionList(3, [(0, 1)])
CLASSES = Classes(FLOWERS.X, np.repeat([0, 1], 50))
NARROW = Classes([[1], [2]], [0, 1])
MULTICLASS = multiclass_perceptron(CLASSES, max_passes=1)
HINGE = hinge_sgd(UNIT, 0.1, 10)
GAUSSIAN = gaussian(1)
KERNEL = kernel_perceptron(UNIT, linear)

x, y = sp.symbols("x y", real=True)
THEOREM = Theorem("toy", "", {"one": x <= y}, (Step("claim", x <= y, ("one",)),))
# An induction whose hypothesis is the claim itself, which would prove anything.
INDUCTION = Step("claim", x <= y, ("one",), base=("zero",))
CIRCLE = {"one": x <= y + 1, "zero": sp.Eq(x, y)}


class NA:
    """A missing value as pandas has it."""

    def __repr__(self):
        return "<NA>"


def rng():
    return np.random.default_rng(0)


def with_mode(mode, function):
    with mock.patch.dict(os.environ, BOOK_EXPLORE=mode):
        return function()


def same(ax, a):
    return "What no value changes."


def pixels():
    ax = style.blank()
    ax.imshow([[0, 1]])
    return ax


NAMES = globals() | {name: value for name, value in vars(lib).items() if name[0] != "_"}


def rows(text):
    """Each line with the indented lines below it, which are joined."""
    found = re.findall(r"^(?! |#)(.+)\n((?: {4}.+\n)+)", text, re.MULTILINE)
    return [(line, re.sub(r"\n +", " ", below.strip())) for line, below in found]


CASES = rows(r"""
# checks
checks.as_floats('z', 'x')
    z holds 'x', which is no number; give numbers
checks.as_floats('z', [[1], [1, 2]])
    z has rows of unequal length; give numbers in equal rows
checks.as_floats('z', [1, '2'])
    z holds '1', which is no number; give numpy.asarray(z, float)
checks.as_floats('z', [b'1'])
    which is no number; give numpy.asarray(z, float)
checks.as_floats('z', [1, 2j])
    z holds '(1+0j)', which is no number
checks.as_floats('z', np.array([1, np.complex64(2)], dtype=object))
    which is no number
checks.as_floats('z', np.array(['2020-01-01'], dtype='datetime64[ns]'))
    a time; give numbers, such as days from the first one
checks.as_floats('z', np.array([1, np.timedelta64(1, 's')], dtype=object))
    z holds '1 seconds', a time; give numbers
checks.as_floats('z', [1, None])
    z holds 'None', where a number is missing; drop or fill that row
checks.as_floats('z', [1, NA()])
    z holds '<NA>', where a number is missing; drop or fill that row
checks.as_floats('z', [1, 10**400])
    and no float is as large; divide by a power of ten
checks.as_floats('z', np.ma.array([1, 2], mask=[0, 1]))
    z is masked; drop the masked rows, or give z.filled(...)
checks.as_floats('z', {'a': [1]})
    z is a dict; give numpy.column_stack([*z.values()])
checks.as_floats('z', iter([1]))
    z is a generator; give list(z)
checks.as_floats('z', SPARSE)
    z is sparse; give z.toarray()
checks.as_examples('X', [1, 2], 2)
    X has shape (2,); give a matrix with one example a row, (n, d)
checks.as_examples('X', [[1, 2]], ('a', 'b', 'c'))
    X has shape (1, 2); give rows of 3 features: those of the sample, prepared as it is
checks.as_examples('X', [[1, 2], [NAN, 1]], ('a', 'b'))
    X holds NaN or infinity, first in row 1; drop or fill that row
checks.as_step('step', 0, 1)
    step=0; give a finite number above 0
checks.as_step('step', 1e-200, 4)
    step=1e-200 makes updates up to 4e-200, and floats cannot hold the square; give step=2e-01
checks.as_vector('w', [1, 2], 3)
    w has shape (2,); give one number for each of the 3 features
checks.as_vector('w', [1, INF], 2)
    w holds NaN or infinity; give finite numbers
checks.as_vector('w', None, 2)
    w holds 'None', where a number is missing
checks.as_rows('order', [], 3)
    order=[]; give a non-empty list of row numbers
checks.as_rows('order', [0, -1, 2], 3)
    order names row -1; rows go from 0 to 2
checks.as_rows('order', [0, 3], 3)
    order names row 3; rows go from 0 to 2
checks.as_rows('order', [0.0, 1.0], 3)
    order=[0.0, 1.0]; give a non-empty list
checks.as_rows('order', [[0, 1]], 3)
    order=[[0, 1]]; give a non-empty list
checks.as_finite('b', NAN)
    b=nan; give a finite number
checks.as_finite('b', '1')
    b='1'; give a finite number
checks.as_positive('gamma', 0)
    gamma=0; give a finite number above 0
checks.as_positive('gamma', 1.5, at_most=1)
    gamma=1.5; give a finite number above 0 and at most 1
checks.as_positive('gamma', INF)
    gamma=inf; give a finite number above 0
checks.as_positive('gamma', NAN)
    gamma=nan; give a finite number above 0
checks.as_positive('gamma', None)
    gamma=None; give a finite number above 0
checks.as_price('C', 0)
    C=0; give a number above 0, infinite for the hard margin
checks.as_price('C', NAN)
    C=nan; give a number above 0
checks.as_price('C', '1')
    C='1'; give a number above 0
checks.as_whole('k', 0)
    k=0; give a whole number of at least 1
checks.as_whole('k', 2.5)
    k=2.5; give a whole number of at least 1
checks.as_whole('k', INF)
    k=inf; give a whole number of at least 1
checks.as_whole('k', NAN)
    k=nan; give a whole number of at least 1
checks.as_whole('k', '3')
    k='3'; give a whole number of at least 1
checks.as_whole('k', 6, 1, 5)
    k=6; give a whole number from 1 to 5
checks.as_generator(0)
    rng=0; give a generator, such as numpy.random.default_rng(0)
# samples
samples.Sample([1, 2], [1, -1])
    X has shape (2,); give a matrix with one example a row, (n, d)
samples.Sample(np.empty((0, 2)), [])
    X has shape (0, 2); give a matrix
samples.Sample([[1], [NAN], [INF]], [1, 1, 1])
    X holds NaN or infinity, first in row 1; drop or fill that row
samples.Sample([['a']], [1])
    X holds 'a', which is no number
samples.Sample([[1], [2]], [1])
    y has shape (1,); give one label for each of the 2 rows of X
samples.Sample([[1], [2]], [0, 1])
    y holds 0; labels are -1 or +1: give numpy.where(numpy.equal(y, 1), 1, -1)
samples.Sample([[1], [2]], [1, 2])
    y holds 2; labels are -1 or +1: give numpy.where(numpy.equal(y, 2.0), 1, -1)
samples.Sample([[1], [2]], [1, NAN])
    y holds nan; labels are -1 or +1: give a label, or drop its row
samples.Sample([[1], [2]], ['+', '-'])
    which is no number; give labels -1 and +1, such as numpy.where(numpy.equal(y, '+'), 1, -1)
samples.Sample(FLOWERS, FLOWERS.y)
    n=100, d=4, 50 positive)", which is no number
samples.Sample([[1, 2]], [1], '', ('a',))
    features names 1 columns; X has 2
samples.Sample.columns(FLOWERS, 'petal')
    columns ['petal'] not found; choose from ('sepal length (cm)'
samples.Sample.columns(FLOWERS)
    columns () not found; choose from
samples.lift(FLOWERS, 0)
    size=0; give a finite number above 0
samples.unit(Sample([[1, 0], [0, 0]], [1, -1]))
    row 1 of X is zero and has no direction; drop it, or lift the sample first
samples.Sample([[1, 0], [-3e+200, 0]], [1, -1])
    X reaches 3e+200, and floats cannot hold its square; divide X by 3e+200
samples.Sample([[2e-200, 0]], [1])
    X reaches 2e-200, and floats cannot hold its square; divide X by 2e-200
samples.standardize(FLOWERS, like=ONE_CLASS)
    like has 2 features, not 4; give the same columns
samples.standardize([[1, 2]])
    give like=, the sample that was learned from; or of all rows, standardize(X,
samples.prepare(FLOWERS.X, like=ONE_CLASS)
    like has 2 features, not 4; give the same columns
samples.prepare([[1, NAN]], like=ONE_CLASS)
    X holds NaN or infinity, first in row 0
samples.lift([1, 2])
    X has shape (2,); give a matrix with one example a row, (n, d)
samples.of_sample(lambda sample: sample)(FLOWERS.X)
    takes examples and labels as one sample, not ndarray; give Sample(X, y), of lib.samples
datasets.iris('setosa', 'daisy')
    positive='daisy' is not a class of iris; choose from setosa, versicolor, virginica
datasets.iris('rose')
    negative='rose' is not a class of iris
datasets.wine(0, 3)
    positive=3 is not a class of wine; choose from 0, 1, 2
datasets.digits(8, 8)
    negative and positive are both 8; name two classes
datasets.digit_against_rest(10)
    digit=10; give a whole number from 0 to 9
datasets.digit_against_rest('eight')
    digit='eight'; give a whole number
datasets.retina(FLOWERS)
    the examples have 4 features; give 8 by 8 digits, as digits(3, 8)
datasets.retina(datasets.digits(3, 8), 7)
    cells=7; give a whole number of at least 8
datasets.breast_cancer(31)
    features=31; give a whole number from 1 to 30
datasets.breast_cancer(0)
    features=0; give a whole number from 1 to 30
samples.with_margin(0, 3, 0.1, rng())
    n=0; give a whole number of at least 1
samples.with_margin(5, 1, 0.1, rng())
    d=1; give a whole number of at least 2
samples.with_margin(5, 3, 1.1, rng())
    gamma=1.1; give a finite number above 0 and at most 1
samples.with_margin(5, 3, 0.1, 0)
    rng=0; give a generator
# separators
linear_separators.decision(FLOWERS, [1, 2, 3])
    w has shape (3,); give one number for each of the 4 features
linear_separators.decision(FLOWERS, W, INF)
    b=inf; give a finite number
linear_separators.decision(FLOWERS, W, None)
    b=None; give a finite number
linear_separators.signed_distance(FLOWERS, [0, 0, 0, 0])
    w is zero and defines no hyperplane; give a nonzero w
linear_separators.functional_margin(FLOWERS, [1, 2, 3, NAN])
    w holds NaN or infinity
linear_separators.margin(FLOWERS, np.zeros(4))
    w is zero and defines no hyperplane
linear_separators.margin(FLOWERS, W, NAN)
    b=nan; give a finite number
linear_separators.canonical(ONE_CLASS, [2, -1])
    an example lies on the hyperplane, so min |f(x)| = 0; move w or b first
linear_separators.misclassified(FLOWERS, 'w')
    w holds 'w', which is no number
# perceptron
perceptron.perceptron(FLOWERS, order=[0, 100])
    order names row 100; rows go from 0 to 99
perceptron.perceptron(FLOWERS, order=[-1, 3])
    order names row -1; rows go from 0 to 99
perceptron.perceptron(FLOWERS, order=[])
    order=[]; give a non-empty list of row numbers
perceptron.perceptron(FLOWERS, order=[True, False])
    order=[True, False]; give a non-empty list
perceptron.perceptron(FLOWERS, order=[0], seed=1)
    give order or seed, not both: a seed draws an order
perceptron.perceptron(FLOWERS, seed=-1)
    seed=-1; give a whole number of at least 0
perceptron.perceptron(FLOWERS, seed=0.5)
    seed=0.5; give a whole number of at least 0
perceptron.perceptron(FLOWERS, start=[1, 2])
    start has shape (2,); give one number for each of the 4 features
perceptron.perceptron(FLOWERS, step=0)
    step=0; give a finite number above 0
perceptron.perceptron(FLOWERS, step=-1)
    step=-1; give a finite number above 0
perceptron.perceptron(FLOWERS, step=1e+160)
    step=1e+160 makes updates up to 7e+160, and floats cannot hold the square; give step=1e-01
perceptron.perceptron(FLOWERS, step=1e-170)
    step=1e-170 makes updates up to 7e-170, and floats cannot hold the square
runs.Run.decision(RUN, [[1, 2]])
    X has shape (1, 2); give rows of 5 features: those of the sample, prepared as it is, with
    prepare(X, like=...) or standardize(X, like=...)
runs.Run.predict(RUN, FLOWERS.X)
    X has shape (100, 4); give rows of 5 features
runs.Run.predict(RUN, [1, 2, 3, 4, 5])
    X has shape (5,); give a matrix with one example a row, (n, d)
runs.Run.predict(RUN, [[1, 2, 3, 4, NAN]])
    X holds NaN or infinity, first in row 0
perceptron.perceptron(FLOWERS, start=np.full(4, 1e+200))
    and a start of moderate length
perceptron.perceptron(FLOWERS, max_passes=0)
    max_passes=0; give a whole number of at least 1
perceptron.perceptron(FLOWERS, max_passes=INF)
    max_passes=inf; give a whole number of at least 1
margin_perceptron.margin_perceptron(UNIT, 0)
    gamma=0; give a finite number above 0 and at most 1
margin_perceptron.margin_perceptron(UNIT, 1.01)
    gamma=1.01; give a finite number above 0 and at most 1
margin_perceptron.margin_perceptron(UNIT, 0.1, 0)
    epsilon=0; give a finite number above 0 and at most 1
margin_perceptron.margin_perceptron(UNIT, 0.1, 1.5)
    epsilon=1.5; give a finite number above 0
margin_perceptron.margin_perceptron(UNIT, 0.1, floor=-1)
    floor=-1; give a finite number of at least 0
margin_perceptron.margin_perceptron(UNIT, 0.1, floor=INF)
    floor=inf; give a finite number of at least 0
margin_perceptron.margin_perceptron(UNIT, 0.1, max_passes=0)
    max_passes=0; give a whole number
margin_perceptron.margin_perceptron(FLOWERS, 0.1)
    the longest example has length 9.137; scale with unit(sample)
# adversaries
block_novikoff.orthonormal(0)
    k=0; give a whole number of at least 1
block_novikoff.in_three_dimensions(2)
    gamma=2; give a finite number above 0 and at most 1
margin_perceptron.bounds.dipping(0.1, 6)
    dips=6; give a whole number from 1 to 5
block_novikoff.ties([0.1, -0.1])
    heights=[ 0.1 -0.1]; give numbers from -1 to 1 with a mean at least 0.001 above the threshold, 0
block_novikoff.ties([2])
    heights=[2.]; give numbers from -1 to 1
block_novikoff.ties([0.5], 0.5)
    with a mean at least 0.001 above the threshold, 0.5
block_novikoff.ties([0.5], start=[1, 0])
    start has shape (2,); give one number for each of the 3 features
block_novikoff.in_three_dimensions(0.1, 0)
    epsilon=0; give a finite number above 0
# descent
perceptron_as_descent.zero_one_loss([NAN])
    z holds NaN; give scores y⟨w,x⟩
perceptron_as_descent.perceptron_loss(['a'])
    z holds 'a', which is no number
perceptron_as_descent.batch_descent(FLOWERS, W, 1e-170)
    step=1e-170 makes updates up to 7e-170
perceptron_as_descent.Descent.predict(perceptron_as_descent.batch_descent(TWO, [0, 0]), [[1]])
    X has shape (1, 1); give rows of 2 features
perceptron_as_descent.hinge_loss(NAN)
    z holds NaN; give scores
perceptron_as_descent.risk(FLOWERS, [1, 2])
    w has shape (2,); its last axis must hold 4 weights
perceptron_as_descent.risk(FLOWERS, [1, 2, 3, NAN])
    w holds NaN or infinity; give finite numbers
perceptron_as_descent.batch_descent(FLOWERS, W, 0)
    step=0; give a finite number above 0
perceptron_as_descent.batch_descent(FLOWERS, W, max_steps=1.5)
    max_steps=1.5; give a whole number of at least 1
perceptron_as_descent.stochastic_descent(FLOWERS, [1])
    start has shape (1,); give one number for each of the 4 features
perceptron_as_descent.stochastic_descent(FLOWERS, max_passes=0)
    max_passes=0; give a whole number of at least 1
perceptron_as_descent.batch_descent(UNIT, RUN.w).updates
    the descent took no step, so there is no update to watch
# the margin perceptron's chapter
margin_perceptron.bounds.root(0)
    epsilon=0; give a finite number above 0 and at most 1
margin_perceptron.bounds.root_between(1)
    epsilon=1; give a number below 1, where z_ε is positive
margin_perceptron.bounds.root_between(0.5, 1.5)
    digits=1.5; give a whole number from 0 to 12
margin_perceptron.bounds.sharp_constant(2)
    epsilon=2; give a finite number above 0 and at most 1
margin_perceptron.bounds.update_bounds(0)
    gamma=0; give a finite number above 0 and at most 1
margin_perceptron.bounds.potential(1, 0)
    beta=0; give a finite number above 0
margin_perceptron.bounds.potential([1, -1], 1)
    lengths are at least 0
margin_perceptron.bounds.last_crossing(RUN, -1)
    level=-1; give a finite number above 0
margin_perceptron.bounds.only({'t': np.arange(3)}, [1, 0])
    where has int64 of shape (2,), 1 of them chosen; give one True or False for each of the 3
    updates
margin_perceptron.search.certificate()
    runs is empty; give at least one run
margin_perceptron.search.certificate(CLEAN)
    a certificate needs an update, step 1 and start 0
margin_perceptron.search.certificate(perceptron.perceptron(UNIT, step=2))
    a certificate needs an update, step 1 and start 0
margin_perceptron.search.certificate(RUN, perceptron.perceptron(TWO))
    runs are of 'iris setosa/versicolor' and of 'sample'; give runs of one sample
margin_perceptron.search.margin_search(FLOWERS)
    the longest example has length 9.137; scale with unit(sample)
margin_perceptron.search.margin_search(UNIT, 0)
    epsilon=0; give a finite number above 0 and at most 1
margin_perceptron.search.margin_search(UNIT, max_passes=0)
    max_passes=0; give a whole number of at least 1
margin_perceptron.search.search_constant(0)
    epsilon=0; give a finite number above 0 and at most 1
# without a separator
not_separable.bounds.distances(UNIT, np.ones(5), 0.1)
    u has length 2.23607; give a unit vector, u/‖u‖
not_separable.bounds.distances(UNIT, np.eye(5)[0], np.inf)
    gamma=inf; give a finite number above 0
not_separable.bounds.total_distance(UNIT, np.eye(5)[0], 0.1, order=[100])
    order names row 100; rows go from 0 to 99
not_separable.bounds.total_distance(UNIT, np.eye(5)[0], 0)
    gamma=0; give a finite number above 0
not_separable.bounds.moved(UNIT, [1], 0.1)
    u has shape (1,); give one number for each of the 5 features
not_separable.bounds.exact_bound([0.1, 0], 1)
    give numbers above 0
not_separable.bounds.simple_bound(0.1, -1)
    the total is -1.0; distances sum to a number of at least 0
not_separable.bounds.freund_schapire_bound(0.1, 1, R=0)
    R=0.0; give numbers above 0
not_separable.bounds.freund_schapire_bound('γ', 1)
    gamma holds 'γ', which is no number
not_separable.bounds.deviation(UNIT, np.eye(5)[0], 0.1, order=[0.5])
    order=[0.5]; give a non-empty list of row numbers
not_separable.comparators.best_simple(TIED)
    no comparator bounds the mistakes on 'tied' below 2, the length of the sequence
not_separable.comparators.best_freund_schapire(TIED, order=[])
    order=[]; give a non-empty list of row numbers
not_separable.comparators.best_exact(TIED)
    give cleaner labels, or features that tell the classes apart
not_separable.comparators.best_exact(UNIT, [-1])
    rows go from 0 to 99
not_separable.comparators.best_exact(UNIT, rounds=0)
    rounds=0; give a whole number of at least 1
# support vector machines
runs.replay(UNIT, [0, 500])
    mistakes names row 500; rows go from 0 to 99
runs.replay(UNIT, [], threshold=-1)
    threshold=-1; give a finite number of at least 0
svm.separability.is_common_point(UNIT, {0: 0.5})
    weights[0]=0.5; give a whole number or a Fraction
runs.replay(UNIT, [0], order=[0.5])
    order=[0.5]; give a non-empty list of row numbers
runs.replay(UNIT, 'all')
    mistakes='all'; give a list of row numbers
runs.replay(UNIT, [])
    mistakes ends after 0, but example 0 is then a mistake; give the whole run
svm.certificates.duality_gap(FLOWERS, W, 0, ALPHA, -1)
    C=-1; give a number above 0, infinite for the hard margin
svm.certificates.duality_gap(FLOWERS, W, 0, ALPHA, 0.5)
    alpha[0]=1 lies outside [0, 0.5] and bounds nothing; repair rounding with feasible
svm.certificates.duality_gap(FLOWERS, W, 0, ALPHA)
    so (w, b) is not feasible for the hard margin; scale with canonical(sample, w, b), or give a
    C
svm.certificates.kkt_residuals(FLOWERS, W, 1, ALPHA, offset=False)
    b=1.0 in a problem without an offset; give b=0, or offset=True
svm.certificates.kkt_residuals(FLOWERS, W, 0, ALPHA[1:])
    alpha has shape (99,); give one number for each of the 100 examples
svm.certificates.check_optimal(FLOWERS, W, 0, ALPHA, 1, tolerance=0)
    tolerance=0; give a finite number above 0
svm.certificates.check_optimal(FLOWERS, W, 0, ALPHA, 1)
    not optimal: the gap is
svm.certificates.margin_interval(FLOWERS, W, 0, 0 * ALPHA)
    alpha is zero and bounds nothing; give at least one positive multiplier
svm.certificates.feasible(FLOWERS, [1])
    alpha has shape (1,); give one number for each of the 100 examples
svm.separability.common_point(Sample([[INF]], [1]))
    X holds NaN or infinity
soft_margin.SoftMargin(ONE_CLASS)
    y holds one class only, +1, so w = 0 with b = +1 solves the problem; give examples of both
    classes, or offset=False
soft_margin.soft_margin(UNIT, 0)
    C=0; give a finite number above 0
soft_margin.soft_margin(UNIT, INF)
    C=inf; give a finite number above 0
next(dual_ascent.pair_ascent(np.eye(3)[:2], [1, -1], 1))
    K has shape (2, 3); give a Gram matrix, as gram does
next(dual_ascent.pair_ascent(np.eye(2), [1, -1, 1], 1))
    y has shape (3,); give one number for each of the 2 rows of K
next(dual_ascent.pair_ascent(np.eye(2), [1, -1], 0))
    C=0; give a number above 0, infinite for the hard margin
next(dual_ascent.coordinate_ascent(UNIT, INF))
    C=inf; give a finite number above 0
max_margin.hard_margin(TIED)
    no hyperplane separates 'tied': the weights of this error certify it; use a soft margin,
    soft_margin(sample, 1e+00)
svm.solution.Solution.predict(max_margin.hard_margin(TWO), [[1]])
    X has shape (1, 1); give rows of 2 features
svm_dual.dual(UNIT, NAN)
    C=nan; give a number above 0, infinite for the hard margin
max_margin.max_margin(TIED)
    no hyperplane through 0 separates 'tied': the weights of this error certify it; lift the
    sample for an offset
soft_margin.Tuning(W, np.zeros((3, 2)))
    errors has the shape (3, 2) beside 4 values of C; give a row for each C
soft_margin.folds(FLOWERS, 51, rng())
    k=51; give a whole number from 2 to 50
soft_margin.folds(ONE_CLASS, 2, rng())
    a class of 'sample' has 0 examples; give at least 2
soft_margin.folds(FLOWERS, 5, 0)
    rng=0; give a generator
soft_margin.holdout(FLOWERS, 1.0, rng())
    share=1.0 holds out all 50 examples labelled -1; give a smaller share
soft_margin.holdout(FLOWERS, 0.5, None)
    rng=None; give a generator
samples.subset(FLOWERS, np.array([], dtype=int))
    index=array([], dtype=int64); give a non-empty list of row numbers
kernels.multiclass.one_against_rest(TWO, len)
    classes is of type Sample; give Classes(X, labels), of lib.kernels.multiclass
kernels.multiclass_perceptron.multiclass_perceptron(TWO)
    classes is of type Sample; give Classes(X, labels), of lib.kernels.multiclass
kernels.multiclass_perceptron.widest_lead(TWO)
    classes is of type Sample; give Classes(X, labels), of lib.kernels.multiclass
samples.subset(FLOWERS, [-1])
    index names row -1; rows go from 0 to 99
samples.subset(FLOWERS, [100])
    index names row 100; rows go from 0 to 99
block_novikoff.in_three_dimensions(1e-320)
    give them a product of 0.001 or more
margin_perceptron.bounds.dipping(1e-320, 1)
    gamma=1e-320; give a finite number of at least 0.001
soft_margin.tune_C(FLOWERS, [1, 0.1], [])
    Cs=[1.0, 0.1]; give at least one value, in increasing order
soft_margin.tune_C(FLOWERS, [0, 1], [])
    Cs=0.0; give a finite number above 0
soft_margin.tune_C(FLOWERS, [1], [])
    splits is no list of pairs of rows; make some with folds(...) or [holdout(...)]
dual_ascent.dual_values(TWO, [[0, 0, 0]])
    path has shape (1, 3); give a row of 2 multipliers
dual_ascent.coordinate_steps(TWO, [[0, 0], [1, 1]], 1)
    path changes [2] multipliers in a step; give one or more steps that change 1
dual_ascent.coordinate_steps(TWO, [[0, 0]], 1)
    give one or more steps that change 1
dual_ascent.pair_steps(TWO, [[0, 0], [1, 0]], 1)
    path changes [1] multipliers in a step; give one or more steps that change 2
dual_ascent.pair_steps(TWO, [[0, 0], [1, 2]], 1)
    path leaves Σ α y = 0; give steps that move two forces by s and -s
dual_ascent.wishes(TWO, [0, 2], 1)
    alpha reaches from 0 to 2; give multipliers from 0 to C = 1
dual_ascent.wishes(TWO, [1, 0], 1)
    alpha lets no force rise, or none fall; give a sample of both classes
dual_ascent.stopping(TWO, [0, 0], 0)
    C=0; give a finite number above 0
dual_ascent.shares(Sample([[0.0], [1.0]], [1, -1]), [0, 0], 1)
    row 0 is 0, so its slope never ends; leave it out
hinge_sgd.regularized_risk(FLOWERS, 0, W)
    decay=0; give a finite number above 0
hinge_sgd.regularized_risk(FLOWERS, 1, W, NAN)
    b=nan; give a finite number
hinge_sgd.hinge_sgd(FLOWERS, 1, 0)
    steps=0; give a whole number of at least 1
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, batch=0.5)
    batch=0.5; give a whole number of at least 1
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, step=-1)
    step=-1; give a finite number above 0
hinge_sgd.hinge_sgd(FLOWERS, 0, 10)
    decay=0; give a finite number above 0
hinge_sgd.hinge_sgd(FLOWERS, 0.1, 10, step=20.0)
    step=20.0 with decay=0.1 multiplies w by 1 - step * decay = -1 each time, and w cannot
    settle; give a step below 2/decay = 20, or leave it out for 1/(λt)
hinge_sgd.hinge_sgd(FLOWERS, 1e-308, 10)
    no float can square; give a larger decay, or scale the features down
hinge_sgd.hinge_sgd(FLOWERS, 1e170, 10)
    no float can square; give a smaller decay, or scale the features up
hinge_sgd.hinge_sgd(FLOWERS, 0.1, 10, step=1e-170)
    step=1e-170 makes updates up to 7e-170
hinge_sgd.HingeRun.predict(HINGE, [[1]])
    X has shape (1, 1); give rows of 5 features
hinge_sgd.hinge_sgd(UNIT, 0.1, 10, offset=True).alpha
    alpha needs a run with offset=False and the step 1/(λt), step=None
hinge_sgd.hinge_sgd(UNIT, 0.1, 10, step=0.1).updates
    updates needs a run with offset=False
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, at=[11])
    at reaches from 10 to 11; give steps from 1 to 10
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, at=[0])
    at reaches from 0 to 10; give steps from 1 to 10
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, at=[2.5])
    give a list of steps, in whole numbers
hinge_sgd.hinge_sgd(FLOWERS, 1, 10, seed='x')
    seed='x'; give a whole number of at least 0
hinge_sgd.HingeRun.weights(HINGE, 'median')
    average='median'; choose from last, mean, weighted
hinge_sgd.HingeRun.risks(HINGE, 'all')
    average='all'; choose from last, mean, weighted
hinge_sgd.hinge_sgd(UNIT, 0.1, 10, at=[5]).updates
    updates needs every step; run with at=range(1, 11)
hinge_sgd.HingeRun.regrets(HINGE, [1])
    u has shape (1,); give one number for each of the 5 features
# kernels and several classes
kernels.functions.polynomial(1.5)
    degree=1.5; give a whole number of at least 1
kernels.functions.polynomial(2, -1)
    constant=-1; give a finite number of at least 0
kernels.functions.gaussian(-1)
    width=-1; give a finite number above 0
kernels.functions.squares([1, 2])
    X has shape (2,); give rows of 2 features
kernels.functions.gram(TWO, lambda A, B: A @ B.T - 5)
    so it is no inner product; give a positive semidefinite kernel
kernels.functions.gram(UNIT, lambda A, B: A)
    give a function of (n, d) and (m, d) with finite values of shape (n, m)
kernels.functions.factor(np.ones((2, 3)))
    K of shape (2, 3) is not symmetric; give a Gram matrix
kernels.functions.factor([[1, 2], [0, 1]])
    K of shape (2, 2) is not symmetric
kernels.perceptron.kernel_perceptron(UNIT, GAUSSIAN, order=[-2])
    order names row -2; rows go from 0 to 99
kernels.perceptron.kernel_perceptron(UNIT, GAUSSIAN, max_passes=0)
    max_passes=0; give a whole number of at least 1
kernels.svm.kernel_svm(UNIT, GAUSSIAN, 0)
    C=0; give a number above 0, infinite for the hard margin
kernels.svm.kernel_svm(ONE_SIDE, linear, INF, offset=False)
    no hyperplane through 0 separates 'sample': the weights of this error certify it; lift the
    sample for an offset, or use a soft margin, soft_margin(sample, 2e-01, offset=False)
kernels.perceptron.KernelRun.predict(KERNEL, [[1, 2]])
    X has shape (1, 2); give rows of 5 features
kernels.separator.KernelSeparator.decision(KERNEL.separator, [[1, 2]])
    X has shape (1, 2); give rows of 5 features
kernels.separator.KernelSeparator.error(KERNEL.separator, FLOWERS)
    X has shape (100, 4); give rows of 5 features
kernels.multiclass.Classes([[1], [2]], [0, 2])
    labels holds [0, 2]; number the classes 0, 1, …, without a gap
kernels.multiclass.Classes([[1], [2]], [0.0, 1.0])
    labels has shape (2,) and type float64; give a whole number for each of the 2 rows of X
kernels.multiclass.Classes(None, [0, 1])
    X holds 'None', where a number is missing
kernels.multiclass.Classes([[NAN], [1]], [0, 1])
    X holds NaN or infinity
kernels.multiclass.Classes.against_rest(CLASSES, 2)
    k=2; classes go from 0 to 1
kernels.multiclass.one_against_rest(CLASSES, None)
    learn=None; give a function of a Sample that returns its scorer
kernels.multiclass.Classes.rows(CLASSES, [0, 1])
    labels holds [0]; number the classes 0, 1, …, without a gap
kernels.multiclass_perceptron.multiclass_perceptron(CLASSES, max_passes=-1)
    max_passes=-1; give a whole number of at least 1
kernels.multiclass_perceptron.MulticlassRun.predict(MULTICLASS, [[1, 2]])
    X has shape (1, 2); give rows of 4 features
kernels.multiclass_perceptron.MulticlassRun.error(MULTICLASS, NARROW)
    has other classes or features than the run; give alike
kernels.multiclass_perceptron.widest_lead(kernels.multiclass.Classes([[1], [1]], [0, 1], 'tied'))
    no weights separate the classes of 'tied': the weights of this error certify it; add
    features, or use a kernel
# the mistake-bound model
mistake_bounds.bits.as_bits([[0, 1], [0.5, 1]])
    X[1, 0] is 0.5; bits are 0 or 1: see threshold_bits
mistake_bounds.bits.as_bits([0, 1])
    X has shape (2,); give a matrix with one example a row, (m, n)
mistake_bounds.bits.as_bits([['yes']])
    X holds 'yes', which is no number
mistake_bounds.bits.as_bits([[0, 1]], 3)
    X has 2 columns; give n=3 bits a row
mistake_bounds.bits.all_examples(21)
    n=21; give a whole number from 1 to 20
mistake_bounds.concepts.Conjunction(3, [0])
    literal 0; with n=3 a literal is 1 to 3
mistake_bounds.concepts.Conjunction(3, [-4])
    literal -4; with n=3 a literal is 1 to 3
mistake_bounds.concepts.Conjunction(0, [])
    n=0; give a whole number of at least 1
mistake_bounds.concepts.DecisionList(3, [])
    rules=(); the last rule is (0, label), the default
mistake_bounds.concepts.DecisionList(3, [(1, 1)])
    rules=((1, 1),); the last rule is (0, label), the default
mistake_bounds.concepts.DecisionList(3, [(1,), (0, 1)])
    rules=((1,), (0, 1)); a rule is a pair (literal, label)
mistake_bounds.concepts.DecisionList(3, [(1, 0), (0, 1)])
    labels are -1 or +1
mistake_bounds.concepts.DecisionList(3, [(5, 1), (0, 1)])
    literal 5; with n=3
mistake_bounds.concepts.DecisionList(1.5, [(0, 1)])
    n=1.5; give a whole number
mistake_bounds.concepts.DecisionList.deciding(DEFAULT, [[1]])
    X has 1 columns; give n=3 bits a row
list(mistake_bounds.concepts.all_conjunctions(0))
    n=0; give a whole number of at least 1
mistake_bounds.bits.threshold_bits(FLOWERS, 0)
    cuts=0; give a whole number of at least 1
mistake_bounds.concepts.fit_conjunction(FLOWERS)
    bits are 0 or 1: see threshold_bits
mistake_bounds.concepts.fit_conjunction(Sample([[1], [1]], [1, -1]))
    no consistent conjunction: every literal that holds in all positive examples holds in row 1
    too, which is negative
mistake_bounds.concepts.fit_decision_list(Sample([[1], [1]], [1, -1]))
    no consistent decision list: after 0 rules
mistake_bounds.learners.Elimination(0)
    n=0; give a whole number of at least 1
mistake_bounds.learners.Levels(2.5)
    n=2.5; give a whole number of at least 1
mistake_bounds.learners.Halving(2, [[1, -1]])
    table has 2 columns; give one for each of the 2^2 = 4 examples
mistake_bounds.learners.Halving(1, [[0, 1]])
    give labels -1 or +1
mistake_bounds.learners.Perceptron('3')
    n='3'; give a whole number of at least 1
mistake_bounds.runs.learn_online(ELIMINATION, FLOWERS)
    bits are 0 or 1
mistake_bounds.runs.learn_online(mistake_bounds.learners.Elimination(2), BITS)
    X has 3 columns; give n=2 bits a row
mistake_bounds.runs.learn_online(ELIMINATION, BITS, max_passes=0)
    max_passes=0; give a whole number of at least 1
mistake_bounds.runs.learn_online(Elimination(1), Sample([[1], [1]], [1, -1]))
    row 1, after 1 mistakes: no consistent conjunction
mistake_bounds.games.worst_sequence(ELIMINATION, mistake_bounds.concepts.Conjunction(3, []), True)
    any_rule=True with Elimination; only Levels has rules
mistake_bounds.games.worst_sequence(ELIMINATION, mistake_bounds.concepts.Conjunction(2, []))
    X has 3 columns; give n=2 bits a row
mistake_bounds.games.against([1, 0])
    answers=[1, 0]; give two or more, each -1 or +1
mistake_bounds.games.alternating(4)
    n=4 is even; give an odd number, so that the last rule says True
mistake_bounds.games.alternating(0)
    n=0; give a whole number of at least 1
mistake_bounds.games.deepest_tree([[0, 1]])
    give labels -1 or +1, one concept a row
mistake_bounds.games.deepest_tree(np.empty((0, 4)))
    table has shape (0, 4); give labels
mistake_bounds.learners.Winnow(0)
    n=0; give a whole number of at least 1
mistake_bounds.runs.learn_online(mistake_bounds.learners.Winnow(1), Sample([[1], [1]], [-1, 1]))
    row 1, after 1 mistakes: no consistent disjunction
mistake_bounds.games.optimum([[0, 1]])
    give labels -1 or +1, one concept a row
mistake_bounds.games.optimum([])
    table has shape (0,); give labels
mistake_bounds.runs.MistakeRun.levels(LEARNED, None)
    run is of Elimination; give a run of Levels
mistake_bounds.runs.MistakeRun.levels(SUNK, DecisionList(1, [(0, 1)]))
    target labels row 0 +1, the sample says -1; give a target consistent with the labels
mistake_bounds.runs.MistakeRun.falls(LEARNED, None)
    run is of Elimination; give a run of Levels
# generalization
generalization.vc_bound(0, 1, 0.1)
    n=0; give a whole number of at least 1
generalization.vc_bound(5, 11, 0.1)
    D=11 exceeds 2n=10, where nothing is bounded; give more examples
generalization.vc_bound(5, 1, 1.5)
    delta=1.5; give a chance between 0 and 1
generalization.vc_bound(5, 1, 0.5, scale=0)
    scale=0; give a finite number above 0
generalization.margin_dimension(2, 1, 0)
    gamma=0; give a finite number above 0
generalization.margin_dimension(2, INF, 1)
    R=inf; give a finite number above 0
generalization.hoeffding(5, '5%')
    delta='5%'; give a finite number above 0
generalization.hoeffding(5, 1)
    delta=1; give a chance between 0 and 1
generalization.compression_bound(5, 2, 1)
    delta=1; give a chance between 0 and 1
generalization.compression_bound(5, 5, 0.1)
    k=5; give a whole number from 0 to 4
generalization.simplex(1)
    n=1; give a whole number of at least 2
list(generalization.labelings(0))
    n=0; give a whole number of at least 1
generalization.shattering_margins(np.eye(9))
    X has 9 rows, which is 2^9 labelings; give at most 8 rows
generalization.shattering_margins([])
    X has shape (0,); give a matrix with one point a row, (n, d)
generalization.held_out_errors(RUN, FLOWERS)
    held_out has 4 features, the run 5; prepare both alike
# margin_bounds
margin_bounds.coin_fits([], 1)
    X has shape (0,); give a matrix with one example a row, (n, d)
margin_bounds.coin_fits(np.eye(2), 'seed')
    rng='seed'; give a generator, such as numpy.random.default_rng(0)
margin_bounds.coin_fits(np.eye(20), np.random.default_rng(0), draws=0)
    draws=0; give a whole number of at least 1
margin_bounds.ramp([0.5, NAN], 1)
    scores holds NaN; give numbers y⟨u,x⟩
margin_bounds.ramp([0.5], 0)
    gamma=0; give a finite number above 0
margin_bounds.margin_bounds(TWO, [0, 0], 2, 0.05)
    w is zero and defines no hyperplane; give a nonzero w
margin_bounds.margin_bounds(TWO, [1, 0], 2, 0.05, margins=99)
    margins=99; give a whole number from 1 to 60
margin_bounds.margin_bounds(TWO, [1, 0], 2, 0)
    delta=0; give a finite number above 0
margin_bounds.margin_bounds(TWO, [1, 0], 2, 1)
    delta=1; give a chance between 0 and 1
margin_bounds.margin_bounds(TWO, [1, 0], 1, 0.05)
    R=1, and an example is 1.11803 long; give a bound on every length that may be drawn
# relatives
relatives.alma(2)
    share=2
relatives.follow(TWO, relatives.romma, 0)
    passes=0; give a whole number of at least 1
relatives.follow(Sample([[0, 0], [1, 0]], [1, -1]), relatives.romma, 1)
    sample has an example 0, which no update can help; leave it out
relatives.romma(np.array([0.0, 1.0]), np.array([0.0, -1.0]))
    z points straight against w, so no weights have the score 1 and remember w
relatives.worst_examples(TWO, 0)
    rounds=0; give a whole number of at least 1
relatives.nearest(TWO, 2.5)
    rounds=2.5; give a whole number of at least 1
# proofs, tables, sliders: tests/test_proof.py and tests/test_explore.py have more
proof.step.Step('claim', THEOREM.steps[0].claim, (), by='hand')
    step 'claim': by='hand'; use 'z3', or 'sympy'
proof.theorem.Theorem('toy', '', {}, THEOREM.steps)
    toy: step 'claim' uses ['one'], which no hypothesis or earlier step names
proof.theorem.Theorem('toy', '', CIRCLE, (INDUCTION,))
    toy: step 'claim' is an induction, but before changes none of its symbols [x, y]; give the
    state one update earlier
proof.theorem.Theorem.typeset(THEOREM, 'two')
    'two' names no relation of toy: ['one', 'claim']
proof.theorem.Theorem.watch(THEOREM, {'x': 1})
    no value for ['y'] in x <= y; given: ['x']
proof.theorem.Theorem.failing(THEOREM, {})
    no value for ['x', 'y'] in x <= y; given: []
proof.theorem.Theorem.table(THEOREM, {'y': 1})
    no value for ['x'] in x <= y; given: ['y']
proof.theorem.Theorem.step(THEOREM, 'two')
    'two' is no step of toy: ['claim']
proof.theorem.Theorem.watched(THEOREM, {'x': 1})
    no value for ['y'] in x <= y; given: ['x']
proof.vectors.vectors('')
    names=''; give names between spaces, such as 'w x u'
proof.vectors.vectors(3)
    names=3; give names between spaces, such as 'w x u'
proof.vectors.inner(proof.vectors.ZERO, 1)
    inner of 1, which is no vector; make vectors by vectors('w')
proof.vectors.norm(THEOREM.steps[0].claim.lhs)
    norm of x, which is no vector; make vectors by vectors('w')
proof.vectors.evaluate(sp.sin(1), proof.watching.Numbers({}))
    sin(1) is no sum, product, power or root; in an identity write | by SymPy
proof.reading.read('real: a')
    the text has no theorem; begin one as 'theorem order: Order'
proof.theorem.Theorem.mutants(THEOREM, 'two')
    'two' is no step of toy: ['claim']
proof.theorem.Theorem.counterexample(THEOREM, 'claim', without='two')
    step 'claim' does not use 'two'; it uses ['one']
proof.subsets.subsets(THEOREM, 'two')
    'two' is no step of toy: ['claim']
explore.untick.untick(THEOREM, 'two')
    'two' is no step of toy: ['claim']
proof.claims.parse('2 > v', {})
    'v' is unknown here
proof.theorem.Refuted({'x': 0, 'y': 1}, {}, THEOREM, THEOREM.steps[0].claim, {})
    x <= y holds, where {'x': 0, 'y': 1} break it
proof.watching.slack(THEOREM.steps[0].claim, {'y': 1})
    no value for ['x'] in x <= y
proof.watching.slack(THEOREM.steps[0].claim, {'x': 1})
    no value for ['y'] in x <= y; given: ['x']
tables.table(['a'], [[1, 2]])
    row [1, 2] has 2 cells; the table has 1 columns
tables.table(['a'], [['|w|']])
    '|w|' would end its cell; write \lvert or \lVert, in one line
tables.table(['a'], [['one\ntwo']])
    'one\ntwo' would end its cell
tables.table(['a'], [[None]])
    row [None] holds None; cells are text or numbers
explore.sliders.explore('draw', a=[1, 2])
    draw must be a function draw(ax, **values), got 'draw'
explore.sliders.explore(print)
    explore needs at least one parameter, such as angle=range(0, 90, 15)
explore.sliders.explore(print, start=1, a=[1, 2])
    start must map names to values, such as {'a': 1}, got 1
explore.sliders.explore(print, a=range(151))
    151 states are more than 150: give fewer values
explore.sliders.explore(print, panels=4, a=[1, 2])
    panels must be 1, 2 or 3, got 4
explore.sliders.explore(print, size=(5, 3), a=[1, 2])
    size=(5, 3); a panel is at most 4.4 inches wide
explore.sliders.explore(print, question=None, a=[1, 2])
    question must be text, got None
explore.sliders.explore(print, insight=('a', 'b'), a=[1, 2])
    insight must be text, got ('a', 'b')
explore.sliders.explore(print, units={'b': '°'}, a=[1, 2])
    units must map names of sliders to text, such as {'a': ' cm'}, got {'b': '°'}
explore.sliders.explore(print, a=[1, 'two'])
    a must hold numbers alone or strings alone, got [1, 'two']
with_mode('static', lambda: explore.sliders.explore(same, a=[1, 2]))
    {'a': 2} draws what {'a': 1} draws: leave out one of them
explore.frames.draw_state(lambda ax, a: '', {'a': 1}, None, 1)
    draw must return what its state shows; for a=1 got ''
figures.style.blank(size=(5, 3))
    size=(5, 3); a panel is at most 4.4 inches wide, or a phone shows its words too small: draw
    several panels, or less
figures.style.picture(figures.style.blank(), ' ')
    text=' '; describe what the picture shows
with_mode('dynamic', figures.style.is_live)
    BOOK_EXPLORE must be 'live' or 'static', got 'dynamic': correct or unset it
figures.points.examples(figures.style.blank(), FLOWERS)
    has 4 features; choose two with sample.columns
figures.points.two_features(FLOWERS)
    has 4 features; choose two with sample.columns
str(figures.style.picture(pixels(), 'Pixels.').panels)
    a picture of pixels has no colors that follow the page: draw its cells, with
    lib.figures.points.cells or ax.pcolormesh
explore.laboratory.as_points([[1, 2]])
    points has shape (1, 2); give 1 to 20 rows (x1, x2, y)
explore.laboratory.as_points([[1, 2, 0]])
    points holds [1.0, 2.0, 0.0]; the third number is a label, -1 or +1
explore.laboratory.laboratory([[0.1, 0, 1]])
    give coordinates from -4 to 4 that are multiples of 1/8, as numpy.round(8 * x) / 8
explore.laboratory.laboratory(t=-1)
    t=-1; give a whole number of at least 0
explore.answers.number()
    values=(); give at least one finite number
explore.answers.number(1, tolerance=0)
    tolerance=0
explore.answers.separator(samples.EIGHT, -1)
    margin=-1
explore.answers.multipliers(samples.EIGHT, 0)
    value=0
explore.answers.order(samples.EIGHT, 0)
    updates=0
explore.laboratory.Laboratory(points=explore.laboratory.START, t=0.5)
    t=0.5; give a whole number of at least 0
explore.laboratory.Still([], 0, False)
    points has shape (0,); give 1 to 20 rows
explore.margins.margin_laboratory(C=3)
    C=3; give one of 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 4, 5, 10, 20, 50, 100, inf
explore.margins.as_listed_price('1')
    C='1'; give one of 0.01
explore.margins.as_view('bars')
    view='bars'; give 'slab', 'hulls' or 'sum'
explore.margins.MarginLaboratory(points=[], C=1, view='sum')
    points has shape (0,); give 1 to 20 rows
explore.margins.StillMargins(explore.laboratory.START, 1, 2)
    view=2; give 'slab', 'hulls' or 'sum'
# homework
homework.student_id(' ')
    student_id=' '; type the id that your course knows you by
homework.own('', 'one')
    student=''; give a text
homework.unseen('ada', 1)
    question=1; give a text
homework.redraw(int, bool, 7)
    rng=7; give a generator
homework.redraw(lambda rng: 0, bool, rng(), 3)
    none of tries=3 draws is wanted; ask for less, or draw differently
homework.number([1, 2])
    value=[1, 2]; give one number
""")


@pytest.mark.parametrize(("call", "message"), CASES, ids=[call[:70] for call, _ in CASES])
def test_the_message_names_the_argument_and_the_remedy(call, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        eval(call, NAMES)


# A refused call, with `given` in place of a value; the code of its message; what that comes to.
FAR = Sample(1e4 + np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]), [1, -1, -1, 1])
SINGLE = "samples.Sample([[1], [2]], y)"
REMEDIES = [
    (SINGLE, [[1], [-1]], r"numpy.ravel\(y\)", [1, -1]),
    (SINGLE, ["1", "-1"], r"numpy.asarray.*", [1, -1]),
    (SINGLE, np.array([b"-1", b"1"]), r"numpy.asarray.*", [-1, 1]),
    (SINGLE, ["-", "+"], r"numpy.where.*", [1, -1]),
    (SINGLE, np.array(["+", "-"]), r"numpy.where.*", [1, -1]),
    ("samples.Sample(X, [1, -1])", [["1", 2], [3, "4"]], r"numpy.asarray.*", [[1, 2], [3, 4]]),
    ("samples.standardize(X)", FLOWERS.X, r"standardize.*", standardize(FLOWERS).X),
    ("samples.standardize(sample)", CLASSES, r"standardize.*", standardize(FLOWERS).X),
]
REMEDIES += [
    (f"kernel_svm(sample, {kernel}, INF)", FAR, r"kernel_svm.*(?=, or another)", FAR.y)
    for kernel in ("polynomial(2, 1)", "polynomial(7, 1)")
]


@pytest.mark.parametrize(("call", "given", "code", "right"), REMEDIES)
def test_a_remedy_followed_to_the_letter_lands(call, given, code, right):
    degree = int((re.search(r"polynomial\((\d)", call) or [0, 1])[1])
    names = NAMES | dict.fromkeys(("X", "y", "sample"), given)
    names |= {"numpy": np, "kernel": polynomial(degree, 1), "kernel_svm": kernel_svm}
    with pytest.raises(ValueError) as refused:
        eval(call, names)
    found = eval(re.search(code, str(refused.value))[0], names)
    found = found[0].predict(standardize(given).X) if code.startswith("kernel") else found
    np.testing.assert_allclose(found, right)


UNEVEN = Sample([[1.0, 1e-9], [2.0, -1e-9], [3.0, 2e-9]], [1, -1, 1])
BETWEEN = Sample([[0.0], [2.0], [1.0]], [1, 1, -1], "between")
FLAT = Sample([[0.0], [0.0]], [1, -1])
STUCK = mock.patch("lib.svm.road.travel", lambda near, complete, *_: Judge(complete))
SMALL = mock.patch("lib.svm.separability.LARGEST", 0)


@pytest.mark.parametrize(
    ("call", "given", "code", "broken"),
    [
        ("hard_margin(sample)", TIED, r"soft_margin.*", None),
        ("hard_margin(sample, offset=False)", ONE_SIDE, r"soft_margin.*", None),
        ("kernel_svm(sample, linear, C=INF)", TIED, r"kernel_svm.*", None),
        ("dual(sample, C=1e200)", FLOWERS, r"(?<=give )C=[^,]+", None),
        ("soft_margin(sample, C=1e-200)", FLOWERS, r"(?<=give )C=[^,]+", None),
        ("hinge_sgd(sample, 0.1, 10, step=1e200)", UNIT, r"(?<=give )step=[^,]+", None),
        ("hard_margin(sample)", UNIT, r"soft_margin.*", STUCK),
        ("hard_margin(sample)", BETWEEN, r"soft_margin[^)]*\)", SMALL),
        ("dual(sample, C=1e15)", FLOWERS, r"(?<=try )C=.*", STUCK),
        ("dual(sample, C=1e15)", FLAT, r"(?<=or )C=.*", STUCK),
        ("soft_margin(sample, C=1, offset=False)", UNEVEN, r"Sample\(.*", STUCK),
    ],
)
def test_an_answer_where_there_was_none(call, given, code, broken):
    """Where a solver answers all the same, one that does not is put in its place."""
    called = (dual, hard_margin, hinge_sgd, kernel_svm, soft_margin, Sample)
    names = {function.__name__: function for function in called}
    names |= {"sample": given, "kernel": linear, "linear": linear, "INF": INF, "numpy": np}
    with broken or nullcontext(), pytest.raises(ValueError) as refused:
        eval(call, names)
    found = re.search(code, str(refused.value))[0]
    if "=" in found.partition("(")[0]:  # another value of an argument
        found = re.sub(rf"{found.partition('=')[0]}=[\w-]+", found, call)
    elif found.startswith("Sample"):
        found = call.replace("sample", found, 1)
    answer = eval(found, names)
    answer = answer[1] if isinstance(answer, tuple) else answer
    if "step=" in call:
        assert np.isfinite(answer.weights()[0]).all()
    else:
        assert answer.gap.relative < 1e-6


# These take new examples without labels, too.
ROWS_ALONE = {"lift", "prepare", "standardize", "unit"}
TAKERS = sorted(
    f"{module.__name__}.{name}".removeprefix("lib.")
    for module in MODULES
    if not module.__name__.startswith(("lib.figures", "lib.explore", "lib.svm"))
    for name, value in vars(module).items()
    if getattr(value, "__module__", "") == module.__name__ and name[0] != "_"
    if inspect.isfunction(value) or name == "SoftMargin"
    if "sample" in inspect.signature(value).parameters and name not in ROWS_ALONE | {"learn"}
)


@pytest.mark.parametrize("name", TAKERS)
def test_a_matrix_in_the_place_of_a_sample_is_told_of_samples(name):
    function = eval(name, NAMES)
    said = f"{name.rpartition('.')[2]} takes examples and labels as one sample, not "
    first = [ELIMINATION] if name.endswith("learn_online") else []
    for X, kind in ((FLOWERS.X, "ndarray"), (FLOWERS.X.tolist(), "list")):
        for given in ((X,), (X, FLOWERS.y), (X, W, 1.0)):
            with pytest.raises(ValueError, match=rf"{said}{kind}; give Sample\(X, y\)"):
                function(*first, *given)
    with pytest.raises(ValueError, match=f"{said}NoneType; give"):
        function(*first, X=X, y=FLOWERS.y)


def test_one_case_is_inseparable_and_carries_its_certificate():
    with pytest.raises(NotSeparable) as caught:
        hard_margin(TIED)
    np.testing.assert_allclose(caught.value.weights @ TIED.signed, 0, atol=1e-9)
    assert caught.value.weights.sum() > 0


def called(call):
    """The first dotted name in a row's call."""
    return re.search(r"[A-Za-z_]\w*(\.\w+)+", call)[0]


# What has nothing to refuse: it takes no argument, or what has checked itself; or numpy says so.
SPARED = [
    "datasets.separable_pairs",
    "explore.lifting.lifting",
    "figures.counterexample.counterexample",
    "generalization.lifetimes",
    "mistake_bounds.bits.antecedents",
    "mistake_bounds.bits.column",
    "proof.watching.before_and_after",
    "proof.watching.totals",
    "relatives.passive_aggressive",
]


def test_what_a_chapter_calls_is_tried():
    names = {name.removeprefix("lib."): page for page in CHAPTERS for name, _ in calls(page)}
    names = {name: page for name, page in names.items() if not name.startswith("theorems.")}
    untried = names.keys() - {called(call) for call, _ in CASES} - {*SPARED}
    assert not untried, (
        f"never given bad input: {sorted(untried)}; add a row to CASES, a call that is refused "
        "with the words of its message, or, if it has nothing to refuse, its name to SPARED"
    )
