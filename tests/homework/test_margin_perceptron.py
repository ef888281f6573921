"""The assignment *The margin perceptron*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestMarginPerceptron(Assignment):
    name = "margin-perceptron"
    wrong: ClassVar = {
        "updates": {
            "the threshold without the norm": """
def updates(X, y, theta):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= theta:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "at zero nothing is updated": """
def updates(X, y, theta):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) < theta * np.linalg.norm(w):
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "only mistakes update": """
def updates(X, y, theta):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
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
            "the last attempt only": """
def bracket(X, y, attempts):
    rows = attempts[-1]
    w = y[rows] @ X[rows]
    return (y * (X @ w)).min() / np.linalg.norm(w), np.linalg.norm(w) / len(rows)
""",
            "the lower bound without the norm": """
def bracket(X, y, attempts):
    ws = [y[rows] @ X[rows] for rows in attempts]
    low = max((y * (X @ w)).min() for w in ws)
    return low, min(np.linalg.norm(w) / len(rows) for w, rows in zip(ws, attempts))
""",
        },
        "nearly": {
            "the perceptron": """
def nearly(X, y, share):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= 0:
        i = int(np.argmax(values <= 0))
        w = w + y[i] * X[i]
        rows.append(i)
    return [rows]
""",
            "a guess halved until half of it is reached": """
def nearly(X, y, share):
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
def nearly(X, y, share):
    return [list(range(len(X)))]
""",
        },
        "eager": {
            "a basis, on which the perceptron errs as well": """
def eager(gamma):
    k = int(1 / gamma**2)
    return np.eye(k), np.ones(k), np.ones(k) / np.sqrt(k)
""",
            "the margin is forgotten": """
def eager(gamma):
    n = int(1 / gamma**2)
    X = np.hstack([np.full((n, 1), 0.1 * gamma), np.sqrt(1 - (0.1 * gamma) ** 2) * np.eye(n)])
    return X, np.ones(n), np.eye(n + 1)[0]
""",
            "too few examples": """
def eager(gamma):
    X = np.hstack([np.full((4, 1), gamma), np.sqrt(1 - gamma**2) * np.eye(4)])
    return X, np.ones(4), np.eye(5)[0]
""",
        },
        "shorter": {
            "a basis, which keeps the length": """
X_short, y_short, u_short = np.eye(2), [1, 1], np.ones(2) / np.sqrt(2)
""",
            "short examples": """
X_short, y_short, u_short = [[0.5, 0.0], [-0.3, 0.4]], [1, 1], np.array([1.0, 2.0]) / 5**0.5
""",
            "u separates nothing": """
X_short, y_short, u_short = [[1.0, 0.0], [-0.6, 0.8]], [1, 1], [1.0, 0.0]
""",
        },
    }
