"""Theorems watched on what their chapters compute: they hold of it, and wrong values are caught."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions, orthonormal
from lib.dual_ascent import coordinate_steps, pair_steps, shares, stopping
from lib.kernels.functions import polynomial
from lib.kernels.perceptron import kernel_perceptron
from lib.linear_separators import canonical, margin
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping, last_crossing, only
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.proof.vectors import evaluate, names
from lib.proof.watching import totals, watched
from lib.samples import EIGHT, Sample, lift, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import duality_gap, feasible
from lib.theorems import theorem
from lib.theorems.proof_map import THEOREMS
from tests.margins import WINE, beside, random_sample
from tests.test_dual_ascent import FLIPPED, doubly, mixed
from tests.watched import ascent, averages, crossings, greedy, others, slack, sums, walk

CEILING = theorem("ceiling")
COORDINATE = theorem("coordinate")
PAIR = theorem("pair")
SHARE = theorem("share")
STOPPING = theorem("stopping")
KERNEL_PERCEPTRON = theorem("kernel_perceptron")
CAUCHY_SCHWARZ = theorem("cauchy_schwarz")
DISTANCE = theorem("distance")
ALIGNED = theorem("margin_alignment")
ANY_EPSILON = theorem("any_epsilon")
BALCAN = theorem("balcan")
LENGTH = theorem("margin_length")
LONGEST = theorem("longest")
MANSOUR_SCHWEIGER = theorem("mansour_schweiger")
ROOT = theorem("root_potential")
SHARP = theorem("sharp")
THRESHOLD = theorem("threshold")
WITHOUT_THE_JUMP = theorem("without_the_jump")
CENTERING = theorem("centering")
CHEAP_SLACK = theorem("cheap_slack")
EXCHANGE = theorem("exchange")
NEAR_OPTIMUM = theorem("near_optimum")
PRICE = theorem("price")
SOFT_GAP = theorem("soft_gap")
SOFT_STRONG = theorem("soft_strong")
WHERE_ALPHA_SITS = theorem("where_alpha_sits")
COMPLEMENTARY = theorem("complementary_slackness")
HULLS = theorem("hulls")
NEAREST = theorem("nearest_points")
STATIONARITY = theorem("stationarity")
STRONG_DUALITY = theorem("strong_duality")
WEAK_DUALITY = theorem("weak_duality")

BOUNDED = (ALIGNED, ANY_EPSILON, WITHOUT_THE_JUMP, THRESHOLD, ROOT, SHARP)

# Random values, and what may fail of them


def price(rng):
    return 10 ** rng.uniform(-2, 1)


def on_coordinates(rng):
    """Also where a step goes but a share of its way."""
    sample, C = mixed(rng), price(rng)
    order, share = rng.integers(sample.n, size=60), rng.uniform(0.05, 1)
    return coordinate_steps(sample, ascent(sample, C, order, share), C)


def on_pairs(rng):
    sample, C = mixed(rng), price(rng)
    return pair_steps(sample, greedy(sample, C, share=rng.uniform(0.05, 1)), C)


def at_a_stop(rng):
    """At any point of the box."""
    sample, C = mixed(rng), price(rng)
    return stopping(sample, doubly(sample, C, rng, 8)[-1], C)


def of_shares(rng):
    sample, C = mixed(rng), price(rng)
    return shares(sample, rng.uniform(0, C, sample.n), C)


def of_a_separator(rng):
    sample, u = with_margin(12, 3, 0.1, rng)
    w, b, stretch = *canonical(sample, u), rng.uniform(1, 5)
    return sums(sample, stretch * w, stretch * b, feasible(sample, rng.exponential(size=12)))


def of_a_chosen_offset(rng):
    """An offset gives an unbalanced Lagrangian any value."""
    sample, u = with_margin(12, 3, 0.1, rng)
    alpha, K = rng.exponential(size=12), rng.normal()
    b = (u @ u / 2 - u @ (alpha @ sample.signed) + alpha.sum() - K) / (alpha @ sample.y)
    return sums(sample, u, b, alpha) | {"K": K}


def of_any_answer(rng):
    sample, C = mixed(rng), price(rng)
    alpha = feasible(sample, rng.uniform(-C, 2 * C, 9), C)
    return sums(sample, rng.normal(size=3), rng.normal(), alpha, C)


def on_a_walk(rng, t=None):
    sample, C = mixed(rng), 10 ** rng.uniform(-1, 1)
    best, low = soft_margin(sample, C), feasible(sample, rng.uniform(0, C, 9), C)
    other = best.w + rng.normal(size=3), best.b + rng.normal()
    return walk((best.w, best.b), other, t or rng.uniform(0.01, 1), sample, C, low)


def of_a_foot(rng):
    """The foot comes from least squares inside the hyperplane, and not from f(x)/‖w‖."""
    X, w, b = rng.normal(size=(10, 3)), rng.normal(size=3), rng.uniform(-3, 3)
    inside = np.linalg.svd(w[None])[2][1:]  # a basis of the directions of the hyperplane
    start = np.linalg.lstsq(w[None], [-b], rcond=None)[0]
    foot, z = start + (X - start) @ inside.T @ inside, start + rng.normal(size=(10, 2)) @ inside
    return {"w": w, "b": b, "x": X, "z": z, "foot": foot}


def on_a_margin_run(rng):
    """θ from the run and γ from u, which the sample may exceed: ε is then 1 - θ/γ."""
    gamma, epsilon = rng.uniform(0.1, 0.5), rng.uniform(0.05, 0.95)
    sample, u = random_sample(rng.integers(10**6), gamma)
    return beside(margin_perceptron(sample, gamma, epsilon, max_passes=100_000), u)


RANDOM = [
    ([COORDINATE], on_coordinates, {"at the top", "the gain at the top"}),
    ([PAIR], on_pairs, {"at the top", "the gain at the top"}),
    ([STOPPING], at_a_stop, {"no pair violates", "no gap"}),
    ([SHARE], of_shares, {"the share", "gains and gap"}),  # a share may be more than 1
    ([WEAK_DUALITY], of_a_separator, set()),
    (
        [STATIONARITY],
        lambda rng: of_a_separator(rng) | {"K": 0},
        {"chosen offset", "any value, by b"},
    ),
    ([STATIONARITY], of_a_chosen_offset, {"balance", "the square", "least at v", "and only there"}),
    ([SOFT_GAP], of_any_answer, set()),
    ([NEAR_OPTIMUM], on_a_walk, set()),
    ([NEAR_OPTIMUM], lambda rng: on_a_walk(rng, 1e-6), set()),
    ([DISTANCE], of_a_foot, set()),
    (BOUNDED, on_a_margin_run, set()),
]


@pytest.mark.parametrize(
    ("theorems", "draw", "may_fail"), RANDOM, ids=lambda value: getattr(value, "__name__", None)
)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_theorems_hold_of_random_values(theorems, draw, may_fail, seed):
    values = draw(np.random.default_rng(seed))
    for one in theorems:
        assert set(one.failing(values)) <= may_fail, one.name


# Chosen values, right ones and wrong ones


@cache
def separable():
    """A sample with a margin and a separator, and its best hard margin."""
    sample, u = with_margin(12, 3, 0.1, np.random.default_rng(0))
    return sample, u, hard_margin(sample)


def hard(stretch=1, change=lambda sample, alpha: alpha, **skipped):
    """The best hard margin, stretched, with other multipliers, or with sums that skip a part."""
    sample, _, best = separable()
    seen = sums(sample, stretch * best.w, stretch * best.b, change(sample, best.alpha)) | {"K": 0}
    return seen | {name: seen[name] + add for name, add in skipped.items()}


SKIPPED = [[0, 0, 1e-6]] * np.array([[0]] * 6 + [[1]] * 6)


def touching(support, least=0.0):
    """A support vector, or another example, and the multipliers of these others."""
    sample, _, best = separable()
    rest = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), rest), least, best.alpha)
    return others(sample, best.w, best.b, alpha, best.support[0] if support else rest[0])


def hulls(best_share, **changes):
    """The averages of both classes by the best multipliers, or by others beside a separator."""
    sample, u, best = separable()
    seen = {"w": best.w, "A": best.alpha.sum(), "alpha": best.alpha}
    seen |= totals(v=best.alpha[:, None] * sample.signed)
    if best_share:
        length, share = np.linalg.norm(best.w), 2 * best.alpha / best.alpha.sum()
        seen |= averages(sample, best.w / length, best.b / length, 1 / length, share)
    else:
        share = feasible(sample, np.random.default_rng(1).exponential(size=12))
        seen |= averages(sample, u, 0.0, margin(sample, u), 2 * share / share.sum())
    return seen | {name: change * seen[name] for name, change in changes.items()}


def nearest(t=0.1, aside=False):
    """Nearest points of both hulls, or p at one of the examples, and the separator between them."""
    sample, _, best = separable()
    share = 2 * best.alpha / best.alpha.sum()
    p, q = (share * (sample.y == side) @ sample.X for side in (1, -1))
    if aside:
        positive = sample.X[sample.y > 0]
        p = positive[(positive @ best.w).argmax()]
    scale = 2 / ((p - q) @ (p - q))
    w = scale * (p - q)
    seen = {"share": share, "gamma": best.half_width, "t": t, "t_neg": t, "p": p, "q": q, "w": w}
    one = {name: sample.X[sample.y == side][0] for name, side in (("x_pos", 1), ("x_neg", -1))}
    return seen | one | {"scale": scale, "b": 1 - w @ p}


def strong(stretch=1.0):
    """The prices that nearest points give, or others."""
    sample, _, best = separable()
    share = 2 * best.alpha / best.alpha.sum()
    seen = averages(sample, best.w, best.b, 1, share)
    p, q = seen["p"][-1], seen["q"][-1]
    scale = stretch * 2 / ((p - q) @ (p - q))
    return sums(sample, scale * (p - q), best.b, scale * share) | seen | {"scale": scale}


def exchanged(C=0.1):
    """An exchange between two free forces of the dual optimum at C = 0.1; elsewhere it is none."""
    best, t, i, j = soft_margin(FLIPPED, 0.1), 0.01, 0, 2
    X, y, alpha = FLIPPED.X, FLIPPED.y, best.alpha if C == 0.1 else np.zeros(8)
    i, j = (i, j) if C == 0.1 else (y.argmax(), y.argmin())
    moved = alpha + t * y * ((np.arange(8) == i) * 1.0 - (np.arange(8) == j))
    seen = {"C": C, "t": t, "A": alpha.sum(), "x_pos": X[i], "x_neg": X[j]}
    for name, row in (("i", i), ("j", j)):
        seen |= {f"y_{name}": y[row], f"alpha_{name}": alpha[row]}
        seen[f"alpha_{name}_moved"] = moved[row]
    return seen | {"v": alpha @ FLIPPED.signed, "v_moved": moved @ FLIPPED.signed}


def met(b=0.0):
    """A dual optimum with the offset that meets all wishes, or another, beside an optimum."""
    best = soft_margin(FLIPPED, 0.1)
    seen = sums(FLIPPED, best.w, best.b + b, best.alpha, 0.1)
    return seen | {"w_other": best.w, "Xi_other": best.xi.sum()}


def ceiling(stretch=1.0):
    """The sums of multipliers in the box, or stretched beyond it."""
    best = soft_margin(FLIPPED, 0.1)
    seen = sums(FLIPPED, best.w, best.b, stretch * best.alpha, 0.1) | totals(n=np.ones(8))
    return seen | {"D": seen["A"][-1] - best.w @ best.w / 2}


def soft(shift=0.0, scale=1.0):
    """A soft margin whose multipliers are moved off."""
    sample, *_ = separable()
    best = soft_margin(sample, 0.5)
    return sums(sample, best.w, best.b, scale * best.alpha + shift, 0.5)


def walked(longer=False, A=0, w_t=0.0):
    """A walk from the optimum, or to it from what is longer, and what a wrong one says."""
    sample, *_ = separable()
    best = soft_margin(sample, 1)
    if longer:
        start, end, alpha = (3 * best.w, 3 * best.b), (best.w, best.b), 0 * best.alpha
    else:
        start, end, alpha = (best.w, best.b), (best.w + 1, best.b), best.alpha
    seen = walk(start, end, 0.5, sample, 1, alpha)
    return seen | {"A": seen["A"] + A, "w_t": seen["w_t"] + w_t}


def sitting(kind):
    """An example of a soft margin by where its multiplier is: free, beyond the slab, or bound."""
    rng, y = np.random.default_rng(0), np.repeat([1, -1], 10)
    sample = Sample(rng.normal(size=(20, 3)) + y[:, None], y)
    best = soft_margin(sample, 1)
    beyond = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), beyond), 0, best.alpha)
    bound = best.bound[slack(sample, best.w, best.b)[best.bound] > 1e-6]
    rows = {"free": best.free, "beyond": beyond, "bound": bound}[kind]
    return others(sample, best.w, best.b, alpha, rows[0]) | {"v": best.w}  # but for rounding Σαyx


def prices(swapped=False):
    """The best separators at two prices of slack."""
    sample = mixed(np.random.default_rng(1))
    found = [soft_margin(sample, C) for C in ((1.0, 0.1) if swapped else (0.1, 1.0))]
    (w, w_other), (Xi, Xi_other) = [s.w for s in found], [s.xi.sum() for s in found]
    return {"C": 0.1, "C_more": 1, "w": w, "w_other": w_other, "Xi": Xi, "Xi_other": Xi_other}


def cheap(C):
    sample = Sample([[0.0], [1.0], [2.0], [4.0]], [-1, -1, 1, 1])
    w = C * sample.signed.sum(axis=0)
    ends = {"top": [4.0], "bottom": [0.0], "x_pos": [[2.0], [4.0]], "x_neg": [[0.0], [1.0]]}
    return {"C": C, "w": w, "b": -w @ [4.0] / 2} | ends


def centered(shifted=1):
    rng = np.random.default_rng(0)
    sample, c = mixed(rng), rng.normal(size=3)
    best = soft_margin(sample, 1)
    seen = {"c": c, "b_shift": best.b + shifted * best.w @ c}
    force = best.alpha[:, None] * sample.y[:, None]
    return sums(sample, best.w, best.b, best.alpha) | seen | totals(v_shift=force * (sample.X - c))


def coordinates(ceiling=100.0, order=range(4), share=1.0, **changes):
    seen = coordinate_steps(EIGHT, ascent(EIGHT, ceiling, order, share), ceiling)
    return seen | {name: change * seen[name] for name, change in changes.items()}


def pairs(C=0.1, steps=30, share=1.0, as_force=False):
    seen = pair_steps(FLIPPED, greedy(FLIPPED, C, steps, share), C)
    return seen | ({"alpha_i": seen["alpha_i_before"] + seen["s"]} if as_force else {})


def stopped(at, b=0, **changes):
    seen = stopping(FLIPPED, greedy(FLIPPED, 0.1)[at], 0.1)
    return seen | {"b": seen["b"] + b} | changes


def timid(paid):
    """Steps of a tenth of their length, with the gains of these or of the whole."""
    seen = shares(EIGHT, np.zeros(8), 1 / 8)
    s = 0.1 * seen["s"]
    gains = np.cumsum(s * (1 - seen["m"]) - s**2 * (EIGHT.X**2).sum(axis=1) / 2)
    return seen | {"s": s} | ({"gains": gains} if paid else {})


def foot(way=0.0, z=None, b=0.0):
    """A foot short of the hyperplane, another point beside it, or another offset."""
    seen = of_a_foot(np.random.default_rng(0))
    across = seen["x"] - seen["foot"]
    other = seen["z"] if z is None else seen["foot"] + z * across
    return seen | {"foot": seen["foot"] + way * across, "z": other, "b": seen["b"] + b}


@cache
def best():
    """The best separator of the wines, with its margin."""
    return max_margin(WINE)


def dips(moved=False, ahead=0):
    """A run whose w is short again and again; T moved on at its end, or lying ahead."""
    sample, u = dipping(0.1, 5)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    T = crossings(run, 20)
    assert T["T"][-1] == last_crossing(run, 20)
    T["T"][-1] = run.M if moved else T["T"][-1]
    return beside(run, u) | T | {"T": T["T"] + ahead}


def updates_from(long):
    """The updates from a long w, or all but the first from a short one."""
    sample, _ = dipping(0.1, 5)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    is_long = np.linalg.norm(run.weights[:-1], axis=1) >= 20
    chosen = is_long if long else ~is_long & (np.arange(run.M) > 0)
    return only(run.updates, chosen) | {"gamma": 0.1}


def wine(guess=1.0, start=None):
    """A run on the wines beside the best separator; `start` is an example or a multiple of that."""
    u, gamma = best()
    start = {} if start is None else {"start": WINE.signed[0] if start == "example" else start * u}
    run = margin_perceptron(WINE, guess * gamma, **start)
    seen = beside(run, u) | crossings(run, 2 / gamma)
    return seen | ({"theta": gamma / 2, "epsilon": 0.5} if guess > 1 else {})


def beside_ties(gamma=0.1, low=1.0):
    """The run on ties, and another on unit examples of margin low γ, as far as this one goes."""
    rng, (spiral, e3) = np.random.default_rng(0), in_three_dimensions(gamma, 0.5)
    height, turn = rng.uniform(low * gamma, 0.3, 200), rng.uniform(0, 2 * np.pi, 200)
    across = np.sqrt(1 - height**2) * [np.cos(turn), np.sin(turn)]
    other = Sample(np.array([*across, height]).T, np.ones(200))
    ties, run = (margin_perceptron(one, gamma, max_passes=1) for one in (spiral, other))
    assert 5 < run.M < ties.M, "no run is longer"
    first, then = (only(run.updates, np.arange(run.M) != end) for end in (run.M - 1, 0))
    seen = only(ties.updates, np.arange(ties.M) < run.M - 1)
    seen |= {"tie": seen["x"], "v": first["w"], "v_before": first["w_before"], "of_v": first["x"]}
    seen |= {"u": e3, "gamma": gamma, "kappa": (1 - gamma**2) ** 0.5, "x": then["x"]}
    for name, height in (("w", seen["w"] @ e3), ("v", seen["v"] @ e3), ("x", then["x"] @ e3)):
        seen[f"flat_{name}"] = seen[name] - height[:, None] * e3
    return seen | {"height": then["x"] @ e3}


def by_kernels(score=1):
    """The perceptron beside the kernel perceptron, whose scores come from its kernel alone."""
    square, X = polynomial(2, constant=0), np.random.default_rng(0).normal(size=(20, 2))
    crossed = Sample(X, np.sign(X[:, 0] * X[:, 1]))
    run = kernel_perceptron(crossed, square)
    lifted = Sample(run.features, crossed.y)
    plain = perceptron(lifted)
    counts = np.cumsum(np.eye(20)[run.mistakes], axis=0)[:-1]
    scores = counts * crossed.y @ square(X, X) * crossed.y
    v = np.concatenate([np.zeros((1, lifted.d)), counts * crossed.y @ run.features])
    seen = only(plain.updates, np.arange(plain.M) < run.M - 1)
    seen |= {"v": v[1:], "v_before": v[:-1], "x_next": lifted.signed[run.mistakes[1:]]}
    rows = np.arange(run.M - 1), run.mistakes[1:]
    return seen | {"R": lifted.radius, "S": score * scores[rows]}


TOO_FAR = {"not past the top", "the gain"}
INSIDE, BEYOND = {"inside the slab", "inside, α = C"}, {"beyond the slab", "beyond, α = 0"}
ERROR, FREE = {"misclassified", "an error costs 1"}, {"free, on the face", "b from a free one"}
POSITIVE, BELOW = {"α > 0", "α > 0, not beyond"}, {"α < C", "α < C, not inside"}

# What fails of these values, and nothing else; ... stands for more.
CHOSEN = [
    (COORDINATE, coordinates, set()),
    (COORDINATE, lambda: coordinates(share=1.5), {*TOO_FAR, ...}),
    (COORDINATE, lambda: coordinates(order=range(8), share=2.5), {"all gains", ...}),
    (COORDINATE, lambda: coordinates(1 / 8, range(8), w=1.01), {"w moves", ...}),
    (COORDINATE, lambda: coordinates(1 / 8, range(8), g=-1), {"slope", ...}),
    (COORDINATE, lambda: coordinates(1 / 8, range(8), C=0.08), {"weak duality", ...}),
    (PAIR, lambda: pairs(10.0, 3, 1.5), {*TOO_FAR, ...}),
    (PAIR, lambda: pairs(as_force=True), {"i moves", "the balance stays", ...}),
    (STOPPING, lambda: stopped(-1), set()),
    (STOPPING, lambda: stopped(2, b=1), {"b in the middle", ...}),
    (STOPPING, lambda: stopped(2, highest=0.0), {"none that may rise is higher", ...}),
    (SHARE, lambda: shares(EIGHT, ascent(EIGHT, 1 / 8, range(8))[-1], 1 / 8), set()),
    (SHARE, lambda: timid(paid=False), {"best in the box", ...}),
    (SHARE, lambda: timid(paid=True), {"best in the box", "all examples", ...}),
    (WEAK_DUALITY, lambda: hard(change=lambda s, a: a + (s.y > 0)), {"balance", ...}),
    (WEAK_DUALITY, lambda: hard(change=lambda s, a: -a), {"multiplier", ...}),
    (WEAK_DUALITY, lambda: hard(0.9), {"constraint", "weak duality", ...}),
    (WEAK_DUALITY, lambda: hard(v=SKIPPED), {"collected", "the gap", ...}),
    (STATIONARITY, lambda: hard(v=SKIPPED), {"v grows", ...}),
    (COMPLEMENTARY, lambda: touching(True), {"off the slab", "off the slab, no force"}),
    (COMPLEMENTARY, lambda: touching(False), {"positive multiplier", "support vectors touch"}),
    (
        COMPLEMENTARY,
        lambda: touching(False, least=0.1),
        {"no gap", "no product", "off the slab, no force", ...},
    ),
    (HULLS, lambda: hulls(True), set()),
    (HULLS, lambda: hulls(True, gamma=1.01), {"a separator", "no larger margin", ...}),
    (HULLS, lambda: hulls(False), {"shares of α", "v joins them", "nearest points"}),
    (NEAREST, nearest, set()),
    (NEAREST, lambda: nearest(t=1.0), set()),
    (NEAREST, lambda: nearest(aside=True), {"no nearer than p", "beyond p", ...}),
    (STRONG_DUALITY, strong, set()),
    (STRONG_DUALITY, lambda: strong(0.9), {"the scale", "no gap"}),
    (EXCHANGE, exchanged, set()),
    (EXCHANGE, lambda: exchanged(C=2), {"α is optimal", "no lower bound above an upper one", ...}),
    (SOFT_STRONG, met, set()),
    (SOFT_STRONG, lambda: met(b=0.1), {"no gap", ...}),
    (CEILING, ceiling, set()),
    (CEILING, lambda: ceiling(1.5), {"at most C", "all multipliers", ...}),
    (SOFT_GAP, lambda: soft(shift=1), {"at most C", "one bound", ...}),
    (SOFT_GAP, lambda: soft(-1, 0), {"multiplier", "one slackness", "all slackness", ...}),
    (NEAR_OPTIMUM, lambda: walked(longer=True), {"w* is best", ...}),
    (NEAR_OPTIMUM, lambda: walked(A=1), {"weak duality", ...}),
    (NEAR_OPTIMUM, lambda: walked(w_t=1e-6), {"on the way", ...}),
    (WHERE_ALPHA_SITS, lambda: sitting("free"), INSIDE | BEYOND | ERROR),
    (WHERE_ALPHA_SITS, lambda: sitting("beyond"), INSIDE | ERROR | FREE | POSITIVE),
    (WHERE_ALPHA_SITS, lambda: sitting("bound"), BEYOND | ERROR | FREE | BELOW),
    (PRICE, prices, set()),
    (PRICE, lambda: prices(swapped=True), {"w is best at C", "less slack", ...}),
    (CHEAP_SLACK, lambda: cheap(0.09), set()),
    (CHEAP_SLACK, lambda: cheap(0.11), {"C is small", "no gap at x_+", "positives inside", ...}),
    (CENTERING, centered, set()),
    (CENTERING, lambda: centered(0), {"shifted offset", "the decision stays"}),
    (DISTANCE, lambda: foot(way=0.01), {"the foot", "on the hyperplane", "its distance", ...}),
    (DISTANCE, lambda: foot(z=0.9), {"z on the hyperplane", "no point is nearer", ...}),
    (DISTANCE, lambda: foot(z=0), {"z is another point", "any other is further"}),
    (DISTANCE, lambda: foot(b=0.01), {"the foot", "z on the hyperplane", "on the hyperplane", ...}),
    (MANSOUR_SCHWEIGER, dips, set()),
    # A T that moves on though w was long is none, and one that lies ahead is none.
    (MANSOUR_SCHWEIGER, lambda: dips(moved=True), {"short, or the same T", ...}),
    (MANSOUR_SCHWEIGER, lambda: dips(ahead=50), {"T is not ahead", ...}),
    (MANSOUR_SCHWEIGER, wine, set()),  # w never is long
    (LENGTH, lambda: updates_from(long=True), set()),
    (LENGTH, lambda: updates_from(long=False), {"long", "three quarters"}),
    (BALCAN, lambda: wine(start="example"), set()),
    (BALCAN, lambda: wine(start=-30), {"w starts at the margin", "w starts at length 1", ...}),
    (KERNEL_PERCEPTRON, by_kernels, set()),
    (KERNEL_PERCEPTRON, lambda: by_kernels(-1), {"score", "the kernels err next", ...}),
    (LONGEST, beside_ties, set()),
    (LONGEST, lambda: beside_ties(low=-1), {"margin of z'", "margin of x", "aligned", ...}),
    (THRESHOLD, lambda: wine(1.8), {"one update", ...}),
    (LENGTH, lambda: wine(1.8), {"margin mistake", ...}),
]


@pytest.mark.parametrize(
    ("theorem", "values", "failing"), CHOSEN, ids=[theorem.name for theorem, *_ in CHOSEN]
)
def test_right_values_pass_and_wrong_ones_are_caught_in_what_they_break(theorem, values, failing):
    found = set(theorem.failing(values()))
    assert found >= failing - {...}
    assert ... in failing or found == failing


def test_the_gap_in_the_theorems_is_the_gap_of_the_certificates():
    rng = np.random.default_rng(0)
    for one, seen, C in (
        (WEAK_DUALITY, of_a_separator(rng), np.inf),
        (SOFT_GAP, of_any_answer(rng), None),
    ):
        sample, C = Sample(seen["x"], seen["y"]), C or seen["C"]
        gap = duality_gap(sample, seen["w"], seen["b"], seen["alpha"], C)
        assert one.watch(seen)["weak duality"] == pytest.approx([gap.total])
    for alpha in (np.zeros(8), *greedy(FLIPPED, 0.1)[:3]):
        seen = stopping(FLIPPED, alpha, 0.1)
        bound = 8 * 0.1 * seen["h"] / 2
        gap = duality_gap(FLIPPED, seen["w"], seen["b"], alpha, 0.1).total
        assert STOPPING.watch(seen)["the gap is small"] == pytest.approx(bound - gap, abs=1e-9)
        assert alpha.any() or gap == pytest.approx(bound), "at the start the bound is the gap"


# What a theorem rests on


class Form:
    """A space of numpy vectors whose product is any symmetric form, so that ⟨v,v⟩ may be < 0."""

    def __init__(self, matrix, **values):
        self.matrix, self.values = matrix, values

    def symbol(self, symbol):
        return self.values[symbol.name]

    def ratio(self, p, q):
        return p / q

    def scale(self, factor, vector):
        return factor * vector

    def dot(self, a, b):
        return a @ self.matrix @ b


def test_cauchy_schwarz_rests_on_the_expansion_of_products_alone():
    """The first step entitles the solver to the inequality, so it must not rest on it."""
    rng, broken = np.random.default_rng(0), 0
    left, inequality, _ = CAUCHY_SCHWARZ.steps
    for _ in range(100):
        matrix = rng.normal(size=(3, 3))
        matrix = matrix + matrix.T
        a, v = rng.normal(size=(2, 3))
        space = Form(matrix, a=a, v=v, s=(a @ matrix @ v) / (v @ matrix @ v))
        assert evaluate(left.claim.lhs, space) == pytest.approx(evaluate(left.claim.rhs, space))
        broken += evaluate(inequality.claim.lhs, space) > evaluate(inequality.claim.rhs, space)
    assert broken > 10, "in such a space Cauchy–Schwarz is false"


def test_the_soft_gap_rests_on_each_step_and_cheap_slack_is_proved_both_ways():
    """Both rows on one example carry the last one: what they do not cover shows in the sums."""
    used = {"weak duality"}
    for step in reversed(SOFT_GAP.steps):
        used |= {*step.given} if step.name in used else set()
    assert used >= {step.name for step in SOFT_GAP.steps}
    assert CHEAP_SLACK.steps[-1].claim == CHEAP_SLACK.hypotheses["C is small"]


def test_what_a_margin_theorem_takes_from_another_is_a_claim_there():
    """Only premises are left: what a run, a definition or a case says."""
    premises = {
        *("t starts at 0", "w starts at 0", "update", "margin", "u is unit", "unit examples"),
        *("margin mistake", "w is not zero", "half the margin", "threshold", "θ above 0"),
        *("θ below γ", "T is not ahead", "short, or the same T", "long", "root", "longer"),
        *("w starts at the margin", "w starts at length 1", "an update", "γ is the best margin"),
        *("no example is left", "g is not below γ", "ε at most 1", "ε below 1", "not refuted"),
        *("floor", "S starts at 0", "T starts at 0", "one more attempt", "next guess"),
        *("n starts at 1", "the first guess is 1", "v starts at 0", "F starts at 0"),
        *("update of w", "on the threshold", "z is unit", "at height γ"),
        *("update of v", "margin mistake of v", "z' is unit", "margin of z'", "flat radius"),
        *("x is unit", "height of x", "margin of x", "v updates on x"),
        *("v beside u", "w beside u", "x beside u"),
        *("less a loss", "β", "c", "p", "before the end"),
    }
    own = [theorem for theorem in THEOREMS if theorem.chapter == "margin-perceptron"]
    proved = {step.claim for other in own for step in other.steps}
    for one in own:
        taken = {name for name, claim in one.hypotheses.items() if claim not in proved}
        assert taken - set(one.assumed) <= premises, one.name


# Sharper claims that speak of runs are false of runs, not of single updates alone

# Theorems about runs of the perceptron, from the first update on.
CHAPTERS = {"block-novikoff", "perceptron", "margin-perceptron"}
OF_RUNS = [
    theorem
    for theorem in THEOREMS
    if theorem.chapter in CHAPTERS
    and theorem.name not in ("certificate", "attempt", "search", "attempts")  # these stop before
    and theorem.name not in ("longest", "sharpness")  # of one sequence, beside another run
    and all(step.by == "z3" for step in theorem.steps)
]


def lifted(line, beta, v, b, gamma):
    """A run on lifted points of a line, and what the theorem with an offset says of it."""
    run = perceptron(lift(line, beta))
    flat = {"v": [v, 0], "b": b, "r": line.radius, "gamma": gamma, "beta": beta, "e": [0, 1]}
    flat |= {"z": run.updates["x"] * [1, 0], "y": line.y[run.mistakes]}
    return run.updates | flat | {"u": [v, b / beta]}


@cache
def runs():
    """Runs that meet a bound or near it, as the vectors and numbers of the theorems."""
    values = []
    for sample, u in (orthonormal(1), orthonormal(4), in_three_dimensions(0.2)):
        gamma, updates = (sample.signed @ u).min(), perceptron(sample).updates
        for length in (1, 1 / gamma):
            comparator = {
                "u": length * u,
                "gamma": length * gamma,
                "s": 1 / (length**2 * gamma),
                "epsilon": 1.0,
            }
            values.append(updates | comparator | {"w_star": u / gamma, "rho": gamma})
    # No unit vector has the margin 1 on this run, and what uses no margin holds of it all the same.
    values.append(perceptron(orthonormal(4)[0]).updates | {"gamma": 1.0, "epsilon": 1.0})
    # One example x = 1 with u = 1 and b = 1, and two on a line; the best lift and another.
    one, two = Sample([[1.0]], [1]), Sample([[0.1], [0.2]], [-1, 1])
    for beta in (1.0, 0.03**0.5):
        values.append(lifted(one, beta, 1, 1, 2.0))
        values.append(lifted(two, beta, 1, -0.15, 0.05))
    for gamma, epsilon in ((0.05, 0.5), (0.05, 0.25), (1, 0.995)):
        sample, e3 = in_three_dimensions(gamma, epsilon)
        run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
        short = np.linalg.norm(run.weights, axis=1) < 2 / gamma
        T = 1.0 + np.maximum.accumulate(np.where(short, np.arange(run.M + 1), -1.0))
        values.append(beside(run, e3) | {"T": T[:-1], "T_before": np.append(0, T[:-2])})
        late = Sample(sample.X[1:], sample.y[1:]) if sample.n > 1 else sample
        balcan = margin_perceptron(late, gamma, epsilon, max_passes=1, start=sample.signed[0])
        if balcan.M:
            values.append(beside(balcan, e3))
    return values


def broken_by(theorem, step, claim, values):
    """Whether the claim fails at an update where what the step uses holds, from the start on."""
    used = {name: theorem.relations[name] for name in (*step.given, *step.base)} | {"": claim}
    if {symbol.name for symbol in names(*used.values())} - {*values}:
        return False
    seen = watched(used, values, theorem.before, set(step.base) - set(step.given))
    failing = ~seen.pop("").holds
    held = [seen[name].holds for name in used if name]
    held = [np.all(each) for each in held] if step.base else held
    return bool(np.any(np.logical_and.reduce(np.broadcast_arrays(failing, *held))))


@pytest.mark.parametrize("theorem", OF_RUNS, ids=lambda theorem: theorem.name)
def test_sharper_claims_about_runs_are_false_of_a_run(theorem):
    """A solver's counterexample is one update; these are whole runs from w = 0."""
    whole = [
        (step.name, claim)
        for step in theorem.steps
        for claim in step.sharper
        if not any(broken_by(theorem, step, claim, values) for values in runs())
    ]
    assert whole == []


@pytest.mark.parametrize("theorem", OF_RUNS, ids=lambda theorem: theorem.name)
def test_no_run_breaks_a_claim(theorem):
    """The test of the test: it would find a claim that is false of runs."""
    for step in theorem.steps:
        found = [
            i for i, values in enumerate(runs()) if broken_by(theorem, step, step.claim, values)
        ]
        assert found == [], step.name
