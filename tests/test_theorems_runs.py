"""Theorems watched on what their chapters compute: they hold of it, and wrong values are caught."""

from collections import defaultdict
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lib.block_novikoff import in_three_dimensions, orthonormal, ties
from lib.dual_ascent import coordinate_steps, pair_steps, shares, stopping
from lib.kernels.functions import polynomial
from lib.kernels.kernel_perceptron import kernel_perceptron
from lib.linear_separators import canonical
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import dipping
from lib.max_margin import hard_margin, max_margin
from lib.perceptron import perceptron
from lib.proof.vectors import evaluate, names
from lib.proof.watching import Numbers, totals, watched
from lib.samples import Sample, lift, with_margin
from lib.soft_margin import soft_margin
from lib.svm.certificates import feasible
from lib.theorems import theorem
from lib.theorems.proof_map import THEOREMS
from tests.strategies import WINE, mixed, random_sample, updates_and_margin
from tests.watched import ascent, averages, crossings, greedy, others, segment, slack, sums

# Values of a theorem's names, from a generator


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
    return stopping(sample, feasible(sample, rng.uniform(-C, 2 * C, 9), C), C)


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


def hard(rng):
    """A sample with its best hard margin, and the shares of its nearest points."""
    sample, _ = with_margin(12, 3, 0.1, rng)
    best = hard_margin(sample)
    return sample, best, 2 * best.alpha / best.alpha.sum()


def touching(support):
    """A support vector, or another example, of a sample whose sums no rounding moves below 0."""
    sample, best, _ = hard(np.random.default_rng(0))
    rest = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), rest), 0, best.alpha)
    return others(sample, best.w, best.b, alpha, best.support[0] if support else rest[0])


def hulls(rng, nearest=True):
    """The averages of both classes by the best multipliers, or by any shares."""
    sample, best, share = hard(rng)
    seen = {"w": best.w, "A": best.alpha.sum(), "alpha": best.alpha}
    seen |= totals(v=best.alpha[:, None] * sample.signed)
    if not nearest:
        share = feasible(sample, rng.exponential(size=12))
        share *= 2 / share.sum()
    length = np.linalg.norm(best.w)
    return seen | averages(sample, best.w / length, best.b / length, 1 / length, share)


def nearest(rng):
    """Nearest points of both hulls, and the separator between them."""
    sample, best, share = hard(rng)
    p, q = (share * (sample.y == side) @ sample.X for side in (1, -1))
    scale, t = 2 / ((p - q) @ (p - q)), rng.uniform(0, 1)
    w = scale * (p - q)
    seen = {"share": share, "gamma": best.half_width, "t": t, "t_neg": t, "p": p, "q": q, "w": w}
    one = {name: sample.X[sample.y == side][0] for name, side in (("x_pos", 1), ("x_neg", -1))}
    return seen | one | {"scale": scale, "b": 1 - w @ p}


def strong(rng):
    """The prices that nearest points give."""
    sample, best, share = hard(rng)
    seen = averages(sample, best.w, best.b, 1, share)
    p, q = seen["p"][-1], seen["q"][-1]
    scale = 2 / ((p - q) @ (p - q))
    return sums(sample, scale * (p - q), best.b, scale * share) | seen | {"scale": scale}


def of_any_answer(rng, weights=1.0):
    sample, C = mixed(rng), price(rng) * weights
    alpha = feasible(sample, rng.uniform(-C, 2 * C, 9), C)
    return sums(sample, rng.normal(size=3), rng.normal(), alpha, C)


def on_a_segment(rng, t=None):
    sample, C = mixed(rng), 10 ** rng.uniform(-1, 1)
    best, low = soft_margin(sample, C), feasible(sample, rng.uniform(0, C, 9), C)
    other = best.w + rng.normal(size=3), best.b + rng.normal()
    return segment((best.w, best.b), other, t or rng.uniform(0.01, 1), sample, C, low)


