"""Ten thousand random runs, each held to the bounds of its theorems: `make runs`.

The unit tests try some dozens of each kind. Prints a line for each kind: the runs, the violations,
and how near a run came to its bound; exits with 1 if there is a violation.
"""

import sys
from collections.abc import Iterator
from itertools import count as naturals
from itertools import islice

import numpy as np

from lib.hinge_sgd import hinge_sgd
from lib.kernels.multiclass import Classes
from lib.kernels.multiclass_perceptron import multiclass_perceptron
from lib.margin_perceptron import margin_perceptron
from lib.margin_perceptron.bounds import root, update_bounds
from lib.margin_perceptron.search import certificate, margin_search, search_constant
from lib.mistake_bounds.bits import all_examples
from lib.mistake_bounds.concepts import Conjunction, DecisionList, all_conjunctions
from lib.mistake_bounds.learners import Elimination, Halving, Levels
from lib.mistake_bounds.runs import learn_online
from lib.not_separable.bounds import (
    deviation,
    distances,
    exact_bound,
    freund_schapire_bound,
    simple_bound,
    total_distance,
)
from lib.perceptron import perceptron
from lib.perceptron_as_descent import batch_descent
from lib.proof.watching import before_and_after, totals
from lib.samples import Sample, with_margin
from lib.theorems.block_novikoff import BLOCK_NOVIKOFF
from lib.theorems.hinge_sgd.rate import BALL
from lib.theorems.kernels import MULTICLASS
from lib.theorems.margin_perceptron.bounds import ALIGNED, WITHOUT_THE_JUMP
from lib.theorems.margin_perceptron.potential import ROOT, SHARP, THRESHOLD
from lib.theorems.mistake_bounds.conjunctions import ELIMINATION
from lib.theorems.mistake_bounds.decision_lists import LEVELS, RULE
from lib.theorems.mistake_bounds.halving import HALVING
from lib.theorems.not_separable import FREUND_SCHAPIRE, TOTAL_DISTANCE
from lib.theorems.perceptron_as_descent.step_size import BATCH

# What was counted, its bound, what failed on the way; None when the draw tells nothing.
Outcome = tuple[float, float, list[str]]


def separable(rng) -> tuple[Sample, np.ndarray, float]:
    """A random sample, a unit vector that separates it, and its margin."""
    n, d = int(rng.integers(1, 40)), int(rng.integers(2, 12))
    sample, u = with_margin(n, d, float(rng.uniform(0.05, 0.9)), rng)
    return sample, u, float((sample.signed @ u).min())


def block_novikoff(rng) -> Outcome:
    sample, u, _ = separable(rng)
    sample = Sample(sample.X * rng.uniform(0.2, 5, size=(sample.n, 1)), sample.y)
    gamma = float((sample.signed @ u).min())
    run = perceptron(sample, seed=int(rng.integers(1000)), max_passes=100_000)
    failed = BLOCK_NOVIKOFF.failing(run.updates | {"u": u, "gamma": gamma})
    failed += ["halt"] * (not run.halted)
    return run.M, (sample.radius / gamma) ** 2, failed


def any_start_and_step(rng) -> Outcome | None:
    sample, _, _ = separable(rng)
    start, step = rng.normal(size=sample.d) * rng.choice([0.1, 1, 10]), rng.uniform(0.1, 5)
    u = sample.signed.mean(axis=0)
    u /= np.linalg.norm(u)
    gamma = float((sample.signed @ u).min())
    run = perceptron(sample, start=start, step=step, max_passes=200)
    if gamma <= 0:  # this u is no separator, and the theorem says nothing
        return None
    return run.M, sample.radius**2 / gamma**2 + 2 * np.linalg.norm(start) / (step * gamma), []


def batch(rng) -> Outcome | None:
    sample, u, gamma = separable(rng)
    walk = batch_descent(sample, rng.normal(size=sample.d), rng.uniform(0.1, 3), max_steps=2000)
    if walk.T == 0:
        return None
    seen = walk.updates | {"u": u, "gamma": gamma}
    start = np.linalg.norm(walk.weights[0])
    bound = sample.n * sample.radius**2 / gamma**2 + 2 * start / (walk.step * gamma)
    return seen["K"][-1], bound, BATCH.failing(seen)


