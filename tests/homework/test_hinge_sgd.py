"""The assignment *Hinge SGD*: wrong answers, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment

SLOPE = """
def subgradient(X, y, w, decay):
    weights = y * (TEST) / len(X)
    ### BEGIN VARIANT 2
    weights = weights * len(X)
    ### END VARIANT 2
    return decay * w - weights @ X
"""
TRANSLATE = """
def translate(kind, given, n):
    ### BEGIN VARIANT 1
    return {"price": 1 / (n * given), "sum": 2 * given / n, "mean": 2 * given}[kind]
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return {"price": 1 / (n * given), "sum": n * given / 2, "mean": given / 2}[kind]
    ### END VARIANT 2
"""
PEGASOS = """
def pegasos(X, y, decay, passes):
    n, t, w, counts = len(X), 0, np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(n):
            t += 1
            short = y[i] * (w @ X[i]) < 1
            w = (1 - 1 / t) * w + short * y[i] * X[i] / (decay * t)
            counts[i] += short
    ### BEGIN VARIANT 1
    return counts / (decay * t)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return counts / passes
    ### END VARIANT 2
"""
GRAM = """
def pegasos(X, y, decay, passes):
    signed = y[:, None] * X
    gram, counts, t = signed @ signed.T, np.zeros(len(X)), 0
    for _ in range(passes):
        for i in reversed(range(len(X))):
            counts[i] += t == 0 or gram[i] @ counts < decay * t
            t += 1
    ### BEGIN VARIANT 1
    return (counts / (decay * t)).tolist()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return (counts / passes).tolist()
    ### END VARIANT 2
"""
CHOOSE = """
def choose(trained, X, y):
    losses = {c: np.maximum(0, 1 - y * (X @ w)) for c, w in trained.items()}
    best = min(losses, key=lambda c: losses[c].mean())
    ### BEGIN VARIANT 2
    most = losses[best].mean() + losses[best].std() / len(y) ** 0.5
    best = max(c for c in losses if losses[c].mean() <= most)
    ### END VARIANT 2
    return best
"""
CHOOSE_ROOM = """
def choose(trained, X, y):
    losses = {c: np.maximum(0, 1 - y * (X @ w)) for c, w in trained.items()}
    best = min(losses, key=lambda c: losses[c].mean())
    most = losses[best].mean() + ROOM
    return max(c for c in losses if losses[c].mean() <= most)
"""
CHOOSE_STEP = """
def choose(trained, X, y):
    grid = sorted(trained)
    means = [np.maximum(0, 1 - y * (X @ trained[c])).mean() for c in grid]
    return grid[min(means.index(min(means)) + STEPS, len(grid) - 1)]
"""
REFUTED = """
X_bad, y_bad = [[1.0, 0.0], [1.0, 1.0]], [1, 1]
### BEGIN VARIANT 1
etas, x_new = [2.0, 0.1], [-1.0, 3.0]
### END VARIANT 1
### BEGIN VARIANT 2
etas, x_new = [0.3, 0.1], [-1.0, 2.5]
### END VARIANT 2
"""


def other_paper(source: str) -> str:
    """The answer to the paper that is not asked."""
    swapped = source.replace("VARIANT 1", "VARIANT 0").replace("VARIANT 2", "VARIANT 1")
    return swapped.replace("VARIANT 0", "VARIANT 2")


class TestHingeSGD(Assignment):
    name = "hinge-sgd"
    wrong: ClassVar = {
        "subgradient": {
            "the decay is left out": SLOPE.replace("TEST", "y * (X @ w) < 1").replace(
                "decay * w - ", "-"
            ),
            "the decay counts twice": SLOPE.replace("TEST", "y * (X @ w) < 1").replace(
                "decay * w", "2 * decay * w"
            ),
            "the mean for the sum, or the sum for the mean": other_paper(SLOPE).replace(
                "TEST", "y * (X @ w) < 1"
            ),
            "the perceptron's slope": SLOPE.replace("TEST", "y * (X @ w) <= 0"),
            "every example pulls": SLOPE.replace("TEST", "np.ones(len(X))"),
            "the labels are left out of the test": SLOPE.replace("TEST", "X @ w < 1"),
            "downhill": SLOPE.replace("TEST", "y * (X @ w) < 1")
            .replace("return ", "return -1 * (")
            .replace("weights @ X", "weights @ X)"),
            "w itself": "def subgradient(X, y, w, decay):\n    return w",
            "zero": "def subgradient(X, y, w, decay):\n    return 0 * w",
            "not a number": "def subgradient(X, y, w, decay):\n    return np.nan * w",
        },
        "translate": {
            "the printed decay": TRANSLATE.replace("1 / (n * given)", "1 / given"),
            "no half": TRANSLATE.replace("2 * given", "given").replace("given / 2", "given"),
            "the sum taken for the mean": TRANSLATE.replace("given / n", "given").replace(
                "n * given / 2", "given / 2"
            ),
            "the wrong way": other_paper(TRANSLATE),
            "the answers to the open check": TRANSLATE.replace("n * given", "40 * 0.7")
            .replace("2 * given", "2 * 0.7")
            .replace("given / 2", "0.35")
            .replace("/ n", "/ 40"),
            "the same for every program": "def translate(kind, given, n):\n    return given",
            "not a number": "def translate(kind, given, n):\n    return np.nan",
            "infinite": "def translate(kind, given, n):\n    return np.inf",
        },
        "pegasos": {
            "the printed decay": PEGASOS.replace("n, t,", "decay, n, t,").replace(
                "= len(X), 0", "= decay * len(X), len(X), 0"
            ),
            "the perceptron's test": PEGASOS.replace("< 1", "<= 0"),
            "no decay": PEGASOS.replace("(1 - 1 / t) * w", "w"),
            "a constant step": PEGASOS.replace("(1 - 1 / t)", "0.9").replace(
                "decay * t)\n      ", "decay * 10)\n      "
            ),
            "steps that fall with the root": PEGASOS.replace(
                "w = (1 - 1 / t) * w", "w = (1 - decay / t**0.5) * w"
            ).replace("X[i] / (decay * t)", "X[i] / t**0.5"),
            "weights that change once a pass": """
