"""The assignment *Support vectors*: wrong answers to it, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment

CLARABEL = "solver=cp.CLARABEL"
OSQP = "solver=cp.OSQP, eps_abs=1e-9, eps_rel=1e-9, max_iter=400000, polishing=True"
SCS = "solver=cp.SCS, eps_abs=1e-9, eps_rel=1e-9, max_iters=400000"

WIDEST = """
def widest(X, y):
    import cvxpy as cp

    w, b = cp.Variable(X.shape[1]), cp.Variable()
    ### BEGIN VARIANT 1
    faces = np.ones(len(y))
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    faces = np.where(y > 0, 3, 1)
    ### END VARIANT 2
    loss, faces = {loss}, {faces}
    problem = cp.Problem(cp.Minimize(loss), [cp.multiply(y, X @ w + {b}) >= faces])
    problem.solve({solver})
    return {answer}
"""


def widest(
    loss="cp.sum_squares(w) / 2",
    faces="faces",
    b="b",
    answer="w.value, float(b.value)",
    solver=CLARABEL,
):
    return WIDEST.format(loss=loss, faces=faces, b=b, answer=answer, solver=solver)


DUAL = """
def dual(X, y, C):
    import cvxpy as cp

    alpha = cp.Variable(len(y), nonneg=True)
    value = cp.sum(alpha) - {force} / 2
    box = [alpha <= {C}] if np.isfinite(C) else []
    cp.Problem(cp.Maximize(value), [{balance}*box]).solve({solver})
    signs = np.ones(len(y))
    ### BEGIN VARIANT 2
    signs = y
    ### END VARIANT 2
    return {answer}
"""


def dual(
    force="cp.sum_squares((y[:, None] * X).T @ alpha)",
    C="C",
    balance="y @ alpha == 0, ",
    answer="alpha.value * signs",
    solver=CLARABEL,
):
    return DUAL.format(force=force, C=C, balance=balance, answer=answer, solver=solver)


# Without a solver: one pair of multipliers at a time, the pair that violates the conditions most.
PAIRS = """
def pairs(X, y, C):
    alpha, K = np.zeros(len(y)), X @ X.T
    for _ in range(200000):
        at = y - K @ (alpha * y)
        up = np.where(y > 0, alpha < C, alpha > 0)
        down = np.where(y > 0, alpha > 0, alpha < C)
        i, j = np.argmax(np.where(up, at, -np.inf)), np.argmin(np.where(down, at, np.inf))
        if at[i] - at[j] < 1e-8:
            break
        step = (at[i] - at[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])
        step = min(step, C - alpha[i] if y[i] > 0 else alpha[i])
        step = min(step, alpha[j] if y[j] > 0 else C - alpha[j])
        alpha[i] += step * y[i]
        alpha[j] -= step * y[j]
    return alpha, (at[i] + at[j]) / 2
"""

# Reads multipliers of either paper, and gives ends as the paper wants them.
SEPARATOR = """
def separator(X, y, multipliers, C):
    sign = 1
    ### BEGIN VARIANT 2
    sign = -1
    ### END VARIANT 2
    alpha = np.abs(multipliers)
    w = (alpha * y) @ X
    at = y - X @ w
    some, room = alpha > {some}, alpha < {room}
    low = at[{below}].max()
    high = at[{above}].min()
    {then}
    low, high = sorted([sign * low, sign * high])
    return {answer}