def threshold(rng) -> Outcome:
    sample, u, gamma = separable(rng)
    epsilon = float(rng.uniform(0.02, 0.98))
    run = margin_perceptron(sample, gamma, epsilon, max_passes=100_000)
    values = run.updates | {"u": u, "gamma": gamma, "epsilon": epsilon, "zeta": root(epsilon)}
    bounded = (ALIGNED, WITHOUT_THE_JUMP, THRESHOLD, ROOT, SHARP)
    failed = [name for theorem in bounded for name in theorem.failing(values)]
    return run.M, min(update_bounds(gamma, epsilon).values()), failed + ["halt"] * (not run.halted)


def unknown_margin(rng) -> Outcome:
    sample, _, gamma = separable(rng)
    epsilon = float(rng.uniform(0.2, 1))
    runs = margin_search(sample, epsilon)
    low, high = certificate(*runs)
    failed = ["low <= high"] * (low > high + 1e-9) + ["halt"] * (not runs[-1].halted)
    bound = search_constant(epsilon) / gamma**2 + len(runs)
    failed += ["search"] * (sum(run.M for run in runs) > bound)
    return gamma, high, failed


def noisy(rng) -> Outcome:
    n, d = int(rng.integers(2, 40)), int(rng.integers(1, 8))
    sample = Sample(rng.normal(size=(n, d)), rng.choice([-1, 1], size=n))
    u = rng.normal(size=d)
    u /= np.linalg.norm(u)
    gamma = float(rng.uniform(0.01, 1) * sample.radius)
    run = perceptron(sample, seed=int(rng.integers(1000)), max_passes=int(rng.integers(1, 30)))
    d, sequence = distances(sample, u, gamma)[run.mistakes], np.resize(run.order, run.seen)
    td, D = (whole(sample, u, gamma, sequence) for whole in (total_distance, deviation))
    seen = run.updates | totals(T=d, S=d**2) | {"u": u, "gamma": gamma, "TD": td, "D": D}
    bound = min(
        exact_bound(gamma, td, sample.radius),
        simple_bound(gamma, td, sample.radius),
        freund_schapire_bound(gamma, D, sample.radius),
    )
    noise = (TOTAL_DISTANCE, FREUND_SCHAPIRE)
    return run.M, bound, [name for theorem in noise for name in theorem.failing(seen)]


def several_classes(rng) -> Outcome | None:
    K, d = int(rng.integers(2, 5)), int(rng.integers(2, 6))
    U = rng.normal(size=(K, d))
    U /= np.linalg.norm(U)
    X = rng.normal(size=(60, d))
    scores = np.sort(X @ U.T, axis=1)
    leads = scores[:, -1] - scores[:, -2]
    X, gamma = X[leads > 0.1], leads[leads > 0.1].min(initial=np.inf)
    labels = (X @ U.T).argmax(axis=1)
    if len(np.unique(labels)) < K:
        return None
    classes = Classes(X, labels)
    run = multiclass_perceptron(classes, max_passes=100_000)
    failed = MULTICLASS.failing(run.updates | {"u": U.ravel(), "gamma": gamma})
    return run.M, 2 * (classes.radius / gamma) ** 2, failed + ["halt"] * (not run.halted)


def hinge(rng) -> Outcome:
    n, d, T = int(rng.integers(2, 20)), int(rng.integers(1, 5)), int(rng.integers(2, 60))
    sample = Sample(rng.normal(size=(n, d)), rng.choice([-1, 1], size=n))
    decay = float(10.0 ** rng.uniform(-2, 0.5))
    seed = int(rng.integers(1000))
    run = hinge_sgd(sample, decay, T, independent=True, seed=seed, at=range(1, T + 1))
    seen = run.updates
    now = {name: seen[name][:-1] for name in ("t", "w", "w_before", "v")}
    ball = BALL.failing(seen | now | {"g": seen["g"][1:], "v_next": seen["v"][1:]})
    return float(np.linalg.norm(seen["w"], axis=1).max() * decay), sample.radius, ball