def pegasos(X, y, decay, passes):
    n, w, counts = len(X), np.zeros(X.shape[1]), np.zeros(len(X))
    for t in range(1, passes + 1):
        short = y * (X @ w) < 1
        w = (1 - 1 / t) * w + (short * y) @ X / (n * decay * t)
        counts += short
    ### BEGIN VARIANT 1
    return counts / (decay * n * passes)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return counts / passes
    ### END VARIANT 2
""",
            "one pass only": PEGASOS.replace("range(passes)", "range(1)"),
            "the passes of the own data": PEGASOS.replace("n, t, w", "passes, n, t, w").replace(
                "= len(X), 0", "= 200, len(X), 0"
            ),
            "in the other scale": other_paper(PEGASOS),
            "every example at every turn": PEGASOS.replace("y[i] * (w @ X[i]) < 1", "True"),
            "none ever": "def pegasos(X, y, decay, passes):\n    return np.zeros(len(X))",
            "the weights": "def pegasos(X, y, decay, passes):\n    return X.mean(axis=0)",
            "not a number": "def pegasos(X, y, decay, passes):\n    return np.full(len(X), np.nan)",
        },
        "chosen": {
            "by the training part": CHOOSE.replace(
                "    losses", "    X, y = training.X, training.y\n    losses", 1
            ),
            "by the number of errors": """
def choose(trained, X, y):
    return min(trained, key=lambda c: (y * (X @ trained[c]) <= 0).mean())
""",
            "the other rule": """
def choose(trained, X, y):
    losses = {c: np.maximum(0, 1 - y * (X @ w)) for c, w in trained.items()}
    best = min(losses, key=lambda c: losses[c].mean())
    ### BEGIN VARIANT 1
    most = losses[best].mean() + losses[best].std() / len(y) ** 0.5
    best = max(c for c in losses if losses[c].mean() <= most)
    ### END VARIANT 1
    return best
