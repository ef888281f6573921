"""The chapter *Mistake bounds*: learners of bits, and the mistakes that can be forced on them."""