def elimination(rng) -> Outcome | None:
    n = int(rng.integers(1, 12))
    literals = [int(i * rng.choice([-1, 1])) for i in range(1, n + 1) if rng.random() < 0.4]
    target, X = Conjunction(n, literals), rng.integers(0, 2, size=(40, n))
    run = learn_online(Elimination(n), Sample(X, target(X)))
    if run.M == 0:
        return None
    left = np.array([state.sum() for state in run.states])
    seen = before_and_after(H=left) | {"t": np.arange(1, run.M + 1), "G": left[:-1] - left[1:]}
    return run.M, n + 1, ELIMINATION.failing(seen | {"n": n, "k": len(target.literals)})


def levels(rng) -> Outcome | None:
    n = int(rng.integers(1, 9))
    size = int(rng.integers(0, n + 1))
    chosen = rng.permutation(np.arange(1, n + 1))[:size] * rng.choice([-1, 1], size=size)
    labels = rng.choice([-1, 1], size=size + 1).tolist()
    target = DecisionList(n, list(zip([*chosen.tolist(), 0], labels, strict=True)))
    X = rng.integers(0, 2, size=(60, n))
    run = learn_online(Levels(n), Sample(X, target(X)))
    bound = (4 * n + 2) * len(target.rules)
    if run.M == 0:
        return None
    fallen = np.array([state - 1 for state in run.states]).reshape(run.M + 1, -1)
    seen = run.falls(target) | before_and_after(F=fallen.sum(axis=1), D=fallen.max(axis=1))
    seen |= {"t": np.arange(1, run.M + 1), "n": n, "L": size}
    return run.M, bound, RULE.failing(seen) + LEVELS.failing(seen)


def halving(rng) -> Outcome | None:
    n = int(rng.integers(1, 4))
    X, concepts = all_examples(n), list(all_conjunctions(n))
    learner = Halving(n, np.array([concept(X) for concept in concepts]))
    rows = X[rng.integers(len(X), size=30)]
    target = concepts[rng.integers(len(concepts))]
    run = learn_online(learner, Sample(rows, target(rows)))
    bound = np.log2(len(learner.table))
    if run.M == 0:
        return None
    mine = (learner.table == target(X)).all(axis=1)
    V, a = (np.array([state[which].sum() for state in run.states]) for which in (mine | True, mine))
    seen = before_and_after(V=V, a=a, P=2.0 ** np.arange(run.M + 1)) | {"N": V[0]}
    return run.M, bound, HALVING.failing(seen)


KINDS = {
    block_novikoff: 3000,
    any_start_and_step: 1000,
    batch: 500,
    threshold: 2000,
    unknown_margin: 500,
    noisy: 1500,
    several_classes: 300,
    hinge: 300,
    elimination: 400,
    levels: 300,
    halving: 200,
}


def outcomes(kind, count: int) -> Iterator[tuple[int, Outcome]]:
    """`count` outcomes that tell something, each with the seed that repeats it."""
    drawn = (
        (seed, kind(np.random.default_rng([seed, *kind.__name__.encode()]))) for seed in naturals()
    )
    return islice((pair for pair in drawn if pair[1] is not None), count)


def main() -> int:
    """Run them all; return 1 when a bound was exceeded or a step of a proof failed."""
    violations = 0
    for kind, count in KINDS.items():
        nearest, broken = 0.0, 0
        for seed, (measured, bound, failed) in outcomes(kind, count):
            nearest = max(nearest, measured / bound)
            if failed or measured > bound * (1 + 1e-9):
                broken += 1
                print(f"    {kind.__name__}, seed {seed}: {measured:g} of {bound:g}, {failed}")
        name = kind.__name__.replace("_", " ")
        print(f"{name}: {count} runs, {broken} violations, {nearest:.3f} of the bound at most")
        violations += broken
    print(f"{sum(KINDS.values())} runs, {violations} violations")
    return int(violations > 0)


if __name__ == "__main__":
    sys.exit(main())
