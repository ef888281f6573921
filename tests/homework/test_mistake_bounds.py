"""The assignment *Mistake bounds*: wrong answers to it, and unusual right ones."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestMistakeBounds(Assignment):
    name = "mistake-bounds"
    wrong: ClassVar = {
        "conjunction": {
            "the other paper's": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = 1
    ### END VARIANT 2
    past, x = X[:-1][y == label], X[-1]
    if len(past) == 0:
        return -label
    fixed = (past == past[0]).all(axis=0)
    return label if (x == past[0])[fixed].all() else -label
""",
            "starts with the empty hypothesis": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    past, x = X[:-1][y == label], X[-1]
    if len(past) == 0:
        return label
    fixed = (past == past[0]).all(axis=0)
    return label if (x == past[0])[fixed].all() else -label
""",
            "drops literals on every example": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    past, x = X[:-1], X[-1]
    if len(past) == 0:
        return -label
    fixed = (past == past[0]).all(axis=0)
    return label if (x == past[0])[fixed].all() else -label
""",
            "no negated variables": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    return 1 if X[-1][X[:-1][y > 0].all(axis=0)].all() else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return 1 if X[-1][~X[:-1][y < 0].any(axis=0)].any() else -1
    ### END VARIANT 2
""",
            "the last ten good examples alone": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    past, x = X[:-1][y == label][-10:], X[-1]
    if len(past) == 0:
        return -label
    fixed = (past == past[0]).all(axis=0)
    return label if (x == past[0])[fixed].all() else -label
""",
            "the first ten good examples alone": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    past, x = X[:-1][y == label][:10], X[-1]
    if len(past) == 0:
        return -label
    fixed = (past == past[0]).all(axis=0)
    return label if (x == past[0])[fixed].all() else -label
""",
            "learns by heart": """
def elimination(X, y):
    same = (X[:-1] == X[-1]).all(axis=1)
    return y[same][0] if same.any() else -1
""",
            "the nearest neighbor": """
def elimination(X, y):
    if len(y) == 0:
        return -1
    return y[(X[:-1] != X[-1]).sum(axis=1).argmin()]
""",
            "one label always": "def elimination(X, y): return 1",
            "the labels of the own data": """
def elimination(X, y):
    mine, _ = draw(homework.own(me, "conjunction"))
    return labels(mine, X)[-1] if X.shape[1] == 8 else -1
""",
            "not a number": "def elimination(X, y): return np.nan",
        },
        "clauses": {
            "question 1 again": "pairs = elimination",
            "the other paper's": """
def pairs(X, y):
    literals = np.hstack([X, 1 - X])
    a, b = np.triu_indices(literals.shape[1])
    ### BEGIN VARIANT 1
    values = literals[:, a] & literals[:, b]
    left = ~values[:-1][y < 0].any(axis=0)
    return 1 if values[-1][left].any() else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = literals[:, a] | literals[:, b]
    left = values[:-1][y > 0].all(axis=0)
    return 1 if values[-1][left].all() else -1
    ### END VARIANT 2
""",
            "no negated variable": """
def pairs(X, y):
    first, second = np.triu_indices(X.shape[1])
    ### BEGIN VARIANT 1
    return elimination(X[:, first] | X[:, second], y)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return elimination(X[:, first] & X[:, second], y)
    ### END VARIANT 2
""",
            "at most one negated variable": """
def pairs(X, y):
    n = X.shape[1]
    literals = np.hstack([X, 1 - X])
    first, second = np.triu_indices(2 * n)
    first, second = first[first < n], second[first < n]
    ### BEGIN VARIANT 1
    values = literals[:, first] | literals[:, second]
    left = values[:-1][y > 0].all(axis=0)
    return 1 if (y > 0).any() and values[-1][left].all() else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = literals[:, first] & literals[:, second]
    left = ~values[:-1][y < 0].any(axis=0)
    return -1 if (y < 0).any() and not values[-1][left].any() else 1
    ### END VARIANT 2
""",
            "joins what is left the other way": """
