"""The theorems of the chapter *Hinge SGD*."""
