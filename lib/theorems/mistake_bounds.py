"""Mistake bounds: elimination, literal by literal; halving; decision lists by levels.

Chapter *Mistake bounds*; Balcan 2.1 and 2.2. t counts mistakes. Whole numbers, and what is 0 or 1,
are real numbers to z3: what is 0 or 1 is so by a hypothesis.
"""

from sympy import Eq, Max, symbols

from lib.proof.step import Step
from lib.proof.theorem import Theorem
from lib.theorems.vocabulary import starts

# Elimination: what stays, what goes, and how often

t, n, H, H_before, c, h, h_before, v, o, y, p, g = symbols(
    "t n H H_before c h h_before v o y p g", nonnegative=True
)
k, k_before, G, G_before, s, s_before = symbols(
    "k k_before G G_before s s_before", nonnegative=True
)

# One literal on one example, by 0 and 1: in the target (c), in the hypothesis that predicts and in
# the one that is left (h_before, h), true in the example (v); the label (y), the prediction (p).
LITERAL = Theorem(
    "literal",
    "The hypothesis keeps every literal of the target",
    {
        "the hypothesis starts full": Eq(h, 1),
        "in the target or not": Eq(c * (1 - c), 0),
        "a label": Eq(y * (1 - y), 0),
        "a prediction": Eq(p * (1 - p), 0),
        "elimination": Eq(h, h_before * (1 - y * (1 - p) * (1 - v))),
        "the target holds": y * c <= v,
        "the hypothesis holds": p * h_before <= v,
    },
    (
        Step(
            "kept",
            c <= h,
            ("elimination", "the target holds", "in the target or not", "a label", "a prediction"),
            base=("the hypothesis starts full", "in the target or not"),
            tight=True,
            sharper=(Eq(c, h),),
        ),
        Step(
            "no false alarm",
            p * c <= v,
            ("kept", "elimination", "the hypothesis holds", "a prediction"),
            sharper=(c <= v, Eq(p * c, v)),
        ),
    ),
    {h: h_before},
    {h: "h_t", h_before: "h_{t-1}", v: "v_t", y: "y_t", p: "p_t"},
    "mistake-bounds#thm-elimination",
    constants=(c,),
)

# The sums over the literals, one after the other, at one mistake: k of c, H of h, G of g, which is
# 1 where the literal is removed; s is 1 as long as none is.
COUNTED = Theorem(
    "counted",
    "From one literal to all of them",
    {
        "no literal of the target yet": Eq(k, 0),
        "none removed": Eq(s, 1),
        "in the target": Eq(k, k_before + c),
        "in the hypothesis": Eq(H, H_before + h),
        "removed": Eq(G, G_before + g),
        "all hold": Eq(s, s_before * (1 - g)),
        "each kept": (LITERAL, "kept"),
        "the hypothesis says False": Eq(s, 0),
    },
    (
        Step(
            "kept",
            k <= H,
            ("in the target", "in the hypothesis", "each kept"),
            base=("no literal of the target yet",),
            tight=True,
            sharper=(Eq(k, H),),
        ),
        Step("none removed or some", s >= 1 - G, ("removed", "all hold"), base=("none removed",)),
        Step("removal", G >= 1, ("none removed or some", "the hypothesis says False")),
    ),
    {k: k_before, H: H_before, G: G_before, s: s_before},
    {
        k: r"\lvert c\rvert",
        k_before: r"\lvert c\rvert'",
        H: r"\lvert h_t\rvert",
        H_before: r"\lvert h_t\rvert'",
        G: "g_t",
        G_before: "g_t'",
        h: "h_t",
        s_before: "s'",
    },
    "mistake-bounds#thm-elimination",
    in_words={
        "each mistake says False": "where the hypothesis says True, every literal of the target "
        "holds, by *no false alarm*, so the label is True"
    },
    end=("the hypothesis says False",),
)

# The variables, one after the other: v and o say whether x_i and its negation hold.
FIRST = Theorem(
    "first_mistake",
    "What the first mistake leaves",
    {
        "no variable yet": Eq(n, 0),
        "no literal yet": Eq(H, 0),
        "what holds is left": Eq(H, H_before + v + o),
        "one of the two holds": Eq(v + o, 1),
    },
    (
        Step(
            "first mistake",
            Eq(H, n),
            ("what holds is left", "one of the two holds"),
            base=("no variable yet", "no literal yet"),
        ),
    ),
    {n: n - 1, H: H_before},
    {H: r"\lvert h_1\rvert", H_before: r"\lvert h_1\rvert'", o: r"\bar v"},
    "mistake-bounds#thm-elimination",
)