"""


def separator(
    some="1e-4 * C",
    room="(1 - 1e-4) * C",
    below="np.where(y > 0, room, some)",
    above="np.where(y > 0, some, room)",
    then="",
    answer="w, low, high",
):
    return SEPARATOR.format(
        some=some, room=room, below=below, above=above, then=then, answer=answer
    )


# Either paper's answer to question 4: a slab `size` wide, and lists that differ.
CALM = """
### BEGIN VARIANT 1
size = 2 * gamma
### END VARIANT 1
### BEGIN VARIANT 2
size = width
### END VARIANT 2
"""
FIVE = """
total = 2 / size**2
X_calm = [[size / 2, -1], [size / 2, 0], [size / 2, 1], [-size / 2, -1], [-size / 2, 1]]
y_calm = [1, 1, 1, -1, -1]
first = [total / 3] * 3 + [total / 2] * 2
second = [0, total, 0] + [total / 2] * 2
"""

REFUTED = """
### BEGIN VARIANT 1
X_bad, y_bad, C_bad = [[tilt - 1], [tilt + 1]], [1, -1], 100.0
w_bad, b_bad = [-1.0], tilt
alpha_bad = [(tilt**2 + tilt + 1) / 2, (tilt**2 - tilt + 1) / 2]
### END VARIANT 1
### BEGIN VARIANT 2
w, less = (2 / (times - 1)) ** 0.5, 1 / (times - 1)
X_bad, y_bad, C_bad = [[0.0], [-2 / w]], [1, -1], 100.0
w_bad, b_bad, alpha_bad = [w], 1.0, [times * less, less]
### END VARIANT 2
"""

CHOICE = """
import cvxpy as cp

near, *others = {scaled}
results = []
for C in prices:
    most = C
    ### BEGIN VARIANT 2
    most = C / 20
    ### END VARIANT 2
    most = {most}
    w, b, slack = cp.Variable(4), cp.Variable(), cp.Variable(20, nonneg=True)
    faces = cp.multiply(near.y, near.X @ w + b) >= 1 - slack
    loss = cp.sum_squares(w) / 2 + most * cp.sum(slack)
    cp.Problem(cp.Minimize(loss), [faces]).solve({solver})
    wrong = [int(np.sum(part.y * (part.X @ w.value + b.value) <= 0)) for part in {counted}]
    results.append((C, w.value, float(b.value), faces.dual_value, *wrong))
C_best, *_, misses = {pick}
results = [row[:5] for row in results]
"""


def choice(
    scaled="[standardize(part, like=train) for part in (train, held, last)]",
    most="most",
    counted="others",
    pick="min(results, key=lambda row: row[4])",
    solver=CLARABEL,
):
    return CHOICE.format(scaled=scaled, most=most, counted=counted, pick=pick, solver=solver)


class TestSupportVectors(Assignment):
    name = "support-vectors"
    wrong: ClassVar = {
        "widest": {
            "through the origin": widest(b="0", answer="w.value, 0.0"),
            "the offset is penalized": widest(loss="cp.sum_squares(w) + cp.square(b)"),
            "in another scale": widest(faces="2 * faces"),
            "of length 1": widest(
                answer="w.value / np.linalg.norm(w.value), b.value / np.linalg.norm(w.value)"
            ),
            "the other paper's": widest(faces="np.where(y > 0, 4 - faces, 1)"),
            "the larger face on the other side": widest(faces="np.where(y < 0, 3, 1)"),
            "widest where no weight exceeds the others": widest(loss="cp.norm(w, 'inf')"),
            "the planted one of the own data": """
def widest(X, y):
    w, b = (hard.w, hard.b) if len(y) > 2 else (np.array([0.24, -0.32]), 0.12)
    ### BEGIN VARIANT 2
    w, b = 2 * w, 2 * b + 1
    ### END VARIANT 2
    return w, b
""",
            "between the two nearest examples": """
def widest(X, y):
    up, down = X[y > 0], X[y < 0]
    away = up[:, None] - down[None]
    i, j = np.unravel_index((away**2).sum(axis=2).argmin(), away.shape[:2])
    w = 2 * away[i, j] / (away[i, j] @ away[i, j])
    b = 1 - w @ up[i]
    ### BEGIN VARIANT 2
    w, b = 2 * w, 2 * b + 1
    ### END VARIANT 2
    return w, b
