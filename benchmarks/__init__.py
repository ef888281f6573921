"""The library against its peers: ratios measured in one run, on the same data, with equal results.

`make bench` runs them all; the page *Benchmarks* shows what it wrote.
"""
