"""What the theorems say of answers and runs, in their own names: values for `Theorem.failing`."""

import numpy as np

from lib.proof.watching import before_and_after, totals

# Answers


def slack(sample, w, b):
    """The least slack of each example."""
    return np.maximum(0, 1 - sample.y * (sample.X @ w + b))


def terms(sample, w, b, alpha, C):
    """The terms of the gap, hard and soft, one of each kind for an example."""
    short, xi = sample.y * (sample.X @ w + b) - 1, slack(sample, w, b)
    return {
        "slackness": alpha * short,
        "slack_terms": alpha * (short + xi),
        "bound_terms": (C - alpha) * xi,
    }


def sums(sample, w, b, alpha, C=1.0):
    """Any answer on every example, with the running sums of its terms."""
    force, xi = alpha * sample.y, slack(sample, w, b)
    running = totals(A=alpha, beta=force, v=force[:, None] * sample.X, Xi=xi, cost=C * xi)
    running |= totals(**terms(sample, w, b, alpha, C))
    seen = {"w": w, "b": b, "alpha": alpha, "C": C, "x": sample.X, "y": sample.y}
    return running | seen | {"C_i": np.broadcast_to(C, sample.n)}


def others(sample, w, b, alpha, k, C=1.0):
    """Example k, and the sums of all terms, which begin with its own."""
    rest, running = np.arange(sample.n) != k, {}
    for name, term in terms(sample, w, b, alpha, C).items():
        running[name] = term[k] + np.append(0, np.cumsum(term[rest]))
    whole = {"v": alpha @ sample.signed, "A": alpha.sum(), "Xi": slack(sample, w, b).sum()}
    seen = {"x": sample.X[rest], "y": sample.y[rest], "alpha": alpha[rest]}
    seen |= {"x_k": sample.X[k], "y_k": sample.y[k], "alpha_k": alpha[k]}
    return before_and_after(**running) | whole | seen | {"w": w, "b": b, "C": C}


def averages(sample, u, b, gamma, share):
    """A separator with a unit u, and the averages of both classes with these shares."""
    positive, weighted = (sample.y > 0)[:, None], share[:, None] * sample.X
    return {"u": u, "b": b, "gamma": gamma, "x": sample.X, "y": sample.y, "share": share} | totals(
        p=positive * weighted, q=~positive * weighted, shares=share, tilt=share * sample.y
    )


def segment(start, end, t, sample, C, alpha):
    """The segment from one separator to another, at the share t of it, with a dual value."""
    between = tuple((1 - t) * p + t * q for p, q in zip(start, end, strict=True))
    values = {"t": t, "C": C, "x": sample.X, "y": sample.y}
    values |= {"A": alpha.sum(), "v": alpha @ sample.signed}
    for name, (w, b) in {"": start, "_other": end, "_t": between}.items():
        values |= {f"w{name}": w, f"b{name}": b} | totals(**{f"Xi{name}": slack(sample, w, b)})
    return values


# Ascents


def ascent(sample, C, order, share=1.0):
    """Steps on single multipliers, by a share of the way to the top, 2 mirroring the top."""
    path = [np.zeros(sample.n)]
    for i in order:
        alpha = path[-1].copy()
        slope = 1 - sample.signed[i] @ (alpha @ sample.signed)
        alpha[i] = min(max(alpha[i] + share * slope / (sample.X[i] @ sample.X[i]), 0), C)
        path.append(alpha)
    return np.array(path)


def greedy(sample, C, steps=30, share=1.0):
    """Steps on the pair of forces whose exchange has the steepest slope, found by trying all."""
    path, y, X = [np.zeros(sample.n)], sample.y, sample.X
    for _ in range(steps):
        alpha = path[-1].copy()
        w, best = alpha @ sample.signed, (1e-9, None, None, 0)
        rise = [C - a if label > 0 else a for a, label in zip(alpha, y, strict=True)]
        for i in range(sample.n):
            for j in range(sample.n):
                slope = y[i] - y[j] - w @ (X[i] - X[j])
                wall = min(rise[i], C - rise[j])
                if wall > 1e-12 and slope > best[0]:
                    best = slope, i, j, wall
        slope, i, j, wall = best
        if i is None:
            break
        s = min(share * slope / ((X[i] - X[j]) @ (X[i] - X[j])), wall)
        alpha[i], alpha[j] = alpha[i] + y[i] * s, alpha[j] - y[j] * s
        path.append(np.clip(alpha, 0, C))
    return np.array(path)


# Runs


def crossings(run, level):
    """T_t and T_{t-1} at every update: the first after the last update from a short w."""
    short = np.linalg.norm(run.weights, axis=1) < level
    T = [0] + [1 + max((s for s in range(t) if short[s]), default=-1) for t in range(1, run.M + 1)]
    return {"T": np.array(T[1:], dtype=float), "T_before": np.array(T[:-1], dtype=float)}