""",
            "NaN": "def widest(X, y):\n    return np.full(X.shape[1], np.nan), np.nan\n",
            "zero": "def widest(X, y):\n    return np.zeros(X.shape[1]), 0.0\n",
        },
        "dual": {
            "no balance": dual(balance=""),
            "not capped": dual(C="1e9"),
            "never above 10": dual(C="min(C, 10)"),
            "never above 100": dual(C="min(C, 100)"),
            "the price is 1": dual(C="1"),
            "v without the labels": dual(force="cp.sum_squares(X.T @ alpha)"),
            "the square without its half": dual(
                force="2 * cp.sum_squares((y[:, None] * X).T @ alpha)"
            ),
            "the other paper's": dual(answer="alpha.value * signs * y"),
            "shares of C": dual(answer="alpha.value * signs / min(C, 1e3)"),
            "the planted ones of the own data": """
def dual(X, y, C):
    known = soft.alpha if len(y) == len(y_soft) else hard.alpha
    known = known if len(y) > 2 else np.full(2, 0.1)
    ### BEGIN VARIANT 2
    known = known * y
    ### END VARIANT 2
    return known
""",
            "all zero": "def dual(X, y, C):\n    return np.zeros(len(y))\n",
            "NaN": "def dual(X, y, C):\n    return np.full(len(y), np.nan)\n",
            "one for each class": dual(answer="(alpha.value * signs)[:2]"),
        },
        "separator": {
            "b from bound support vectors": separator(
                below="alpha > 0.9999 * C", above="alpha > 0.9999 * C"
            ),
            "b is the mean over all support vectors": separator(
                then="low = high = at[some].mean()"
            ),
            "the middle of the interval": separator(then="low = high = (low + high) / 2"),
            "multipliers of 0 say nothing": separator(
                below="np.where(y > 0, some & room, some)",
                above="np.where(y > 0, some, some & room)",
            ),
            "multipliers of C say nothing, unless all are": separator(
                below="np.where(y > 0, room, some & (room | ~room.any()))",
                above="np.where(y > 0, some & (room | ~room.any()), room)",
            ),
            "a ten-thousandth is 0": separator(some="1e-4", room="C - 1e-4"),
            "nothing is rounded": separator(some="0", room="C"),
            "a millionth is not 0": separator(some="1e-6 * C", room="(1 - 1e-6) * C"),
            "rounded in absolute terms": separator(some="1e-7", room="C - 1e-7"),
            "the sign of y forgotten": separator(below="room", above="some"),
            "the classes swapped": separator(
                below="np.where(y < 0, room, some)", above="np.where(y < 0, some, room)"
            ),
            "the ends a little inside": separator(
                then="low, high = low + 0.02 * (high - low), high - 0.02 * (high - low)"
            ),
            "free ones alone": separator(below="some & room", above="some & room"),
            "the greatest first": separator(then="", answer="w, high, low"),
            "the other paper's": separator(then="low, high = -high, -low"),
            "NaN": "def separator(X, y, m, C):\n    return X[0] * np.nan, np.nan, np.nan\n",
            "all of the line": "def separator(X, y, m, C):\n    return (m * y) @ X, -1e9, 1e9\n",
        },
        "calm": {
            "the other paper's size": CALM.replace("2 * gamma", "gamma").replace(
                "= width", "= 2 * width"
            )
            + FIVE,
            "the forces are not made up for": CALM + FIVE + "second = [0, first[1], 0, *first[3:]]",
            "the same list twice": CALM + FIVE + "second = first",
            "the lists swapped": CALM + FIVE + "first, second = second, first",
            "examples beyond the faces": CALM
            + """
total = 2 / size**2
X_calm = [[size / 2, 0], [size, 0], [size, 1], [-size / 2, 0], [-size / 2, 1]]
y_calm = [1, 1, 1, -1, -1]
first = [total, 0, 0, total, 0]
second = [total, 0, 0, total / 2, total / 2]
""",
            "the same example five times": CALM
            + """