def pairs(X, y):
    literals = np.hstack([X, 1 - X])
    first, second = np.triu_indices(literals.shape[1])
    ### BEGIN VARIANT 1
    values = literals[:, first] | literals[:, second]
    return 1 if values[-1][values[:-1][y > 0].all(axis=0)].any() else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = literals[:, first] & literals[:, second]
    return 1 if values[-1][~values[:-1][y < 0].any(axis=0)].all() else -1
    ### END VARIANT 2
""",
            "learns by heart, False at first": """
def pairs(X, y):
    same = (X[:-1] == X[-1]).all(axis=1)
    return y[same][0] if same.any() else -1
""",
            "learns by heart, True at first": """
def pairs(X, y):
    same = (X[:-1] == X[-1]).all(axis=1)
    return y[same][0] if same.any() else 1
""",
            "the majority of the nearest": """
def pairs(X, y):
    if len(y) == 0:
        return 1
    distance = (X[:-1] != X[-1]).sum(axis=1)
    return 1 if y[distance == distance.min()].sum() >= 0 else -1
""",
            "the first of the nearest": """
def pairs(X, y):
    if len(y) == 0:
        return -1
    return y[(X[:-1] != X[-1]).sum(axis=1).argmin()]
""",
            "the perceptron on the bits": """
def pairs(X, y):
    rows, w = np.hstack([2 * X - 1, np.ones((len(X), 1))]), 0
    for row, label in zip(rows[:-1], y):
        if label * np.sum(w * row) <= 0:
            w = w + label * row
    return 1 if np.sum(w * rows[-1]) > 0 else -1
""",
        },
        "halving": {
            "the other tie": """
