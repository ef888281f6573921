"""The assignment *Support vectors*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestSupportVectors(Assignment):
    name = "support-vectors"
    wrong: ClassVar = {
        "widest": {
            "through the origin": """
def widest(X, y):
    import cvxpy as cp

    w = cp.Variable(X.shape[1])
    cp.Problem(cp.Minimize(cp.sum_squares(w)), [cp.multiply(y, X @ w) >= 1]).solve()
    return w.value, 0.0
""",
            "the offset is penalized": """
def widest(X, y):
    import cvxpy as cp

    w, b = cp.Variable(X.shape[1]), cp.Variable()
    loss = cp.sum_squares(w) + cp.square(b)
    cp.Problem(cp.Minimize(loss), [cp.multiply(y, X @ w + b) >= 1]).solve()
    return w.value, float(b.value)
""",
            "in another scale": """
def widest(X, y):
    import cvxpy as cp

    w, b = cp.Variable(X.shape[1]), cp.Variable()
    cp.Problem(cp.Minimize(cp.norm(w)), [cp.multiply(y, X @ w + b) >= 2]).solve()
    return w.value, float(b.value)
""",
        },
        "dual": {
            "no balance": """
def dual(X, y, C):
    import cvxpy as cp

    alpha = cp.Variable(len(y), nonneg=True)
    value = cp.sum(alpha) - cp.sum_squares((y[:, None] * X).T @ alpha) / 2
    box = [alpha <= C] if np.isfinite(C) else []
    cp.Problem(cp.Maximize(value), box).solve()
    return alpha.value
""",
            "not capped": """
def dual(X, y, C):
    import cvxpy as cp

    alpha = cp.Variable(len(y), nonneg=True)
    value = cp.sum(alpha) - cp.sum_squares((y[:, None] * X).T @ alpha) / 2
    cp.Problem(cp.Maximize(value), [y @ alpha == 0]).solve()
    return alpha.value
""",
            "v without the labels": """
def dual(X, y, C):
    import cvxpy as cp

    alpha = cp.Variable(len(y), nonneg=True)
    value = cp.sum(alpha) - cp.sum_squares(X.T @ alpha) / 2
    box = [alpha <= C] if np.isfinite(C) else []
    cp.Problem(cp.Maximize(value), [y @ alpha == 0, *box]).solve()
    return alpha.value
""",
        },
        "separator": {
            "b from bound support vectors": """
def separator(X, y, alpha, C):
    w = (alpha * y) @ X
    at = (y - X @ w)[alpha > (1 - 1e-6) * C]
    return w, at.min(), at.max()
""",
            "b is the mean over all support vectors": """
def separator(X, y, alpha, C):
    w = (alpha * y) @ X
    b = (y - X @ w)[alpha > 1e-6 * C].mean()
    return w, b, b
""",
            "the middle of the interval": """
def separator(X, y, alpha, C):
    w = (alpha * y) @ X
    at, some, room = y - X @ w, alpha > 1e-6 * C, alpha < (1 - 1e-6) * C
    low, high = at[np.where(y > 0, room, some)].max(), at[np.where(y > 0, some, room)].min()
    return w, (low + high) / 2, (low + high) / 2
""",
        },
        "calm": {
            "gamma is the width of the slab": """
X_calm = [[side * gamma / 2, height] for side in (1, -1) for height in (-1, 0, 1)]
y_calm = [1, 1, 1, -1, -1, -1]
first = [4 / (6 * gamma**2)] * 6
second = [0, 2 / gamma**2, 0] * 2
""",
            "the forces are not made up for": """
X_calm = [[side * gamma, height] for side in (1, -1) for height in (-1, 0, 1)]
y_calm = [1, 1, 1, -1, -1, -1]
first = [1 / (6 * gamma**2)] * 6
second = [0, 1 / (6 * gamma**2), 0] * 2
""",
            "the same list twice": """
X_calm = [[side * gamma, height] for side in (1, -1) for height in (-1, 0, 1)]
y_calm = [1, 1, 1, -1, -1, -1]
first = second = [1 / (6 * gamma**2)] * 6
""",
        },
        "refuted": {
            "the soft margin, in balance": """
X_bad, y_bad, C_bad = [[1.0], [0.0]], [1, -1], 10.0
w_bad, b_bad, alpha_bad = [2.0], -1.0, [2.0, 2.0]
""",
            "one class": """
X_bad, y_bad, C_bad = [[1.0]], [1], 10.0
w_bad, b_bad, alpha_bad = [0.5], 0.5, [0.5]
""",
            "not a number": """
X_bad, y_bad, C_bad = [[1.0], [0.0]], [1, -1], 10.0
w_bad, b_bad, alpha_bad = [2.0], float("nan"), [float("nan"), 3.0]
""",
        },
        "choice": {
            "measured by all three samples": """
from lib.svm import soft_margin

everything = Sample(np.vstack([train.X, held.X, last.X]), np.hstack([train.y, held.y, last.y]))
scaled = [standardize(part, like=everything) for part in (train, held, last)]
results = []
for C in prices:
    s = soft_margin(scaled[0], C)
    errors = len(separators.misclassified(scaled[1], s.w, s.b))
    results.append((C, s.w, s.b, s.alpha, errors))
C_best, w_best, b_best, *_ = min(results, key=lambda row: row[-1])
misses = len(separators.misclassified(scaled[2], w_best, b_best))
""",
            "errors on the training examples": """
from lib.svm import soft_margin

scaled = [standardize(part, like=train) for part in (train, held, last)]
results = []
for C in prices:
    s = soft_margin(scaled[0], C)
    errors = len(separators.misclassified(scaled[0], s.w, s.b))
    results.append((C, s.w, s.b, s.alpha, errors))
C_best, w_best, b_best, *_ = min(results, key=lambda row: row[-1])
misses = len(separators.misclassified(scaled[2], w_best, b_best))
""",
            "the errors are overwritten": """
from lib.svm import soft_margin

scaled = [standardize(part, like=train) for part in (train, held, last)]
solved = [soft_margin(scaled[0], C) for C in prices]
for s in solved:
    errors = len(separators.misclassified(scaled[1], s.w, s.b))
results = [(s.C, s.w, s.b, s.alpha, errors) for s in solved]
C_best, w_best, b_best, *_ = min(results, key=lambda row: row[-1])
misses = len(separators.misclassified(scaled[2], w_best, b_best))
""",
        },
    }
