"""The theorems of the chapter *Generalization*."""