ELIMINATION = Theorem(
    "elimination",
    "Elimination",
    {
        "t starts at 1": Eq(t, 1),
        "first mistake": (FIRST, "first mistake"),
        "what is left": Eq(H, H_before - G),
        "removal": (COUNTED, "removal"),
        "kept": (COUNTED, "kept"),
    },
    (
        Step(
            "size",
            H <= n + 1 - t,
            ("what is left", "removal"),
            base=("t starts at 1", "first mistake"),
            sharper=(H <= n - t, H < n + 1 - t),
        ),
        Step(
            "bound for a target",
            t <= n + 1 - k,
            ("size", "kept"),
            sharper=(t <= n - k, t < n + 1 - k),
        ),
        Step("bound", t <= n + 1, ("bound for a target",), sharper=(t <= n,)),
    ),
    {t: t - 1, H: H_before},
    {H: r"\lvert h_t\rvert", H_before: r"\lvert h_{t-1}\rvert", k: r"\lvert c\rvert", G: "g_t"},
    "mistake-bounds#thm-elimination",
    constants=(n,),
)


# Halving: at each mistake half of the concepts go

V, V_before, P, P_before, a, a_before, wrong = symbols(
    "V V_before P P_before a a_before wrong", nonnegative=True
)
N = symbols("N", positive=True)

# a is 1 as long as the target is among the concepts of V, and `wrong` would be 1 if it erred.
HALVING = Theorem(
    "halving",
    "Halving",
    {
        "all alive": Eq(V, N),
        "2⁰ = 1": Eq(P, 1),
        "the majority erred": V <= V_before - V,
        "doubling": Eq(P, 2 * P_before),
        "the target is in the class": Eq(a, 1),
        "only what erred goes": Eq(a, a_before * (1 - wrong)),
        "the labels are the target's": Eq(wrong, 0),
        "the target is counted": a <= V,
    },
    (
        Step(
            "halved", V * P <= N, ("the majority erred", "doubling"), base=("all alive", "2⁰ = 1")
        ),
        Step(
            "the target never errs",
            Eq(a, a_before),
            ("only what erred goes", "the labels are the target's"),
        ),
        Step(
            "the target lives",
            a >= 1,
            ("the target never errs",),
            base=("the target is in the class",),
        ),
        Step(
            "bound",
            P <= N,
            ("halved", "the target lives", "the target is counted"),
            tight=True,
            sharper=(P <= N - 1,),
        ),
    ),
    {V: V_before, P: P_before, a: a_before},
    {
        V: r"\lvert V_t\rvert",
        V_before: r"\lvert V_{t-1}\rvert",
        N: r"\lvert\mathcal C\rvert",
        P: "2^t",
        P_before: "2^{t-1}",
        a: "a_t",
        a_before: "a_{t-1}",
        wrong: "e_t",
    },
    "mistake-bounds#thm-halving",
    constants=(N,),
    in_words={"the logarithm": "it is $2^t$ that is at most the number of concepts"},
)


# The opponent of conjunctions. On each question the learner predicts p, by 0 and 1, and hears y; c
# says whether the target holds the variable asked about, and `value` what the target says of the
# question, in which this variable alone is 0. S sums the mistakes over k questions so far. The
# learner said True to the first example where `said` is 1.

S, S_before, value, said, first, M = symbols("S S_before value said first M", nonnegative=True)

OPPONENT = Theorem(
    "opponent",
    "Conjunctions cost n + 1 mistakes",
    {
        "a prediction": Eq(p * (1 - p), 0),
        "the other label": Eq(y, 1 - p),
        "in the target where it says True": Eq(c, p),
        "one literal may fail": Eq(value, 1 - c),
        "no question yet": Eq(k, 0),
        "no mistake yet": Eq(S, 0),
        "mistakes grow": Eq(S, S_before + (y - p) ** 2),
        "one example, or two": Eq(first, 1 + said),
        "the variables left": Eq(k, n - said),
        "in all": Eq(M, first + S),
    },
    (
        Step(
            "the target agrees",
            Eq(value, y),
            ("the other label", "in the target where it says True", "one literal may fail"),
        ),
        Step("a mistake each time", Eq((y - p) ** 2, 1), ("a prediction", "the other label")),
        Step(
            "as many as questions",
            Eq(S, k),
            ("a mistake each time", "mistakes grow"),
            base=("no question yet", "no mistake yet"),
        ),
        Step(
            "n + 1",
            Eq(M, n + 1),
            ("as many as questions", "one example, or two", "the variables left", "in all"),
        ),
    ),
    {k: k - 1, S: S_before},
    {S: "S_k", S_before: "S_{k-1}", value: "c(x)", said: "p_0", first: "M_0"},
    "mistake-bounds#thm-conjunction-optimum",
    in_words={
        "one conjunction fits": "with both kinds of examples, those before the questions and the "
        "questions, as the cases of the proof say"
    },
    end=("the variables left", "in all"),
)


