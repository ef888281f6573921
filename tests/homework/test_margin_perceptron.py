"""The assignment *The margin perceptron*: wrong answers to it, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment

LOOP = """
def updates(X, y, theta):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
### BEGIN VARIANT 1
        for i in range(len(X)):
### END VARIANT 1
### BEGIN VARIANT 2
        for i in reversed(range(len(X))):
### END VARIANT 2
            if TEST:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
"""
GRAM = """
def updates(X, y, theta):
    signed = y[:, None] * X
    gram, counts, rows, clean = signed @ signed.T, np.zeros(len(X)), [], 0
    i = 0
### BEGIN VARIANT 2
    i = len(X) - 1
### END VARIANT 2
    while clean < len(X):
        clean += 1
        if gram[i] @ counts <= theta * np.sqrt(counts @ gram @ counts):
            counts[i] += 1
            rows.append(i)
            clean = 0
### BEGIN VARIANT 1
        i = (i + 1) % len(X)
### END VARIANT 1
### BEGIN VARIANT 2
        i = (i - 1) % len(X)
### END VARIANT 2
    return rows
"""
MOMENTS = """
def moments(X, y, attempts):
    for rows in attempts:
        path = np.cumsum(y[rows][:, None] * X[rows], axis=0)
        t = np.arange(1, len(rows) + 1)
### BEGIN VARIANT 1
        path, t = path[-1:], t[-1:]
### END VARIANT 1
        yield path, t
"""
BRACKET = (
    MOMENTS
    + """
def bracket(X, y, attempts):
    lows, highs = [], []
    for path, t in moments(X, y, attempts):
        lengths = np.linalg.norm(path, axis=1)
        lows.append(((y[:, None] * X) @ path.T / lengths).min(axis=0).max())
        highs.append((lengths / t).min())
    return RETURN
"""
)
WORST = """
def nearly(X, y, target):
    signed = y[:, None] * X
    rows, w = [0], signed[0]
    while (signed @ w).min() < least(np.linalg.norm(w) / len(rows), target) * np.linalg.norm(w):
        rows.append(int((signed @ w).argmin()))
        w = w + signed[rows[-1]]
    return [rows]
"""
SEARCH = """
def nearly(X, y, target):
    signed, n, guess, attempts = y[:, None] * X, len(X), 1.0, []
    while True:
        w, rows, seen, clean, wait = np.zeros(X.shape[1]), [], 0, 0, True
        theta = least(guess, target)
        while clean < n and wait:
            i, clean = seen % n, clean + 1
            if signed[i] @ w <= theta * np.linalg.norm(w):
                w, clean = w + signed[i], 0
                rows.append(i)
                wait = np.linalg.norm(w) / len(rows) >= (theta + guess) / 2
            seen += 1
        attempts.append(rows)
        if wait:
            return attempts
        guess = np.linalg.norm(w) / len(rows)
"""
ROUNDED = """
def nearly(X, y, target):
    from scipy.optimize import nnls

    signed = y[:, None] * X
    goal = np.append(np.zeros(X.shape[1]), 1.0)
    shares = nnls(np.vstack([signed.T, np.ones(len(X))]), goal)[0]
    shares /= shares.sum()
    total = 16
    while True:
        counts = np.round(shares * total).astype(int)
        if counts.any():
            w = counts @ signed
            high = np.linalg.norm(w) / counts.sum()
            if (signed @ w).min() / np.linalg.norm(w) >= least(high, target):
                return [np.repeat(np.arange(len(X)), counts)]
        total = int(1.5 * total)
"""
EAGER = """
def eager(gamma):
    n = int(COUNT) + 1
    X = np.hstack([np.full((n, 1), COMMON), np.sqrt(1 - (COMMON) ** 2) * np.eye(n)])
### BEGIN VARIANT 2
    X = np.vstack([X, X[0]])
    X[-1, 1] = -X[0, 1]
### END VARIANT 2
    return RETURN
