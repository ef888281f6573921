"""Slips that a reader of the notes, or of the code, could make: `make mutate` tries each.

A row says what is broken, in which module of lib, and the text before and after.
"""

BREAKS = (
    # The perceptron, its margins and its runs
    ("update sign", "perceptron", "w += step * y", "w -= step * y"),
    ("update sign of replay", "runs", "w + signed[i]", "w - signed[i]"),
    ("tie rule", "perceptron", "X[rows], w) <= theta", "X[rows], w) < theta"),
    ("tie rule of replay", "runs", "signed[i] <= threshold", "signed[i] < threshold"),
    ("threshold", "margin_perceptron/__init__", "(1 - epsilon) * gamma", "epsilon**2 * gamma"),
    ("margin doubled", "linear_separators", "b) / float(", "b) * 2 / float("),
    # Samples
    ("labels swapped", "datasets", "[rows] == b, 1, -1)", "[rows] == b, -1, 1)"),
    ("lifted by 1 whatever the size", "samples", 'checks.as_positive("size", size)', "1.0"),
    ("prepared without a lift", "samples", "unit(lift(standardize(", "unit((standardize("),
    ("prepared in another order", "samples", "unit(lift(standardize(", "lift(unit(standardize("),
    (
        "standardized by itself",
        "samples",
        "like = sample if like is None else like",
        "like = sample",
    ),
    ("deviation over n - 1", "samples", "/ reach).std(axis=0)", "/ reach).std(axis=0, ddof=1)"),
    ("margin not kept", "samples", "rng.uniform(gamma, 1", "rng.uniform(0, 1"),
    # Support vector machines
    ("an offset that costs", "svm/interior", "repeat([1.0, 0.0]", "repeat([1.0, 1.0]"),
    ("box of another price", "svm/interior", "else None), C * a", "else None), a"),
    ("digits of another base", "svm/exact", "power * PRIME", "power * 2**24"),
    ("u not of length 1", "max_margin", "u = w / np.linalg.norm(w)", "u = w"),
    ("largest margin with an offset", "max_margin", "(sample, offset=False).w", "(sample).w"),
    (
        "forces in the unit of lengths",
        "svm/solve",
        "w / unit, alpha / unit**2",
        "w / unit, alpha / unit",
    ),
    ("C in the unit of lengths", "svm/solve", "near = C * unit**2", "near = C * unit"),
    ("any gap accepted", "svm/solve", "ACCEPTED = 1e-6", "ACCEPTED = 1e6"),
    ("the wrong example set free", "svm/finish", "rise[i] > rise[free", "rise[i] < rise[free"),
    ("b at the end of its interval", "svm/solution", "b = (low + high) / 2", "b = low"),
    ("offset of the other sign", "svm/solution", "at = y - scores", "at = scores - y"),
    ("negative slack", "svm/certificates", "return np.maximum(0, 1 - g)", "return (1 - g)"),
    ("slab of double width", "svm/solution", "return 1 / self.norm if", "return 2 / self.norm if"),
    ("rounding supports", "svm/solution", "alpha > 1e-6 * alpha.max()", "alpha > 0"),
    ("f without b", "svm/solution", "return self.scores + self.b", "return self.scores"),
    ("hull test inverted", "svm/separability", "found.status != 0", "found.status == 0"),
    (
        "one equation is enough",
        "svm/separability",
        "return not any(whole(line)[0] @ shares for",
        "return not all(whole(line)[0] @ shares for",
    ),
    # Validation
    (
        "folds leak",
        "soft_margin",
        "Margin(standardize(train))",
        "Margin(standardize(train, sample))",
    ),
    ("held-out by itself", "soft_margin", "standardize(test, like=train)", "standardize(test)"),
    # Theorems, and the engine that proves them
    ("the end at every update", "proof/reading", '== "at the end"', '== "the end"'),
    ("decimals rounded", "proof/reading", "if decimal := ", "if decimal := False and "),
    (
        "contradictions accepted",
        "proof/step",
        "if not (possible or",
        "if False and not (possible or",
    ),
    ("the start unwatched", "proof/watching", "begun[name] if name in start else slack", "slack"),
    ("≠ read as ≤", "proof/watching", 'rel_op in ("==", "!="):', 'rel_op == "==":'),
    ("strict read as ≤", "proof/watching", 'relation.rel_op in ("<", ">", "!="))', "False)"),
    ("Cauchy–Schwarz not told", "proof/solver", "formulas + gram.cauchy_schwarz()", "formulas"),
    ("vectors of a line", "proof/solver", "if j <= i else 0 for j", "if j < 1 else 0 for j"),
)
