"""The vectors and numbers of an update, and the steps that several proofs share.

t counts the updates; w and w_before are the weights after an update and before it, x = y_t x_t is
the example of that update times its label, u the comparator. `lib.runs.Run.updates` has them all
but u and its margin gamma.
"""

from sympy import Eq, Expr, Rational, symbols
from sympy.core.relational import Relational

from lib.proof.step import Step
from lib.proof.vectors import ZERO, inner, norm, vectors

t = symbols("t", nonnegative=True)
gamma, R = symbols("gamma R", positive=True)
w, w_before, x, u = vectors("w w_before x u")

BEFORE = {t: t - 1, w: w_before}


def starts(*sums: Expr) -> dict[str, Relational]:
    """That numbers and vectors are 0 at first: the base cases of inductions."""
    return {f"{s.name} starts at 0": Eq(s, ZERO if s.is_Matrix else 0) for s in sums}


def indexed(index: str, *pairs: tuple[Expr, Expr]) -> dict[Expr, str]:
    """LaTeX of what grows, by a subscript: S_t and, for the S_before beside it, S_{t-1}."""
    return {
        symbol: f"{after.name}_{written}"
        for after, before in pairs
        for symbol, written in ((after, index), (before, f"{{{index}-1}}"))
    }


def same_updates(step: str) -> dict[str, str]:
    """What is said in words of two runs whose weights a step ties together, update by update."""
    return {
        "the same updates": "by *v errs where w errs* and *w errs where v errs* the next mistake "
        f"of the one run is the other's; so, update by update, *{step}* holds as long as they run"
    }


LATEX = {**indexed("t", (w, w_before)), x: "y_tx_t", gamma: r"\gamma"}

# What holds at every update of a perceptron that started from zero.
START = starts(t, w)
UPDATE = {
    "update": Eq(w, w_before + x),
    "mistake": inner(w_before, x) <= 0,
    "radius": norm(x) <= R,
    "margin": inner(x, u) >= gamma,
}
UNIT = {"u is unit": Eq(norm(u), 1)}

PROGRESS = Step("progress", inner(w, u) >= inner(w_before, u) + gamma, ("update", "margin"))
ALIGNMENT = Step(
    "alignment",
    inner(w, u) >= gamma * t,
    ("progress",),
    base=("t starts at 0", "w starts at 0"),
    tight=True,
    sharper=(inner(w, u) >= gamma * (t + 1),),
)
GROWTH = Step("growth", norm(w) ** 2 <= norm(w_before) ** 2 + R**2, ("update", "mistake", "radius"))
LENGTH = Step(
    "length",
    norm(w) ** 2 <= R**2 * t,
    ("growth",),
    base=("w starts at 0",),
    sharper=(norm(w) ** 2 <= R**2 * (t - 1), norm(w) ** 2 <= R**2 * t * Rational(9, 10)),
)
