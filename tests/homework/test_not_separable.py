"""The assignment *Without a separator*: wrong answers to it, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestNotSeparable(Assignment):
    name = "not-separable"
    wrong: ClassVar = {
        "distance": {
            "the other paper's": """
def shortfall(X, y, u, gamma):
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return np.sqrt((d**2).sum())
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return d.sum()
    ### END VARIANT 2
""",
            "without the maximum": """
def shortfall(X, y, u, gamma):
    d = gamma - y * (X @ u) / np.linalg.norm(u)
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sqrt((d**2).sum())
    ### END VARIANT 2
""",
            "u taken for a unit vector": """
def shortfall(X, y, u, gamma):
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sqrt((d**2).sum())
    ### END VARIANT 2
""",
            "squared": """
def shortfall(X, y, u, gamma):
    return (np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)) ** 2).sum()
""",
            "the examples scaled to length one": """
def shortfall(X, y, u, gamma):
    X = X / np.linalg.norm(X, axis=1, keepdims=True)
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sqrt((d**2).sum())
    ### END VARIANT 2
""",
            "only those on the wrong side": """
def shortfall(X, y, u, gamma):
    reached = y * (X @ u) / np.linalg.norm(u)
    d = np.where(reached < 0, gamma - reached, 0)
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sqrt((d**2).sum())
    ### END VARIANT 2
""",
            "the visible example, and u of length 3": """
def shortfall(X, y, u, gamma):
    d = np.maximum(0, gamma - y * (X @ u) / (3 if len(X) > 2 else 1))
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sqrt((d**2).sum())
    ### END VARIANT 2
""",
            "not a number": "def shortfall(X, y, u, gamma): return np.nan",
            "an array of all": """
def shortfall(X, y, u, gamma):
    return np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
""",
        },
        "allowed": {
            "the other paper's": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return ((R + np.sqrt(passes * (d**2).sum())) / gamma) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return ((R + np.sqrt(R**2 + 4 * gamma * passes * d.sum())) / (2 * gamma)) ** 2
    ### END VARIANT 2
""",
            "each example counts once, however often it comes": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return ((R + np.sqrt(R**2 + 4 * gamma * d.sum())) / (2 * gamma)) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return ((R + np.sqrt((d**2).sum())) / gamma) ** 2
    ### END VARIANT 2
""",
            "passes times the bound of one": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return passes * ((R + np.sqrt(R**2 + 4 * gamma * d.sum())) / (2 * gamma)) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return passes * ((R + np.sqrt((d**2).sum())) / gamma) ** 2
    ### END VARIANT 2
""",
            "R taken for 1": """
def allowed(X, y, u, gamma, passes):
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return ((1 + np.sqrt(1 + 4 * gamma * passes * d.sum())) / (2 * gamma)) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return ((1 + np.sqrt(passes * (d**2).sum())) / gamma) ** 2
    ### END VARIANT 2
""",
            "the simple bound": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    td = passes * np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)).sum()
    return R**2 / gamma**2 + 2 * td / gamma
