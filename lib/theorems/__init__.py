"""Every theorem of the book, as data for the proof engine, one module a chapter.

`python -m lib.theorems` proves all steps, refutes all mutants, and fails when one does not.
"""

from lib.theorems.block_novikoff import ANY_COMPARATOR, BLOCK_NOVIKOFF, OFFSET, READINGS
from lib.theorems.descent import AS_SGD, CONVEX, CREASE, FROZEN
from lib.theorems.generalization import ONLINE, THROUGH_ZERO, VC_FORM, WITH_OFFSET
from lib.theorems.hinge import DECAY, HINGE, SLACK
from lib.theorems.hinge_rate import BALL, RATE, REGRET
from lib.theorems.kernels import MULTICLASS, POLYNOMIAL
from lib.theorems.margin_perceptron import (
    ANY_EPSILON,
    BALCAN,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    SAME_INEQUALITY,
)
from lib.theorems.max_margin import EXACT_MARGIN, SLAB, UNIQUE, WHY_ONE
from lib.theorems.mistake_bounds import ELIMINATION, HALVING, LEVELS, LITERAL, RULE
from lib.theorems.not_separable import (
    EXACT_AND_SIMPLE,
    FREUND_SCHAPIRE,
    SMALLER_MARGIN,
    SQUARING,
    TOTAL_DISTANCE,
)
from lib.theorems.perceptron import NEARER
from lib.theorems.potential import CALCULUS, ROOT, SHARP, THRESHOLD
from lib.theorems.separators import CANONICAL, CAUCHY_SCHWARZ, DISTANCE
from lib.theorems.soft_margin import (
    CENTERING,
    CHEAP_SLACK,
    NEAR_OPTIMUM,
    PRICE,
    SOFT_GAP,
    SOFT_LAGRANGIAN,
    WHERE_ALPHA_SITS,
)
from lib.theorems.step_size import BATCH, RESCALED, START_AND_STEP
from lib.theorems.svm_dual import COMPLEMENTARY, HULLS, PENALTY, STATIONARITY, WEAK_DUALITY
from lib.theorems.unknown_margin import CERTIFICATE, SEARCH

THEOREMS = (
    CAUCHY_SCHWARZ,
    DISTANCE,
    CANONICAL,
    NEARER,
    BLOCK_NOVIKOFF,
    ANY_COMPARATOR,
    READINGS,
    OFFSET,
    AS_SGD,
    FROZEN,
    CREASE,
    CONVEX,
    RESCALED,
    START_AND_STEP,
    BATCH,
    LENGTH,
    MANSOUR_SCHWEIGER,
    MANSOUR_SCHWEIGER_SHORT,
    BALCAN,
    SAME_INEQUALITY,
    ANY_EPSILON,
    THRESHOLD,
    ROOT,
    CALCULUS,
    SHARP,
    CERTIFICATE,
    SEARCH,
    TOTAL_DISTANCE,
    SQUARING,
    EXACT_AND_SIMPLE,
    FREUND_SCHAPIRE,
    SMALLER_MARGIN,
    LITERAL,
    ELIMINATION,
    RULE,
    LEVELS,
    HALVING,
    WHY_ONE,
    SLAB,
    EXACT_MARGIN,
    UNIQUE,
    PENALTY,
    STATIONARITY,
    WEAK_DUALITY,
    COMPLEMENTARY,
    HULLS,
    SOFT_LAGRANGIAN,
    SOFT_GAP,
    NEAR_OPTIMUM,
    WHERE_ALPHA_SITS,
    PRICE,
    CHEAP_SLACK,
    CENTERING,
    SLACK,
    HINGE,
    DECAY,
    BALL,
    REGRET,
    RATE,
    VC_FORM,
    THROUGH_ZERO,
    WITH_OFFSET,
    ONLINE,
    POLYNOMIAL,
    MULTICLASS,
)
