"""Every theorem of the book, as data for the proof engine, one module a chapter.

`python -m lib.theorems` proves all steps, refutes all mutants, and fails when one does not.
"""

from lib.theorems.block_novikoff import ANY_COMPARATOR, BLOCK_NOVIKOFF, OFFSET, READINGS
from lib.theorems.mistake_bounds import ELIMINATION, HALVING, LEVELS, LITERAL, RULE
from lib.theorems.separators import CANONICAL, CAUCHY_SCHWARZ, DISTANCE

THEOREMS = (
    CAUCHY_SCHWARZ,
    DISTANCE,
    CANONICAL,
    BLOCK_NOVIKOFF,
    ANY_COMPARATOR,
    READINGS,
    OFFSET,
    LITERAL,
    ELIMINATION,
    RULE,
    LEVELS,
    HALVING,
)
