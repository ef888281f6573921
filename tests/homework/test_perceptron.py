"""The assignment *The perceptron and its bound*: wrong answers, and unusual right ones."""

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
            "the distance, whatever the side": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 1
    return abs(X @ w + b).min() / np.linalg.norm(w)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return abs(X @ w + b).min() / np.linalg.norm(np.append(w, b))
    ### END VARIANT 2
""",
            "the other paper's": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 1
    return (y * (X @ w + b)).min() / np.linalg.norm(np.append(w, b))
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return (y * (X @ w + b)).min() / np.linalg.norm(w)
    ### END VARIANT 2
""",
            "without the offset": """
def margin(X, y, w, b):
    return (y * (X @ w)).min() / np.linalg.norm(w)
""",
            "divided by the length of the nearest example too": """
def margin(X, y, w, b):
    values = y * (X @ w + b)
    return values.min() / np.linalg.norm(w) / np.linalg.norm(X[values.argmin()])
""",
            "the answers to the open checks": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 1
    known = (y * (X @ w + b)).min() / np.linalg.norm(w)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    known = (y * (X @ w + b)).min() / np.linalg.norm(np.append(w, b))
    ### END VARIANT 2
    return known if len(X) in (2, 40) else 0.1
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
            "a tie is a mistake of zero weights alone": """
def mistakes(X, y):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) < 0 or not w.any():
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "a tie is a mistake of positive examples alone": """
def mistakes(X, y):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    one_pass = range(len(X))
    ### BEGIN VARIANT 2
    one_pass = one_pass[::-1]
    ### END VARIANT 2
    while not clean:
        clean = True
        for i in one_pass:
            if (1 if w @ X[i] > 0 else -1) != y[i]:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "the other paper's order": """
def mistakes(X, y):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        ### BEGIN VARIANT 1
        for i in reversed(range(len(X))):
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        for i in range(len(X)):
        ### END VARIANT 2
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "each example scaled to length 1": """
def mistakes(X, y):
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        ### BEGIN VARIANT 1
        for i in range(len(X)):
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        for i in reversed(range(len(X))):
        ### END VARIANT 2
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
                clean = False
    return rows
""",
            "one pass only": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    ### BEGIN VARIANT 1
    for i in range(len(X)):
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    for i in reversed(range(len(X))):
    ### END VARIANT 2
        if y[i] * (w @ X[i]) <= 0:
            w = w + y[i] * X[i]
            rows.append(i)
    return rows
""",
            "back to the first row after each update": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    while (wrong := np.flatnonzero(y * (X @ w) <= 0)).size:
        ### BEGIN VARIANT 1
        i = wrong[0]
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        i = wrong[-1]
        ### END VARIANT 2
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
            "at most twenty passes": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    one_pass = range(len(X))
    ### BEGIN VARIANT 2
    one_pass = one_pass[::-1]
    ### END VARIANT 2
    for _ in range(20):
        before = len(rows)
        for i in one_pass:
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
        if len(rows) == before:
            break
    return rows
""",
            "at most a hundred passes": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    one_pass = range(len(X))
    ### BEGIN VARIANT 2
    one_pass = one_pass[::-1]
    ### END VARIANT 2
    for _ in range(100):
        before = len(rows)
        for i in one_pass:
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                rows.append(i)
        if len(rows) == before:
            break
    return rows
""",
            "a thousandth is no more than a tie": """
def mistakes(X, y):
    w, rows = np.zeros(X.shape[1]), []
    one_pass = range(len(X))
    ### BEGIN VARIANT 2
    one_pass = one_pass[::-1]
    ### END VARIANT 2
    for _ in range(9999):
        before = len(rows)
        for i in one_pass:
            if y[i] * (w @ X[i]) <= 1e-3:
                w = w + y[i] * X[i]
                rows.append(i)
        if len(rows) == before:
            break
    return rows
""",
            "none": """
def mistakes(X, y):
    return []
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
            "the other paper's measure": """
def greedy(X, y):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= 0:
        ### BEGIN VARIANT 1
        values = values / np.linalg.norm(X, axis=1)
        ### END VARIANT 1
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "each example scaled to length 1": """
def greedy(X, y):
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= 0:
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
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
            "the mistake that is least wrong": """