""",
            "by the first half": CHOOSE.replace(
                "    losses", "    X, y = X[: len(X) // 2], y[: len(X) // 2]\n    losses", 1
            ),
            "one step above the least": CHOOSE_STEP.replace("STEPS", "1"),
            "two steps above the least": CHOOSE_STEP.replace("STEPS", "2"),
            **{
                f"a constant room of {room}": CHOOSE_ROOM.replace("ROOM", str(room))
                for room in (0.02, 0.04, 0.05, 0.06, 0.08)
            },
            "n is 200": CHOOSE_ROOM.replace("ROOM", "losses[best].std() / 200**0.5"),
            "by the perceptron's loss": CHOOSE.replace("np.maximum(0, 1 - y", "np.maximum(0, -y"),
            "a constant in the valley": "def choose(trained, X, y):\n    return 0.1",
            "the smallest": "def choose(trained, X, y):\n    return min(trained)",
            "the largest": "def choose(trained, X, y):\n    return max(trained)",
            "between two of the grid": CHOOSE.replace("return best", "return 1.5 * best"),
            "the choice for the own data": CHOOSE.replace(
                "trained, X, y", "mine, _, __", 1
            ).replace("    losses", "    X, y = held_out.X, held_out.y\n    losses", 1),
            "not a number": "def choose(trained, X, y):\n    return float('nan')",
        },
        "refuted": {
            "the same step twice": REFUTED + "etas = [0.1, 0.1]",
            "one example, which turns nothing": REFUTED + "X_bad, y_bad = [[1.0, 0.0]], [1]",
            "a tie": REFUTED + "x_new = [0.0, 0.0]",
            "the other number of passes": other_paper(REFUTED),
            "a negative step": REFUTED + "etas = [0.1, -0.1]",
            "three steps": REFUTED + "etas = [*etas, 1.0]",
            "a step that is not a number": REFUTED + "etas = [0.1, np.nan]",
            "no step above the other's threshold": REFUTED + "etas = [0.01, 0.02]",
        },
    }
    right: ClassVar = {
        "subgradient": {
            "the other end of the crease": SLOPE.replace("TEST", "y * (X @ w) <= 1"),
            "the middle of the crease": SLOPE.replace("TEST", "(1 - np.sign(y * (X @ w) - 1)) / 2"),
            "float32": SLOPE.replace("TEST", "y * (X @ w) < 1").replace(
                "return decay * w - weights @ X", "return np.float32(decay * w - weights @ X)"
            ),
            "a list, one example after another": """
def subgradient(X, y, w, decay):
    g = [decay * v for v in w]
    for x, label in zip(X, y):
        if label * sum(a * b for a, b in zip(w, x)) < 1:
            part = label
            ### BEGIN VARIANT 1
            part = label / len(X)
            ### END VARIANT 1
            g = [a - part * b for a, b in zip(g, x)]
    return g
""",
        },
        "translate": {
            "float32": TRANSLATE.replace("[kind]", "[kind] * np.float32(1)"),
            "an array of length one": TRANSLATE.replace("return ", "return np.array([1.0]) * "),
            "by the ratio of the two factors": """
def translate(kind, given, n):
    ### BEGIN VARIANT 1
    square, loss = {"price": (0.5, given), "sum": (given, 1), "mean": (given, 1 / n)}[kind]
    return 2 * square / (n * loss)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    square, loss = given / 2, 1 / n
    return {"price": loss / (2 * square), "sum": square / loss, "mean": square / (loss * n)}[kind]
    ### END VARIANT 2
""",
        },
        "pegasos": {
            "in the order of the sample": PEGASOS,
            "by inner products alone, backwards, as a list": GRAM,
            "float32": PEGASOS.replace("return ", "return np.float32(1) * ").replace(
                "np.float32(1) * counts", "np.float32(1) * counts.astype(np.float32)"
            ),
            "a tie with the threshold counts": PEGASOS.replace("< 1", "<= 1"),
        },
        "chosen": {
            "an array of length one": CHOOSE.replace("return best", "return np.array([best])"),
            "float32": CHOOSE.replace("return best", "return np.float32(best)"),
            "all losses at once": """
def choose(trained, X, y):
    decays = np.array(sorted(trained))
    scores = y[:, None] * (X @ np.array([trained[c] for c in decays.tolist()]).T)
    losses = np.where(scores < 1, 1 - scores, 0)
    means, best = losses.mean(axis=0), losses.mean(axis=0).argmin()
    ### BEGIN VARIANT 2
    error = losses[:, best].std(ddof=1) / np.sqrt(len(y))
    best = np.flatnonzero(means <= means[best] + error).max()
    ### END VARIANT 2
    return decays[best]
""",
        },
        "refuted": {
            "arrays, and whole numbers": REFUTED
            + "X_bad, y_bad = np.array([[1, 0], [1, 1]]), np.ones(2)",
            "float32": REFUTED + "x_new, etas = np.float32(x_new), np.float32(etas)",
            "negative labels": REFUTED + "X_bad, y_bad = [[-1, 0], [-1, -1]], [-1, -1]",
            "the steps the other way round": REFUTED + "etas = etas[::-1]",
            "tiny steps, which update on every example": REFUTED
            + """
### BEGIN VARIANT 1
etas = [2.0, 1e-12]
### END VARIANT 1
""",
        },
    }
