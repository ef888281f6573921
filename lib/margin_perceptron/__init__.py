"""The chapter *The margin perceptron*: its bounds, and the search for an unknown margin.

The algorithm shares its loop with the perceptron, and stands beside it in `lib.perceptron`.
"""
