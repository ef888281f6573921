"""The assignment *Mistake bounds*, and wrong answers to it."""

from typing import ClassVar

from tests.homework.course import Assignment


class TestMistakeBounds(Assignment):
    name = "mistake-bounds"
    wrong: ClassVar = {
        "conjunction": {
            "starts with the empty conjunction": """
def conjunction(X, y):
    positive, x = X[:-1][y > 0], X[-1]
    if len(positive) == 0:
        return 1
    fixed = (positive == positive[0]).all(axis=0)
    return 1 if (x == positive[0])[fixed].all() else -1
""",
            "drops literals on negative examples too": """
def conjunction(X, y):
    past, x = X[:-1], X[-1]
    if len(past) == 0:
        return -1
    fixed = (past == past[0]).all(axis=0)
    return 1 if (x == past[0])[fixed].all() else -1
""",
            "no negated variables": """
def conjunction(X, y):
    positive, x = X[:-1][y > 0], X[-1]
    return 1 if x[positive.all(axis=0)].all() else -1
""",
        },
        "clauses": {
            "a plain conjunction": """
def clauses(X, y):
    positive, x = X[:-1][y > 0], X[-1]
    if len(positive) == 0:
        return -1
    fixed = (positive == positive[0]).all(axis=0)
    return 1 if (x == positive[0])[fixed].all() else -1
""",
            "one clause that holds is enough": """
def clauses(X, y):
    literals = np.hstack([X, 1 - X])
    first, second = np.triu_indices(literals.shape[1])
    values = np.maximum(literals[:, first], literals[:, second])
    left = values[:-1][y > 0].all(axis=0)
    return 1 if values[-1][left].any() else -1
""",
            "no clause with a negated variable": """
def clauses(X, y):
    first, second = np.triu_indices(X.shape[1])
    values = np.maximum(X[:, first], X[:, second])
    left = values[:-1][y > 0].all(axis=0)
    return 1 if values[-1][left].all() and (y > 0).any() else -1
""",
        },
        "halving": {
            "the majority of all concepts": """
def halving(table, y):
    return 1 if table[:, -1].sum() >= 0 else -1
""",
            "follows one concept": """
def halving(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    return table[alive, -1][0]
""",
            "forgets all but the last example": """
def halving(table, y):
    alive = table[:, -2] == y[-1] if len(y) else np.ones(len(table), dtype=bool)
    return 1 if table[alive, -1].sum() >= 0 else -1
""",
        },
        "weighted": {
            "halving, and nobody is left": """
def weighted(table, y):
    alive = (table[:, :-1] == y).all(axis=1)
    return 1 if table[alive, -1].sum() >= 0 else -1
""",
            "follows the best concept so far": """
def weighted(table, y):
    return table[(table[:, :-1] != y).sum(axis=1).argmin(), -1]
""",
            "halves the weights of those that were right": """
def weighted(table, y):
    weights = 0.5 ** (table[:, :-1] == y).sum(axis=1)
    return 1 if weights @ table[:, -1] >= 0 else -1
""",
        },
        "stream": {
            "one bit at 0, as the chapter's opponent": "stream = 1 - np.eye(7)",
            "all examples, counting up": "stream = all_examples(7)",
            "the same two again and again": "stream = [[0] * 7, [1] * 7] * 32",
        },
        "refuted": {
            "the union is no harder": "C, D = [[1, 1], [1, -1]], [[-1, -1], [-1, 1]]",
            "one concept each": "C, D = [[1]], [[-1]]",
            "not a number": "C, D = np.full((2, 2), np.nan), [[1, 1], [-1, -1]]",
        },
    }
