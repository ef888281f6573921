"""Perceptrons and large margins: the library behind the book."""