"""


def eager(count="1 / (3 * gamma**2)", common="gamma", give="X, np.ones(len(X)), np.eye(n + 1)[0]"):
    return EAGER.replace("COUNT", count).replace("COMMON", common).replace("RETURN", give)


def other_paper(source: str) -> str:
    """The answer to the paper that is not asked."""
    return (
        source.replace("VARIANT 1", "VARIANT 3")
        .replace("VARIANT 2", "VARIANT 1")
        .replace("VARIANT 3", "VARIANT 2")
    )


SHORTER = """
### BEGIN VARIANT 1
X_short, y_short, u_short = [[1.0, 0.0], [-0.28, 0.96]], [1, 1], [0.6, 0.8]
### END VARIANT 1
### BEGIN VARIANT 2
X_short, y_short, u_short = [[1.0, 0.0], [-0.6, 0.8]], [1, 1], np.array([1.0, 2.0]) / 5**0.5
### END VARIANT 2
"""
RULE = "y[i] * (w @ X[i]) <= theta * np.linalg.norm(w)"


class TestMarginPerceptron(Assignment):
    name = "margin-perceptron"
    wrong: ClassVar = {
        "updates": {
            "the threshold without the norm": LOOP.replace("TEST", "y[i] * (w @ X[i]) <= theta"),
            "a tie is no update": LOOP.replace("TEST", RULE.replace("<=", "<") + " or not w.any()"),
            "a tie is an update at the threshold zero alone": LOOP.replace(
                "TEST", "y[i] * (w @ X[i]) <= 0 or " + RULE.replace("<=", "<")
            ),
            "only mistakes update": LOOP.replace("TEST", "y[i] * (w @ X[i]) <= 0"),
            "the threshold of the own data": LOOP.replace("TEST", RULE.replace("theta", "0.08")),
            "the root of the updates for the norm": LOOP.replace(
                "TEST", "y[i] * (w @ X[i]) <= theta * len(rows) ** 0.5"
            ),
            "the other order": other_paper(LOOP.replace("TEST", RULE)),
            "the worst row first": """