total = 2 / size**2
X_calm, y_calm = [[size / 2]] * 3 + [[-size / 2]] * 2, [1, 1, 1, -1, -1]
first = [total / 3] * 3 + [total / 2] * 2
second = [0, total, 0] + [total / 2] * 2
""",
            "four examples": CALM
            + """
total = 2 / size**2
X_calm = [[size / 2, -1], [size / 2, 1], [-size / 2, -1], [-size / 2, 1]]
y_calm, first, second = [1, 1, -1, -1], [total / 2] * 4, [total, 0, total, 0]
""",
            "other zeros than the paper's": CALM
            + """
total = 2 / size**2
X_calm = [[side * size / 2, height] for side in (1, -1) for height in (-1, 0, 1)]
y_calm, first = [1, 1, 1, -1, -1, -1], [total / 3] * 6
### BEGIN VARIANT 1
second = [total / 2, 0, total / 2] + [total / 3] * 3
### END VARIANT 1
### BEGIN VARIANT 2
second = [0, total, 0] * 2
### END VARIANT 2
""",
            "the slab is turned": CALM + FIVE + "second = [total / 2, total / 2, 0, total, 0]",
            "NaN": CALM + FIVE + "first = second = [float('nan')] * 5",
        },
        "refuted": {
            "the soft margin, in balance": """
X_bad, y_bad, C_bad = [[1.0], [0.0]], [1, -1], 10.0
w_bad, b_bad, alpha_bad = [2.0], -1.0, [2.0, 2.0]
""",
            "one class": """
X_bad, y_bad, C_bad = [[1.0]], [1], 10.0
w_bad, b_bad, alpha_bad = [0.5], 0.5, [0.5]
""",
            "not a number": REFUTED + "alpha_bad = [float('nan'), 3.0]",
            "for another number": REFUTED.replace("tilt", "(tilt + 0.5)").replace(
                "times", "(times + 0.5)"
            ),
            "the labels turned": REFUTED + "y_bad = [-1, 1]",
            "above the price": REFUTED + "C_bad = 0.5",
            "no price": REFUTED + "C_bad = np.inf",
            "the multipliers alone are scaled": REFUTED
            + """
alpha_bad = [3 * alpha_bad[0], alpha_bad[1]]
""",
            "the other paper's": """
### BEGIN VARIANT 1
times = abs(tilt) + 1
w, less = (2 / (times - 1)) ** 0.5, 1 / (times - 1)
X_bad, y_bad, C_bad = [[0.0], [-2 / w]], [1, -1], 100.0
w_bad, b_bad, alpha_bad = [w], 1.0, [times * less, less]
### END VARIANT 1
### BEGIN VARIANT 2
X_bad, y_bad, C_bad = [[times - 1], [times + 1]], [1, -1], 100.0
w_bad, b_bad = [-1.0], times
alpha_bad = [(times**2 + times + 1) / 2, (times**2 - times + 1) / 2]
### END VARIANT 2
""",
        },
        "choice": {
            "measured by all three samples": choice(
                scaled="[standardize(part, like=Sample(np.vstack([train.X, held.X, last.X]),"
                " np.hstack([train.y, held.y, last.y]))) for part in (train, held, last)]"
            ),
            "each measured by itself": choice(
                scaled="[standardize(part) for part in (train, held, last)]"
            ),
            "not standardized": choice(scaled="train, held, last"),
            "errors on the training examples": choice(counted="(near, others[1])"),
            "chosen by the last": choice(counted="others[::-1]"),
            "the most errors": choice(pick="max(results, key=lambda row: row[4])"),
            "the other paper's": choice(most="C if most < C else C / 20"),
            "no slack is paid for": choice(most="1e-6"),
            "nothing is solved": """
results = [(C, [1.0, 0, 0, 0], 0.0, [0.0] * 20, 0) for C in prices]
near, far = standardize(held, like=train), standardize(last, like=train)
results = [(*row[:4], int(np.sum(near.signed[:, 0] <= 0))) for row in results]
C_best, misses = prices[0], int(np.sum(far.signed[:, 0] <= 0))
""",
            "multipliers below 0": choice()
            + """
