"""The library against its peers, on the same data, with equal results."""