def updates(X, y, theta):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= theta * np.linalg.norm(w):
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "one pass": LOOP.replace("TEST", RULE).replace(
                "clean = False\n    return", "pass\n    return"
            ),
            **{
                f"at most {most} passes": LOOP.replace("TEST", RULE).replace(
                    "    while not clean:", f"    for _ in range({most}):"
                )
                for most in (10, 20, 100)
            },
            "an update too many": LOOP.replace("TEST", RULE).replace(
                "return rows", "return rows + rows[:1]"
            ),
            "nothing": "def updates(X, y, theta):\n    return []",
            "not a number": "def updates(X, y, theta):\n    return [float('nan')] * len(X)",
        },
        "bracket": {
            "each row counts once": """
def bracket(X, y, attempts):
    lows, highs = [], []
    for rows in attempts:
        w = y[rows] @ X[rows]
        lows.append((y * (X @ w)).min() / np.linalg.norm(w))
        highs.append(np.linalg.norm(w) / len(set(rows)))
    return max(lows), min(highs)
""",
            "the last attempt only": BRACKET.replace("RETURN", "lows[-1], highs[-1]"),
            "one attempt for both bounds": BRACKET.replace("RETURN", "max(zip(lows, highs))"),
            "the widest bounds": BRACKET.replace("RETURN", "(min(lows), max(highs))"),
            "the lower bound without the norm": BRACKET.replace(" / lengths)", ")").replace(
                "RETURN", "(max(lows), min(highs))"
            ),
            "the lower bound without the labels": BRACKET.replace(
                "y[:, None] * X) @", "X) @"
            ).replace("RETURN", "(max(lows), min(highs))"),
            "a negative bound is raised to zero": BRACKET.replace(
                "RETURN", "(max(0, *lows), min(highs))"
            ),
            "at the other times": other_paper(BRACKET).replace("RETURN", "(max(lows), min(highs))"),
            "what the first update proves is skipped": BRACKET.replace(
                "        lengths =",
                """
### BEGIN VARIANT 1
        path = path - y[0] * X[0]
### END VARIANT 1
### BEGIN VARIANT 2
        path, t = (path[1:], t[1:]) if len(t) > 1 else (path, t)
### END VARIANT 2
        lengths =""",
            ).replace("RETURN", "(max(lows), min(highs))"),
            "high is low": BRACKET.replace("RETURN", "(max(lows), max(lows))"),
            "nobody can object": "def bracket(X, y, attempts):\n    return -np.inf, np.inf",
            "not a number": "def bracket(X, y, attempts):\n    return np.nan, np.nan",
        },
        "nearly": {
            "the perceptron": """
def nearly(X, y, target):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= 0:
        i = int(np.argmax(values <= 0))
        w = w + y[i] * X[i]
        rows.append(i)
    return [rows]
""",
            "a guess halved until half of it is reached": """
def nearly(X, y, target):
    guess = 1.0
    while True:
        w, rows = np.zeros(X.shape[1]), []
        while len(rows) <= 4 / guess**2:
            short = np.flatnonzero(y * (X @ w) <= guess / 2 * np.linalg.norm(w))
            if len(short) == 0:
                return [rows]
            rows.append(int(short[0]))
            w = w + y[rows[-1]] * X[rows[-1]]
        guess /= 2
""",
            "the average of all examples": """
def nearly(X, y, target):
    return [list(range(len(X)))]
""",
            "all rows again and again": """
def nearly(X, y, target):
    return [list(range(len(X))) * k for k in range(1, 12)]
""",
            "rows at random": """
def nearly(X, y, target):
    rng = np.random.default_rng(0)
    return [rng.integers(len(X), size=5).tolist() for _ in range(60)]
""",
            "the target is ignored, and taken as for the own data": WORST.replace(
                "len(rows), target", "len(rows), OWN"
            ),
            "the target is ignored, and far more is done": """
def nearly(X, y, target):
    signed = y[:, None] * X
    rows, w = [0], signed[0]
    for _ in range(20_000):
        rows.append(int((signed @ w).argmin()))
        w = w + signed[rows[-1]]
    return [rows]
""",
            "the other paper's": WORST.replace("least(", "other(")
            + """
def other(high, target):
### BEGIN VARIANT 1
    return high - target
### END VARIANT 1
### BEGIN VARIANT 2
    return target * high
### END VARIANT 2
""",
            "the share that is lost for the one that is kept": WORST.replace(
                "len(rows), target", "len(rows), 1 - target"
            ),
            "rows that are not there": "def nearly(X, y, target):\n    return [[len(X)]]",
            "nothing": "def nearly(X, y, target):\n    return []",
        },
        "eager": {
            "a basis, on which the perceptron errs as well": """
def eager(gamma):
    k = int(1 / gamma**2)
    return np.eye(k), np.ones(k), np.ones(k) / np.sqrt(k)
""",
            "the margin is forgotten": eager("1 / gamma**2", "0.1 * gamma"),
            "too few examples": eager("4"),
            "as many for every margin": eager("12"),
            "never more than 100 examples": eager("min(99, 1 / (3 * gamma**2))"),
            "the margin rounded to one over a whole number": eager(
                "round(1 / gamma) ** 2 / 3", "1 / round(1 / gamma)"
            ),
            "the margin rounded up to one over a whole number": eager(
                "(1 // gamma) ** 2 / 3", "1 / (1 // gamma)"
            ),
            "too large a common share": eager("1 / gamma**2", "2 * gamma"),
            "u is not of length one": eager(give="X, np.ones(len(X)), gamma * np.eye(n + 1)[0]"),
            "the examples are not of length one": eager(
                give="2 * X, np.ones(len(X)), np.eye(n + 1)[0]"
            ),
            "one example, again and again": """
def eager(gamma):
    n = int(1 / gamma**2)
    return np.ones((n, 1)), np.ones(n), [1.0]
""",
            "the other number of mistakes": other_paper(eager()),
            "not a number": eager(give="X, np.ones(len(X)), np.full(n + 1, np.nan)"),
        },
        "shorter": {
            "a basis, which keeps the length": """
X_short, y_short, u_short = np.eye(2), [1, 1], np.ones(2) / np.sqrt(2)
""",
            "short examples": SHORTER + "X_short = (np.array(X_short) / 2).tolist()",
            "u separates nothing": SHORTER + "u_short = [1.0, 0.0]",
            "u is not of length one": SHORTER + "u_short = (2 * np.array(u_short)).tolist()",
            "one example": "X_short, y_short, u_short = [[1.0]], [1], [1.0]",
            "an acute angle": """
X_short, y_short, u_short = [[1.0, 0.0], [0.6, 0.8]], [1, 1], np.array([2.0, 1.0]) / 5**0.5
""",
            "the other paper's": other_paper(SHORTER),
            "not a number": SHORTER + "u_short = [np.nan, np.nan]",
            "nothing separates": SHORTER + "y_short, X_short = [1, -1], [[1.0, 0.0], [1.0, 0.0]]",
        },
    }
    right: ClassVar = {
        "updates": {
            "an array": LOOP.replace("TEST", RULE).replace("return rows", "return np.array(rows)"),
            "whole numbers as floats": LOOP.replace("TEST", RULE).replace(
                "return rows", "return [float(i) for i in rows]"
            ),
            "by inner products alone": GRAM,
            "lists, and no numpy": LOOP.replace("np.zeros(X.shape[1])", "[0] * len(X[0])")
            .replace("w = w + y[i] * X[i]", "w = [a + y[i] * b for a, b in zip(w, X[i])]")
            .replace(
                "TEST",
                "y[i] * sum(a * b for a, b in zip(w, X[i])) "
                "<= theta * sum(a * a for a in w) ** 0.5",
            ),
        },
        "bracket": {
            "a list": BRACKET.replace("RETURN", "[max(lows), min(highs)]"),
            "float32": BRACKET.replace("RETURN", "np.float32([max(lows), min(highs)])"),
            "arrays of length one": BRACKET.replace(
                "RETURN", "(np.array([max(lows)]), np.array([min(highs)]))"
            ),
            "computed in float32": BRACKET.replace(
                "lows, highs = [], []", "lows, highs, X = [], [], X.astype(np.float32)"
            ).replace("RETURN", "(max(lows), min(highs))"),
        },
        "nearly": {
            "the margin perceptron with falling guesses": SEARCH,
            "the closest point of the hull, in whole numbers": ROUNDED,
            "a tuple of arrays": WORST.replace("return [rows]", "return (np.array(rows),)"),
            "whole numbers as floats": WORST.replace(
                "return [rows]", "return [[float(i) for i in rows]]"
            ),
            "an attempt that proves nothing besides": WORST.replace(
                "return [rows]", "return [[0], rows]"
            ),
        },
        "eager": {
            "lists": eager(give="X.tolist(), [1] * len(X), [1] + [0] * n"),
            "float32": eager(give="np.float32(X), np.ones(len(X)), np.eye(n + 1)[0]"),
            "more examples than needed": eager("1 / gamma**2"),
            "labels of both signs": eager(
                give="X * (s := (-1.0) ** np.arange(len(X)))[:, None], s, np.eye(n + 1)[0]"
            ),
            "a greater margin": eager("1 / (3 * gamma**2)", "1.01 * gamma"),
        },
        "shorter": {
            "arrays": SHORTER + "X_short, y_short = np.array(X_short), np.array(y_short)",
            "float32": SHORTER + "X_short, u_short = np.float32(X_short), np.float32(u_short)",
            "in space, with a negative label": SHORTER
            + """
X_short, y_short = [[-a, -b, 0] for a, b in X_short], [-1, -1]
u_short = [*u_short, 0]
""",
            "the examples the other way round": SHORTER + "X_short = X_short[::-1]",
        },
    }
