"""The chapter *Mistake bounds*: learners of bits, and how many mistakes they can be forced to make.

`runs.learn_online` shows a sequence to a learner and keeps its mistakes; `learners` has
elimination, levels, halving and the perceptron; `concepts` the conjunctions and decision lists that
they learn, over the `bits` of an example; `games` the opponents that force mistakes, and exact
values.
"""
