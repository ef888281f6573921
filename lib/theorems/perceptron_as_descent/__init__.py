"""The theorems of the chapter *The perceptron as descent*."""