def within_bounds(rng):
    """A dual optimum with the offset within all bounds, beside an optimum, and its ceiling."""
    sample = mixed(rng)
    best = soft_margin(sample, 0.1)
    seen = sums(sample, best.w, best.b, best.alpha, 0.1) | totals(n=np.ones(sample.n))
    seen |= {"w_other": best.w, "Xi_other": best.xi.sum()}
    return seen | {"D": seen["A"][-1] - best.w @ best.w / 2}


def exchanged(rng):
    """A small exchange between two free forces of a dual optimum."""
    sample, t = Sample(rng.normal(size=(20, 3)), np.repeat([1, -1], 10)), 1e-4
    best = soft_margin(sample, 1)
    i, j = best.free[0], best.free[-1]
    moved = best.alpha + t * sample.y * (np.eye(20)[i] - np.eye(20)[j])
    seen = {"C": 1, "t": t, "A": best.alpha.sum(), "x_pos": sample.X[i], "x_neg": sample.X[j]}
    for name, row in (("i", i), ("j", j)):
        seen |= {f"y_{name}": sample.y[row], f"alpha_{name}": best.alpha[row]}
        seen[f"alpha_{name}_moved"] = moved[row]
    return seen | {"v": best.alpha @ sample.signed, "v_moved": moved @ sample.signed}


def sitting(rng, kind):
    """An example of a soft margin by where its multiplier is: free, beyond the slab, or bound."""
    y = np.repeat([1, -1], 30)
    sample = Sample(rng.normal(size=(60, 3)) + 0.7 * y[:, None], y)
    best = soft_margin(sample, 1)
    beyond = np.setdiff1d(np.arange(sample.n), best.support)
    alpha = np.where(np.isin(np.arange(sample.n), beyond), 0, best.alpha)
    bound = best.bound[slack(sample, best.w, best.b)[best.bound] > 1e-6]
    rows = {"free": best.free, "beyond": beyond, "bound": bound}[kind]
    return others(sample, best.w, best.b, alpha, rows[0]) | {"v": best.w}  # but for rounding Σαyx


def prices(rng):
    """The best separators at two prices of slack."""
    sample = mixed(rng)
    found = [soft_margin(sample, C) for C in (0.1, 1.0)]
    (w, w_other), (Xi, Xi_other) = [s.w for s in found], [s.xi.sum() for s in found]
    return {"C": 0.1, "C_more": 1, "w": w, "w_other": w_other, "Xi": Xi, "Xi_other": Xi_other}


def cheap(rng):
    sample, C = Sample([[0.0], [1.0], [2.0], [4.0]], [-1, -1, 1, 1]), rng.uniform(0.01, 0.09)
    w = C * sample.signed.sum(axis=0)
    ends = {"top": [4.0], "bottom": [0.0], "x_pos": [[2.0], [4.0]], "x_neg": [[0.0], [1.0]]}
    return {"C": C, "w": w, "b": -w @ [4.0] / 2} | ends


def centered(rng):
    sample, c = mixed(rng), rng.normal(size=3)
    best = soft_margin(sample, 1)
    seen = {"c": c, "b_shift": best.b + best.w @ c}
    force = best.alpha[:, None] * sample.y[:, None]
    return sums(sample, best.w, best.b, best.alpha) | seen | totals(v_shift=force * (sample.X - c))


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
    return updates_and_margin(margin_perceptron(sample, gamma, epsilon, max_passes=100_000), u)


# Chosen runs


def only(updates, where):
    return {name: value[where] if np.ndim(value) else value for name, value in updates.items()}


def dips(rng):
    """A run whose w is short again and again."""
    sample, u = dipping(0.1, 5)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    seen = crossings(run, 20)
    return updates_and_margin(run, u) | seen


def from_long_ones(rng):
    """The updates from a long w."""
    sample, _ = dipping(0.1, 5)
    run = margin_perceptron(sample, 0.1, max_passes=1)
    return only(run.updates, np.linalg.norm(run.weights[:-1], axis=1) >= 20) | {"gamma": 0.1}


