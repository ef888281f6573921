"""All theorems of the book as one graph."""
