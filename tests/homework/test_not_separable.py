"""The assignment *Without a separator*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestNotSeparable(Assignment):
    name = "not-separable"
    wrong: ClassVar = {
        "distance": {
            "without the maximum": """
def total_distance(X, y, u, gamma):
    return (gamma - y * (X @ u) / np.linalg.norm(u)).sum()
""",
            "u taken for a unit vector": """
def total_distance(X, y, u, gamma):
    return np.maximum(0, gamma - y * (X @ u)).sum()
""",
            "squared": """
def total_distance(X, y, u, gamma):
    return (np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)) ** 2).sum()
""",
        },
        "allowed": {
            "each example counts once, however often it comes": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    td = np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)).sum()
    return ((R + np.sqrt(R**2 + 4 * gamma * td)) / (2 * gamma)) ** 2
""",
            "R taken for 1": """
def allowed(X, y, u, gamma, passes):
    td = passes * np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)).sum()
    return ((1 + np.sqrt(1 + 4 * gamma * td)) / (2 * gamma)) ** 2
""",
            "the simple bound": """
def allowed(X, y, u, gamma, passes):
    R = np.linalg.norm(X, axis=1).max()
    td = passes * np.maximum(0, gamma - y * (X @ u) / np.linalg.norm(u)).sum()
    return R**2 / gamma**2 + 2 * td / gamma
""",
        },
        "comparator": {
            "the least simple bound": """
def comparator(X, y):
    R = np.linalg.norm(X, axis=1).max()
    gammas, least = np.linspace(0, R, 201)[1:], np.inf
    for angle in np.linspace(0, 2 * np.pi, 200, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        td = np.maximum(0, gammas[:, None] - y * (X @ u)).sum(axis=1)
        bounds = R**2 / gammas**2 + 2 * td / gammas
        if bounds.min() < least:
            least, best = bounds.min(), (u, gammas[bounds.argmin()])
    return best
""",
            "R taken for 1": """
def comparator(X, y):
    gammas, least = np.linspace(0, np.linalg.norm(X, axis=1).max(), 201)[1:], np.inf
    for angle in np.linspace(0, 2 * np.pi, 200, endpoint=False):
        u = np.array([np.cos(angle), np.sin(angle)])
        td = np.maximum(0, gammas[:, None] - y * (X @ u)).sum(axis=1)
        bounds = ((1 + np.sqrt(1 + 4 * gammas * td)) / (2 * gammas)) ** 2
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
        },
        "hopeless": {
            "the honest examples are all the same": """
def hopeless(k):
    honest = [[1 / k, np.sqrt(1 - 1 / k**2)]] * k
    return np.array([[-1, 0], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
            "every second example lies": """
def hopeless(k):
    return np.ones((2, 1)), np.array([1, -1]), np.ones(1)
""",
            "a lie that throws w back by little": """
def hopeless(k):
    s = np.sqrt(1 - 1 / k**2)
    honest = [[1 / k, s], [1 / k, -s]] * (k // 2)
    return np.array([[-1 / k, s], *honest]), np.ones(k + 1), np.array([1.0, 0.0])
""",
        },
        "lifted": {
            "one new coordinate for all": """
def lifted(X, y, u, gamma, delta):
    X2 = np.hstack([X, np.full((len(X), 1), delta)])
    u2 = np.append(u, np.maximum(0, gamma - y * (X @ u)).sum() / delta)
    return X2, u2 / np.linalg.norm(u2)
""",
            "without the labels": """
def lifted(X, y, u, gamma, delta):
    u2 = np.append(u, np.maximum(0, gamma - y * (X @ u)) / delta)
    return np.hstack([X, delta * np.eye(len(X))]), u2 / np.linalg.norm(u2)
""",
            "not scaled to length one": """
def lifted(X, y, u, gamma, delta):
    u2 = np.append(u, y * np.maximum(0, gamma - y * (X @ u)) / delta)
    return np.hstack([X, delta * np.eye(len(X))]), u2
""",
        },
        "refuted": {
            "a sample with a separator": """
X_many, y_many, u_many, gamma_many = np.eye(2), [1, 1], np.ones(2) / np.sqrt(2), 0.7
""",
            "a comparator that allows as much": """
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [1.0], 0.05
""",
            "not a number": """
X_many, y_many, u_many, gamma_many = [[1.0], [1.0]], [1, -1], [1.0], float("nan")
""",
        },
    }
