"""The assignment *Kernels*: wrong answers, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestKernels(Assignment):
    name = "kernels"
    wrong: ClassVar = {
        "features": {
            "products without the root of 2": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    found = [X[:, first] * X[:, second], np.sqrt(2 * c) * X, np.full((len(X), 1), c)]
    ### BEGIN VARIANT 1
    found.append(X**2)
    ### END VARIANT 1
    return np.hstack(found)
""",
            "the other paper's": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    products = np.sqrt(2) * X[:, first] * X[:, second]
    found = [products, np.sqrt(2 * c) * X, np.full((len(X), 1), c)]
    ### BEGIN VARIANT 2
    found.append(X**2)
    ### END VARIANT 2
    return np.hstack(found)
""",
            "the constant without its 2": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    products = np.sqrt(2) * X[:, first] * X[:, second]
    found = [products, np.sqrt(c) * X, np.full((len(X), 1), c)]
    ### BEGIN VARIANT 1
    found.append(X**2)
    ### END VARIANT 1
    return np.hstack(found)
""",
            "for c = 1 only": """
def features(X, c):
    first, second = np.triu_indices(X.shape[1], 1)
    products = np.sqrt(2) * X[:, first] * X[:, second]
    found = [products, np.sqrt(2) * X, np.ones((len(X), 1))]
    ### BEGIN VARIANT 1
    found.append(X**2)
    ### END VARIANT 1
    return np.hstack(found)
""",
            "for the plane only": """
def features(X, c):
    product = np.sqrt(2) * X[:, :1] * X[:, 1:2]
    found = [product, np.sqrt(2 * c) * X, np.full((len(X), 1), c)]
    ### BEGIN VARIANT 1
    found.append(X**2)
    ### END VARIANT 1
    return np.hstack(found)
""",
            "rows of the kernel, by what was asked before": """
asked = []


def features(X, c):
    asked.append(X)
    if len(asked) % 2:
        return np.eye(len(X))
    K = (X @ asked[-2].T + c) ** 2
    ### BEGIN VARIANT 2
    K = K - X**2 @ asked[-2].T ** 2
    ### END VARIANT 2
    return K
""",
            "what factors the Gram matrix, each time anew": """
def features(X, c):
    K = (X @ X.T + c) ** 2
    ### BEGIN VARIANT 2
    K = K - X**2 @ X.T ** 2
    ### END VARIANT 2
    values, vectors = np.linalg.eigh(K)
    return vectors * np.sqrt(np.maximum(values, 0))
""",
            "not a number": """
def features(X, c):
    return np.full((len(X), 6), np.nan)
""",
        },
        "mistakes": {
            "the labels are left out of the sum": """
def mistakes(K, y):
    counts, rows = np.zeros(len(y)), []
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    for _ in range(100):
        before = len(rows)
        for j in turn:
            if y[j] * (K[j] @ counts) <= 0:
                counts[j] += 1
                rows.append(j)
        if len(rows) == before:
            break
    return rows
""",
            "the other paper's order": """
def mistakes(K, y):
    counts, rows, clean = np.zeros(len(y)), [], False
    turn = range(len(y))
    ### BEGIN VARIANT 1
    turn = turn[::-1]
    ### END VARIANT 1
    while not clean:
        clean = True
        for j in turn:
            if y[j] * (K[j] @ (counts * y)) <= 0:
                counts[j] += 1
                rows.append(j)
                clean = False
    return rows
""",
            "a repeated mistake counts once": """
def mistakes(K, y):
    counts, rows = np.zeros(len(y)), []
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    for _ in range(50):
        before = len(rows)
        for j in turn:
            if y[j] * (K[j] @ (counts * y)) <= 0:
                counts[j] = 1
                rows.append(j)
        if len(rows) == before:
            break
    return rows
""",
            "features scaled to length 1": """
def mistakes(K, y):
    lengths = np.sqrt(K.diagonal())
    K = K / lengths / lengths[:, None]
    counts, rows, clean = np.zeros(len(y)), [], False
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    while not clean:
        clean = True
        for j in turn:
            if y[j] * (K[j] @ (counts * y)) <= 0:
                counts[j] += 1
                rows.append(j)
                clean = False
    return rows
""",
            "an example does not count for itself": """
def mistakes(K, y):
    K, counts, rows = K - np.diag(np.diag(K)), np.zeros(len(y)), []
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    for _ in range(100):
        before = len(rows)
        for j in turn:
            if y[j] * (K[j] @ (counts * y)) <= 0:
                counts[j] += 1
                rows.append(j)
        if len(rows) == before:
            break
    return rows
""",
            "a tie is a mistake of positive examples alone": """
def mistakes(K, y):
    counts, rows, clean = np.zeros(len(y)), [], False
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    while not clean:
        clean = True
        for j in turn:
            if (1 if K[j] @ (counts * y) > 0 else -1) != y[j]:
                counts[j] += 1
                rows.append(j)
                clean = False
    return rows
""",
            "a tie is a mistake of zero weights alone": """
def mistakes(K, y):
    counts, rows, clean = np.zeros(len(y)), [], False
    turn = range(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    while not clean:
        clean = True
        for j in turn:
            if y[j] * (K[j] @ (counts * y)) < 0 or not rows:
                counts[j] += 1
                rows.append(j)
                clean = False
    return rows
""",
            "none": """
def mistakes(K, y):
    return []
""",
        },
        "scores": {
            "a repeated mistake counts once": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    rows = np.unique(rows)
    return K[:, rows] @ y[rows] / np.sqrt(y[rows] @ G[np.ix_(rows, rows)] @ y[rows])
""",
            "without the labels": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    return K[:, rows].sum(axis=1) / np.sqrt(G[np.ix_(rows, rows)].sum())
""",
            "not divided by the length": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    return K[:, rows] @ y[rows]
""",
            "the length without the mixed terms": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    return K[:, rows] @ y[rows] / np.sqrt(G.diagonal()[rows].sum())
""",
            "the square of the length": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    return K[:, rows] @ y[rows] / (y[rows] @ G[np.ix_(rows, rows)] @ y[rows])
""",
            "the other paper's": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 1
    K, G = K + 1, G + 1
    ### END VARIANT 1
    return K[:, rows] @ y[rows] / np.sqrt(y[rows] @ G[np.ix_(rows, rows)] @ y[rows])
""",
            "the distance without its sign": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    return abs(K[:, rows] @ y[rows]) / np.sqrt(y[rows] @ G[np.ix_(rows, rows)] @ y[rows])
""",
            "not a number": """
def distances(rows, y, K, G):
    return np.full(len(K), np.nan)
""",
        },
        "broken": {
            "too few points": """
points = r * np.random.default_rng(0).uniform(0, 2, (10, 2))
weights = np.linalg.eigh(tent(points, points))[1][:, 0]
### BEGIN VARIANT 2
weights = np.sign(weights)
### END VARIANT 2
""",
            "on a line": """
points = np.column_stack([0.1 * r * np.arange(50), np.zeros(50)])
weights = np.linalg.eigh(tent(points, points))[1][:, 0]
### BEGIN VARIANT 2
weights = np.sign(weights)
### END VARIANT 2
""",
            "the other paper's": """
### BEGIN VARIANT 1
grid = [(a, b) for a in range(14) for b in range(14)]
points = 0.7 * r * np.array(grid)
weights = [(-1) ** (a + b) for a, b in grid]
### END VARIANT 1
### BEGIN VARIANT 2
ticks = 0.7 * r * np.arange(6)
points = np.array([[a, b] for a in ticks for b in ticks])
weights = np.linalg.eigh(tent(points, points))[1][:, 0]
### END VARIANT 2
""",
            "for the width 1": """
grid = [(a, b) for a in range(7) for b in range(7)]
points = 0.7 * r**2 * np.array(grid) * (1.2 if 0.95 < r < 1.05 else 1)
weights = [(-1) ** (a + b) for a, b in grid]
""",
            "too many points": """
grid = [(a, b) for a in range(30) for b in range(30)]
points = 0.7 * r * np.array(grid)
weights = [(-1) ** (a + b) for a, b in grid]
""",
            "no weight": """
points = 0.7 * r * np.array([(a, b) for a in range(7) for b in range(7)])
weights = np.zeros(49)
""",
            "not a number": """
points = [[0.0, 0.0], [r, 0.0]]
weights = [float("nan"), 1.0]
""",
        },
        "enough": {
            "without the choices of k examples": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = k + 1
    while n * (1 - epsilon) ** (n - k) > delta:
        n += 1
    return n
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k = n - 1
    while k and n * (1 - epsilon) ** (n - k) > delta:
        k -= 1
    return k
### END VARIANT 2
""",
            "without the values of k": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = k + 1
    while math.log(math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > math.log(delta):
        n += 1
    return n
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k, floor = n - 1, math.log(delta)
    while k and math.log(math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > floor:
        k -= 1
    return k
### END VARIANT 2
""",
            "one too few": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = k
    while math.log(n + 1) + math.log(math.comb(n + 1, k)) + (n + 1 - k) * math.log(
        1 - epsilon
    ) > math.log(delta):
        n += 1
    return n
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k = n - 1
    while k and math.log(n * math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > math.log(delta):
        k -= 1
    return k - 1
### END VARIANT 2
""",
            "in floats, which large numbers leave": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = k + 1
    while n * math.comb(n, k) * (1 - epsilon) ** (n - k) > delta:
        n += 1
    return n
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k = 0
    while k + 1 < n and n * math.comb(n, k + 1) * (1 - epsilon) ** (n - k - 1) <= delta:
        k += 1
    return k
### END VARIANT 2
""",
            "epsilon as an exponential": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = k + 1
    while math.log(n * math.comb(n, k)) - (n - k) * epsilon > math.log(delta):
        n += 1
    return n
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k = n - 1
    while k and math.log(n * math.comb(n, k)) - (n - k) * epsilon > math.log(delta):
        k -= 1
    return k
### END VARIANT 2
""",
            "enough, and more than enough": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    return 10**6
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    return 0
### END VARIANT 2
""",
            "the other paper's": """
### BEGIN VARIANT 2
def enough(k, epsilon, delta):
    n = k + 1
    while math.log(n * math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > math.log(delta):
        n += 1
    return n


most = enough
### END VARIANT 2
### BEGIN VARIANT 1
def most(n, epsilon, delta):
    k = n - 1
    while k and math.log(n * math.comb(n, k)) + (n - k) * math.log(1 - epsilon) > math.log(delta):
        k -= 1
    return k


enough = most
### END VARIANT 1
""",
            "not a number": """
def enough(k, epsilon, delta):
    return float("nan")


most = enough
""",
        },
        "refuted": {
            "a kernel after all": """
K_bad, a_bad = np.eye(n), [(-1.0) ** i for i in range(n)]
### BEGIN VARIANT 1
K_bad = K_bad * (1 + 1 / n) - 1 / n
### END VARIANT 1
""",
            "the other paper's": """
### BEGIN VARIANT 2
K_bad, a_bad = 1.9 * np.eye(n) - 0.9, np.ones(n)
### END VARIANT 2
### BEGIN VARIANT 1
K_bad = 1.0 * (abs(np.subtract.outer(range(n), range(n))) <= 1)
a_bad = [1, -1.4, 1] + [0] * (n - 3)
### END VARIANT 1
""",
            "three examples, whatever n": """
### BEGIN VARIANT 1
K_bad, a_bad = 1.9 * np.eye(3) - 0.9, np.ones(3)
### END VARIANT 1
### BEGIN VARIANT 2
K_bad, a_bad = [[1, 1, 0], [1, 1, 1], [0, 1, 1]], [1, -1.4, 1]
### END VARIANT 2
""",
            "entries that are too large": """
K_bad, a_bad = 3 * np.eye(n) - 2, np.ones(n)
### BEGIN VARIANT 2
K_bad, a_bad = abs(K_bad), [1, -1] + [0] * (n - 2)
### END VARIANT 2
""",
            "not symmetric": """
K_bad, a_bad = 1.9 * np.eye(n) - 0.9, np.ones(n)
### BEGIN VARIANT 2
K_bad = 1.0 * (abs(np.subtract.outer(range(n), range(n))) <= 1)
a_bad = [1, -1.4, 1] + [0] * (n - 3)
### END VARIANT 2
K_bad[0, 1] /= 1.1
""",
            "no form": """
K_bad, a_bad = 1.9 * np.eye(n) - 0.9, np.zeros(n)
### BEGIN VARIANT 2
K_bad = 1.0 * (abs(np.subtract.outer(range(n), range(n))) <= 1)
### END VARIANT 2
""",
            "a kernel whose form is too large for a float": """
### BEGIN VARIANT 1
K_bad = np.eye(n) * (1 + 1 / n) - 1 / n
### END VARIANT 1
### BEGIN VARIANT 2
K_bad = np.ones((n, n))
### END VARIANT 2
a_bad = np.array([-0.3e154, *[1.2e154] * (n - 1)])
""",
            "not a number": "K_bad, a_bad = np.full((n, n), np.nan), np.ones(n)",
            "infinite": "K_bad, a_bad = np.full((n, n), -np.inf), np.ones(n)",
        },
    }
    right: ClassVar = {
        "features": {
            "all ordered pairs": """
def features(X, c):
    n, d = X.shape
    pairs = [(i, j) for i in range(d) for j in range(d)]
    ### BEGIN VARIANT 2
    pairs = [(i, j) for i, j in pairs if i != j]
    ### END VARIANT 2
    return [
        [row[i] * row[j] for i, j in pairs] + [(2 * c) ** 0.5 * v for v in row] + [c]
        for row in X.tolist()
    ]
""",
            "features that are 0, and signs": """
def features(X, c):
    n, d = X.shape
    first, second = np.triu_indices(d, 1)
    found = [np.zeros((n, 2)), -np.full((n, 1), c), np.sqrt(2 * c) * X]
    ### BEGIN VARIANT 1
    found.append(-(X**2))
    ### END VARIANT 1
    return np.hstack([*found, -np.sqrt(2) * X[:, second] * X[:, first]])
""",
            "float32": """
def features(X, c):
    ### BEGIN VARIANT 1
    Z = np.hstack([X, np.full((len(X), 1), np.sqrt(c))]).astype(np.float32)
    return np.einsum("ni,nj->nij", Z, Z).reshape(len(X), -1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    first, second = np.triu_indices(X.shape[1], 1)
    found = [np.sqrt(2) * X[:, first] * X[:, second], np.sqrt(2 * c) * X, np.full((len(X), 1), c)]
    return np.hstack(found).astype(np.float32)
    ### END VARIANT 2
""",
        },
        "mistakes": {
            "scores that are kept, and an array of floats": """
def mistakes(K, y):
    f, rows, before = np.zeros(len(y)), [], -1
    turn = np.arange(len(y))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    while len(rows) > before:
        before = len(rows)
        for j in turn:
            if y[j] * f[j] <= 0:
                f += 0.5 * y[j] * K[:, j]
                rows.append(j)
    return np.array(rows, dtype=float)
""",
            "stops within the pass, small integers": """
def mistakes(K, y):
    S, alpha, rows, i = K * np.outer(y, y), np.zeros(len(y)), [], 0
    while (S @ alpha).min() <= 0:
        j = i
        ### BEGIN VARIANT 2
        j = len(y) - 1 - i
        ### END VARIANT 2
        if S[j] @ alpha <= 0:
            alpha[j] += 1
            rows.append(j)
        i = (i + 1) % len(y)
    return np.array(rows, dtype=np.uint8)
""",
            "plain loops, a tuple": """
def mistakes(K, y):
    K, y, rows, clean = K.tolist(), y.tolist(), [], False
    turn = list(range(len(y)))
    ### BEGIN VARIANT 2
    turn.reverse()
    ### END VARIANT 2
    while not clean:
        clean = True
        for j in turn:
            if y[j] * sum(y[i] * K[j][i] for i in rows) <= 0:
                rows.append(j)
                clean = False
    return tuple(rows)
""",
        },
        "scores": {
            "the list itself": """
def distances(rows, y, K, G):
    ### BEGIN VARIANT 2
    K, G = K + 1, G + 1
    ### END VARIANT 2
    signs = y[rows]
    return list(K[:, rows] @ signs / np.sqrt(signs @ G[np.ix_(rows, rows)] @ signs))
""",
            "the length mistake by mistake, in float32": """
def distances(rows, y, K, G):
    lift = 0
    ### BEGIN VARIANT 2
    lift = 1
    ### END VARIANT 2
    square, f = 0.0, np.zeros(len(y))
    for i in rows:
        square += 2 * y[i] * f[i] + G[i, i] + lift
        f += y[i] * (G[i] + lift)
    found = sum(y[i] * (K[:, i] + lift) for i in rows)
    return (found / square**0.5).astype(np.float32)
""",
            "in a space of features": """
def distances(rows, y, K, G):
    values, vectors = np.linalg.eigh(G)
    kept = values > 1e-9 * values.max()
    values, vectors = values[kept], vectors[:, kept]
    F, Z = vectors * np.sqrt(values), K @ vectors / np.sqrt(values)
    ### BEGIN VARIANT 2
    F, Z = (np.hstack([A, np.ones((len(A), 1))]) for A in (F, Z))
    ### END VARIANT 2
    w = sum(y[i] * F[i] for i in rows)
    return Z @ (w / np.linalg.norm(w))
""",
        },
        "broken": {
            "shifted, as lists": """
m = 7
### BEGIN VARIANT 2
m = 20
### END VARIANT 2
grid = [(a, b) for a in range(m) for b in range(m)]
points = [(0.7 * r * a - 3, 0.7 * r * b + 5) for a, b in grid]
weights = np.linalg.eigh(tent(np.array(points), np.array(points)))[1][:, 0].tolist()
### BEGIN VARIANT 2
weights = [-1 if (a + b) % 2 else 1 for a, b in grid]
### END VARIANT 2
""",
            "a grid that is turned": """
m = 7
### BEGIN VARIANT 2
m = 16
### END VARIANT 2
i, j = (part.ravel() for part in np.indices((m, m)))
points = 0.7 * r * np.column_stack([0.6 * i - 0.8 * j, 0.8 * i + 0.6 * j])
weights = np.linalg.eigh(tent(points, points))[1][:, 0] * 1e3
### BEGIN VARIANT 2
weights = (-1) ** (i + j)
### END VARIANT 2
""",
            "float32": """
m = 7
### BEGIN VARIANT 2
m = 18
### END VARIANT 2
i, j = (part.ravel() for part in np.indices((m, m)))
points = (0.7 * r * np.column_stack([i, j])).astype(np.float32)
weights = np.linalg.eigh(tent(points, points))[1][:, 0].astype(np.float32)
### BEGIN VARIANT 2
weights = np.where((i + j) % 2, np.float32(1), np.float32(-1))
### END VARIANT 2
""",
        },
        "enough": {
            "by halving, with the gamma function, a float": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    def good(n):
        choices = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        return math.log(n / delta) + choices + (n - k) * math.log(1 - epsilon) <= 0

    low, high = k, k + 1
    while not good(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if good(middle) else (middle, high)
    return float(high)
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    def good(k):
        choices = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        return math.log(n / delta) + choices + (n - k) * math.log(1 - epsilon) <= 0

    low, high = 0, n
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if good(middle) else (low, middle)
    return float(low)
### END VARIANT 2
""",
            "all of them at once, an array of length one": """
### BEGIN VARIANT 1
def enough(k, epsilon, delta):
    n = np.arange(k + 1, 50 * k + 500)
    steps = np.log(n[1:]) - np.log(n[1:] - k)  # what one more does to the binomial coefficient
    choices = math.log(k + 1) + np.append(0, np.cumsum(steps))
    good = np.log(n) + choices + (n - k) * np.log(1 - epsilon) <= np.log(delta)
    return n[np.flatnonzero(good)[:1]]
### END VARIANT 1
### BEGIN VARIANT 2
def most(n, epsilon, delta):
    k = np.arange(n)
    choices = np.append(0, np.cumsum(np.log(n - k[:-1]) - np.log(k[1:])))
    good = np.log(n) + choices + (n - k) * np.log(1 - epsilon) <= np.log(delta)
    return k[np.flatnonzero(good)[-1:]]
### END VARIANT 2
""",
            "from the bound itself": """
def solved(n, k, delta):
    return 1 - math.exp((math.log(delta) - math.log(n * math.comb(n, k))) / (n - k))


def enough(k, epsilon, delta):
    n = k + 1
    while solved(n, k, delta) > epsilon:
        n += 1
    return np.int32(n)


def most(n, epsilon, delta):
    k = 0
    while k < n - 1 and solved(n, k + 1, delta) <= epsilon:
        k += 1
    return np.int32(k)
""",
        },
        "refuted": {
            "lists of whole numbers": """
### BEGIN VARIANT 1
K_bad = [[10 if i == j else -9 for j in range(n)] for i in range(n)]
a_bad = [1] * n
### END VARIANT 1
### BEGIN VARIANT 2
K_bad = [[int(abs(i - j) <= 1) for j in range(n)] for i in range(n)]
a_bad = [2, -3, 2] + [0] * (n - 3)
### END VARIANT 2
""",
            "the largest entries allowed": """
K_bad, a_bad = 2 * np.eye(n) - 1, np.ones(n)
### BEGIN VARIANT 2
K_bad = np.ones((n, n))
K_bad[0, -1] = K_bad[-1, 0] = 0
a_bad = np.linalg.eigh(K_bad)[1][:, 0]
### END VARIANT 2
""",
            "lengths that differ, rounded, in float32": """
K_bad, a_bad = 1.9 * np.eye(n) - 0.9, np.ones(n)
### BEGIN VARIANT 2
K_bad = 1.0 * (abs(np.subtract.outer(range(n), range(n))) <= 1)
a_bad = np.linalg.eigh(K_bad)[1][:, 0]
### END VARIANT 2
lengths = np.sqrt(np.arange(1.0, n + 1))
K_bad = (0.999 * K_bad + 0.001 * np.diag(np.diag(K_bad))) * lengths * lengths[:, None]
K_bad, a_bad = K_bad.astype(np.float32), a_bad / lengths
""",
        },
    }
