"""Bad input to every public function of lib: the message names the argument, and the remedy.

What an argument may be is declared, a row a function, by kinds that know what to refuse; what no
kind covers stands below, a call with the words of its message. What a chapter calls needs a row.
"""

import importlib
import inspect
import pkgutil
import re
from contextlib import nullcontext
from unittest import mock

import numpy as np
import pytest
from scipy.sparse import csr_array

import lib
from lib.datasets import iris
from lib.hinge_sgd import hinge_sgd
from lib.kernels.functions import gaussian, polynomial
from lib.kernels.multiclass import Classes
from lib.mistake_bounds.learners import Elimination, Levels
from lib.mistake_bounds.runs import learn_online
from lib.perceptron import perceptron
from lib.samples import Sample, prepare, standardize
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
BOTH = Sample([[1], [1]], [1, -1])
SPARSE = csr_array([[1.0]])
TWO = Sample([[1.0, 0.0], [-1.0, 0.5]], [1, -1])
BITS = Sample([[0.0, 1.0, 1.0], [1.0, 1.0, 0.0]], [1, -1])
XOR = Sample([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
TINY = Sample(np.column_stack([np.arange(8.0), 1e-155 * np.tile([-1, 1], 4)]), np.tile([-1, 1], 4))
W, U, ALPHA = np.ones(4), np.eye(5)[0], np.ones(100)
RUN = perceptron(UNIT)
CLEAN = perceptron(UNIT, start=RUN.w)
ELIMINATION = Elimination(3)
LEARNED = learn_online(ELIMINATION, BITS)
SUNK = learn_online(Levels(1), Sample([[0.0], [1.0]], [-1, -1]))
CLASSES = Classes(FLOWERS.X, np.repeat([0, 1], 50))
HINGE = hinge_sgd(UNIT, 0.1, 10)
GAUSSIAN = gaussian(1)


def rng():
    return np.random.default_rng(0)


def public(module):
    """The functions and classes that a module defines."""
    return {
        name: value
        for name, value in vars(module).items()
        if getattr(value, "__module__", "") == module.__name__ and name[0] != "_"
    }


NAMES = {name: value for name, value in vars(lib).items() if name[0] != "_"}
for module in MODULES:
    if not module.__name__.startswith(("lib.proof", "lib.figures", "lib.theorems", "lib.explore")):
        NAMES |= public(module)
NAMES |= {name: value for name, value in globals().items() if name not in NAMES}


# The kinds: values that are refused, each with the words of the message after the name and them.


def whole(least=1, most=INF):
    limit = f"of at least {least}" if most == INF else f"from {least} to {most}"
    wrong = [least - 1, least + 0.5, INF, NAN, "3", *([most + 1] if most < INF else [])]
    return [(value, f"NAME={value!r}; give a whole number {limit}") for value in wrong]


def positive(most=INF):
    limit = "" if most == INF else f" and at most {most:g}"
    wrong = [0, -1.0, NAN, INF, "1", *([1.01 * most] if most < INF else [])]
    return [(value, f"NAME={value!r}; give a finite number above 0{limit}") for value in wrong]


def finite(least=-INF):
    wrong = [NAN, INF, -INF, "1", 10**400, *([least - 1] if least > -INF else [])]
    limit = "" if least == -INF else f" of at least {least:g}"
    return [(value, f"NAME={value!r}; give a finite number{limit}") for value in wrong]


def chance():
    return [(1, "NAME=1; give a chance between 0 and 1"), *positive()[:-1]]


def price():
    limit = "give a number above 0, infinite for the hard margin"
    return [(value, f"NAME={value!r}; {limit}") for value in (0, -1, NAN, "1")]


def step():
    far = [(value, f"NAME={value!r} makes updates up to") for value in (1e-170, 1e160)]
    return positive() + [(value, f"{words}.*; give NAME=") for value, words in far]


def rows(n, empty=False):
    shapes = [[0.5], [True, False], [[0, 1]], "all", *([] if empty else [[]])]
    limit = f"give a {'' if empty else 'non-empty '}list of row numbers"
    outside = [(row, f"NAME names row {row}; rows go from 0 to {n - 1}") for row in (-1, n)]
    return [(value, f"NAME={value!r}; {limit}") for value in shapes] + [
        ([0, row], words) for row, words in outside
    ]


def vector(d, of="features"):
    limit = f"give one number for each of the {d} {of}"
    return [
        (np.ones(d + 1), f"NAME has shape ({d + 1},); {limit}"),
        (np.full(d, NAN), "NAME holds NaN or infinity; give finite numbers"),
        (["x"] * d, "NAME holds 'x', which is no number"),
    ]


def matrix(d=None):
    wrong = [([1, 2], "NAME has shape (2,); give a matrix with one example a row, (n, d)")]
    wrong += [([[1.0] * (d or 2), [NAN] * (d or 2)], "NAME holds NaN or infinity, first in row 1")]
    if d:
        words = f"NAME has shape (1, {d + 1}); give rows of {d} features: those of the sample, "
        wrong += [([[1] * (d + 1)], words + "prepared as it is, with prepare(NAME, like=...)")]
    return wrong


def generator():
    words = "rng={!r}; give a seed, such as 0, or numpy.random.default_rng(0)"
    return [(value, words.format(value)) for value in (-1, 0.5, None)]


DECLARED = """
lift(FLOWERS)  size=positive()
prepare(FLOWERS.X, like=FLOWERS)  sample=[(wrong, m.replace("NAME", "X")) for wrong, m in matrix()]
Sample(FLOWERS.X, FLOWERS.y)  X=matrix()
with_margin(5, 3, 0.1, rng())  n=whole(), d=whole(2), gamma=positive(1), rng=generator()
subset(FLOWERS, [0])  index=rows(100)
digit_against_rest(0)  digit=whole(0, 9)
retina(digits(3, 8))  cells=whole(8)
decision|signed_distance(FLOWERS, W)  w=vector(4), b=finite()
margin|canonical|misclassified(FLOWERS, W)  w=vector(4), b=finite()
perceptron(FLOWERS)  order=rows(100), start=vector(4), step=step(), max_passes=whole()
perceptron(FLOWERS)  seed=whole(0)
Run.decision|Run.predict(RUN, UNIT.X)  X=matrix(5)
replay(UNIT, [0])  mistakes=rows(100, empty=True), order=rows(100), threshold=finite(0)
margin_perceptron(UNIT, 0.1)  gamma=positive(1), epsilon=positive(1)
margin_perceptron(UNIT, 0.1)  floor=finite(0), max_passes=whole()
orthonormal(1)  k=whole()
in_three_dimensions(0.5)  gamma=positive(1), epsilon=positive(1)
ties([0.5])  start=vector(3)
batch_descent(FLOWERS, W)  start=vector(4), step=step(), max_steps=whole()
stochastic_descent(FLOWERS)  start=vector(4), step=step(), max_passes=whole()
dipping(0.1, 1)  gamma=positive(0.1), dips=whole(1, 5)
root|sharp_constant|search_constant(0.5)  epsilon=positive(1)
margin_search(UNIT)  epsilon=positive(1), max_passes=whole()
distances(UNIT, U, 0.1)  u=vector(5), gamma=positive()
total_distance|deviation(UNIT, U, 0.1)  u=vector(5), gamma=positive(), order=rows(100)
best_simple|best_freund_schapire(UNIT)  order=rows(100)
best_exact(UNIT)  order=rows(100), rounds=whole()
duality_gap(FLOWERS, W, 0, ALPHA)  w=vector(4), b=finite(), alpha=vector(100, "examples"), C=price()
check_optimal(FLOWERS, W, 0, ALPHA, 1)  tolerance=positive()
margin_interval(FLOWERS, W, 0, ALPHA)  w=vector(4), alpha=vector(100, "examples")
feasible(FLOWERS, ALPHA)  alpha=vector(100, "examples"), C=price()
soft_margin(UNIT, 1)  C=positive(), weights=vector(100, "examples")
folds(FLOWERS, 5, rng())  k=whole(2, 50), rng=generator()
holdout(FLOWERS, 0.3, rng())  share=positive(1), rng=generator()
coordinate_ascent(UNIT, 1)  C=positive()
stopping|shares(TWO, [0, 0], 1)  alpha=vector(2, "examples"), C=positive()
regularized_risk(FLOWERS, 1, W)  decay=positive(), w=vector(4), b=finite()
hinge_sgd(FLOWERS, 1, 10)  decay=positive(), steps=whole(), batch=whole()
hinge_sgd(FLOWERS, 1, 10)  step=step(), seed=whole(0)
logistic_descent(FLOWERS, 2)  steps=whole(), step=step()
polynomial(2)  degree=whole(), constant=finite(0)
gaussian(1)  width=positive()
kernel_perceptron(UNIT, GAUSSIAN)  order=rows(100), max_passes=whole()
kernel_svm(UNIT, GAUSSIAN, 1)  C=price(), weights=vector(100, "examples")
multiclass_perceptron(CLASSES)  max_passes=whole()
all_examples(2)  n=whole(1, 20)
threshold_bits(FLOWERS, 3)  cuts=whole()
Conjunction(3, [])  n=whole()
DecisionList(3, [(0, 1)])  n=whole()
Elimination|Levels|Perceptron|Winnow|alternating|all_conjunctions|labelings(3)  n=whole()
learn_online(ELIMINATION, BITS)  max_passes=whole()
vc_bound(5, 1, 0.1)  n=whole(), D=positive(), delta=chance()
hoeffding(5, 0.1)  n=whole(), delta=chance()
compression_bound(5, 2, 0.1)  n=whole(), k=whole(0, 4), delta=chance()
simplex(3)  n=whole(2)
coin_fits(np.eye(2), rng())  X=matrix(), rng=generator(), draws=whole()
margin_bounds(TWO, [1, 0], 2, 0.05)  w=vector(2), R=positive(), delta=chance(), margins=whole(1, 60)
alma(0.5)  share=positive(1)
boost(1 - 2 * np.eye(3), 2)  Z=matrix(), rounds=whole(), step=positive()
follow(TWO, romma, 1)  passes=whole()
worst_examples|nearest(TWO, 1)  rounds=whole()
redraw(int, bool, rng())  rng=generator(), tries=whole()
explore.answers.number(1)  tolerance=positive()
explore.answers.multipliers(EIGHT, 1)  value=positive()
explore.answers.order(EIGHT, 1)  updates=whole()
explore.digit.draw_digit(Sample(np.eye(64)[:2], [-1, 1]), np.ones(64))  w=vector(64, "pixels")
explore.scene.scene()  t=whole(0)
"""
KINDS = [line.split("  ") for line in DECLARED.strip().splitlines()]


@pytest.mark.parametrize(("call", "kinds"), KINDS, ids=[" ".join(row)[:80] for row in KINDS])
def test_an_argument_of_another_kind_is_refused_by_name(call, kinds):
    functions, given = re.fullmatch(r"([\w.|]+)\((.*)\)", call).groups()
    args, named = eval(f"(lambda *args, **named: (args, named))({given})", NAMES)
    for function in (eval(name, NAMES) for name in functions.split("|")):
        refuses(function, args, named, eval(f"dict({kinds})"))


def refuses(function, args, named, kinds):
    """Whether a call that is right is refused with each wrong value of an argument."""
    for name, wrongs in kinds.items():
        for wrong, message in wrongs:
            bound = inspect.signature(function).bind(*args, **named)
            bound.arguments[name] = wrong
            words = re.escape(message.replace("NAME", name)).replace(re.escape(".*"), ".*")
            with pytest.raises(ValueError, match=words):
                found = function(*bound.args, **bound.kwargs)
                next(found)  # what is refused at the first of many


# What no kind covers: a call, and words of its message, behind an arrow or in the lines below.
CASES = r"""
as_floats('z', [[1], [1, 2]]) -> z has rows of unequal length; give numbers in equal rows
as_floats('z', [1, '2']) -> z holds '2', which is no number; give numpy.asarray(z, float)
Sample([[1, 'Oslo']], [1]) -> X holds 'Oslo' in column 1, which is no number; give numbers
as_floats('z', np.array(['2020-01-01'], 'datetime64[ns]')) -> a time; give numbers, such as days
as_floats('z', [1, None]) -> z holds 'None', where a number is missing; drop or fill that row
as_floats('z', [1, 10**400]) -> and no float is as large; divide by a power of ten
as_floats('z', np.ma.array([1, 2], mask=[0, 1])) -> z is masked; drop the masked rows, or give z.f
as_floats('z', {'a': [1]}) -> z is a dict; give numpy.column_stack([*z.values()])
as_floats('z', iter([1])) -> z is a generator; give list(z)
as_floats('z', SPARSE) -> z is sparse; give z.toarray()
Sample([[1], [2]], [1]) -> y has shape (1,); give one label for each of the 2 rows of X
Sample([[1], [2]], [1, NAN]) -> y holds nan; labels are -1 or +1: give a label, or drop its row
Sample([[1, 2]], [1], '', ('a',)) -> features names 1 columns; X has 2
Sample([[1, 0], [-3e+200, 0]], [1, -1]) -> cannot hold its square; divide X by 3e+200
Sample.columns(FLOWERS, 'petal') -> columns ['petal'] not found; choose from ('sepal length (cm)'
unit(Sample([[1, 0], [0, 0]], [1, -1])) -> row 1 of X is zero and has no direction; drop it, or lift
standardize(FLOWERS, like=ONE_CLASS) -> like has 2 features, not 4; give the same columns
iris('setosa', 'daisy') -> positive='daisy' is not a class of iris; choose from setosa, versicolor
wine(0, 3) -> positive=3 is not a class of wine; choose from 0, 1, 2
digits(8, 8) -> negative and positive are both 8; name two classes
retina(FLOWERS) -> the examples have 4 features; give 8 by 8 digits, as digits(3, 8)
signed_distance(FLOWERS, [0, 0, 0, 0]) -> w is zero and defines no hyperplane; give a nonzero w
canonical(ONE_CLASS, [2, -1]) -> so min |f(x)| = 0; move w or b first
perceptron(FLOWERS, order=[0], seed=1) -> give order or seed, not both: a seed draws an order
perceptron(FLOWERS, start=np.full(4, 1e+200)) -> and a start of moderate length
perceptron(Sample([[1, 1], [-1, -1]], [1, 1]), step=1e154) -> the weights grew beyond what floats
margin_perceptron(FLOWERS, 0.1) -> the longest example has length 9.137; scale with unit(sample)
ties([0.1, -0.1]) -> give numbers from -1 to 1 with a mean at least 0.001 above the threshold, 0
ties([2]) -> heights=[2.]; give numbers from -1 to 1
in_three_dimensions(1e-320) -> give them a product of 0.001 or more
hinge_loss(NAN) -> z holds NaN; give scores y⟨w,x⟩
factor(np.ones((2, 3))) -> K of shape (2, 3) is not symmetric; give a Gram matrix
risk(FLOWERS, [1, 2]) -> w has shape (2,); its last axis must hold 4 weights
batch_descent(UNIT, RUN.w).updates -> the descent took no step, so there is no update to watch
certificate() -> runs is empty; give at least one run
certificate(CLEAN) -> a certificate needs an update, step 1 and start 0
certificate(RUN, perceptron(TWO)) -> and of 'sample'; give runs of one sample
distances(UNIT, np.ones(5), 0.1) -> u has length 2.23607; give a unit vector, u/‖u‖
exact_bound([0.1, 0], 1) -> give numbers above 0
simple_bound(0.1, -1) -> the total is -1.0; distances sum to a number of at least 0
freund_schapire_bound(0.1, 1, R=0) -> R=0.0; give numbers above 0
best_simple(TIED) -> no comparator bounds the mistakes on 'tied' below 2, the length of the sequence
best_exact(TIED) -> give cleaner labels, or features that tell the classes apart
common_point([[1]]) -> takes examples and labels as one sample, not list; give Sample(X, y)
is_common_point(UNIT, {0: 0.5}) -> weights[0]=0.5; give a whole number or a Fraction
duality_gap(FLOWERS, W, 0, ALPHA, 0.5) -> alpha[0]=1 lies outside [0, 0.5] and bounds nothing
duality_gap(FLOWERS, W, 0, ALPHA) -> scale with canonical(sample, w, b), or give a C
duality_gap(FLOWERS, W, 1, ALPHA, offset=False) -> give b=0, or offset=True
margin_interval(FLOWERS, W, 0, 0 * ALPHA) -> alpha is zero and bounds nothing; give at least one
duality_gap(TWO, [0, 0], 0, [1, 1], [1, 0.5]) -> alpha[1]=1 lies outside [0, 0.5] and bounds
soft_margin(TWO, 1, weights=[1, 0]) -> weights holds 0; give more, or drop that row
soft_margin(TWO, 1, weights={1: 2}) -> weights holds 'None', where a number is missing
soft_margin(TWO, 1, weights=[1, 1e160]) -> C times a weight=1e+160 is out of range for examples of
soft_margin(ONE_CLASS, 1) -> y holds one class only, +1, so w = 0 with b = +1 solves the problem
hard_margin(TIED) -> no hyperplane separates 'tied': the weights of this error certify it; use
max_margin(TIED) -> the weights of this error certify it; lift the sample for an offset
CLEAN.updates -> the run made no mistake, so there is no update to watch
hard_margin(TINY) -> the features reach from 2e-155 to 7: standardize(sample) first
kernel_svm(ONE_SIDE, linear, INF, offset=False) -> lift the sample for an offset, or use a soft
widest_lead(Classes([[1], [1]], [0, 1], 'tied')) -> error certify it; add features, or use a kernel
folds(ONE_CLASS, 2, rng()) -> a class of 'sample' has 0 examples; give at least 2
holdout(FLOWERS, 1.0, rng()) -> holds out all 50 examples labelled -1; give a smaller share
tune_C(FLOWERS, [1, 0.1], []) -> Cs=[1.0, 0.1]; give at least one value, in increasing order
tune_C(FLOWERS, [1], []) -> make some with folds(...) or [holdout(...)]
widest_lead(TWO) -> classes is of type Sample; give Classes(X, labels), of lib.kernels.multiclass
dual_values(TWO, [[0, 0, 0]]) -> path has shape (1, 3); give a row of 2 multipliers
coordinate_steps(TWO, [[0, 0], [1, 1]], 1) -> path changes [2] multipliers in a step; give
pair_steps(TWO, [[0, 0], [1, 2]], 1) -> path leaves Σ α y = 0; give steps that move two forces
stopping(TWO, [0, 2], 1) -> alpha reaches from 0 to 2; give multipliers from 0 to C = 1
stopping(TWO, [1, 0], 1) -> alpha lets no force rise, or none fall; give a sample of both
shares(Sample([[0.0], [1.0]], [1, -1]), [0, 0], 1) -> row 0 is 0, so its slope never ends; leave it
hinge_sgd(FLOWERS, 0.1, 10, step=20.0) -> give a step below 2/decay = 20, or leave it out for 1/(λt)
hinge_sgd(UNIT, 0.1, 10, offset=True).alpha -> alpha needs a run with offset=False and the
hinge_sgd(UNIT, 0.1, 10, at=[5]).updates -> updates needs every step; run with at=range(1, 11)
HingeRun.weights(HINGE, 'all') -> average='all'; choose from last, mean, weighted
hinge_sgd(FLOWERS, 1, 10, at=[11]) -> at reaches from 10 to 11; give steps from 1 to 10
boost([[1, 0.5]], 1) -> Z holds 0.5; give y[:, None] * answers, all -1 or +1
boost([[1, -1]], 1) -> Z has edges up to 1; give columns that err, one on few rows
stumps(TWO).answers([[1]]) -> X has shape (1, 1); give rows of 2 features
gram(TWO, lambda A, B: A @ B.T - 5) -> is no inner product; give a positive semidefinite kernel
gram(TWO, lambda A, B: A[:, :1] + 0 * B[:, 0]) -> kernel is not symmetric; give an inner product
gram(TWO, lambda A, B: A @ B.T * NAN) -> or a number that is not finite
gram(UNIT, lambda A, B: A) -> give a function of (n, d) and (m, d) with finite values
Classes([[1], [2]], [0, 2]) -> labels holds [0, 2]; number the classes 0, 1, …, without a gap
Classes([[1], [2]], [0.0, 1.0]) -> type float64; give a whole number for each of the 2 rows of X
Classes.against_rest(CLASSES, 2) -> k=2; classes go from 0 to 1
Classes.rows(CLASSES, [0, 1]) -> labels holds [0]; number the classes 0, 1, …, without a gap
as_bits([0, 1]) -> X has shape (2,); give a matrix with one example a row, (m, n)
as_bits([[0.5]]) -> X[0, 0] is 0.5; bits are 0 or 1: see threshold_bits
as_bits([[1, 1]], 1) -> X has 2 columns; give n=1 bits a row
Conjunction(3, [0]) -> literal 0; with n=3 a literal is 1 to 3
DecisionList(3, []) -> rules=(); the last rule is (0, label), the default
DecisionList(3, [(1,), (0, 1)]) -> rules=((1,), (0, 1)); a rule is a pair (literal, label)
DecisionList(3, [(1, 0), (0, 1)]) -> labels are -1 or +1
fit_conjunction(FLOWERS) -> bits are 0 or 1: see threshold_bits
fit_conjunction(BOTH) -> every literal that holds in all positive examples holds in row 1 too
Halving(2, [[1, -1]]) -> table has 2 columns; give one for each of the 2^2 = 4 examples
learn_online(Elimination(1), BOTH) -> row 1, after 1 mistakes: no consistent conjunction
learn_online(Winnow(1), Sample([[1], [1]], [-1, 1])) -> after 1 mistakes: no consistent disjunction
learn_online(Levels(2), XOR) -> no consistent decision list: a mistake on level 4
learn_online(Halving(1, [[1, 1]]), Sample([[1]], [-1])) -> every concept of the class erred
worst_sequence(ELIMINATION, Conjunction(3, []), True) -> with Elimination; only Levels has rules
against([1, 0]) -> answers=[1, 0]; give two or more, each -1 or +1
alternating(4) -> n=4 is even; give an odd number, so that the last rule says True
deepest_tree([[0, 1]]) -> give labels -1 or +1, one concept a row
optimum([[0, 1]]) -> give labels -1 or +1, one concept a row
MistakeRun.levels(LEARNED, None) -> run is of Elimination; give a run of Levels
MistakeRun.levels(SUNK, DecisionList(1, [(0, 1)])) -> give a target consistent with the labels
vc_bound(5, 11, 0.1) -> D=11 exceeds 2n=10, where nothing is bounded; give more examples
shattering_margins(np.eye(9)) -> X has 9 rows, which is 2^9 labelings; give at most 8 rows
margin_bounds(TWO, [1, 0], 1, 0.05) -> give a bound on every length that may be drawn
follow(Sample([[0, 0], [1, 0]], [1, -1]), romma, 1) -> an example 0, which no update can help; leave
romma(np.array([0.0, 1.0]), np.array([0.0, -1.0])) -> z points straight against w
table(['a'], [[1, 2]]) -> row [1, 2] has 2 cells; the table has 1 columns
table(['a'], [['|w|']]) -> '|w|' would end its cell; write \lvert or \lVert, in one line
table(['a'], [[None]]) -> row [None] holds None; cells are text or numbers
explore.digit.draw_digit(digits(3, 8), np.ones(64)) -> sample is no 64 pixels in 16ths; give
explore.explore(print, a=3) -> a must be a sequence of numbers or strings, got 3
explore.explore(print) -> explore needs at least one parameter, such as angle=range(0, 90, 15)
explore.explore(lambda ax, a: '', a=[1, 2]) -> draw must return what its state shows; for a=
explore.explore(print, a=['b', 2]) -> a must hold numbers alone or strings alone, got ['b', 2]
explore.explore(3, a=[1, 2]) -> draw must be a function draw(ax, **values), got 3
explore.explore(print, a=[1, 2], panels=4) -> panels must be 1, 2 or 3, got 4
explore.explore(print, a=[1, 2], question=3) -> question must be text, got 3
explore.explore(print, a=[1, 2], start=1) -> start must map names to values, such as {'a': 1}, got 1
explore.explore(print, a=[1, 1.0]) -> a needs two or more values that read differently, got ['1'
explore.explore(print, a=[1, NAN]) -> finite numbers or strings, got nan
explore.explore(print, a=range(75), b=range(3)) -> 75 x 3 = 225 states are more than 150
explore.explore(print, a=[1, 2], size=(6, -4)) -> size must be two positive numbers (inches)
explore.explore(print, a=[1, 2], start={'b': 1}) -> start names 'b', which is not among a
explore.explore(print, a=[1, 2], start={'a': 1.000001}) -> start gives a=1.000001, not one of [1, 2]
explore.explore(print, a=['b', 'c'], units={'a': ' m'}) -> to text, such as {'a': ' cm'}, got {'a'
explore.scene.scene('slap') -> 'slap' is no part of the scene; give some of digits
explore.scene.scene('chart', 'bowl') -> parts=['chart', 'bowl']: of chart, bowl leave out all but
explore.scene.scene('slab', 'price') -> parts=['slab', 'price']: leave out price, or add forces
explore.answers.number() -> values=(); give at least one finite number
figures.points.two_features(FLOWERS) -> has 4 features; choose two with sample.columns
own('', 'one') -> student=''; give a text
"""
ROWS = [line.split(" -> ") for line in CASES.strip().splitlines()]


@pytest.mark.parametrize(("call", "message"), ROWS, ids=[call[:70] for call, _ in ROWS])
def test_the_message_names_the_argument_and_the_remedy(call, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        eval(call, NAMES)


# A refused call, with `given` in place of a value; the code of its message; what that comes to.
REMEDIES = [
    ("Sample([[1], [2]], y)", [[1], [-1]], r"numpy.ravel\(y\)", [1, -1]),
    ("Sample([[1], [2]], y)", ["1", "-1"], r"numpy.asarray.*", [1, -1]),
    ("Sample([[1], [2]], y)", ["-", "+"], r"numpy.where.*", [1, -1]),
    ("Sample([[1], [2]], y)", [0, 1], r"numpy.where.*", [-1, 1]),
    ("Sample([[1], [2]], y)", np.array([255, 1], np.uint8), r"numpy.where.*", [-1, 1]),  # from -1
    ("standardize(X)", FLOWERS.X, r"standardize.*", standardize(FLOWERS).X),
]


@pytest.mark.parametrize(("call", "given", "code", "right"), REMEDIES)
def test_a_remedy_followed_to_the_letter_lands(call, given, code, right):
    names = NAMES | {"numpy": np, "X": given, "y": given}
    with pytest.raises(ValueError) as refused:
        eval(call, names)
    np.testing.assert_allclose(eval(re.search(code, str(refused.value))[0], names), right)


FAR = Sample(1e4 + np.array([[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]), [1, -1, -1, 1])
UNEVEN = Sample([[1.0, 1e-9], [2.0, -1e-9], [3.0, 2e-9]], [1, -1, 1])
STUCK = mock.patch("lib.svm.solve.solve", lambda *_: None)
SMALL = mock.patch("lib.svm.separability.LARGEST", 0)
BETWEEN = Sample([[0.0], [2.0], [1.0]], [1, 1, -1], "between")
FLAT = Sample([[0.0], [0.0]], [1, -1])


@pytest.mark.parametrize(
    ("call", "given", "code", "broken"),
    [
        ("hard_margin(sample)", TIED, r"soft_margin.*", None),
        ("kernel_svm(sample, kernel, C=INF)", TIED, r"kernel_svm.*", None),
        ("kernel_svm(sample, kernel, C=INF)", FAR, r"kernel_svm.*(?=, or)", None),
        ("soft_margin(sample, C=1e200)", FLOWERS, r"(?<=give )C=[^,]+", None),
        ("hard_margin(sample)", UNIT, r"soft_margin.*", STUCK),
        ("hard_margin(sample)", BETWEEN, r"soft_margin[^)]*\)", SMALL),
        ("soft_margin(sample, C=1e15)", FLAT, r"(?<=or )C=.*", STUCK),
        ("soft_margin(sample, C=1e15)", FLOWERS, r"(?<=try )C=.*", STUCK),
        ("soft_margin(sample, C=1, offset=False)", UNEVEN, r"Sample\(.*", STUCK),
    ],
)
def test_an_answer_where_there_was_none(call, given, code, broken):
    """Where a solver answers all the same, one that does not is put in its place."""
    names = NAMES | {"numpy": np, "sample": given, "kernel": polynomial(2, 1)}
    with broken or nullcontext(), pytest.raises(ValueError) as refused:
        eval(call, names)
    found = re.search(code, str(refused.value))[0]
    if found.startswith("C="):
        found = re.sub(r"C=[\w-]+", found, call)
    elif found.startswith("Sample"):
        found = call.replace("sample", found, 1)
    answer = eval(found, names)
    answer = answer[1] if isinstance(answer, tuple) else answer
    assert answer.gap.relative < 1e-6


# The first four take new examples without labels, too; the last is given to others.
ROWS_ALONE = {"lift", "prepare", "standardize", "unit", "learn"}
TAKERS = [
    value
    for name, value in NAMES.items()
    if getattr(value, "__module__", "").startswith("lib.") and name not in ROWS_ALONE
    if inspect.isfunction(value) and "lib.svm." not in value.__module__
    if "sample" in inspect.signature(value).parameters
]


@pytest.mark.parametrize("function", TAKERS, ids=lambda function: function.__name__)
def test_a_matrix_in_the_place_of_a_sample_is_told_of_samples(function):
    said = rf"{function.__name__} takes examples and labels as one sample, not \w+; give Sample"
    first = [ELIMINATION] if function is learn_online else []
    for given, named in (((FLOWERS.X.tolist(), FLOWERS.y), {}), ((), {"X": 1, "y": 1})):
        with pytest.raises(ValueError, match=said):
            function(*first, *given, **named)


# What other files try; and what takes no argument, or what has checked itself; or numpy says so.
SPARED = ("lib.theorems", "lib.proof", "lib.explore", "lib.figures", "lib.homework")
WITHOUT = {
    "breast_cancer",
    "separable_pairs",
    "passive_aggressive",
    "antecedents",
    "column",
    "adversary",
    "Tuning",
}


def test_what_a_chapter_calls_is_tried():
    tried = DECLARED + " ".join(call for call, _ in ROWS)
    named = {*re.findall(r"\w+", tried), *WITHOUT}
    called = {value for page in CHAPTERS for _, value in calls(page)}
    called = {one.__name__ for one in called if not one.__module__.startswith(SPARED)}
    assert called <= named, (
        f"never given bad input: {sorted(called - named)}; add a row to DECLARED or CASES, or, if "
        "it has nothing to refuse, its name to WITHOUT"
    )