def halving(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    votes = table[alive, -1].sum()
    ### BEGIN VARIANT 1
    return 1 if votes > 0 else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return 1 if votes >= 0 else -1
    ### END VARIANT 2
""",
            "the majority of all concepts": """
def halving(table, y):
    votes = table[:, -1].sum()
    ### BEGIN VARIANT 1
    return 1 if votes >= 0 else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return 1 if votes > 0 else -1
    ### END VARIANT 2
""",
            "follows one concept": """
def halving(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    return table[alive, -1][0]
""",
            "forgets all but the last example": """
def halving(table, y):
    alive = table[:, -2] == y[-1] if len(y) else np.ones(len(table), dtype=bool)
    votes = table[alive, -1].sum()
    ### BEGIN VARIANT 1
    return 1 if votes >= 0 else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return 1 if votes > 0 else -1
    ### END VARIANT 2
""",
            "the last concept that is consistent": """
def halving(table, y):
    return int(table[(table[:, :-1] == y).all(axis=1), -1][-1])
""",
            "the minority": """
def halving(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    return 1 if table[alive, -1].sum() < 0 else -1
""",
            "the sum, not its sign": """
def halving(table, y):
    return table[(table[:, :-1] == y).all(axis=1), -1].sum()
""",
            "halving that lets a concept err once": """
def halving(table, y):
    alive = (table[:, :-1] != y).sum(axis=1) <= 1
    return 1 if table[alive, -1].sum() >= 0 else -1
""",
        },
        "weighted": {
            "the other paper's": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 0.25 ** (table[:, :-1] != y).sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 0.5 ** (table[:, :-1] != y).sum(axis=1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "halving, and nobody is left": """
def weighted(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    return 1 if table[alive, -1].sum() >= 0 else -1
""",
            "follows the best concept so far": """
def weighted(table, y):
    return table[(table[:, :-1] != y).sum(axis=1).argmin(), -1]
""",
            "lowers the weights of those that were right": """
def weighted(table, y):
    weights = 0.5 ** (table[:, :-1] == y).sum(axis=1)
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "a weight for the share of errors": """
def weighted(table, y):
    weights = (table[:, :-1] == y).sum(axis=1) + 1
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "one half for any number of errors": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = np.where((table[:, :-1] != y).any(axis=1), 0.5, 1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = np.where((table[:, :-1] != y).any(axis=1), 0.25, 1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "errors older than ten rounds are forgotten": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 0.5 ** (table[:, :-1] != y)[:, -10:].sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 0.25 ** (table[:, :-1] != y)[:, -10:].sum(axis=1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "errors older than twenty rounds are forgotten": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 0.5 ** (table[:, :-1] != y)[:, -20:].sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 0.25 ** (table[:, :-1] != y)[:, -20:].sum(axis=1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "the first ten rounds alone": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 0.5 ** (table[:, :-1] != y)[:, :10].sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 0.25 ** (table[:, :-1] != y)[:, :10].sum(axis=1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "a tenth for each error": """
def weighted(table, y):
    weights = 0.1 ** (table[:, :-1] != y).sum(axis=1)
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "a hundredth for each error": """
def weighted(table, y):
    weights = 0.01 ** (table[:, :-1] != y).sum(axis=1)
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
            "one label always": "def weighted(table, y): return 1",
            "not a number": "def weighted(table, y): return float('nan')",
        },
        "stream": {
            "one bit at 0, as the chapter's opponent": """
### BEGIN VARIANT 1
stream = 1 - np.eye(7)
### END VARIANT 1
### BEGIN VARIANT 2
stream = 1 - np.eye(8)
### END VARIANT 2
""",
            "all examples, counting up, of the other paper": """
### BEGIN VARIANT 1
stream = all_examples(8)
### END VARIANT 1
### BEGIN VARIANT 2
stream = all_examples(7)
### END VARIANT 2
""",
            "the same two again and again": """
### BEGIN VARIANT 1
stream = [[0] * 7, [1] * 7] * 32
### END VARIANT 1
### BEGIN VARIANT 2
stream = [[0] * 8, [1] * 8] * 32
### END VARIANT 2
""",
            "pairs in a bit that does not matter": """
### BEGIN VARIANT 1
i = abs(literal) % 7
stream = []
for x in all_examples(7):
### END VARIANT 1
### BEGIN VARIANT 2
i = min({0, 1, 2} - {abs(literal) - 1 for literal in literals})
stream = []
for x in all_examples(8):
### END VARIANT 2
    if x[i] == 0 and x.sum() % 2 == 0:
        stream += [x, x | (np.arange(len(x)) == i)]
""",
            "the seconds of the pairs alone": """
### BEGIN VARIANT 1
stream = [x for x in all_examples(7) if x.sum() % 2]
### END VARIANT 1
### BEGIN VARIANT 2
stream = [x for x in all_examples(8) if x.sum() % 2]
### END VARIANT 2
""",
            "no bits": """
### BEGIN VARIANT 1
stream = np.random.default_rng(0).normal(size=(128, 7))
### END VARIANT 1
### BEGIN VARIANT 2
stream = np.full((128, 8), np.nan)
### END VARIANT 2
""",
            "empty": "stream = []",
        },
        "refuted": {
            "the other paper's": """
### BEGIN VARIANT 1
cube = 2 * all_examples(4) - 1
C, D = cube[cube.sum(axis=1) < 0], cube[cube.sum(axis=1) >= 0]
### END VARIANT 1
### BEGIN VARIANT 2
cube = 2 * all_examples(3) - 1
C, D = cube[cube.sum(axis=1) < 0], cube[cube.sum(axis=1) > 0]
### END VARIANT 2
""",
            "the union is no harder": "C, D = [[1, 1], [1, -1]], [[-1, -1], [-1, 1]]",
            "one concept each": "C, D = [[1]], [[-1]]",
            "one concept twice": "C, D = [[1], [1]], [[-1], [-1]]",
            "not a number": "C, D = np.full((2, 2), np.nan), [[1, 1], [-1, -1]]",
            "split in the middle": """
### BEGIN VARIANT 1
cube = 2 * all_examples(3) - 1
### END VARIANT 1
### BEGIN VARIANT 2
cube = 2 * all_examples(4) - 1
### END VARIANT 2
C, D = cube[cube[:, 0] < 0], cube[cube[:, 0] > 0]
""",
            "labels 0 and 1": """
cube = all_examples(3)
C, D = cube[cube.sum(axis=1) < 2], cube[cube.sum(axis=1) >= 2]
""",
        },
    }
    right: ClassVar = {
        "conjunction": {
            "a loop over literals": """
def elimination(X, y):
    n = X.shape[1]
    ### BEGIN VARIANT 1
    left, label = {(i, bit) for i in range(n) for bit in (0, 1)}, 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    left, label = {(i, bit) for i in range(n) for bit in (0, 1)}, -1
    ### END VARIANT 2
    for x, told in zip(X[:-1].tolist(), y.tolist()):
        if told == label:
            left = {(i, bit) for i, bit in left if x[i] == bit}
    return label if all(X[-1, i] == bit for i, bit in left) else -label
""",
            "an array of length one": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    past = X[:-1][y == label]
    low, high = past.min(axis=0, initial=1), past.max(axis=0, initial=0)
    inside = ((low <= X[-1]) & (X[-1] <= high)).all() and len(past) > 0
    return np.where([inside], label, -label)
""",
            "a float32": """
def elimination(X, y):
    ### BEGIN VARIANT 1
    label = 1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    label = -1
    ### END VARIANT 2
    both = np.hstack([X, 1 - X]).astype(bool)
    left = np.logical_and.reduce(both[:-1][y == label], axis=0)
    return np.float32(label if not (left & ~both[-1]).any() else -label)
""",
        },
        "clauses": {
            "bits joined as integers, without question 1": """
def pairs(X, y):
    literals = np.concatenate([X, X ^ 1], axis=1)
    a, b = np.triu_indices(literals.shape[1])
    ### BEGIN VARIANT 1
    values = literals[:, a] | literals[:, b]
    left = values[:-1][y > 0].all(axis=0)
    return 1 if values[-1][left].all() else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = literals[:, a] & literals[:, b]
    left = ~values[:-1][y < 0].any(axis=0)
    return 1 if values[-1][left].any() else -1
    ### END VARIANT 2
""",
            "products of floats": """
def pairs(X, y):
    signs = 2.0 * X - 1
    rows = np.hstack([signs, -signs])
    a, b = np.triu_indices(rows.shape[1])
    ### BEGIN VARIANT 1
    values = np.maximum(rows[:, a], rows[:, b]) > 0
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = np.minimum(rows[:, a], rows[:, b]) > 0
    ### END VARIANT 2
    return np.float32(elimination(values.astype(int), y))
""",
            "every pair in its order, and its negation": """
def pairs(X, y):
    literals = np.hstack([X, 1 - X])
    ### BEGIN VARIANT 1
    values = literals[:, :, None] & literals[:, None, :]
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    values = literals[:, :, None] | literals[:, None, :]
    ### END VARIANT 2
    return [elimination(1 - values.reshape(len(X), -1), y)]
""",
        },
        "halving": {
            "a loop": """
def halving(table, y):
    votes = 0
    for row in table.tolist():
        if row[:-1] == y.tolist():
            votes += row[-1]
    ### BEGIN VARIANT 1
    return 1 if votes >= 0 else -1
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return 1 if votes > 0 else -1
    ### END VARIANT 2
""",
            "an array of length one, of floats": """
def halving(table, y):
    alive = np.prod(table[:, :-1] == y, axis=1)
    ### BEGIN VARIANT 1
    return np.sign([alive @ table[:, -1] + 0.5])
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.sign([alive @ table[:, -1] - 0.5])
    ### END VARIANT 2
""",
            "agreement by a product": """
def halving(table, y):
    alive = table[:, :-1] @ y == len(y)
    votes = table[alive, -1].astype(np.float32).mean()
    ### BEGIN VARIANT 1
    return np.float32(1 if votes >= 0 else -1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    return np.float32(1 if votes > 0 else -1)
    ### END VARIANT 2
""",
        },
        "weighted": {
            "the other tie": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 0.5 ** (table[:, :-1] != y).sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 0.25 ** (table[:, :-1] != y).sum(axis=1)
    ### END VARIANT 2
    return 1 if weights @ table[:, -1] > 0 else -1
""",
            "weights grow for those that were right": """
def weighted(table, y):
    ### BEGIN VARIANT 1
    weights = 2.0 ** (table[:, :-1] == y).sum(axis=1)
    ### END VARIANT 1
    ### BEGIN VARIANT 2
    weights = 4.0 ** (table[:, :-1] == y).sum(axis=1)
    ### END VARIANT 2
    return np.array([1 if weights @ table[:, -1] >= 0 else -1])
""",
            "one example after the other, in float32": """
def weighted(table, y):
    weights = np.ones(len(table), dtype=np.float32)
    for column, label in zip(table.T, y):
        ### BEGIN VARIANT 1
        weights[column != label] /= 2
        ### END VARIANT 1
        ### BEGIN VARIANT 2
        weights[column != label] /= 4
        ### END VARIANT 2
    heavier = weights[table[:, -1] > 0].sum() >= weights[table[:, -1] < 0].sum()
    return np.float32(1 if heavier else -1)
""",
        },
        "stream": {
            "an array of floats": """
### BEGIN VARIANT 1
X7, i = all_examples(7), abs(literal) - 1
pairs_of = X7[(X7[:, i] == 1) & (X7.sum(axis=1) % 2 == 0)]
### END VARIANT 1
### BEGIN VARIANT 2
X7, i, j = all_examples(8), abs(literals[0]) - 1, abs(literals[1]) - 1
X7 = X7[X7[:, j] == (literals[1] < 0)]
pairs_of = X7[(X7[:, i] == 1) & (X7.sum(axis=1) % 2 == 0)]
### END VARIANT 2
stream = np.repeat(pairs_of, 2, axis=0).astype(np.float32)
stream[1::2, i] = 0
""",
            "truth values": """
### BEGIN VARIANT 1
n, i, keep = 7, abs(literal) - 1, {}
### END VARIANT 1
### BEGIN VARIANT 2
n, i = 8, abs(literals[1]) - 1
keep = {abs(literals[0]) - 1: literals[0] < 0}
### END VARIANT 2
stream = []
for x in all_examples(n):
    if x[i] == 0 and x.sum() % 2 and all(x[j] == bit for j, bit in keep.items()):
        stream += [(x > 0).tolist(), ((x > 0) | (np.arange(n) == i)).tolist()]
""",
            "in another order, with rows that repeat": """
### BEGIN VARIANT 1
n, decides, keep = 7, abs(literal) - 1, np.ones(128, dtype=bool)
### END VARIANT 1
### BEGIN VARIANT 2
n, decides = 8, abs(literals[0]) - 1
keep = all_examples(8)[:, abs(literals[1]) - 1] == (literals[1] < 0)
### END VARIANT 2
rows = np.random.default_rng(1).permutation(all_examples(n)[keep])
rows = rows[rows.sum(axis=1) % 2 == 0]
stream = []
for row in rows:
    if row[decides] == 0:
        flipped = row.copy()
        flipped[decides] = 1
        stream += [row, flipped, row]
""",
        },
        "refuted": {
            "lists": """
### BEGIN VARIANT 1
cube = 2 * all_examples(3) - 1
C, D = cube[cube.sum(axis=1) < 0].tolist(), cube[cube.sum(axis=1) > 0].tolist()
### END VARIANT 1
### BEGIN VARIANT 2
cube = 2 * all_examples(4) - 1
C, D = cube[cube.sum(axis=1) <= 0].tolist(), cube[cube.sum(axis=1) > 0].tolist()
### END VARIANT 2
""",
            "floats, and a concept twice": """
### BEGIN VARIANT 1
cube = 2.0 * all_examples(3) - 1
### END VARIANT 1
### BEGIN VARIANT 2
cube = 2.0 * all_examples(4) - 1
### END VARIANT 2
some = cube.sum(axis=1) < 0
C, D = np.vstack([cube[some], cube[:1]]), cube[~some]
""",
            "in the other order, some bits turned": """
### BEGIN VARIANT 1
cube = 2 * all_examples(3) - 1
turned = cube * [1, -1, 1]
### END VARIANT 1
### BEGIN VARIANT 2
cube = 2 * all_examples(4) - 1
turned = cube * [1, -1, -1, 1]
### END VARIANT 2
some = cube.sum(axis=1) < 0
C, D = turned[~some], turned[some].astype(np.float32)
""",
        },
    }