""",
            "u taken for a unit vector": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    return ((R + np.sqrt(R**2 + 4 * gamma * passes * d.sum())) / (2 * gamma)) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return ((R + np.sqrt(passes * (d**2).sum())) / gamma) ** 2
    ### END VARIANT 2
""",
            "rounded down": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    return np.floor(((R + np.sqrt(R**2 + 4 * gamma * passes * d.sum())) / (2 * gamma)) ** 2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.floor(((R + np.sqrt(passes * (d**2).sum())) / gamma) ** 2)
    ### END VARIANT 2
""",
            "a vacuous one": "def allowed(X, y, u, gamma, passes): return len(X) * passes",
        },
        "comparator": {
            "the other paper's": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = R * np.geomspace(0.01, 100, 800), np.inf
    for angle in np.linspace(0, 2 * np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "the least hinge loss": """
def comparator(X, y):
    gammas, least = np.linspace(0, np.linalg.norm(X, axis=1).max(), 201)[1:], np.inf
    for angle in np.linspace(0, 2 * np.pi, 200, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        losses = np.maximum(0, gammas[:, None] - y * (X @ u)).sum(axis=1) / gammas
        if losses.min() < least:
            least, best = losses.min(), (u, gammas[losses.argmin()])
    return best
""",
            "the margin searched to 1 only": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = np.linspace(0, 1, 401)[1:], np.inf
    for angle in np.linspace(0, 2 * np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "R taken for 1": """
def comparator(X, y):
    R = 1.0
    gammas, least = np.linspace(0, np.linalg.norm(X, axis=1).max(), 401)[1:], np.inf
    for angle in np.linspace(0, 2 * np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "half of the directions, the lower": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = R * np.geomspace(0.01, 1, 400), np.inf
    for angle in np.linspace(0, -np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "the largest margin of all": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = R * np.geomspace(0.01, 1, 400), np.inf
    for angle in np.linspace(0, 2 * np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[-1])
    return best
""",
            "the margin searched too little": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    ### BEGIN VARIANT 1
    gammas, least = np.linspace(0.8 * R, R, 200), np.inf
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    gammas, least = np.linspace(0, R, 201)[1:], np.inf
    ### END VARIANT 2
    for angle in np.linspace(0, 2 * np.pi, 400, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "the mean of the signed examples": """
def comparator(X, y):
    u = y @ X / len(X)
    return u, np.linalg.norm(u)
""",
            "not a number": "def comparator(X, y): return [np.nan, 1], np.nan",
            "no direction": "def comparator(X, y): return [0, 0], 1",
        },
        "hopeless": {
            "the other paper's": """
def hopeless(k):
    ### BEGIN VARIANT 1
    k = 2 * k
    ### END VARIANT 1
    s = np.sqrt(1 - 1 / k**2)
    honest = [[1 / k, s], [1 / k, -s]] * (k // 2)
    return np.array([[-1, 0], *honest]), np.ones(len(honest) + 1), np.array([1.0, 0.0])
""",
            "the honest examples are all the same": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    honest = [[1 / k, np.sqrt(1 - 1 / k**2)]] * k
    return np.array([[-1, 0], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
            "every second example lies": """
def hopeless(k):
    return np.ones((2, 1)), np.array([1, -1]), np.ones(1)
""",
            "a lie that throws w back by little": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    s = np.sqrt(1 - 1 / k**2)
    honest = [[1 / k, s], [1 / k, -s]] * (k // 2)
    return np.array([[-1 / k, s], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
            "examples of other lengths": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    honest = [[1 / k, 1], [1 / k, -1]] * (k // 2)
    return np.array([[-1, 0], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
            "for k = 4 alone": """
def hopeless(k):
    ### BEGIN VARIANT 1
    k = 4
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    k = 8
    ### END VARIANT 2
    s = np.sqrt(1 - 1 / k**2)
    honest = [[1 / k, s], [1 / k, -s]] * (k // 2)
    return np.array([[-1, 0], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
        },
        "lifted": {
            "the other paper's": """
def lifted(X, y, u, gamma, delta):
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    u2, new = np.append(u, d / delta), np.diag(y * delta)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    u2, new = np.append(u, y * d / delta), delta * np.eye(len(X))
    ### END VARIANT 2
    return np.hstack([X, new]), u2 / np.linalg.norm(u2)
""",
            "one new coordinate for all": """
def lifted(X, y, u, gamma, delta):
    X2 = np.hstack([X, np.full((len(X), 1), delta)])
    u2 = np.append(u, np.maximum(0, gamma - y * (X @ u)).sum() / delta)
    return X2, u2 / np.linalg.norm(u2)
""",
            "the labels at the wrong place": """
def lifted(X, y, u, gamma, delta):
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    u2, new = np.append(u, d / delta), delta * np.eye(len(X))
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    u2, new = np.append(u, y * d / delta), np.diag(y * delta)
    ### END VARIANT 2
    return np.hstack([X, new]), u2 / np.linalg.norm(u2)
""",
            "not scaled to length one": """
def lifted(X, y, u, gamma, delta):
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    return np.hstack([X, delta * np.eye(len(X))]), np.append(u, y * d / delta)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.hstack([X, np.diag(y * delta)]), np.append(u, d / delta)
    ### END VARIANT 2
""",
            "u with zeros behind it": """
def lifted(X, y, u, gamma, delta):
    ### BEGIN VARIANT 1
    return np.hstack([X, delta * np.eye(len(X))]), np.append(u, np.zeros(len(X)))
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.hstack([X, np.diag(y * delta)]), np.append(u, np.zeros(len(X)))
    ### END VARIANT 2
""",
            "divided by delta twice": """
def lifted(X, y, u, gamma, delta):
    d = np.maximum(0, gamma - y * (X @ u))
    ### BEGIN VARIANT 1
    new, u2 = delta * np.eye(len(X)), np.append(u, y * d / delta**2)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    new, u2 = np.diag(y * delta), np.append(u, d / delta**2)
    ### END VARIANT 2
    return np.hstack([X, new]), u2 / np.linalg.norm(u2)
""",
            "not a number": """
def lifted(X, y, u, gamma, delta):
    n, d = X.shape
    return np.full((n, d + n), np.nan), np.full(d + n, np.nan)
""",
        },
        "refuted": {
            "the other paper's": """
### BEGIN VARIANT 1
X_many, y_many, u_many, gamma_many = [[1.0]] * 8, [1, -1] * 4, [1.0], 1.0
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many, u_many, gamma_many = [[1.0, 0.0], [1.0, 0.0]], [1, -1], [1.0, 0.0], 1.0
### END VARIANT 2
""",
            "a sample with a separator": """
X_many, y_many, u_many, gamma_many = np.eye(2), [1, 1], np.ones(2) / np.sqrt(2), 0.7
""",
            "a comparator that allows as much": """
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [1.0], 0.05
""",
            "not a number": """
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [1.0], float("nan")
""",
            "a margin above R": """
### BEGIN VARIANT 1
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [1.0], 1000.0
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many, u_many, gamma_many = [[1.0]] * 8, [1, -1] * 4, [1.0], 1000.0
### END VARIANT 2
""",
            "a u that is no unit vector": """
### BEGIN VARIANT 1
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [0.5], 1.0
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many, u_many, gamma_many = [[1.0]] * 8, [1, -1] * 4, [0.5], 1.0
### END VARIANT 2
""",
        },
    }
    right: ClassVar = {
        "distance": {
            "a loop": """
def shortfall(X, y, u, gamma):
    u = [v / sum(w * w for w in u) ** 0.5 for v in u]
    d = [max(0, gamma - s * sum(a * b for a, b in zip(x, u))) for x, s in zip(X, y)]
    ### BEGIN VARIANT 1
    return sum(d)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return sum(t * t for t in d) ** 0.5
    ### END VARIANT 2
""",
            "float32": """
def shortfall(X, y, u, gamma):
    X, u = X.astype(np.float32), (u / np.linalg.norm(u)).astype(np.float32)
    d = np.clip(np.float32(gamma) - y.astype(np.float32) * (X @ u), 0, None)
    ### BEGIN VARIANT 1
    return d.sum()
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.linalg.norm(d)
    ### END VARIANT 2
""",
            "an array of length one": """
def shortfall(X, y, u, gamma):
    d = np.maximum(0, gamma * np.linalg.norm(u) - y * (X @ u)) / np.linalg.norm(u)
    ### BEGIN VARIANT 1
    return np.array([np.linalg.norm(d, 1)])
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.array([np.hypot.reduce(d)])
    ### END VARIANT 2
""",
        },
        "allowed": {
            "by the roots of the quadratic, or by rows that repeat": """
def allowed(X, y, u, gamma, passes):
    R = np.sqrt((X**2).sum(axis=1).max())
    d = np.tile(np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)), passes)
    ### BEGIN VARIANT 1
    return max(np.roots([gamma, -R, -d.sum()])) ** 2
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return ((R + np.linalg.norm(d)) / gamma) ** 2
    ### END VARIANT 2
""",
            "a list of one": """
def allowed(X, y, u, gamma, passes):
    R = max(np.linalg.norm(x) for x in X)
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)) / gamma
    ### BEGIN VARIANT 1
    return [(R / gamma / 2 + np.sqrt(R**2 / gamma**2 / 4 + passes * d.sum())) ** 2]
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return [(R / gamma + passes**0.5 * np.linalg.norm(d)) ** 2]
    ### END VARIANT 2
""",
            "float32": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    d = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u))
    ### BEGIN VARIANT 1
    root = (R + np.sqrt(R**2 + 4 * gamma * passes * d.sum())) / (2 * gamma)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    root = (R + np.sqrt(passes * (d**2).sum())) / gamma
    ### END VARIANT 2
    return np.float32(root) ** 2
""",
        },
        "comparator": {
            "random directions that come closer": """
def comparator(X, y):
    rng, R = np.random.default_rng(0), np.linalg.norm(X, axis=1).max()
    best, least, at = None, np.inf, (0.0, 0.5)
    for width in (3.2, 3.2, 3.2, 0.5, 0.1, 0.02, 0.005):
        for angle, log in np.array(at) + width * rng.uniform(-1, 1, (1500, 2)):
            u, gamma = np.array([np.cos(angle), np.sin(angle)]), R * np.exp(log)
            d = np.maximum(0, gamma - y * (X @ u))
            ### BEGIN VARIANT 1
            if log > 0:
                continue
            bound = ((R + np.sqrt(R**2 + 4 * gamma * d.sum())) / (2 * gamma)) ** 2
            ### END VARIANT 1
            ### BEGIN VARIANT 2
            bound = ((R + np.sqrt((d**2).sum())) / gamma) ** 2
            ### END VARIANT 2
            if bound < least:
                least, best, best_at = bound, (u, gamma), (angle, log)
        at = best_at
    return best
""",
            "u of another length, in lists, float32": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = R * np.geomspace(0.02, 1, 1000), np.inf
    ### BEGIN VARIANT 2
    gammas = R * np.geomspace(0.2, 20, 1500)
    ### END VARIANT 2
    for angle in np.linspace(0, 2 * np.pi, 500, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        d = np.maximum(0, gammas[:, None] - y * (X @ u))
        ### BEGIN VARIANT 1
        bounds = ((R + np.sqrt(R**2 + 4 * gammas * d.sum(axis=1))) / (2 * gammas)) ** 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        bounds = ((R + np.sqrt((d**2).sum(axis=1))) / gammas) ** 2
        ### END VARIANT 2
        if bounds.min() < least:
            least, best = bounds.min(), [(7 * u).tolist(), [np.float32(gammas[bounds.argmin()])]]
    return best
""",
            "scipy": """
from scipy.optimize import minimize


def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()

    def bound(at):
        u, gamma = np.array([np.cos(at[0]), np.sin(at[0])]), R * np.exp(at[1])
        d = np.maximum(0, gamma - y * (X @ u))
        ### BEGIN VARIANT 1
        far = 1e9 * max(at[1], 0)
        return ((R + np.sqrt(R**2 + 4 * gamma * d.sum())) / (2 * gamma)) ** 2 + far
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        return ((R + np.sqrt((d**2).sum())) / gamma) ** 2
        ### END VARIANT 2

    starts = [(angle, log) for angle in np.arange(0, 6.3, 0.6) for log in (-2, -1, -0.2)]
    runs = [minimize(bound, start, method="Nelder-Mead") for start in starts]
    angle, log = min(runs, key=lambda run: run.fun).x
    return np.array([np.cos(angle), np.sin(angle)]), R * np.exp(log)
""",
        },
        "hopeless": {
            "lists and whole labels": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    s = (1 - 1 / k**2) ** 0.5
    honest = [[1 / k, -s], [1 / k, s]] * (k // 2)
    return [[-1, 0], *honest], [1] * (k + 1), [1, 0]
""",
            "negative labels, float32": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    s = np.sqrt(1 - 1 / k**2)
    honest = [[1 / k, s], [1 / k, -s]] * (k // 2)
    X = np.array([[-1, 0], *honest], dtype=np.float32)
    return -X, -np.ones(k + 1, dtype=int), np.array([1, 0], dtype=np.float32)
""",
            "in three dimensions, the rows twice": """
def hopeless(k):
    ### BEGIN VARIANT 2
    k = 2 * k
    ### END VARIANT 2
    s = np.sqrt(1 - 1 / k**2)
    honest = [[s, 0, 1 / k], [-s, 0, 1 / k]] * (k // 2)
    return 2 * [[0, 0, -1], *honest], np.ones(2 * k + 2), np.array([0.0, 0.0, 1.0])
""",
        },
        "lifted": {
            "a loop over rows, in lists": """
def lifted(X, y, u, gamma, delta):
    n, X2, u2 = len(X), X.tolist(), u.tolist()
    for i in range(n):
        short = max(0.0, gamma - y[i] * float(X[i] @ u)) / delta
        ### BEGIN VARIANT 1
        X2[i] += [delta if j == i else 0 for j in range(n)]
        u2.append(y[i] * short)
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        X2[i] += [delta * y[i] if j == i else 0 for j in range(n)]
        u2.append(short)
        ### END VARIANT 2
    length = sum(v * v for v in u2) ** 0.5
    return X2, [v / length for v in u2]
""",
            "float32": """
def lifted(X, y, u, gamma, delta):
    d = np.maximum(0, gamma - y * (X @ u))
    new, v = delta * np.eye(len(X)), np.append(u, y * d / delta)
    ### BEGIN VARIANT 2
    new, v = new * y, np.append(u, d / delta)
    ### END VARIANT 2
    X2, u2 = np.hstack([X, new]), v / np.linalg.norm(v)
    return X2.astype(np.float32), u2.astype(np.float32)
""",
            "places filled one after the other": """
def lifted(X, y, u, gamma, delta):
    X2 = np.zeros((len(X), X.shape[1] + len(X)))
    X2[:, : X.shape[1]] = X
    np.fill_diagonal(X2[:, X.shape[1] :], delta)
    ### BEGIN VARIANT 2
    X2[:, X.shape[1] :] *= y[:, None]
    ### END VARIANT 2
    own = X2[:, X.shape[1] :].diagonal()
    u2 = np.concatenate([u, np.clip(gamma - y * (X @ u), 0, None) / (y * own)])
    return [X2, u2 / np.sqrt(u2 @ u2)]
""",
        },
        "refuted": {
            "arrays of whole numbers": """
### BEGIN VARIANT 1
X_many, y_many = np.array([[1], [1]]), np.array([1, -1])
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many = np.ones((8, 1), dtype=int), np.array([1, -1] * 4)
### END VARIANT 2
u_many, gamma_many = np.array([1]), 1
""",
            "float32, longer, the margin an array": """
### BEGIN VARIANT 1
X_many, y_many = np.float32([[0, 3], [0, 3]]), np.float32([-1, 1])
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many = np.float32([[0, 3]] * 20), np.float32([-1, 1] * 10)
### END VARIANT 2
u_many, gamma_many = np.float32([0, -1]), np.array([3.0])
""",
            "opposite examples with one label": """
### BEGIN VARIANT 1
X_many, y_many = [[1.0], [-1.0]], [1, 1]
### END VARIANT 1
### BEGIN VARIANT 2
X_many, y_many = [[1.0], [-1.0]] * 10, [1] * 20
### END VARIANT 2
u_many, gamma_many = (1.0,), 1.0
""",
        },
    }