# Decision lists: no rule of the target falls too low, so the terms fall seldom. n and r are
# positive from here on, and r is the length of the target, its default rule included.

t, F, F_before, q, q_before, S, S_before, d, m, f = symbols(
    "t F F_before q q_before S S_before d m f", nonnegative=True
)
n, r = symbols("n r", positive=True)
i, j, worst, level, level_before, level_j, level_worst, level_worst_before, used = symbols(
    "i j worst level level_before level_j level_worst level_worst_before used", positive=True
)
e, e_before = symbols("e e_before", real=True)

# e is the largest of level(i) - i over the rules of the target, i a rule that has it after mistake
# t, and f is 1 if that rule fell then; rule j decides the label, level k the prediction, and rule l
# is one that had the largest before.
RULE = Theorem(
    "rule",
    "Rule i stays on level i or above",
    {
        "all start on level 1": Eq(e, 0),
        "the worst rule": Eq(e, level - i),
        "falls or not": Eq(f * (1 - f), 0),
        "one below the deciding level": Eq(level, (1 - f) * level_before + f * (used + 1)),
        "the first that fires decides": f * j <= f * i,
        "one was wrong, one right": f <= (i - j) ** 2,
        "the highest firing level decides": used <= level_j,
        "rule i was no worse": level_before - i <= e_before,
        "rule j was no worse": level_j - j <= e_before,
        "the worst rule before": Eq(e_before, level_worst_before - worst),
        "it may only fall": level_worst >= level_worst_before,
        "it is no worse than the worst": level_worst - worst <= e,
        "the deciding rule is one of r": j <= r,
    },
    (
        Step(
            "the deciding rule comes earlier",
            f * j <= f * (i - 1),
            ("falls or not", "the first that fires decides", "one was wrong, one right"),
        ),
        Step(
            "rule level",
            e <= 0,
            (
                "the worst rule",
                "falls or not",
                "one below the deciding level",
                "the deciding rule comes earlier",
                "the highest firing level decides",
                "rule i was no worse",
                "rule j was no worse",
            ),
            base=("all start on level 1",),
        ),
        Step(
            "no rule rises",
            e_before <= e,
            ("the worst rule before", "it may only fall", "it is no worse than the worst"),
        ),
        Step(
            "depth",
            used <= r,
            (
                "rule level",
                "no rule rises",
                "the highest firing level decides",
                "rule j was no worse",
                "the deciding rule is one of r",
            ),
            sharper=(used <= r - 1,),
        ),
    ),
    {e: e_before},
    {
        e: "e_t",
        e_before: "e_{t-1}",
        level: r"\mathrm{level}_t(i)",
        level_before: r"\mathrm{level}_{t-1}(i)",
        level_j: r"\mathrm{level}_{t-1}(j)",
        worst: "l",
        level_worst: r"\mathrm{level}_t(l)",
        level_worst_before: r"\mathrm{level}_{t-1}(l)",
        used: "k_t",
    },
    "mistake-bounds#thm-levels",
    {
        "one was wrong, one right": "a rule falls where it was wrong, and the one that would "
        "have been right is another, so their places differ by 1 at least",
        "the highest firing level decides": "the rule that would have been right fires, too",
    },
)

# The sum over the terms, one after the other: this one has fallen d levels, m so far S levels.
TERMS = Theorem(
    "terms",
    "All terms together",
    {
        "sum starts at 0": Eq(S, 0),
        "one more": Eq(S, S_before + d),
        "none is lower": d <= q,
        "all terms": Eq(m, 4 * n + 2),
        "levels fallen": Eq(F, S),
    },
    (
        Step("sum", S <= m * q, ("one more", "none is lower"), base=("sum starts at 0",)),
        Step(
            "terms",
            F <= (4 * n + 2) * q,
            ("sum", "all terms", "levels fallen"),
            sharper=(F <= (4 * n + 1) * q,),
        ),
    ),
    {m: m - 1, S: S_before},
    {F: "F_t", q: "q_t", S_before: "S'"},
    "mistake-bounds#thm-levels",
    end=("all terms", "levels fallen"),
    constants=(q,),
)

