"""The assignment *The perceptron and its bound*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestPerceptron(Assignment):
    name = "perceptron"
    wrong: ClassVar = {
        "margin": {
            "without the norm": """
def margin(X, y, w, b):
    return (y * (X @ w + b)).min()
""",
            "without the labels": """
def margin(X, y, w, b):
    return abs(X @ w + b).min() / np.linalg.norm(w)
""",
            "the norm of w and b": """
def margin(X, y, w, b):
    return (y * (X @ w + b)).min() / np.linalg.norm(np.append(w, b))
""",
            "not a number": """
def margin(X, y, w, b):
    return float("nan")
""",
        },
        "mistakes": {
            "a tie is ignored": """
def mistakes(X, y):
    w, rows, clean = 0.01 * y[0] * X[0], [], False
    while not clean:
        clean = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) < 0:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "one pass only": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    for i in range(len(X)):
        if y[i] * (w @ X[i]) <= 0:
            w = w + y[i] * X[i]
            rows.append(i)
    return rows
""",
            "every example updates": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    for _ in range(100):
        for i in range(len(X)):
            w = w + y[i] * X[i]
            rows.append(i)
        if (y * (X @ w) > 0).all():
            break
    return rows
""",
            "the answer to one sample only": """
def mistakes(X, y):
    return [0, 1, 5, 0, 7, 2]
""",
        },
        "greedy": {
            "in order": """
def greedy(X, y):
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
            "a tie is no mistake": """
def greedy(X, y):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() < 0:
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "the smallest in size": """
def greedy(X, y):
    w, rows = np.zeros(X.shape[1]), []
    while (y * (X @ w)).min() <= 0:
        rows.append(int(abs(X @ w).argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
        if len(rows) > 1000:
            break
    return rows
""",
        },
        "bound": {
            "u taken for a unit vector": """
def bound(X, y, u):
    gamma = (y * (X @ u)).min()
    if not gamma > 0:
        raise ValueError
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
            "R not squared": """
def bound(X, y, u):
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return int(np.linalg.norm(X, axis=1).max() / gamma**2)
""",
            "the mean margin": """
def bound(X, y, u):
    gamma = (y * (X @ u)).mean() / np.linalg.norm(u)
    if not gamma > 0:
        raise ValueError
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
            "nothing refused": """
def bound(X, y, u):
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
        },
        "stubborn": {
            "the pair of the exercise": "points, labels = [[B - 1, 1], [B, 1]], [1, -1]",
            "off the grid": "points, labels = [[3 * B, 1], [3 * B + 1, 1]], [1, -1]",
            "not separable": "points, labels = [[1, 1], [1, 1]], [1, -1]",
            "no whole numbers": "points, labels = [[1.0, 0.99], [0.99, 0.98]], [1, -1]",
        },
        "refuted": {
            "the claim holds": "X_bad, y_bad, u_bad = [[1.0, 0.0]], [1], [1.0, 0.0]",
            "u has too small a margin": "X_bad, y_bad, u_bad = np.eye(2), [1, 1], [0.5, 0.5]",
            "not a number": "X_bad, y_bad, u_bad = np.eye(2), [1, 1], [np.nan, np.nan]",
        },
    }
