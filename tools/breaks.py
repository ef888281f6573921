"""Breaks of lib with a name, which `tools/mutate.py` tries before its sample of mutants.

Each is a slip that a reader of the notes, or of the code, could make. Below them stand the mutants
that no test can catch, and those that none does, as they are printed but for the line number.
"""

# ruff: noqa: E501 (one break a row)
# What is broken, in which module, and the text before and after.
BREAKS = (
    # The perceptron and its margins
    ("update sign", "perceptron", "w += step * y", "w -= step * y"),
    ("update sign of blocks", "perceptron", "ahead = step * y", "ahead = -step * y"),
    ("update sign of replay", "runs", "w + step * signed", "w - step * signed"),
    ("tie rule", "perceptron", "size], w) <= theta", "size], w) < theta"),
    ("tie rule of blocks", "perceptron", "@ w) <= theta", "@ w) < theta"),
    ("tie rule of replay", "runs", "signed[i] <= threshold", "signed[i] < threshold"),
    ("ties left to blocks", "perceptron", "doubt = 1e-15 *", "doubt = 0 *"),
    ("threshold", "perceptron", "(1 - epsilon) * gamma", "epsilon**2 * gamma"),
    ("margin doubled", "linear_separators", "b) / float(", "b) * 2 / float("),
    (
        "margin of the mean",
        "linear_separators",
        "y * decision(sample, w, b)).min",
        "y * decision(sample, w, b)).mean",
    ),
    # Samples
    ("labels swapped", "datasets", "[rows] == b, 1, -1)", "[rows] == b, -1, 1)"),
    ("lifted by 1 whatever the size", "samples", 'as_positive("size", size))', "1.0)"),
    ("prepared without a lift", "samples", "unit(lift(standardize(", "unit((standardize("),
    ("prepared in another order", "samples", "unit(lift(standardize(", "lift(unit(standardize("),
    (
        "standardized by the wrong sample",
        "samples",
        "like = sample if like is None else like",
        "like = sample",
    ),
    ("deviation over n - 1", "samples", "/ reach).std(axis=0)", "/ reach).std(axis=0, ddof=1)"),
    ("constant features scaled", "samples", "spread[constant] = 1", "spread[constant] = 2"),
    ("margin not kept", "samples", "rng.uniform(gamma, 1", "rng.uniform(0, 1"),
    (
        "a sample of its caller's memory",
        "samples",
        'np.array(array, order="C")',
        "np.ascontiguousarray(array)",
    ),
    # Support vector machines
    ("C per example", "svm/interior", "root = np.sqrt(C)", "root = np.sqrt(C / sample.n)"),
    ("b has a price", "svm/interior", "bend[sample.d :] = 0", "bend[sample.d :] = 1"),
    ("offset always", "svm/interior", "if offset else root * sample.signed", "if 1 else 0"),
    ("out of the box", "svm/interior", "(room, -da), ", ""),
    ("pairs: twice too far", "dual_ascent", "gain / bend if bend", "2 * gain / bend if bend"),
    ("pairs: no bound for j", "dual_ascent", ", beta[j] - low[j])\n", ")\n"),
    (
        "pairs: the first, not the worst",
        "dual_ascent",
        "int(up.argmax())",
        "int((up > 0).argmax())",
    ),
    (
        "Newton's step out of balance",
        "svm/climb",
        "step -= step.sum() / even.sum() * even",
        "step -= 0 * even",
    ),
    ("Newton's step out of the box", "svm/climb", "t = min(1.0, room[first])", "t = 1.0"),
    ("nothing takes what is out of balance", "svm/climb", "if not offset:", "if 0:"),
    ("coordinates: no C", "dual_ascent", "min(max(best, 0.0), C)", "max(best, 0.0)"),
    (
        "coordinates: w left behind",
        "dual_ascent",
        "w += (best - alpha[i]) * z",
        "w += best * z",
    ),
    ("dual without balance", "svm/programs", "[sample.y @ share == 0] if offset else []", "[]"),
    ("dual without a box", "svm/programs", "[] if np.isinf(C) else [share <= 1]", "[]"),
    ("dual: labels lost", "svm/road", "alpha @ near.signed if", "alpha @ near.X if"),
    (
        "dual: square not halved",
        "svm/programs",
        "sample.signed.T @ share) / 2",
        "sample.signed.T @ share)",
    ),
    ("the other unit of length kept", "svm/road", "w / unit, alpha / unit**2", "w, alpha"),
    (
        "forces in the unit of lengths",
        "svm/road",
        "w / unit, alpha / unit**2",
        "w / unit, alpha / unit",
    ),
    ("C in the unit of lengths", "svm/road", "near = C * unit**2", "near = C * unit"),
    ("u not of length 1", "max_margin", "u = w / np.linalg.norm(w)", "u = w"),
    ("largest margin with an offset", "max_margin", "(sample, offset=False).w", "(sample).w"),
    ("any gap accepted", "svm/road", "ACCEPTED = 1e-6", "ACCEPTED = 1e6"),
    ("any rounding accepted", "svm/solution", "ROUNDED = 1e-6", "ROUNDED = 1e6"),
    ("a slack rounded away is free", "svm/solution", "return float(hidden + ", "return float("),
    (
        "where slack is dear, any w",
        "svm/road",
        "if missing <= ACCEPTED * answer.norm**2 / 2:",
        "if True:",
    ),
    (
        "a kernel with small multipliers cut",
        "kernels/separator",
        "rows = np.flatnonzero(self.alpha)",
        "rows = self.support",
    ),
    (
        "a kernel that is none",
        "kernels/svm",
        "alpha / size, offset, features.defect)",
        "alpha / size, offset)",
    ),
    (
        "loose tolerance",
        "svm/programs",
        '"tol_gap_abs": 1e-12, "tol_gap_rel": 1e-12',
        '"tol_gap_abs": 1e-4, "tol_gap_rel": 1e-4',
    ),
    (
        "certificate for the soft margin",
        "svm/road",
        "if np.isinf(C) else None",
        "if C < 9 else None",
    ),
    ("other faces", "svm/active_set", "goal - rows @ w", "-goal - rows @ w"),
    (
        "forces at C forgotten",
        "svm/active_set",
        "if full.any():\n        pull",
        "if 0:\n        pull",
    ),
    # What a support vector machine comes to
    (
        "b from bound support vectors",
        "svm/solution",
        "positive(alpha), _below(alpha, C)",
        "positive(alpha), positive(alpha)",
    ),
    ("b at the end of its interval", "svm/solution", "b = (low + high) / 2", "b = low"),
    ("offset of the other sign", "svm/solution", "y - scores, y > 0", "scores - y, y > 0"),
    ("negative slack", "svm/certificates", "return np.maximum(0, 1 - g)", "return (1 - g)"),
    ("slab of double width", "svm/solution", "return 1 / self.norm if", "return 2 / self.norm if"),
    ("rounding supports", "svm/solution", "alpha > 1e-6 * alpha.max()", "alpha > 0"),
    ("rounding below C", "svm/solution", "(1 - 1e-6) * C", "1.0 * C"),
    ("bound ones called free", "svm/solution", "& _below(self.alpha, self.C))", ")"),
    (
        "hard margin not scaled",
        "svm/solution",
        "return b / least, alpha / least, least",
        "return b, alpha, 1.0",
    ),
    ("f without b", "svm/solution", "return self.scores + self.b", "return self.scores"),
    (
        "norm of the labels lost",
        "kernels/svm",
        "max(0.0, (self.alpha * self.sample.y) @ self",
        "max(0.0, self.alpha @ self",
    ),
    # Separability
    ("hull test inverted", "svm/separability", "found.status != 0", "found.status == 0"),
    (
        "hulls of unequal weight",
        "svm/separability",
        "np.ones((sample.n, 1))]) if offset else X",
        "np.ones((sample.n, 1))]) if 0 else X",
    ),
    ("balance not solved for", "svm/separability", "([sample.y] if offset else [])", "[]"),
    (
        "nearly is exactly",
        "svm/separability",
        "zip(rows, column, strict=True)) == 0",
        "zip(rows, column, strict=True)) <= 1e-9",
    ),
    ("no equation for the offset", "svm/separability", "*([sample.y[rows]] if offset else [])", ""),
    # Validation
    (
        "folds leak",
        "soft_margin",
        "SoftMargin(standardize(train))",
        "SoftMargin(standardize(train, like=sample))",
    ),
    (
        "held-out measured by itself",
        "soft_margin",
        "standardize(test, like=train)",
        "standardize(test)",
    ),
    (
        "trained on the held-out",
        "soft_margin",
        "subset(sample, training), subset(sample, held_out)",
        "subset(sample, held_out), subset(sample, training)",
    ),
    (
        "folds not shuffled",
        "soft_margin",
        "rng.permutation(np.flatnonzero(sample.y == label))\n        fold",
        "np.flatnonzero(sample.y == label)\n        fold",
    ),
    (
        "hold-out not shuffled",
        "soft_margin",
        "rng.permutation(np.flatnonzero(sample.y == label))\n        count",
        "np.flatnonzero(sample.y == label)\n        count",
    ),
    (
        "ties to the larger C",
        "soft_margin",
        "np.argmax(self.mean <= np.nanmin(self.mean) + 1e-12)",
        "np.flatnonzero(self.mean <= np.nanmin(self.mean) + 1e-12)[-1]",
    ),
    # Theorems and the engine that proves them
    (
        "dropped hypothesis",
        "theorems/vocabulary",
        '("update", "mistake", "radius")',
        '("update", "radius")',
    ),
    ("idle hypothesis", "theorems/block_novikoff", '("sandwich",)', '("sandwich", "radius")'),
    (
        "wrong theorem",
        "theorems/block_novikoff",
        '"bound", t <= (R / gamma) ** 2',
        '"bound", t <= R / gamma',
    ),
    (
        "sharper claims not tried",
        "proof/proving",
        "for change, claim in sharper.items()}\n    found",
        "for change, claim in ()}\n    found",
    ),
    ("contradictions accepted", "proof/proving", "(possible or solver.example(given)) and ", ""),
    ("the start unwatched", "proof/watching", "begun[name] if name in start else slack", "slack"),
    (
        "an induction on itself",
        "proof/theorem",
        "step.base and not symbols & set(self.before)",
        "False",
    ),
    ("rounding in units", "proof/watching", "ROUNDING * float(", "1e-9 + 0 * float("),
    (
        "≠ read as ≤",
        "proof/watching",
        'if relation.rel_op in ("==", "!="):',
        'if relation.rel_op == "==":',
    ),
    ("strict read as ≤", "proof/watching", 'relation.rel_op in ("<", ">", "!="))', "False)"),
    (
        "numpy not asked",
        "proof/solver",
        "if all(np.all(slack(r, shown.values).holds) for r in relations):",
        "if True:",
    ),
    (
        "Cauchy–Schwarz not told",
        "proof/solver",
        "gram.formulas + gram.cauchy_schwarz()",
        "gram.formulas",
    ),
    ("vectors of a line", "proof/spaces", "if j <= i else 0 for j", "if j < 1 else 0 for j"),
    (
        "an inner product without its terms",
        "proof/spaces",
        "sum(map(_times, a, b))",
        "_times(a[0], b[0])",
    ),
)