results = [(C, w, b, -abs(np.array(alpha)) - 1, e) for C, w, b, alpha, e in results]
""",
            "no results": "results, C_best, misses = [], prices[0], 0",
        },
    }
    right: ClassVar = {
        "widest": {
            "OSQP": widest(solver=OSQP),
            "SCS": widest(solver=SCS),
            "the shortest vector between the hulls, by pairs": PAIRS
            + """

def widest(X, y):
    alpha, b = pairs(X, y, np.inf)
    w = (alpha * y) @ X
    ### BEGIN VARIANT 2
    w, b = 2 * w, 2 * b + 1
    ### END VARIANT 2
    return w, b
""",
            "lists": widest(answer="[w.value.tolist(), [b.value.item()]]"),
            "float32": widest(answer="w.value.astype(np.float32), np.float32(b.value)"),
            "arrays of length one": widest(answer="w.value, np.array([b.value])"),
        },
        "dual": {
            "OSQP": dual(solver=OSQP),
            "SCS": dual(solver=SCS),
            "by pairs": PAIRS
            + """

def dual(X, y, C):
    alpha = pairs(X, y, C)[0]
    ### BEGIN VARIANT 2
    alpha = alpha * y
    ### END VARIANT 2
    return alpha
""",
            "from the primal": """
def dual(X, y, C):
    import cvxpy as cp

    w, b = cp.Variable(X.shape[1]), cp.Variable()
    slack = cp.Variable(len(y), nonneg=True) if C < np.inf else np.zeros(len(y))
    price = C * cp.sum(slack) if C < np.inf else 0
    faces = cp.multiply(y, X @ w + b) >= 1 - slack
    cp.Problem(cp.Minimize(cp.sum_squares(w) / 2 + price), [faces]).solve(solver=cp.CLARABEL)
    alpha = faces.dual_value
    ### BEGIN VARIANT 2
    alpha = alpha * y
    ### END VARIANT 2
    return alpha
""",
            "a list": dual(answer="(alpha.value * signs).tolist()"),
            "float32": dual(answer="(alpha.value * signs).astype(np.float32)"),
        },
        "separator": {
            "lists": separator(answer="[w.tolist(), [low], [high]]"),
            "float32": separator(answer="w.astype(np.float32), np.float32(low), np.float32(high)"),
            "another rounding": separator(some="1e-3 * C", room="0.999 * C"),
            "where the slope of the loss turns": """
def separator(X, y, multipliers, C):
    sign = 1
    ### BEGIN VARIANT 2
    sign = -1
    ### END VARIANT 2
    w = (np.abs(multipliers) * y) @ X
    turns = np.sort(y - X @ w)
    losses = np.maximum(0, 1 - y * (X @ w + turns[:, None])).sum(axis=1)
    best = turns[losses <= losses.min() + 1e-4]
    low, high = sorted([sign * best[0], sign * best[-1]])
    return w, low, high
""",
            "one demand after the other": """
def separator(X, y, multipliers, C):
    w, lower, upper = (np.abs(multipliers) * y) @ X, [], []
    for x, label, alpha in zip(X, y, np.abs(multipliers)):
        if alpha / C < 0.999:  # y f >= 1
            (lower if label > 0 else upper).append(label - w @ x)
        if alpha / C > 0.001:  # y f <= 1
            (upper if label > 0 else lower).append(label - w @ x)
    ends = max(lower), min(upper)
    ### BEGIN VARIANT 2
    ends = -ends[1], -ends[0]
    ### END VARIANT 2
    return w, *ends
""",
        },
        "calm": {
            "five": CALM + FIVE,
            "arrays": CALM
            + FIVE
            + """
X_calm, y_calm, first, second = map(np.array, (X_calm, y_calm, first, second))
""",
            "float32, with whole labels": CALM
            + FIVE
            + """
