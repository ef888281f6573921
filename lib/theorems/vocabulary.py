"""The vectors and numbers of an update, and the steps that several proofs share.

t counts the updates; w and w_before are the weights after an update and before it, x = y_t x_t is
the example of that update times its label, u the comparator. `lib.runs.Run.updates` has them all
but u and its margin gamma.
"""

from sympy import Eq, Rational, symbols

from lib.proof.step import Step
from lib.proof.vectors import ZERO, inner, norm, vectors

t = symbols("t", nonnegative=True)
gamma, R = symbols("gamma R", positive=True)
w, w_before, x, u = vectors("w w_before x u")

LATEX = {w: "w_t", w_before: "w_{t-1}", x: "y_tx_t", gamma: r"\gamma"}
BEFORE = {t: t - 1, w: w_before}

# What holds at every update of a perceptron that started from zero.
START = {"t starts at 0": Eq(t, 0), "w starts at 0": Eq(w, ZERO)}
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
