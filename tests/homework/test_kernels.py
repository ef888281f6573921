"""The assignment *Kernels*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestKernels(Assignment):
    name = "kernels"
    wrong: ClassVar = {
        "features": {
            "products without the root of 2": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    products = X[:, first] * X[:, second]
    return np.hstack([X**2, products, np.sqrt(2 * c) * X, np.full((len(X), 1), c)])
""",
            "the constant without its 2": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    products = np.sqrt(2) * X[:, first] * X[:, second]
    return np.hstack([X**2, products, np.sqrt(c) * X, np.full((len(X), 1), c)])
""",
            "for the plane only": """
def features(X, c):
    product = np.sqrt(2) * X[:, :1] * X[:, 1:2]
    return np.hstack([X**2, product, np.sqrt(2 * c) * X, np.full((len(X), 1), c)])
""",
        },
        "mistakes": {
            "the labels are left out of the sum": """
def mistakes(K, y):
    counts, rows = np.zeros(len(y)), []
    for _ in range(100):
        before = len(rows)
        for j in range(len(y)):
            if y[j] * (K[j] @ counts) <= 0:
                counts[j] += 1
                rows.append(j)
        if len(rows) == before:
            break
    return rows
""",
            "an example does not count for itself": """
def mistakes(K, y):
    K, counts, rows = K - np.diag(np.diag(K)), np.zeros(len(y)), []
    for _ in range(100):
        before = len(rows)
        for j in range(len(y)):
            if y[j] * (K[j] @ (counts * y)) <= 0:
                counts[j] += 1
                rows.append(j)
        if len(rows) == before:
            break
    return rows
""",
            "a tie is no mistake": """
def mistakes(K, y):
    counts, rows, clean = np.zeros(len(y)), [], False
    while not clean:
        clean = True
        for j in range(len(y)):
            if y[j] * (K[j] @ (counts * y)) < 0:
                counts[j] += 1
                rows.append(j)
                clean = False
    return rows
""",
        },
        "scores": {
            "a repeated mistake counts once": """
def scores(rows, y, K):
    rows = np.unique(rows)
    return K[:, rows] @ y[rows]
""",
            "without the labels": """
def scores(rows, y, K):
    return K[:, rows].sum(axis=1)
""",
            "the kernel of the wrong pairs": """
def scores(rows, y, K):
    return K.T[:, rows] @ y[rows]
""",
        },
        "broken": {
            "too few points": """
points = r * np.random.default_rng(0).uniform(0, 2, (10, 2))
weights = np.linalg.eigh(tent(points, points))[1][:, 0]
""",
            "on a line": """
points = np.column_stack([0.1 * r * np.arange(200), np.zeros(200)])
weights = np.linalg.eigh(tent(points, points))[1][:, 0]
""",
            "not a number": """
points = [[0.0, 0.0], [r, 0.0]]
weights = [float("nan"), 1.0]
""",
        },
        "enough": {
            "without the choices of k examples": """
def enough(k, epsilon, delta):
    n = k + 1
    while n * (1 - epsilon) ** (n - k) > delta:
        n += 1
    return n
""",
            "without the values of k": """
def enough(k, epsilon, delta):
    n = k + 1
    while math.log(math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > math.log(delta):
        n += 1
    return n
""",
            "one too few": """
def enough(k, epsilon, delta):
    n = k
    while math.log(n * math.comb(n + 1, k)) + (n + 1 - k) * math.log(1 - epsilon) > math.log(delta):
        n += 1
    return n
""",
        },
        "refuted": {
            "a kernel after all": """
K_bad, a_bad = np.eye(3), [1.0, -1.0, 1.0]
""",
            "an entry that is too large": """
K_bad, a_bad = [[1.0, 2.0], [2.0, 1.0]], [1.0, -1.0]
""",
            "not symmetric": """
K_bad, a_bad = [[1.0, -1.0, -1.0], [-0.9, 1.0, -1.0], [-0.9, -0.9, 1.0]], [1.0, 1.0, 1.0]
""",
        },
    }
