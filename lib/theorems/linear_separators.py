"""Distance to a hyperplane, Cauchy–Schwarz, and the canonical form.

Chapter *Linear separators*. For a point x and a hyperplane f = 0 with f(x) = ⟨w,x⟩ + b: U = ‖w‖,
foot = x - delta w/U, walk = ‖x-foot‖, z is any point of the hyperplane, dist = ‖x-z‖,
along = ⟨w,x-z⟩, g = y f(x).
"""

from sympy import Eq, symbols

from lib.proof.theorem import Step, Theorem

f_x, f_z, f_foot, along, delta, g = symbols("f_x f_z f_foot along delta g", real=True)
U, dist = symbols("U dist", positive=True)
walk = symbols("walk", nonnegative=True)
LATEX = {
    U: r"\lVert w\rVert",
    f_x: "f(x)",
    f_z: "f(z)",
    f_foot: "f(x_H)",
    walk: r"\lVert x-x_H\rVert",
    along: r"\langle w, x-z\rangle",
    dist: r"\lVert x-z\rVert",
    delta: r"\delta",
    g: "y f(x)",
}

CAUCHY_SCHWARZ = Theorem(
    "cauchy_schwarz",
    "Cauchy–Schwarz",
    {
        "a square": U**2 - 2 * delta * along + delta**2 * dist**2 >= 0,
        "the best multiple": Eq(delta * dist**2, along),
    },
    (
        Step(
            "Cauchy–Schwarz",
            along**2 <= U**2 * dist**2,
            ("a square", "the best multiple"),
            sharper=(along**2 < U**2 * dist**2,),
        ),
    ),
    latex=LATEX,
    chapter="linear-separators",
)

DISTANCE = Theorem(
    "distance",
    "Distance to a hyperplane",
    {
        "the walk along w": Eq(f_foot, f_x - U * delta),
        "its length": Eq(walk**2, delta**2),
        "it ends on the hyperplane": Eq(f_foot, 0),
        "z on the hyperplane": Eq(f_z, 0),
        "linearity": Eq(along, f_x - f_z),
        "Cauchy–Schwarz": along**2 <= U**2 * dist**2,
    },
    (
        Step(
            "signed distance",
            Eq(delta, f_x / U),
            ("the walk along w", "it ends on the hyperplane"),
        ),
        Step(
            "no point is nearer",
            walk**2 <= dist**2,
            ("its length", "signed distance", "Cauchy–Schwarz", "linearity", "z on the hyperplane"),
            sharper=(walk**2 < dist**2,),
        ),
    ),
    latex=LATEX,
    chapter="linear-separators",
)

CANONICAL = Theorem(
    "canonical",
    "Canonical and correct",
    {
        "canonical": f_x**2 >= 1,
        "label": Eq(g**2, f_x**2),
        "correct": g > 0,
    },
    (Step("functional margin 1", g >= 1, ("canonical", "label", "correct"), sharper=(g > 1,)),),
    latex=LATEX,
    chapter="linear-separators",
)