LEVELS = Theorem(
    "levels",
    "Decision lists by levels",
    {
        **starts(t, q),
        "a term falls": F >= F_before + 1,
        "the lowest term": Eq(q, Max(q_before, used)),
        "depth": (RULE, "depth"),
        "terms": (TERMS, "terms"),
    },
    (
        Step(
            "falls", F >= t, ("a term falls",), base=("t starts at 0",), sharper=(F >= t + 1, F > t)
        ),
        Step(
            "no term falls further", q <= r, ("the lowest term", "depth"), base=("q starts at 0",)
        ),
        Step(
            "room",
            F <= (4 * n + 2) * r,
            ("terms", "no term falls further"),
            sharper=(F <= (4 * n + 1) * r, F < (4 * n + 2) * r),
        ),
        Step(
            "bound", t <= (4 * n + 2) * r, ("falls", "room"), sharper=(t <= (4 * n + 2) * (r - 1),)
        ),
    ),
    {t: t - 1, F: F_before, q: q_before},
    {F: "F_t", F_before: "F_{t-1}", q: "q_t", q_before: "q_{t-1}", used: "k_t"},
    "mistake-bounds#thm-levels",
    constants=(r,),
)


# Winnow: the weight of one bit of the target, 2^k after k doublings (d = 1 if this mistake doubles
# it); then the bits of the target, r of them, one after the other, K the sum of their doublings.
d, L, K, K_before, P, q, q_before, P_before = symbols(
    "d L K K_before P q q_before P_before", nonnegative=True
)
z, miss = symbols("z miss", nonnegative=True)
total, total_before = symbols("total total_before", real=True)
DOUBLINGS = Theorem(
    "doublings",
    "How often a weight doubles",
    {
        "k starts at 0": Eq(k, 0),
        "doubled or not": Eq(k, k_before + d),
        "only below the threshold": d * (k_before + 1 - L) <= 0,
        "d is 0 or 1": Eq(d * (1 - d), 0),
    },
    (
        Step(
            "doublings",
            k <= L,
            ("doubled or not", "only below the threshold", "d is 0 or 1"),
            base=("k starts at 0",),
        ),
    ),
    {k: k_before},
    {k: "k_t", k_before: "k_{t-1}", L: r"\lceil\log_2 n\rceil"},
    "mistake-bounds#thm-winnow",
    {
        "only below the threshold": r"a bit of a miss has $2^{k_{t-1}} < n \le 2^{\lceil\log_2 n"
        r"\rceil}$, and both exponents are whole"
    },
    in_words={
        "no bit of the target is dropped": "where the label is False, all of them are 0",
    },
    constants=(L,),
)
WINNOW = Theorem(
    "winnow",
    "The mistakes of Winnow",
    {
        "all weights are 1": Eq(total, n),
        **starts(q),
        "doubled or dropped": Eq(total, total_before + (2 * miss - 1) * z),
        "a miss is below": miss * (n - z) >= 0,
        "a false alarm is not": (1 - miss) * (z - n) >= 0,
        "misses": Eq(P, P_before + miss),
        "false alarms": Eq(q, q_before + 1 - miss),
        "no weight is negative": total >= 0,
        "each miss doubles one of the target": P <= K,
        "each doubles seldom": K <= r * L,
    },
    (
        Step(
            "weight",
            total <= n * (1 + P - q),
            (
                *("doubled or dropped", "misses", "false alarms"),
                *("a miss is below", "a false alarm is not"),
            ),
            base=("all weights are 1", "q starts at 0"),
        ),
        Step("no more alarms", q <= 1 + P, ("weight", "no weight is negative")),
        Step(
            "bound",
            P + q <= 1 + 2 * r * L,
            ("no more alarms", "each miss doubles one of the target", "each doubles seldom"),
        ),
    ),
    {total: total_before, P: P_before, q: q_before},
    {
        total: r"\textstyle\sum w_t",
        total_before: r"\textstyle\sum w_{t-1}",
        P: r"\#\text{misses}",
        P_before: r"\#\text{misses}'",
        q: r"\#\text{alarms}",
        q_before: r"\#\text{alarms}'",
        miss: "m",
        K: r"\textstyle\sum k",
        L: r"\lceil\log_2 n\rceil",
    },
    "mistake-bounds#thm-winnow",
    {
        "each miss doubles one of the target": "the label is True, so some bit of the target is 1",
        "each doubles seldom": "the sum of *doublings* over the bits of the target",
    },
    in_words={
        "no weight is negative": "each begins at 1, and is only doubled or set to 0",
    },
    constants=(n,),
)

