"""The assignment *Hinge SGD*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestHingeSGD(Assignment):
    name = "hinge-sgd"
    wrong: ClassVar = {
        "subgradient": {
            "the decay is left out": """
def subgradient(X, y, w, decay):
    return -(y * (y * (X @ w) < 1)) @ X / len(X)
""",
            "the sum for the mean": """
def subgradient(X, y, w, decay):
    return decay * w - (y * (y * (X @ w) < 1)) @ X
""",
            "the perceptron's slope": """
def subgradient(X, y, w, decay):
    return decay * w - (y * (y * (X @ w) <= 0)) @ X / len(X)
""",
        },
        "translate": {
            "the printed decay": """
def translate(kind, c, n):
    return {"price": 1 / c, "sum": 2 * c / n, "mean": 2 * c}[kind]
""",
            "no half": """
def translate(kind, c, n):
    return {"price": 1 / (n * c), "sum": c / n, "mean": c}[kind]
""",
            "the sum taken for the mean": """
def translate(kind, c, n):
    return {"price": 1 / (n * c), "sum": 2 * c, "mean": 2 * c}[kind]
""",
        },
        "pegasos": {
            "the printed decay": """
def pegasos(X, y, decay, passes):
    decay = decay * len(X)
    t, w, counts = 0, np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            t += 1
            short = y[i] * (w @ X[i]) < 1
            w = (1 - 1 / t) * w + short * y[i] * X[i] / (decay * t)
            counts[i] += short
    return counts / (decay * t)
""",
            "the perceptron's test": """
def pegasos(X, y, decay, passes):
    t, w, counts = 0, np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            t += 1
            short = y[i] * (w @ X[i]) <= 0
            w = (1 - 1 / t) * w + short * y[i] * X[i] / (decay * t)
            counts[i] += short
    return counts / (decay * t)
""",
            "one pass only": """
def pegasos(X, y, decay, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for t in range(1, len(X) + 1):
        short = y[t - 1] * (w @ X[t - 1]) < 1
        w = (1 - 1 / t) * w + short * y[t - 1] * X[t - 1] / (decay * t)
        counts[t - 1] += short
    return counts / (decay * len(X))
""",
        },
        "chosen": {
            "by the loss on the training part": """
tried = 10 ** np.arange(-4, 1.5, 0.5)
chosen = tried[np.argmin([mean_loss(training, train(c)) for c in tried])]
""",
            "the shortest weights": "chosen = 10",
            "not a number": "chosen = float('nan')",
        },
        "refuted": {
            "the same step twice": """
X_bad, y_bad = [[1.0, 0.0], [1.0, 1.0]], [1, 1]
etas, x_new = [0.1, 0.1], [-1.0, 3.0]
""",
            "one example, which turns nothing": """
X_bad, y_bad = [[1.0, 0.0]], [1]
etas, x_new = [2.0, 0.1], [-1.0, 3.0]
""",
            "a tie": """
X_bad, y_bad = [[1.0, 0.0], [1.0, 1.0]], [1, 1]
etas, x_new = [2.0, 0.1], [0.0, 3.0]
""",
        },
    }
