"""The theorems of the chapter *The margin perceptron*."""