def wine(rng, **start):
    """A run on the wines beside the best separator."""
    u, gamma = max_margin(WINE)
    run = margin_perceptron(WINE, gamma, **start)
    return updates_and_margin(run, u) | crossings(run, 2 / gamma)


def beside_ties(rng, gamma=0.1):
    """The run on ties, and another on unit examples, as far as this one goes."""
    spiral, e3 = in_three_dimensions(gamma, 0.5)
    ties, run = margin_perceptron(spiral, gamma, max_passes=1), None
    while not run or run.M <= 5:  # some are short
        height, turn = rng.uniform(gamma, 0.3, 200), rng.uniform(0, 2 * np.pi, 200)
        other = np.transpose([*np.sqrt(1 - height**2) * [np.cos(turn), np.sin(turn)], height])
        run = margin_perceptron(Sample(other, np.ones(200)), gamma, max_passes=1)
    assert run.M < ties.M, "no run is longer"
    first, then = (only(run.updates, np.arange(run.M) != end) for end in (run.M - 1, 0))
    seen = only(ties.updates, np.arange(ties.M) < run.M - 1)
    seen |= {"tie": seen["x"], "v": first["w"], "v_before": first["w_before"], "of_v": first["x"]}
    seen |= {"u": e3, "gamma": gamma, "kappa": (1 - gamma**2) ** 0.5, "x": then["x"]}
    for name, height in (("w", seen["w"] @ e3), ("v", seen["v"] @ e3), ("x", then["x"] @ e3)):
        seen[f"flat_{name}"] = seen[name] - height[:, None] * e3
    return seen | {"height": then["x"] @ e3}


def on_ties(rng):
    """Some of them with a wrong label, beside the direction of the last weights."""
    z = ties(rng.choice((0.3, -0.3), 60, p=(0.8, 0.2)))
    run = perceptron(Sample(z, np.ones(len(z))), max_passes=1)
    u = run.w / np.linalg.norm(run.w)
    d = (z @ u).max() - z @ u
    seen = run.updates | totals(T=d, lost=0 * d)
    return seen | {"u": u, "gamma": (z @ u).max(), "TD": d.sum()}


def by_kernels(rng):
    """The perceptron beside the kernel perceptron, whose scores come from its kernel alone."""
    square, X = polynomial(2, constant=0), rng.normal(size=(20, 2))
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
    return seen | {"R": lifted.radius, "S": scores[rows]}


LINE = Sample([[0.1], [0.2]], [-1, 1])


def lifted(beta, line=LINE, v=1, b=-0.15, gamma=0.05):
    """A run on lifted points of a line, and what the theorem with an offset says of it."""
    run = perceptron(lift(line, beta))
    flat = {"v": [v, 0], "b": b, "r": line.radius, "gamma": gamma, "beta": beta, "e": [0, 1]}
    flat |= {"z": run.updates["x"] * [1, 0], "y": line.y[run.mistakes]}
    return run.updates | flat | {"u": [v, b / beta]}


def against_coins(rng, d=7, n=2):
    """How often any rule that knows what it saw errs, over all labelings and all samples."""
    y, e = rng.choice((-1, 1), d), np.zeros(d)
    says = defaultdict(lambda: rng.choice((-1, 1), d))
    for coins, seen in product(product((-1, 1), repeat=d), product(range(d), repeat=n)):
        known = np.isin(np.arange(d), seen)
        e += ~known & (says[(*seen, *(known * coins))] != coins)
    e, x = e / (2**d * d**n), 5 * np.diag(y)
    values = {"d": np.arange(1, d + 1), "x": x, "e": e, "R": 5, "n": n, "u": y / d**0.5, "z": x[0]}
    values |= totals(v=x, wrong=e) | {"gamma": 5 / d**0.5, "unseen": (1 - 1 / d) ** n}
    return values | {"risk": e.mean()}


