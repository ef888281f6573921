"""Distance to a hyperplane, Cauchy–Schwarz, and the canonical form.

Chapter *Linear separators*. For a point x and a hyperplane f = 0 with f(x) = ⟨w,x⟩ + b: U = ‖w‖,
z is a point of the hyperplane, dist = ‖x-z‖, along = ⟨w,x-z⟩, g = y f(x).
"""

from sympy import Eq, symbols

from lib.proof import Step, Theorem

f_x, f_z, along, delta, g = symbols("f_x f_z along delta g", real=True)
U, dist = symbols("U dist", positive=True)
LATEX = {
    U: r"\lVert w\rVert",
    f_x: "f(x)",
    f_z: "f(z)",
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
        "z on the hyperplane": Eq(f_z, 0),
        "linearity": Eq(along, f_x - f_z),
        "Cauchy–Schwarz": along**2 <= U**2 * dist**2,
        "straight across": Eq(along, U * delta),
    },
    (
        Step(
            "signed distance",
            Eq(delta, f_x / U),
            ("straight across", "linearity", "z on the hyperplane"),
        ),
        Step(
            "no point is nearer",
            dist**2 >= (f_x / U) ** 2,
            ("Cauchy–Schwarz", "linearity", "z on the hyperplane"),
            sharper=(dist**2 > (f_x / U) ** 2,),
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