# Nothing changes that a caller could see.
EQUIVALENT = {
    "lib/mistake_bounds/runs.py  4096  →  4095  in  i, size = i + size, min(2 * size, 4096)": "the longest block: a matter of speed",
    "lib/kernels/multiclass_perceptron.py  16  →  15  in  "
    "passes, clean, i, size = passes + 1, True, 0, 16": "the first block: a matter of speed",
    "lib/runs.py  True  →  False  in  "
    "written = dict(zip(self.when.tolist(), self.mistakes.tolist(), strict=True))": "a run has as many moments as mistakes",
    "lib/proof/solver.py  abs(sp.N(difference.subs(point), 30)) > 1e-20  →  "
    "abs(sp.N(difference.subs(point), 30)) >= 1e-20  in  "
    "if abs(sp.N(difference.subs(point), 30)) > 1e-20:": "a difference of exactly 1e-20 would be chance",
}
# Something changes, and no test looks.
TOLERATED = {
    "lib/explore/laboratory.py  1  →  0  in  size = 1.1 * max(1, np.abs(run.weights).max())": "the size of a picture whose weights all lie below 1",
    "lib/theorems/mistake_bounds/decision_lists.py  j <= r  →  j < r  in  "
    '"the deciding rule is one of r": j <= r,': "a hypothesis made stronger, which no run that the tests watch breaks",
}