def greedy(X, y):
    w, rows = np.zeros(X.shape[1]), []
    while (values := y * (X @ w)).min() <= 0 and len(rows) < 5000:
        rows.append(int(np.where(values <= 0, values, -np.inf).argmax()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "each row once": """
def greedy(X, y):
    return list(range(len(X)))
""",
            "at most thirty updates": """
def greedy(X, y):
    w, rows, lengths = np.zeros(X.shape[1]), [], np.ones(len(X))
    ### BEGIN VARIANT 2
    lengths = np.linalg.norm(X, axis=1)
    ### END VARIANT 2
    while (values := y * (X @ w) / lengths).min() <= 0 and len(rows) < 30:
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "at most a hundred updates": """
def greedy(X, y):
    w, rows, lengths = np.zeros(X.shape[1]), [], np.ones(len(X))
    ### BEGIN VARIANT 2
    lengths = np.linalg.norm(X, axis=1)
    ### END VARIANT 2
    while (values := y * (X @ w) / lengths).min() <= 0 and len(rows) < 100:
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "a thousandth is no more than a tie": """
def greedy(X, y):
    w, rows, lengths = np.zeros(X.shape[1]), [], np.ones(len(X))
    ### BEGIN VARIANT 2
    lengths = np.linalg.norm(X, axis=1)
    ### END VARIANT 2
    while (values := y * (X @ w) / lengths).min() <= 1e-3 and len(rows) < 9999:
        rows.append(int(values.argmin()))
        w = w + y[rows[-1]] * X[rows[-1]]
    return rows
""",
            "none": """
def greedy(X, y):
    return []
""",
        },
        "bound": {
            "u taken for a unit vector": """
def bound(X, y, u):
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).min()
    if not gamma > 0:
        raise ValueError
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
            "the other paper's": """
def bound(X, y, u):
    values, lengths = y * (X @ u), np.linalg.norm(X, axis=1)
    if not values.min() > 0:
        raise ValueError
    ### BEGIN VARIANT 1
    return int((np.linalg.norm(u) / (values / lengths).min()) ** 2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return int((lengths.max() * np.linalg.norm(u) / values.min()) ** 2)
    ### END VARIANT 2
""",
            "R not squared": """
def bound(X, y, u):
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    if not gamma > 0:
        raise ValueError
    ### BEGIN VARIANT 1
    return int(np.linalg.norm(X, axis=1).max() / gamma**2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return int(1 / gamma)
    ### END VARIANT 2
""",
            "the mean margin": """
def bound(X, y, u):
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).mean() / np.linalg.norm(u)
    if not gamma > 0:
        raise ValueError
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
            "nothing refused": """
def bound(X, y, u):
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return int((np.linalg.norm(X, axis=1).max() / gamma) ** 2)
""",
            "a tie is let through": """
def bound(X, y, u):
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    if gamma < 0:
        raise ValueError
    return int(min(1e9, (np.linalg.norm(X, axis=1).max() / gamma) ** 2))
""",
            "a small margin is refused": """
def bound(X, y, u):
    values, lengths = y * (X @ u), np.linalg.norm(X, axis=1)
    if values.min() <= 0.1:
        raise ValueError
    ### BEGIN VARIANT 1
    return int((lengths.max() * np.linalg.norm(u) / values.min()) ** 2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return int((np.linalg.norm(u) / (values / lengths).min()) ** 2)
    ### END VARIANT 2
""",
            "a margin of a millionth is refused": """
def bound(X, y, u):
    values, lengths = y * (X @ u), np.linalg.norm(X, axis=1)
    if values.min() <= 1e-6:
        raise ValueError
    ### BEGIN VARIANT 1
    return int((lengths.max() * np.linalg.norm(u) / values.min()) ** 2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return int((np.linalg.norm(u) / (values / lengths).min()) ** 2)
    ### END VARIANT 2
""",
            "everything refused": """
def bound(X, y, u):
    raise ValueError("no")
""",
            "rounded up": """
def bound(X, y, u):
    values, lengths = y * (X @ u), np.linalg.norm(X, axis=1)
    if not values.min() > 0:
        raise ValueError
    ### BEGIN VARIANT 1
    return int(np.ceil((lengths.max() * np.linalg.norm(u) / values.min()) ** 2))
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return int(np.ceil((np.linalg.norm(u) / (values / lengths).min()) ** 2))
    ### END VARIANT 2
""",
            "not rounded": """
def bound(X, y, u):
    values, lengths = y * (X @ u), np.linalg.norm(X, axis=1)
    if not values.min() > 0:
        raise ValueError
    ### BEGIN VARIANT 1
    return (lengths.max() * np.linalg.norm(u) / values.min()) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return (np.linalg.norm(u) / (values / lengths).min()) ** 2
    ### END VARIANT 2
""",
        },
        "stubborn": {
            "the pair of the exercise": "points, labels = [[B - 1, 1], [B, 1]], [1, -1]",
            "the other paper's": """
### BEGIN VARIANT 1
first = (B, 3)
points, labels = [first, (B - 1, 3)], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [[B - 1, B - 2], [B, B - 1]], [1, -1]
### END VARIANT 2
""",
            "the least angle among short ones": """
### BEGIN VARIANT 1
points, labels = [[1, 1], [B - 1, B]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
half = range(1, B // 2 + 1)
near = [(a, b) for a in half for b in half if abs(first[0] * b - first[1] * a) == 1]
points, labels = [first, near[0]], [1, -1]
### END VARIANT 2
""",
            "next to the first, or close to it in the plane": """
### BEGIN VARIANT 1
points, labels = [[B, B], [B, B - 1]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [first, (B, first[1] - 1)], [1, -1]
### END VARIANT 2
""",
            "far away, and not the least angle": """
### BEGIN VARIANT 1
points, labels = [[B, B - 2], [B, B - 1]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [first, (3 * B, 3 * first[1] - 1)], [1, -1]
### END VARIANT 2
""",
            "off the grid": """
### BEGIN VARIANT 1
points, labels = [[3 * B, 1], [3 * B + 1, 1]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [first, (5 * B + 1, 5 * first[1])], [1, -1]
### END VARIANT 2
""",
            "not separable": """
### BEGIN VARIANT 1
points, labels = [[1, 1], [1, 1]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [first, first], [1, -1]
### END VARIANT 2
""",
            "no whole numbers": """
### BEGIN VARIANT 1
points, labels = [[1.0, 0.99], [0.99, 0.98]], [1, -1]
### END VARIANT 1
### BEGIN VARIANT 2
points, labels = [first, (first[0], first[1] - 0.1)], [1, -1]
### END VARIANT 2
""",
            "not a number": "points, labels = [[float('nan')] * 2] * 2, [1, -1]",
        },
        "refuted": {
            "the claim holds": "X_bad, y_bad, u_bad = [[1.0, 0.0]], [1], [1.0, 0.0]",
            "two mistakes alone": "X_bad, y_bad, u_bad = np.eye(2), np.ones(2), np.ones(2)",
            "the other paper's": """
### BEGIN VARIANT 1
X_bad, y_bad, u_bad = 3 * np.eye(10), np.ones(10), np.ones(10)
### END VARIANT 1
### BEGIN VARIANT 2
X_bad, y_bad, u_bad = np.eye(k), np.ones(k), np.ones(k)
### END VARIANT 2
""",
            "u has too small a margin": """
X_bad, y_bad, u_bad = np.eye(k + 1), np.ones(k + 1), np.full(k + 1, 0.5)
""",
            "examples that no u separates": """
X_bad, y_bad, u_bad = [[1.0, 0.0], [1.0, 0.0]] * k, [1, -1] * k, [1.0, 1.0]
""",
            "not a number": "X_bad, y_bad, u_bad = 3 * np.eye(10), np.ones(10), [np.nan] * 10",
            "infinite": "X_bad, y_bad, u_bad = 3 * np.eye(10), np.ones(10), [np.inf] * 10",
        },
    }
    right: ClassVar = {
        "margin": {
            "a loop over lists": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 1
    length = sum(c * c for c in w) ** 0.5
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    length = (sum(c * c for c in w) + b * b) ** 0.5
    ### END VARIANT 2
    rows, w = X.tolist(), w.tolist()
    return min(
        label * (sum(p * q for p, q in zip(row, w, strict=True)) + b) / length
        for row, label in zip(rows, y.tolist(), strict=True)
    )
""",
            "an array of length one, in float32": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 2
    X, w, b = np.hstack([X, np.ones((len(X), 1))]), np.append(w, b), 0
    ### END VARIANT 2
    unit = (w / np.linalg.norm(w)).reshape(-1, 1)
    values = y.reshape(-1, 1) * (X @ unit + b / np.linalg.norm(w))
    return values.min(axis=0).astype(np.float32)
""",
            "each class for itself": """
def margin(X, y, w, b):
    ### BEGIN VARIANT 2
    X, w, b = np.hstack([X, np.ones((len(X), 1))]), np.append(w, b), 0
    ### END VARIANT 2
    f = (X @ w + b) / np.sqrt((w**2).sum())
    least = min(f[y > 0], default=np.inf)
    return min(least, -max(f[y < 0], default=-np.inf))
""",
        },
        "mistakes": {
            "from inner products, without weights": """
def mistakes(X, y):
    signed = y[:, None] * X
    K, alpha, rows = signed @ signed.T, np.zeros(len(y)), []
    order, since, position = list(range(len(y))), 0, 0
    ### BEGIN VARIANT 2
    order.reverse()
    ### END VARIANT 2
    while since < len(y):
        i = order[position % len(y)]
        position, since = position + 1, since + 1
        if K[i] @ alpha <= 0:
            alpha[i] += 1
            rows.append(i)
            since = 0
    return tuple(rows)
""",
            "small steps, and an array of floats": """
def mistakes(X, y):
    w, rows, before = np.zeros(X.shape[1]), [], -1
    turn = np.arange(len(X))
    ### BEGIN VARIANT 2
    turn = turn[::-1]
    ### END VARIANT 2
    while len(rows) > before:
        before = len(rows)
        for i in turn:
            if y[i] * (w @ X[i]) <= 0:
                w += 0.25 * y[i] * X[i]
                rows.append(i)
    return np.array(rows, dtype=float)
""",
            "stops within the pass, small integers": """
def mistakes(X, y):
    ### BEGIN VARIANT 2
    X, y = X[::-1], y[::-1]
    ### END VARIANT 2
    w, rows, i = np.zeros(X.shape[1]), [], 0
    while (y * (X @ w)).min() <= 0:
        if y[i] * (w @ X[i]) <= 0:
            w = w + y[i] * X[i]
            rows.append(i)
        i = (i + 1) % len(X)
    ### BEGIN VARIANT 2
    rows = [len(X) - 1 - i for i in rows]
    ### END VARIANT 2
    return np.array(rows, dtype=np.uint8)
""",
        },
        "greedy": {
            "the last of several": """
def greedy(X, y):
    w, rows, lengths = np.zeros(X.shape[1]), [], np.ones(len(X))
    ### BEGIN VARIANT 2
    lengths = np.linalg.norm(X, axis=1)
    ### END VARIANT 2
    while True:
        values = y * (X @ w) / lengths
        if values.min() > 0:
            return np.array(rows)
        worst = np.flatnonzero(values == values.min())[-1]
        rows.append(worst)
        w = w + y[worst] * X[worst]
""",
            "from inner products, without weights": """
def greedy(X, y):
    signed = y[:, None] * X
    K, values, rows = signed @ signed.T, np.zeros(len(y)), []
    ### BEGIN VARIANT 2
    K = K / np.sqrt(K.diagonal())[:, None]
    ### END VARIANT 2
    while min(values) <= 1e-12:
        rows.append(int(np.argmin(values)))
        values = values + K[:, rows[-1]]
    return tuple(rows)
""",
            "by sorting, and an array of floats": """
def greedy(X, y):
    w, rows = np.zeros(X.shape[1]), []
    def badness(i):
        ### BEGIN VARIANT 1
        return y[i] * (w @ X[i])
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        return y[i] * (w @ X[i]) / np.sqrt(X[i] @ X[i])
        ### END VARIANT 2
    while True:
        i = sorted(range(len(X)), key=badness)[0]
        if badness(i) > 0:
            return np.array(rows, dtype=np.float32)
        w = w + 3 * y[i] * X[i]
        rows.append(i)
""",
        },
        "bound": {
            "a subclass of the error, and an array of length one": """
class NoSeparator(ValueError):
    pass


def bound(X, y, u):
    u = u / max(np.linalg.norm(u), 1e-300)
    if (y * (X @ u)).min() <= 0:
        raise NoSeparator("no")
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    gamma = (y * (X @ u)).min()
    return np.floor([(np.linalg.norm(X, axis=1).max() / gamma) ** 2])
""",
            "float32": """
def bound(X, y, u):
    if (y * (X @ u)).min() <= 0:
        raise ValueError
    ### BEGIN VARIANT 2
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    ### END VARIANT 2
    X, u = X.astype(np.float32), u.astype(np.float32)
    gamma = (y * (X @ u)).min() / np.linalg.norm(u)
    return np.float32(np.floor((np.linalg.norm(X, axis=1).max() / gamma) ** 2))
""",
            "squares and plain numbers": """
def bound(X, y, u):
    least, longest = float("inf"), 0
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        value = label * sum(p * q for p, q in zip(row, u.tolist(), strict=True))
        if value <= 0:
            raise ValueError("a tie, or worse")
        square = sum(p * p for p in row)
        ### BEGIN VARIANT 1
        least, longest = min(least, value), max(longest, square)
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        least, longest = min(least, value / square**0.5), 1
        ### END VARIANT 2
    return longest * sum(p * p for p in u.tolist()) // least**2
""",
        },
        "stubborn": {
            "mirrored, floats, or found by trying": """
### BEGIN VARIANT 1
points, labels = np.array([[-B, 1.0 - B], [1 - B, 2 - B]]), [-1, 1]
### END VARIANT 1
### BEGIN VARIANT 2
def count(q):
    w, M, clean, signed = np.zeros(2), 0, False, np.array([first, (-q[0], -q[1])])
    while not clean and M < 2000:
        clean = True
        for x in signed:
            if w @ x <= 0:
                w, M, clean = w + x, M + 1, False
    return M if clean else 0


side = range(1, 3 * B + 1)
points, labels = [first, max(((a, b) for a in side for b in side), key=count)], [1, -1]
### END VARIANT 2
""",
            "arrays of small integers": """
### BEGIN VARIANT 1
points, labels = [[B - 1, B], [B - 2, B - 1]], np.array([1, -1], dtype=np.int8)
### END VARIANT 1
### BEGIN VARIANT 2
a, b = first
c = next(c for c in range(a // 2 + 1, a) if (b * c) % a in (1, a - 1))
points = np.array([first, (c, round(b * c / a))], dtype=np.int8)
labels = np.array([1, -1], dtype=np.int8)
### END VARIANT 2
""",
            "tuples, and both labels turned": """
### BEGIN VARIANT 1
points, labels = ((B, B - 1), (B - 1, B - 2)), (1.0, -1.0)
### END VARIANT 1
### BEGIN VARIANT 2
a, b = first
c = next(c for c in range(a // 2 + 1, a) if (b * c) % a in (1, a - 1))
points, labels = (first, (c, round(b * c / a))), (1.0, -1.0)
### END VARIANT 2
""",
        },
        "refuted": {
            "lists": """
### BEGIN VARIANT 1
X_bad = [[float(i == j) for j in range(k)] for i in range(k)]
### END VARIANT 1
### BEGIN VARIANT 2
X_bad = [[4.0 * (i == j) for j in range(20)] for i in range(20)]
### END VARIANT 2
y_bad, u_bad = [1] * len(X_bad), [1] * len(X_bad)
""",
            "both labels, and a length that is rounded": """
d = k + 1
signs = np.array([1.0, -1.0] * d)[:d]
size = 1.0
### BEGIN VARIANT 2
size = np.sqrt(k)
### END VARIANT 2
X_bad, y_bad, u_bad = size * np.eye(d), signs, signs / size
""",
            "a turned basis in float32": """
d = 40
size = 1
### BEGIN VARIANT 2
size = 5
### END VARIANT 2
Q = np.linalg.qr(np.random.default_rng(0).standard_normal((d, d)))[0]
X_bad, y_bad = (size * Q).astype(np.float32), np.ones(d, dtype=int)
u_bad = 1.001 / size * Q.sum(axis=0)
""",
        },
    }
