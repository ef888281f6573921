"""The VC bound behind its formula, and mistakes turned into risk.

Chapter *Generalization*. Means are sums over the outcomes of a finite probability space, over
rounds, or over examples, one after the other.
"""

from sympy import Eq, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem

n = symbols("n", nonnegative=True)
R = symbols("R", positive=True)

# The VC bound fails with chance at most p = 4 (2eN/D)^D exp(-N τ²/8). `chance` is ln p;
# to the solver the logarithms of 4, of δ, and of 2N/D are numbers.
N, D, tau = symbols("N D tau", positive=True)
log_4, log_delta, log_ratio, chance = symbols("log_4 log_delta log_ratio chance", real=True)

VC_FORM = Theorem(
    "vc_form",
    "The form of the VC bound",
    {
        "union bound": Eq(chance, log_4 + D * (log_ratio + 1) - N * tau**2 / 8),
        "right form": Eq(tau**2, 8 * (D * (log_ratio + 1) + log_4 - log_delta) / N),
        "printed form": Eq(tau**2, 8 * D * (log_ratio + 1 + log_4 + log_delta) / N),
        "a small chance": log_delta < -log_4,
    },
    (
        Step("right", Eq(chance, log_delta), ("union bound", "right form")),
        Step(
            "printed",
            Eq(chance, log_4 - D * (log_4 + log_delta)),
            ("union bound", "printed form"),
            sharper=(Eq(chance, log_delta),),
        ),
        Step(
            "printed says nothing",
            chance > log_4,
            ("printed", "a small chance"),
            sharper=(chance > 2 * log_4,),
        ),
    ),
    latex={
        N: "n",
        tau: r"\tau",
        D: r"\operatorname{VC}",
        chance: r"\ln\Pr",
        log_4: r"\ln 4",
        log_delta: r"\ln\delta",
        log_ratio: r"\ln\tfrac{2n}{\operatorname{VC}}",
    },
    chapter="generalization",
    cited={
        "union bound": "[Vapnik and Chervonenkis (1971)](references.md#vapnikchervonenkis1971), "
        "with the lemma of [Sauer (1972)](references.md#sauer1972)"
    },
)

t, m, r, S, S_before, E, E_before, risk = symbols(
    "t m r S S_before E E_before risk", nonnegative=True
)
p, P, P_before, loo, missed, errors, errors_before, t_before = symbols(
    "p P P_before loo missed errors errors_before t_before", nonnegative=True
)
gamma = symbols("gamma", positive=True)

# Outcomes, one after the other: each has chance p and brings t mistakes. P sums the chances, E the
# products p t: of all outcomes it is the mean number of mistakes.
MEAN = Theorem(
    "mean_mistakes",
    "The mean of a bounded number",
    {
        "E starts at 0": Eq(E, 0),
        "one outcome": Eq(E, E_before + p * t),
        "its chance": Eq(P, P_before + p),
        "Block–Novikoff": t <= (R / gamma) ** 2,
        "all outcomes": Eq(P, 1),
    },
    (
        Step(
            "weighted",
            E <= P * (R / gamma) ** 2,
            ("one outcome", "its chance", "Block–Novikoff"),
            base=("E starts at 0",),
            sharper=(E < P * (R / gamma) ** 2,),
        ),
        Step(
            "mean",
            E <= (R / gamma) ** 2,
            ("weighted", "all outcomes"),
            sharper=(E < (R / gamma) ** 2,),
        ),
    ),
    {E: E_before, P: P_before},
    {gamma: r"\gamma", E_before: "E'", P_before: "P'", p: r"\Pr"},
    "generalization",
    end=("all outcomes",),
)

# Rounds, one after the other: r is the mean risk of the weights before this one, m the chance of a
# mistake in it. After n rounds S sums the risks, and E the chances: the mean number of mistakes.
ONLINE = Theorem(
    "online_to_batch",
    "Mistakes into risk",
    {
        "S starts at 0": Eq(S, 0),
        "E starts at 0": Eq(E, 0),
        "its risk": Eq(S, S_before + r),
        "its mistake": Eq(E, E_before + m),
        "fresh examples": Eq(m, r),
        "mean of the risks": Eq(n * risk, S),
        "an example": n >= 1,
        "mean": E <= (R / gamma) ** 2,
    },
    (
        Step(
            "mistakes are risks",
            Eq(E, S),
            ("its risk", "its mistake", "fresh examples"),
            base=("S starts at 0", "E starts at 0"),
        ),
        Step(
            "random round",
            risk <= (R / gamma) ** 2 / n,
            ("mistakes are risks", "mean of the risks", "an example", "mean"),
            sharper=(risk < (R / gamma) ** 2 / n,),
        ),
    ),
    {S: S_before, E: E_before},
    {
        S_before: "S'",
        E: r"\mathrm{E}\,M",
        E_before: r"(\mathrm{E}\,M)'",
        risk: r"\mathrm{E}\,\overline{\operatorname{risk}}",
        gamma: r"\gamma",
    },
    "generalization",
    {
        "fresh examples": "given the past, the next example is a mistake with chance equal to the "
        "risk of the present weights; both sides are means over the past"
    },
    end=("mean of the risks", "mean"),
)

# Examples, one after the other: m updates were made on it, and `missed` is 1 if it is missed when
# left out. t and errors sum them.
LEFT_OUT = Theorem(
    "leave_one_out",
    "Leave one out",
    {
        "errors start at 0": Eq(errors, 0),
        "missed only if updated on": missed <= m,
        "updates": Eq(t, t_before + m),
        "errors": Eq(errors, errors_before + missed),
        "Block–Novikoff": t <= (R / gamma) ** 2,
        "share": Eq(n * loo, errors),
        "an example": n >= 1,
    },
    (
        Step(
            "count",
            errors <= t,
            ("missed only if updated on", "updates", "errors"),
            base=("errors start at 0",),
            sharper=(errors < t,),
        ),
        Step(
            "leave one out",
            loo <= (R / gamma) ** 2 / n,
            ("count", "Block–Novikoff", "share", "an example"),
            sharper=(loo < (R / gamma) ** 2 / n,),
        ),
    ),
    {t: t_before, errors: errors_before},
    {
        t_before: "t'",
        errors: r"\#\text{missed}",
        errors_before: r"\#\text{missed}'",
        missed: r"e",
        loo: r"\widehat{\operatorname{risk}}_{\mathrm{loo}}",
        gamma: r"\gamma",
    },
    "generalization",
    {
        "missed only if updated on": "without an example that brought no update, every update "
        "happens as before, and the last weights are right about it"
    },
    end=("share",),
)
