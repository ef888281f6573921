"""The chapter *Mistake bounds*: concepts of bits, learners, their runs, and games against them."""