# The theorems, where their values come from, and what may fail of these.
BOUNDED = "margin_alignment any_epsilon without_the_jump threshold root_potential sharp"
INSIDE, BEYOND = {"inside the slab", "inside, α = C"}, {"beyond the slab", "beyond, α = 0"}
ERROR, FREE = {"misclassified", "an error costs 1"}, {"free, on the face", "b from a free one"}
POSITIVE, BELOW = {"α > 0", "α > 0, not beyond"}, {"α < C", "α < C, not inside"}
OFF = {"off the slab", "off the slab, α is 0"}
TOUCH = {"positive multiplier", "support vectors touch"}
UNBALANCED = {"balance", "the square", "least at v", "and only there"}
WATCHED = [
    ("coordinate", on_coordinates, {"at the top", "the gain at the top"}),
    ("pair", on_pairs, {"at the top", "the gain at the top"}),
    ("stopping", at_a_stop, {"no pair violates", "no gap"}),
    ("share", of_shares, {"the share", "gains and gap"}),  # a share may be more than 1
    ("ceiling soft_strong", within_bounds, set()),
    ("weak_duality", of_a_separator, set()),
    ("stationarity", of_a_chosen_offset, UNBALANCED),
    ("complementary_slackness", lambda rng: touching(True), OFF),
    ("complementary_slackness", lambda rng: touching(False), TOUCH),
    ("hulls", hulls, set()),
    ("hulls", lambda rng: hulls(rng, False), {"shares of α", "v joins them", "nearest points"}),
    ("nearest_points", nearest, set()),
    ("strong_duality", strong, set()),
    ("exchange", exchanged, set()),
    ("soft_gap", of_any_answer, set()),
    ("weighted_gap", lambda rng: of_any_answer(rng, np.linspace(0.5, 3, 9)), set()),
    ("near_optimum", on_a_segment, set()),
    ("near_optimum", lambda rng: on_a_segment(rng, 1e-6), set()),
    ("where_alpha_sits", lambda rng: sitting(rng, "free"), INSIDE | BEYOND | ERROR),
    ("where_alpha_sits", lambda rng: sitting(rng, "beyond"), INSIDE | ERROR | FREE | POSITIVE),
    ("where_alpha_sits", lambda rng: sitting(rng, "bound"), BEYOND | ERROR | FREE | BELOW),
    ("price", prices, set()),
    ("cheap_slack", cheap, set()),
    ("centering", centered, set()),
    ("distance", of_a_foot, set()),
    (BOUNDED, on_a_margin_run, set()),
    ("mansour_schweiger", dips, set()),
    ("mansour_schweiger", wine, set()),  # w never is long
    ("margin_length", from_long_ones, set()),
    ("balcan", lambda rng: wine(rng, start=WINE.signed[0]), set()),
    ("kernel_perceptron", by_kernels, set()),
    ("longest", beside_ties, set()),
    ("attained only_ties", on_ties, set()),
    ("offset", lambda rng: lifted(0.03**0.5), set()),
    ("no_learner", against_coins, set()),
]


each_watched = pytest.mark.parametrize(
    ("theorems", "draw", "may_fail"), WATCHED, ids=[row[0].partition(" ")[0] for row in WATCHED]
)


@each_watched
@settings(max_examples=3)
@given(seed=st.integers(0, 10**6))
def test_theorems_hold_of_right_values(theorems, draw, may_fail, seed):
    values = draw(np.random.default_rng(seed))
    for name in theorems.split():
        assert {*theorem(name).failing(values)} <= may_fail, name


# Of these only inequalities speak, so that little more or less of them may hold as well.
LOOSE = {
    "any_epsilon": "t",
    "complementary_slackness": "alpha_k x_k y_k",
    "coordinate": "C n",
    "exchange": "C",
    "kernel_perceptron": "R",
    "near_optimum": "A C",
    "nearest_points": "t t_neg x_neg x_pos",
    "offset": "t",
    "pair": "C n",
    "price": "C_more Xi Xi_other w w_other",
    "soft_strong": "b x",
    "where_alpha_sits": "alpha_k x_k",
    "without_the_jump": "t",
}
ANY = {"exchange": "A", "near_optimum": "v"}  # and of these, of what is much more or less too