X_calm, y_calm = np.float32(X_calm), np.int32(y_calm)
first, second = np.float32(first), np.float32(second)
""",
            "turned in three dimensions": CALM
            + """
turn = np.linalg.qr(np.array([[1.0, 2, 0], [0, 1, 3], [1, 0, 1]]))[0]
total = 2 / size**2
X_calm = np.array([[s * size / 2, *at] for s in (1, -1) for at in np.eye(2).tolist() + [[0, 0]]])
X_calm[:3, 1:] -= X_calm[:3, 1:].mean(axis=0)
X_calm[3:, 1:] = [[0, 0], [1, 0], [-1, 0]]
X_calm = X_calm @ turn + 1
y_calm, first = [1] * 3 + [-1] * 3, [total / 3] * 6
### BEGIN VARIANT 1
second = [total / 3] * 3 + [total, 0, 0]
### END VARIANT 1
### BEGIN VARIANT 2
y_calm = [-1] * 3 + [1] * 3
second = [total / 3] * 3 + [total, 0, 0]
### END VARIANT 2
""",
        },
        "refuted": {
            "arrays": REFUTED
            + """
X_bad, y_bad, C_bad = np.array(X_bad), np.array(y_bad), np.array([C_bad])
w_bad, b_bad, alpha_bad = np.array(w_bad), np.array([b_bad]), np.array(alpha_bad)
""",
            "float32": REFUTED
            + """
X_bad, y_bad, C_bad = np.float32(X_bad), np.int8(y_bad), 100
w_bad, b_bad, alpha_bad = np.float32(w_bad), np.float32(b_bad), np.float32(alpha_bad)
""",
            "in two dimensions, with a third example": REFUTED
            + """
X_bad = [[x[0], 0] for x in X_bad]
far = 2 / w_bad[0] - b_bad / w_bad[0]
X_bad, y_bad = [*X_bad, [far, 1]], [*y_bad, 1]
w_bad, alpha_bad = [*w_bad, 0], [*alpha_bad, 0]
""",
        },
        "choice": {
            "OSQP": choice(solver=OSQP),
            "SCS": choice(solver=SCS),
            "by questions 2 and 3": """
near, *others = [standardize(part, like=train) for part in (train, held, last)]
results = []
for C in prices:
    cap = C
    ### BEGIN VARIANT 2
    cap = C / train.n
    ### END VARIANT 2
    found = dual(near.X, near.y, cap)
    w, low, high = separator(near.X, near.y, found, cap)
    b = (low + high) / 2
    ### BEGIN VARIANT 2
    b = -b
    ### END VARIANT 2
    wrong = [int(np.sum(s.y * (s.X @ w + b) <= 0)) for s in others]
    results.append([C, w.tolist(), b, np.abs(found).tolist(), *wrong])
C_best, *_, misses = min(results, key=lambda row: row[4])
results = [row[:5] for row in results]
""",
            "by pairs": PAIRS
            + """

near, *others = [standardize(part, like=train) for part in (train, held, last)]
results = []
for C in prices:
    cap = C
    ### BEGIN VARIANT 2
    cap = C / train.n
    ### END VARIANT 2
    alpha, b = pairs(near.X, near.y, cap)
    w = (alpha * near.y) @ near.X
    wrong = [int(np.sum(s.y * (s.X @ w + b) <= 0)) for s in others]
    results.append((C, w, b, alpha, *wrong))
C_best, *_, misses = min(results, key=lambda row: row[4])
results = [row[:5] for row in results]
""",
            "the largest of the best prices, in float32": choice(
                pick="min(results[::-1], key=lambda row: row[4])"
            )
            + """
results = [[np.float32(C), np.float32(w), np.array([b]), alpha, float(e)]
           for C, w, b, alpha, e in results]
C_best, misses = np.float32(C_best), np.array([misses])
""",
        },
    }
