"""The scalars of an update, and the steps that several proofs share.

t counts the updates, p = ⟨w,u⟩ and r = ‖w‖ are the state after an update, p_before and r_before the
state before it; its example has q = y⟨w,x⟩ (with the weights before), m = y⟨x,u⟩ and s = ‖x‖.
`lib.runs.Run.observe` computes them all from a run.
"""

from sympy import Eq, Rational, symbols

from lib.proof.theorem import Step

t, r, r_before, s = symbols("t r r_before s", nonnegative=True)
gamma, R, U = symbols("gamma R U", positive=True)
p, p_before, q, m = symbols("p p_before q m", real=True)

LATEX = {
    t: "t",
    p: r"\langle w_t, u\rangle",
    p_before: r"\langle w_{t-1}, u\rangle",
    r: r"\lVert w_t\rVert",
    r_before: r"\lVert w_{t-1}\rVert",
    q: r"y_t\langle w_{t-1}, x_t\rangle",
    m: r"y_t\langle x_t, u\rangle",
    s: r"\lVert x_t\rVert",
    gamma: r"\gamma",
    R: "R",
    U: r"\lVert u\rVert",
}
BEFORE = {t: t - 1, p: p_before, r: r_before}

# What holds at every update of a perceptron that started from zero.
START = {"t starts at 0": Eq(t, 0), "w starts at 0": Eq(r, 0), "alignment starts at 0": Eq(p, 0)}
UPDATE = {
    "bilinearity": Eq(p, p_before + m),
    "expansion": Eq(r**2, r_before**2 + 2 * q + s**2),
    "mistake": q <= 0,
    "radius": s <= R,
    "margin": m >= gamma,
}

PROGRESS = Step(
    "progress", p >= p_before + gamma, ("bilinearity", "margin"), sharper=(p > p_before + gamma,)
)
ALIGNMENT = Step(
    "alignment",
    p >= gamma * t,
    ("progress",),
    base=("t starts at 0", "alignment starts at 0"),
    sharper=(p > gamma * t, p >= gamma * (t + 1)),
)
GROWTH = Step(
    "growth",
    r**2 <= r_before**2 + R**2,
    ("expansion", "mistake", "radius"),
    sharper=(r**2 < r_before**2 + R**2,),
)
LENGTH = Step(
    "length",
    r**2 <= R**2 * t,
    ("growth",),
    base=("w starts at 0",),
    sharper=(r**2 <= R**2 * (t - 1), r**2 <= R**2 * t * Rational(9, 10)),
)