@each_watched
def test_each_wrong_value_is_caught(theorems, draw, may_fail):
    """A tenth of the largest more or less, or ten times as much of what is loose."""
    values = draw(np.random.default_rng(1))
    for one in map(theorem, theorems.split()):
        failing = {*one.failing(values)}
        spoken_of = {symbol.name for symbol in names(*one.relations.values())} & {*values}
        for name in spoken_of - {ANY.get(one.name)}:
            value = np.asarray(values[name], float)
            size = 10 if name in LOOSE.get(one.name, "").split() else 0.1
            change = size * max(1, np.abs(value).max())
            wrong = (values | {name: value + by} for by in (-change, change))
            assert any({*one.failing(each)} - failing for each in wrong), f"{one.name}: {name}"


def test_cauchy_schwarz_rests_on_the_expansion_of_products_alone():
    """The first step entitles the solver to the inequality, so it must not rest on it."""

    class Form(Numbers):
        """A space whose product is any symmetric form, so that ⟨v,v⟩ may be < 0."""

        def dot(self, a, b):
            return a @ matrix @ b

    rng, broken = np.random.default_rng(0), 0
    left, inequality, _ = theorem("cauchy_schwarz").steps
    for _ in range(100):
        matrix = rng.normal(size=(3, 3))
        matrix += matrix.T
        a, v = rng.normal(size=(2, 3))
        space = Form({"a": a, "v": v, "s": (a @ matrix @ v) / (v @ matrix @ v)})
        assert evaluate(left.claim.lhs, space) == pytest.approx(evaluate(left.claim.rhs, space))
        broken += evaluate(inequality.claim.lhs, space) > evaluate(inequality.claim.rhs, space)
    assert broken > 10, "in such a space Cauchy–Schwarz is false"


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
                "m": length * gamma,
                "s": 1 / (length**2 * gamma),
                "epsilon": 1.0,
            }
            values.append(updates | comparator | {"w_star": u / gamma, "rho": gamma})
    # No unit vector has the margin 1 on this run, and what uses no margin holds of it all the same.
    values.append(perceptron(orthonormal(4)[0]).updates | {"gamma": 1.0, "epsilon": 1.0})
    # Two examples on a line, and one, x = 1 with u = 1 and b = 1; the best lift and another.
    for beta in (1.0, 0.03**0.5):
        values += [lifted(beta), lifted(beta, Sample([[1.0]], [1]), 1, 1, 2.0)]
    for gamma, epsilon in ((0.05, 0.5), (0.05, 0.25), (1, 0.995)):
        sample, e3 = in_three_dimensions(gamma, epsilon)
        run = margin_perceptron(sample, gamma, epsilon, max_passes=1)
        short = np.linalg.norm(run.weights, axis=1) < 2 / gamma
        T = 1.0 + np.maximum.accumulate(np.where(short, np.arange(run.M + 1), -1.0))
        values.append(updates_and_margin(run, e3) | {"T": T[:-1], "T_before": np.append(0, T[:-2])})
        late = Sample(sample.X[1:], sample.y[1:]) if sample.n > 1 else sample
        balcan = margin_perceptron(late, gamma, epsilon, max_passes=1, start=sample.signed[0])
        if balcan.M:
            values.append(updates_and_margin(balcan, e3))
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
def test_some_run_breaks_each_sharper_claim_and_none_a_claim(theorem):
    """A solver's counterexample is one update; these are whole runs from w = 0."""
    for step in theorem.steps:
        for claim in (step.claim, *step.sharper):
            broken = any(broken_by(theorem, step, claim, values) for values in runs())
            assert broken == (claim is not step.claim), (step.name, claim)
