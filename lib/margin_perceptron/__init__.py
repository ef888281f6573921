"""The chapter *The margin perceptron*: its bounds, and the search for an unknown margin."""