# The perceptron on an alternating list, from its last rule to its first, two rules at a time: `odd`
# and `even` sum the weights of its odd rules, and those of its even ones with the sign turned; fib
# and fib_even are Fibonacci numbers below them. drop is -b, w_one the first weight.
fib, fib_before, fib_even, fib_even_before = symbols(
    "fib fib_before fib_even fib_even_before", nonnegative=True
)
odd, odd_before, even, even_before, drop, w_one, mistakes = symbols(
    "odd odd_before even even_before drop w_one mistakes", real=True
)
FIBONACCI = Theorem(
    "fibonacci",
    "The weights of an alternating list",
    {
        "f starts at 1": Eq(fib, 1),
        "g starts at 1": Eq(fib_even, 1),
        "the last rule": odd >= 1 + drop,
        "no even rule yet": Eq(even, 0),
        "the next but one": Eq(fib_even, fib_before + fib_even_before),
        "the next": Eq(fib, fib_before + fib_even),
        "an even rule": even >= even_before + odd_before - drop,
        "an odd rule": odd >= odd_before + even + 1 + drop,
        "the first rule": w_one >= even + 1 + drop,
        "the example 0": drop >= 0,
        "a mistake moves it by 1 at most": w_one <= mistakes,
    },
    (
        Step(
            "as Fibonacci",
            Max(fib_even - 1 - even, fib + drop - odd) <= 0,
            ("the next but one", "the next", "an even rule", "an odd rule", "the example 0"),
            base=("f starts at 1", "g starts at 1", "the last rule", "no even rule yet"),
        ),
        Step(
            "first weight",
            w_one >= fib_even,
            ("as Fibonacci", "the first rule", "the example 0"),
        ),
        Step(
            "mistakes",
            mistakes >= fib_even,
            ("first weight", "a mistake moves it by 1 at most"),
        ),
    ),
    {fib: fib_before, fib_even: fib_even_before, odd: odd_before, even: even_before},
    {
        fib: "f",
        fib_before: "f'",
        fib_even: "g",
        fib_even_before: "g'",
        odd: r"s_{\text{odd}}",
        odd_before: r"s_{\text{odd}}'",
        even: r"s_{\text{even}}",
        even_before: r"s_{\text{even}}'",
        drop: "-b",
        w_one: "w_1",
        mistakes: "M",
    },
    "mistake-bounds#thm-perceptron-list",
    in_words={
        "the weights at the end": "they are whole, and right about the examples, so each score "
        "is 1 or more where the label is True, and 0 or less where it is False"
    },
    end=("the first rule", "a mistake moves it by 1 at most"),
    constants=(drop,),
)

# The optimum: depth is the Littlestone dimension of the concepts that are left after t mistakes.
t_before = symbols("t_before", nonnegative=True)
depth, depth_before, deepest = symbols("depth depth_before deepest", real=True)
SOA = Theorem(
    "soa",
    "The standard optimal algorithm",
    {
        **starts(t),
        "the whole class": Eq(depth, deepest),
        "one mistake": Eq(t, t_before + 1),
        "the shallower half": depth <= depth_before - 1,
        "never empty": depth >= 0,
    },
    (
        Step(
            "a level for each mistake",
            t + depth <= deepest,
            ("one mistake", "the shallower half"),
            base=("t starts at 0", "the whole class"),
        ),
        Step("bound", t <= deepest, ("a level for each mistake", "never empty")),
    ),
    {t: t_before, depth: depth_before},
    {
        deepest: r"\mathrm{Ldim}",
        depth: r"\mathrm{Ldim}_t",
        depth_before: r"\mathrm{Ldim}_{t-1}",
        t_before: "t'",
    },
    "mistake-bounds#thm-littlestone",
    {
        "the shallower half": "the label leaves the half of lesser dimension, and two halves as "
        "deep as the whole would, below the example, make a deeper tree"
    },
    in_words={
        "never empty": "the target stays in $V$, so the class is never empty, and the dimension of "
        "a class with a concept is not negative",
        "no learner does better": "an opponent walks down a deepest tree, against the learner",
    },
    constants=(deepest,),
)
