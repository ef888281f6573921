"""The chapter *Kernels*: kernels, and the machines that learn with them."""
