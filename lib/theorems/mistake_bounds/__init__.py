"""The theorems of the chapter *Mistake bounds*: whole numbers, and what is 0 or 1."""
